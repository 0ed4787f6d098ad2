/** The representations an answer can have, by the names that `--format` and the docs use. */
export type Format = 'json' | 'markdown' | 'yaml' | 'mermaid' | 'html';

/**
 * What an operation gives: `data` is the answer, and its JSON; `presentation` is what other texts show besides (where
 * a rule is written, a prologue, the templates that failed), null where they need nothing more.
 */
export interface Outcome<Data = unknown, Extra = unknown> {
  readonly data: Data;
  readonly presentation: Extra;
}

/** Writers of an answer's texts besides JSON. Each is a pure function of the outcome; it may throw a Fault. */
export interface Texts<Data = unknown, Extra = unknown> {
  markdown?(data: Data, presentation: Extra): string;
  yaml?(data: Data, presentation: Extra): string;
  mermaid?(data: Data, presentation: Extra): string;
  /** A page for people. */
  html?(data: Data, presentation: Extra): string;
}

/** An outcome with its texts, each written when first asked for, and once. */
export interface Answer<Data = unknown, Extra = unknown> extends Outcome<Data, Extra> {
  readonly formats: readonly Format[];
  /** The whole text of one of `formats`. */
  text(format: Format): string;
}

/** An answer from what was found out and what writes it. */
export function createAnswer<Data, Extra>(
  { data, presentation }: Outcome<Data, Extra>,
  texts: Texts<Data, Extra> = {},
): Answer<Data, Extra> {
  const others = (['markdown', 'yaml', 'mermaid', 'html'] as const).filter(
    (format) => texts[format] !== undefined,
  );
  const written = new Map<Format, string>();
  const write = (format: Format) =>
    format === 'json' ? JSON.stringify(data) : texts[format]?.(data, presentation);
  return {
    data,
    presentation,
    formats: ['json', ...others],
    text(format) {
      let text = written.get(format);
      if (text === undefined) {
        text = write(format);
        if (text === undefined) throw new TypeError(`this answer has no ${format}`);
        written.set(format, text);
      }
      return text;
    },
  };
}
