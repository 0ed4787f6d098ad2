import { constants, open } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

/**
 * Opens a pipe that has a name, to be read. It does not wait for a writer in the system, where no thread can be ended; where nothing comes
 * for so many milliseconds, reading fails with `quiet`.
 */
export async function openPipe(path: string, milliseconds: number, quiet: Error): Promise<Socket> {
  const fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false });
  return pipe.setTimeout(milliseconds, () => void pipe.destroy(quiet));
}
