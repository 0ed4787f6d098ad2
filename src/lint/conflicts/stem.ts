import { stemmer } from '@orama/stemmers/english';

const stems = new Map<string, string>();
const maxStems = 50_000;

/** What the forms of an English word have in common. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = /^[a-z]{3,30}$/.test(word) ? stemmer(word) : word;
  if (stems.size < maxStems) stems.set(word, stem);
  return stem;
}
