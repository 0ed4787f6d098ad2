/** The representations an answer can have, by the names that `--format` and the docs use. */
export type Format = 'json' | 'markdown' | 'yaml' | 'mermaid' | 'html';

/** What an operation answers: one text per representation, each written when first asked for. */
export interface Answer {
  readonly formats: readonly Format[];
  /** The whole text of one of `formats`. */
  text(format: Format): string;
}

/** An answer from functions that write its representations; `json` gives data, the others text. */
export function createAnswer(write: {
  readonly json?: () => unknown;
  readonly markdown?: () => string;
  readonly yaml?: () => string;
  readonly mermaid?: () => string;
  /** A page for people. */
  readonly html?: () => string;
}): Answer {
  const formats = (['json', 'markdown', 'yaml', 'mermaid', 'html'] as const).filter(
    (format) => write[format] !== undefined,
  );
  const written = new Map<Format, string>();
  return {
    formats,
    text(format) {
      let text = written.get(format);
      if (text === undefined) {
        text = format === 'json' ? JSON.stringify(write.json?.()) : write[format]?.();
        if (text === undefined) throw new TypeError(`this answer has no ${format}`);
        written.set(format, text);
      }
      return text;
    },
  };
}
