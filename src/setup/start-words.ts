import { usualStart } from './server-entry.ts';

/** The words of a version or tag of an npm package that a shell takes as they are. */
const versionPattern = /^[0-9A-Za-z][0-9A-Za-z.+-]*$/;

/**
 * The words by which clients start Precept: those of a command line, or the package at a version. Null for a command line of
 * no words or with an open quote, or a version that is none.
 */
export function startWords(
  command: string | undefined,
  version: string | undefined,
): readonly string[] | null {
  if (command !== undefined) return wordsIn(command);
  if (version === undefined) return usualStart;
  if (!versionPattern.test(version)) return null;
  return [...usualStart.slice(0, -1), `${usualStart.at(-1)}@${version}`];
}

/** The words of a command line: blanks part them, but for those in quotes. A backslash is a character as any other, as in paths. */
function wordsIn(line: string): readonly string[] | null {
  const words = [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word);
  const rest = line.replace(/(?:[^\s"']|"[^"]*"|'[^']*')+/g, '').trim();
  if (words.length === 0 || rest !== '') return null;
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
