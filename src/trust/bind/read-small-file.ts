import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const { O_NONBLOCK = 0, O_RDONLY } = constants;
const mostBytes = 64 * 1024 * 1024;

/**
 * Bytes of a regular file, at once; null for anything else. What has taken a file's place since is not waited for (a pipe), and not
 * read without end (a device, or a file that is larger than any plugin).
 */
export function readSmallFile(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const status = fstatSync(file);
    return status.isFile() && status.size <= mostBytes ? readFileSync(file) : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
