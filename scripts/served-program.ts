import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** How to start the built program with the example content. */
export const programCommand: readonly string[] = [
  process.execPath,
  `${root}dist/main.js`,
  '-c',
  `${root}examples/acme/settings.yml`,
];

export interface ServedProgram {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts `precept serve` of the built program on a free port. */
export async function serveProgram(): Promise<ServedProgram> {
  const [command = '', ...args] = programCommand;
  const child = spawn(command, [...args, 'serve', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let log = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
      const [, found] = /listening on (http:\S+)/.exec(log) ?? [];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => reject(new Error(`precept serve ended early:\n${log}`)), reject);
  });
  return {
    url,
    async close() {
      child.kill();
      await ended;
    },
  };
}
