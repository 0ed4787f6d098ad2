import { join } from 'node:path';
import { readOptionalFile } from '../runtime/files/files.ts';
import { NotOwnFile, placeOf } from '../runtime/files/own-place.ts';
import { createFile, replaceFile } from '../runtime/files/write-file.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { SetupError } from './setup-error.ts';

/** What became of a file, by its path below the project. */
export interface FileOutcome {
  readonly path: string;
  readonly done: 'created' | 'changed' | 'kept';
}

/**
 * Changes a file of the project, or makes it; `change` gets its text, null where there is none, and gives the new one, null to keep it.
 * Faults: SetupError for a file that cannot be changed, which is left alone, with `paste` for people to add by hand.
 */
export async function editFile(
  project: string,
  name: string,
  change: (text: string | null) => string | null,
  paste?: string,
): Promise<FileOutcome> {
  const path = join(project, ...name.split('/'));
  try {
    const area = { within: project, links: 'inside' } as const;
    const bytes = await readOptionalFile(await placeOf(path, area));
    const text =
      bytes === null ? null : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const changed = change(text);
    if (changed === null || changed === text) return { path: name, done: 'kept' };
    if (text !== null) await replaceFile(path, changed, area);
    else if (!(await createFile(path, changed, area)))
      throw new Error('it has just been written by somebody else');
    return { path: name, done: text === null ? 'created' : 'changed' };
  } catch (error) {
    const why = error instanceof NotOwnFile ? `it ${error.why}` : reasonOf(error);
    throw new SetupError(
      `${name} cannot be added to and is left as it is: ${why}; fix it, or move it away, and run the command again${paste === undefined ? '' : '; or fix it and add this by hand:'}`,
      { ...(paste !== undefined && { paste }), cause: error },
    );
  }
}
