import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { watchFiles } from '../../runtime/watch/watch-files.ts';

/** What a server says to the process that watches over it, once it listens. */
export interface ServerReport {
  /** The port that it chose by itself; 0 where the settings name one. */
  readonly freePort: number;
  /** The modules of its plugins. */
  readonly plugins: readonly string[];
}

export interface SuperviseOptions {
  /** Starts the server: the program and its arguments. `--supervised <port>` is added to them. */
  readonly command: readonly [string, ...string[]];
  /** Files at whose change it starts again, besides the plugins that it reports. */
  readonly files: readonly string[];
  readonly interrupted: Promise<unknown>;
  /** Where lines for the developer go: stderr. */
  readonly writeLog: (line: string) => void;
}

/** How often the files are looked at, and how long a server may take to end; milliseconds. */
const every = 150;
const patience = 3000;

/**
 * Runs a server in a process of its own, and starts it again at each change until interrupted. A server that ends by itself,
 * as one does that cannot start, waits for the next change. No server outlives this process: the channel between them
 * closes with it, however it ends, on every system.
 */
export async function supervise({
  command,
  files,
  interrupted,
  writeLog,
}: SuperviseOptions): Promise<number> {
  let report: ServerReport = { freePort: 0, plugins: [] };
  /** When the present server began to read its files. */
  let started = Date.now();
  let change = defer<readonly string[]>();
  const watch = watchFiles(() => [...files, ...report.plugins], {
    every,
    since: () => started,
    onChange: (changed) => change.resolve(changed),
  });
  // Between two servers nothing else keeps this process alive.
  const awake = setInterval(() => {}, 60_000);
  const isOver = interrupted.then(() => null);

  for (;;) {
    started = Date.now();
    const server = start(command, report.freePort, (next) => {
      report = next;
    });
    const ended = server.ended.then((how) => {
      if (!server.isStopping())
        writeLog(`precept: the server ended (${how}); it starts again when a file changes\n`);
    });
    const changed = await Promise.race([change.promise, isOver]);
    await server.stop();
    await ended;
    if (changed === null) break;
    change = defer();
    writeLog(
      `precept: ${changed.map((path) => basename(path)).join(', ')} changed, the server starts again\n`,
    );
  }
  watch.close();
  clearInterval(awake);
  return 0;
}

interface Server {
  /** Settles with a word on how it ended. */
  readonly ended: Promise<string>;
  isStopping(): boolean;
  stop(): Promise<void>;
}

function start(
  [program, ...args]: SuperviseOptions['command'],
  freePort: number,
  onReport: (report: ServerReport) => void,
): Server {
  const child: ChildProcess = spawn(program, [...args, '--supervised', String(freePort)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    windowsHide: true,
  });
  child.on('message', (message) => onReport(message as ServerReport));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  let stopping = false;
  return {
    ended,
    isStopping: () => stopping,
    async stop() {
      stopping = true;
      // It ends by itself when the channel closes; there are no signals for it on Windows.
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), patience);
      await ended;
      clearTimeout(late);
    },
  };
}

function defer<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
