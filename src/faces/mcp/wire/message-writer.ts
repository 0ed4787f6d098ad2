import type { Writable } from 'node:stream';

export interface MessageWriter {
  /** Writes a message as one line. Settles once the reader keeps up; rejects where there is none any more. */
  write(message: object): Promise<void>;
  close(): void;
}

export function createMessageWriter(stdout: Writable): MessageWriter {
  let isClosed = false;
  return {
    write(message) {
      if (isClosed) return Promise.reject(new Error('StdioServerTransport is closed'));
      if (stdout.write(`${JSON.stringify(message)}\n`)) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const settle = () => {
          stdout.off('error', onError);
          stdout.off('drain', onDrain);
        };
        const onDrain = () => {
          settle();
          resolve();
        };
        const onError = (error: Error) => {
          settle();
          reject(error);
        };
        stdout.once('error', onError);
        stdout.once('drain', onDrain);
      });
    },
    close() {
      isClosed = true;
    },
  };
}
