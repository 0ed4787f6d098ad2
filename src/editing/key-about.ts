import type { TextRange } from '../model/problems/problem.ts';
import { complete } from './completion/completion.ts';
import type { FilePlace } from './snapshot.ts';

/** What there is to know of a part of a file, in Markdown. */
export interface Hover {
  readonly text: string;
  readonly range: TextRange;
}

const wordAt = /[\w+./-]*$/;

/** What a key means, or a value of which there are only some; null where nothing is known of the word at a place. */
export async function keyAbout(place: FilePlace): Promise<Hover | null> {
  const { text, offset } = place;
  const start = offset - (wordAt.exec(text.slice(0, offset))?.[0].length ?? 0);
  const word = /^[\w+./-]*/.exec(text.slice(start))?.[0] ?? '';
  const line = text.slice(0, start).split('\n');
  if (word === '') return null;
  // Asked as if nothing were typed yet, since what is there already is offered no more.
  const { items } = await complete({ ...place, text: text.slice(0, start), offset: start });
  const found = items.find(({ label, about }) => label === word && about !== undefined);
  if (found?.about === undefined) return null;
  const column = (line.at(-1)?.length ?? 0) + 1;
  const range = { line: line.length, column, end_line: line.length, end_column: column + word.length };
  return { text: `**\`${word}\`**\n\n${found.about}`, range };
}
