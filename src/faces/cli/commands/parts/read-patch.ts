import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from 'clipanion';
import { mostPatchBytes, tooLargePatch } from '../../../../model/patch-limit.ts';
import { errorCode, NotAFile, readOptionalFile } from '../../../../runtime/files/files.ts';
import type { World } from '../../../../runtime/world.ts';
import type { CliContext } from '../../program.ts';

/** The text of a patch: of a file, or what comes on standard input for `-`. A fault for one that is too large, without reading it all. */
export async function readPatch(given: string, { world }: CliContext): Promise<string> {
  if (given === '-') return readInput(world.stdin, mostPatchBytes, tooLargePatch);
  const path = resolve(world.cwd, given);
  const bytes = await readOptionalFile(path, mostPatchBytes).catch((error: unknown) => {
    // What a shell gives for a command, `<(git diff)`.
    if (error instanceof NotAFile) return null;
    throw new UsageError(`the patch ${given} cannot be read (${errorCode(error)})`);
  });
  if (bytes === null && (await isPipe(path)))
    return readInput(createReadStream(path), mostPatchBytes, tooLargePatch);
  if (bytes === null) throw new UsageError(`there is no file ${given}; name a patch with --patch`);
  if (bytes.length > mostPatchBytes) throw tooLargePatch();
  return bytes.toString('utf8');
}

async function isPipe(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFIFO() ?? false;
}

async function readInput(input: World['stdin'], limit: number, tooLarge: () => Error): Promise<string> {
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
