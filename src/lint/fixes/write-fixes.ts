import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../model/problems/problem.ts';
import { errorCode, readOptionalFile } from '../../runtime/files/files.ts';
import { NotOwnFile, placeOf } from '../../runtime/files/own-place.ts';
import { replaceFile } from '../../runtime/files/write-file.ts';
import { type FixedFile, type Fixes, fixRules } from './fix-rules.ts';

const mark = '\uFEFF';

/** Fixed files, each with why it was not written; null where it was, or was not to be. */
export interface WrittenFixes extends Fixes {
  readonly files: readonly (FixedFile & { readonly failure: string | null })[];
}

/**
 * Does in the files of a rules folder what can be done without asking, and writes them unless it is a dry run. `lint` judges them with
 * the texts that it is given in their place; no file outside of the folder `within` is written.
 */
export async function fixFiles(
  rulesPath: string,
  { within, dryRun }: { readonly within: string; readonly dryRun: boolean },
  lint: (unsaved: ReadonlyMap<string, string>) => Promise<readonly Problem[]>,
): Promise<WrittenFixes> {
  const fixes = await fixRules(lint, (file) => readFixable(rulesPath, file));
  const files: (FixedFile & { readonly failure: string | null })[] = [];
  for (const fixed of fixes.files)
    files.push({ ...fixed, failure: dryRun ? null : await writeFixed(rulesPath, fixed, within) });
  return { ...fixes, files };
}

/** The text of a file of a rules folder without its byte order mark, or null where there is none to be fixed. */
async function readFixable(rulesPath: string, file: string): Promise<string | null> {
  const bytes = await readOptionalFile(join(rulesPath, file)).catch(() => null);
  return bytes === null ? null : bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/**
 * Writes a fixed file, whole or not at all, with its byte order mark, its mode, and its link where it is one. Null, or why it
 * was not written: it has changed since it was read, is a link that leads out of the folder `within`, or may not be written.
 */
async function writeFixed(
  rulesPath: string,
  { file, before, after }: FixedFile,
  within: string,
): Promise<string | null> {
  const path = join(rulesPath, file);
  try {
    const area = { within, links: 'inside' } as const;
    const target = await placeOf(path, area);
    await access(target, constants.W_OK);
    const text = (await readOptionalFile(target))?.toString('utf8') ?? '';
    if (text.replace(/^\uFEFF/, '') !== before) return 'it has changed while it was looked at';
    await replaceFile(path, text.startsWith(mark) ? mark + after : after, area);
    return null;
  } catch (error) {
    if (error instanceof NotOwnFile)
      return error.wrong === 'outside' ? 'it is a link that leads out of the project' : `it ${error.why}`;
    return `it cannot be written (${errorCode(error)})`;
  }
}
