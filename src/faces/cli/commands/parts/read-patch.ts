import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from 'clipanion';
import { mostPatchBytes, tooLargePatch } from '../../../../model/patch-limit.ts';
import { errorCode, NotAFile, readOptionalFile } from '../../../../runtime/files/files.ts';
import { openPipe } from '../../../../runtime/files/open-pipe.ts';
import type { CliContext } from '../../program.ts';

/** Milliseconds in which something has to come out of a pipe that has a name. */
const usualPatience = 60_000;

/**
 * The text of a patch: of a file or a pipe, or what comes on standard input for `-`. A fault for one that is too large, without reading it
 * all, and for a pipe that nobody writes to.
 */
export async function readPatch(
  given: string,
  { world }: Pick<CliContext, 'world'>,
  patience: number = usualPatience,
): Promise<string> {
  if (given === '-') return readInput(world.stdin, mostPatchBytes, tooLargePatch);
  const path = resolve(world.cwd, given);
  const bytes = await readOptionalFile(path, mostPatchBytes).catch((error: unknown) => {
    // What a shell gives for a command, `<(git diff)`.
    if (error instanceof NotAFile) return null;
    throw new UsageError(`the patch ${given} cannot be read (${errorCode(error)})`);
  });
  if (bytes === null && (await isPipe(path))) {
    const quiet = new UsageError(`nothing comes out of the pipe ${given}: nobody writes to it`);
    return readInput(await openPipe(path, patience, quiet), mostPatchBytes, tooLargePatch);
  }
  if (bytes === null) throw new UsageError(`there is no file ${given}; name a patch with --patch`);
  if (bytes.length > mostPatchBytes) throw tooLargePatch();
  return bytes.toString('utf8');
}

async function isPipe(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFIFO() ?? false;
}

async function readInput(
  input: AsyncIterable<Uint8Array | string>,
  limit: number,
  tooLarge: () => Error,
): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > limit) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
