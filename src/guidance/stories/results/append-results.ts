import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CheckResult } from '../story.ts';

const lineBreak = 10;

/**
 * Adds results to the end of the validation file, which is made with its folder when it is not there. All lines go in one
 * write to a file opened for appending, so that imports at the same time lose nothing, and are on disk when this
 * settles. A line that a crash has left torn is closed first. Rejects with the system's reason, and then nothing is added.
 */
export async function appendResults(path: string, results: readonly CheckResult[]): Promise<void> {
  if (results.length === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a+');
  try {
    const torn = await isTorn(file);
    const lines = results.map((result) => `${JSON.stringify(result)}\n`).join('');
    await writeWhole(file, Buffer.from(torn ? `\n${lines}` : lines));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function isTorn(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] !== lineBreak;
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  const before = await file.stat();
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten === bytes.length) return;
  // Only where nobody else has written meanwhile; else the part stays, and readers pass over its torn line.
  const after = await file.stat();
  if (after.size === before.size + bytesWritten) await file.truncate(before.size);
  throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written; is the disk full?`);
}
