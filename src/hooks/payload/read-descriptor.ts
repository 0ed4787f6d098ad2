import { read } from 'node:fs';
import { errorCode } from '../../runtime/files/files.ts';

/**
 * What is written to an open file or pipe, piece by piece: without what Node.js loads for a stream, which takes longer than the rest of a hook.
 * `otherwise` is read where it cannot be waited for so.
 */
export async function* readDescriptor(
  file: number,
  otherwise: () => AsyncIterable<Buffer | string>,
): AsyncGenerator<Buffer | string> {
  const buffer = Buffer.alloc(64 * 1024);
  for (;;) {
    const length = await new Promise<number | string>((resolve) =>
      read(file, buffer, 0, buffer.length, null, (error, bytes) => resolve(error ? errorCode(error) : bytes)),
    );
    if (length === 'EAGAIN') return yield* otherwise();
    if (typeof length === 'string' || length === 0) return;
    yield Buffer.from(buffer.subarray(0, length));
  }
}
