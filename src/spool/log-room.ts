import type { FileHandle } from 'node:fs/promises';

/** Bytes from which on a log takes nothing more: whoever may write to it could fill the disk. */
const most = 1024 * 1024 * 1024;

/** Rejects where a log is as long as it may be. */
export async function checkRoom(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size >= most)
    throw new Error('it has 1 GiB, as much as it may have; move it away, and a new one is begun');
}
