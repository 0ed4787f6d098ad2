import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { errorCode } from '../../src/runtime/files/files.ts';
import { until } from '../feedback/support.ts';
import { afterFile } from '../support/after-file.ts';
import { tempFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';

const root = '/usr/lib/postgresql';
const versions = existsSync(root) ? readdirSync(root) : [];
const bin = versions.map((version) => `${root}/${version}/bin`).find((one) => existsSync(`${one}/initdb`));

/** Where `pg_dump` and `pg_restore` of that version are. */
export const postgresPrograms: string = bin ?? '';

/** Why the tests of the store are skipped, for their titles; empty where they run. */
export const whyNoPostgres: string =
  bin === undefined ? ' (skipped: no PostgreSQL; Debian has it in the package postgresql)' : '';

export interface TestDatabase {
  readonly url: string;
  start(): Promise<void>;
  /** Ends it at once, with every connection. */
  stop(): Promise<void>;
  /** Has it accept connections and answer nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Asks it directly. */
  ask(statement: string): Promise<readonly postgres.Row[]>;
}

/** A server of its own on a free port, run as its own user where the tests are root; `settings` like `max_connections=10`. */
export async function startPostgres(...settings: readonly string[]): Promise<TestDatabase> {
  const folder = path.join(await tempFolder(), 'data');
  const port = await freePort();
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  await mkdir(folder, { mode: 0o700 });
  if (asRoot) {
    await chmod(path.dirname(folder), 0o711);
    await chown(folder, idOf('-u'), idOf('-g'));
  }
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const;
  execFileSync(`${bin}/initdb`, ['-D', folder, '-U', 'precept', '-A', 'trust', '-N', '-E', 'UTF8'], options);
  const url = `postgres://precept:a-secret-word@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  const database: TestDatabase = {
    url,
    async start() {
      const args = ['-D', folder, '-p', `${port}`, '-k', folder, '-h', '127.0.0.1', '-F'];
      args.push(...settings.flatMap((one) => ['-c', one]));
      server = spawn(`${bin}/postgres`, args, options);
      await until(() => answers(url), 'the database answers');
    },
    async stop() {
      const ended = new Promise((resolve) => server?.once('exit', resolve));
      server?.kill('SIGQUIT');
      await ended;
    },
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    async ask(statement) {
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      return sql.unsafe(statement).finally(() => sql.end({ timeout: 1 }));
    },
  };
  afterFile(() => {
    signalAll(server, 'SIGCONT');
    server?.kill('SIGQUIT');
  });
  await database.start();
  return database;
}

/** To the server first, so that it starts nothing more, then to the processes that it has started. */
function signalAll(server: ChildProcess | undefined, signal: 'SIGSTOP' | 'SIGCONT'): void {
  if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  const list = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
  for (const pid of list.split(' ').filter(Boolean)) {
    try {
      process.kill(Number(pid), signal);
    } catch (error) {
      // One whose work was done has ended since the list was read.
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  return sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 1 }));
}
