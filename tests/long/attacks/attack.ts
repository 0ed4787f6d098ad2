/** Something that a file, a master or a caller may hold or send, as large as it may be or larger. */
export interface Attack {
  readonly name: string;
  /** In the rules folder, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly master?: MasterAnswers;
  /** What is asked, after each other. */
  readonly steps: readonly Step[];
}

/** What a master answers, by the path that it is asked at; undefined is 404. */
export type MasterAnswers = (path: string) => unknown;

/** A request with the status that it is answered with, 200 unless given; or anything else. */
export type Step =
  | { readonly path: string; readonly accept?: string; readonly status?: number; readonly body?: string }
  | { readonly call: string; run(url: string): Promise<void> };

export const html = 'text/html';
export const markdown = 'text/markdown';
/** Where the scope `s` is asked for, which all attacks are about. */
export const rest = '/api/v1/scopes/s';

export function numbered<Item>(count: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** A text like those of rules. */
export function words(at: number): string {
  return `Rule ${at} says this and that and something else besides`;
}

/** A file of the category `a` with these rules. */
export function rulesFile(texts: readonly string[]): string {
  return `a:\n  ruleset:\n${texts.map((text) => `    - ${JSON.stringify(text)}\n`).join('')}`;
}
