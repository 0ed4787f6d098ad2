import { platform } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from './files.ts';

const busy = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Milliseconds before each further try: 1.3 s together. */
const pauses = [5, 10, 20, 40, 80, 160, 320, 640];

/** Whether it is what Windows says of a file that another program has open or removes, which most often is over in milliseconds. */
export function isBusy(error: unknown, system: string = platform()): boolean {
  return system === 'win32' && busy.has(errorCode(error));
}

/**
 * Does something to a file, and on Windows again, after pauses that grow, while another program has the file open. The last failure
 * names the file, with the code of the system. Any other failure, and on other systems each, is thrown as it is.
 */
export async function patiently<Result>(
  path: string,
  work: () => Promise<Result>,
  system: string = platform(),
): Promise<Result> {
  for (const wait of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error, system)) throw error;
      await pause(wait);
    }
  }
  return work().catch((error: unknown) => {
    if (!isBusy(error, system)) throw error;
    const code = errorCode(error);
    const message = `${path} cannot be changed (${code}): another program has it open, or you may not write to it`;
    throw Object.assign(new Error(message), {
      code,
      syscall: (error as NodeJS.ErrnoException).syscall,
      path,
    });
  });
}
