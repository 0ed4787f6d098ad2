import { parseYamlFile } from '../../content/yaml-file.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { problemsByFile } from '../../model/problems/problems-by-file.ts';
import { applyEdits } from './apply-edits.ts';

/** A file as it is, and as it will be. */
export interface FixedFile {
  /** As problems name it. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface Fixes {
  /** By name of the file. */
  readonly files: readonly FixedFile[];
  /** How many problems are fixed. */
  readonly count: number;
  /** What is left. */
  readonly problems: readonly Problem[];
}

/** A fix may lay open what another one is for: a key that is written right, and a value below it that needs quotes. */
const maxRounds = 20;

/**
 * Does what can be done without asking about the problems of files, until nothing of that is left. Nothing is written:
 * `lint` judges the files with the texts that it is given in their place, and `read` gives the text of a file, without a
 * byte order mark, or null where it is not to be touched.
 */
export async function fixRules(
  lint: (unsaved: ReadonlyMap<string, string>) => Promise<readonly Problem[]>,
  read: (file: string) => Promise<string | null>,
): Promise<Fixes> {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  const untouched = new Set<string>();
  let problems = await lint(after);
  let count = 0;
  for (let round = 0; round < maxRounds; round++) {
    const fixable = problemsByFile(
      problems.filter(({ file, fix }) => fix !== undefined && !untouched.has(file)),
    );
    if (fixable.size === 0) break;
    for (const [file, own] of fixable) {
      const known = after.get(file);
      if (known === undefined) {
        // Judged once more as it was read: an edit belongs to the text that it was found in.
        const text = await read(file);
        if (text === null) untouched.add(file);
        else {
          before.set(file, text);
          after.set(file, text);
        }
        continue;
      }
      const fixed = applyEdits(
        known,
        own.flatMap(({ fix }) => fix?.edits ?? []),
      );
      if (fixed === known || !isSound(file, fixed)) untouched.add(file);
      else {
        after.set(file, fixed);
        count += own.length;
      }
    }
    problems = await lint(after);
  }
  const files = [...after].flatMap(([file, text]): FixedFile[] => {
    const old = before.get(file) ?? text;
    return old === text ? [] : [{ file, before: old, after: text }];
  });
  return { files: files.sort((a, b) => (a.file < b.file ? -1 : 1)), count, problems };
}

function isSound(file: string, text: string): boolean {
  return parseYamlFile(file, Buffer.from(text)).file !== null;
}
