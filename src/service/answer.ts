/** The representations an answer can have, by the names that `--format` and the docs use. */
export type Format = 'json' | 'markdown' | 'yaml' | 'mermaid' | 'html' | 'csv';

/**
 * What an operation gives: `data` is the answer, and its JSON; `presentation` is what other texts show besides (where
 * a rule is written, a prologue, the templates that failed), null where they need nothing more.
 */
export interface Outcome<Data = unknown, Extra = unknown> {
  readonly data: Data;
  readonly presentation: Extra;
  /** What begins its Markdown, before any note: what is missing. Operations about one scope get it from that. */
  readonly incomplete?: string;
  /** Changes when the answer does, where its text changes more often than that: then its ETag is made of this. */
  readonly tag?: string;
  /** The arguments that are different in the request for what follows, where the answer was cut. */
  readonly next?: Readonly<Record<string, number>>;
}

/** Writers of an answer's texts besides JSON. Each is a pure function of the outcome; it may throw a Fault. */
export interface Texts<Data = unknown, Extra = unknown> {
  markdown?(data: Data, presentation: Extra): string;
  yaml?(data: Data, presentation: Extra): string;
  mermaid?(data: Data, presentation: Extra): string;
  csv?(data: Data, presentation: Extra): string;
  /** A page for people. */
  html?(data: Data, presentation: Extra): string;
}

/** An outcome with its texts, each written when first asked for, and once. */
export interface Answer<Data = unknown, Extra = unknown> extends Outcome<Data, Extra> {
  readonly formats: readonly Format[];
  /** The whole text of one of `formats`. */
  text(format: Format): string;
  /** The Markdown with a note of the face's own: what is missing from the answer still comes first. */
  markdown(note: string): string;
  /** The same answer with another outcome. */
  with(outcome: Outcome<Data, Extra>): Answer<Data, Extra>;
}

/** An answer from what was found out and what writes it; `incomplete` begins its Markdown. */
export function createAnswer<Data, Extra>(
  { data, presentation, tag, next }: Outcome<Data, Extra>,
  texts: Texts<Data, Extra> = {},
  incomplete = '',
): Answer<Data, Extra> {
  const others = (['markdown', 'yaml', 'mermaid', 'csv', 'html'] as const).filter(
    (format) => texts[format] !== undefined,
  );
  const written = new Map<Format, string>();
  const write = (format: Format) => {
    if (format === 'json') return JSON.stringify(data);
    const text = texts[format]?.(data, presentation);
    return format === 'markdown' && text !== undefined ? incomplete + text : text;
  };
  const text = (format: Format): string => {
    const known = written.get(format) ?? write(format);
    if (known === undefined) throw new TypeError(`this answer has no ${format}`);
    written.set(format, known);
    return known;
  };
  return {
    data,
    presentation,
    ...(tag !== undefined && { tag }),
    ...(next !== undefined && { next }),
    formats: ['json', ...others],
    text,
    markdown: (note) =>
      note === '' ? text('markdown') : incomplete + note + text('markdown').slice(incomplete.length),
    with: (outcome) => createAnswer(outcome, texts, incomplete),
  };
}
