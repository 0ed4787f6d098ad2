import { type Authors, withAuthors } from '../answers/place-shape.ts';
import type { Explanation } from './explain-shape.ts';

/** An explanation with who wrote each candidate that is in a file of this server, as far as git knows. */
export async function withAuthorship(
  explanation: Explanation,
  authors: Authors | null,
): Promise<Explanation> {
  const all = explanation.matches.flatMap(({ candidates }) => candidates);
  const known = await withAuthors(all, authors);
  const found = new Map(all.map((candidate, index) => [candidate, known[index] ?? candidate]));
  const matches = explanation.matches.map((match) => ({
    ...match,
    candidates: match.candidates.map((candidate) => found.get(candidate) ?? candidate),
  }));
  return { ...explanation, matches };
}
