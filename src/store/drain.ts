import { Fault } from '../model/fault.ts';
import { fileStamp } from '../runtime/files/files.ts';
import type { Logger } from '../runtime/log.ts';
import { createForwarder } from '../spool/forwarder.ts';
import type { Post } from '../spool/post.ts';
import type { Database, Sql } from './database.ts';

/** The log in which waits what the store did not take. */
export interface SpoolPlace {
  readonly path: string;
  /** The folder inside of which no link is followed. */
  readonly within: string | null;
  readonly log: Logger;
}

interface DrainOptions extends SpoolPlace {
  /** What waits, for messages. */
  readonly what: string;
  /** The id of a line that belongs into the store; null for any other. */
  readonly idOf: (line: string) => string | null;
  /** Stores a line once under its id. False where something else is stored under it. */
  readonly insert: (sql: Sql, line: string) => Promise<boolean>;
}

const stateName = 'store';
const retrySeconds = 5;
const timeoutSeconds = 4;
/** Bytes that wait at most. */
const most = 64 * 1024 * 1024;

/** What waits in a log for the store. */
export interface Drain {
  /**
   * Appends with `append` what is to wait, and soon puts it into the store. Fault: `store-unavailable` where so much waits already that
   * nothing more is taken.
   */
  take<Result>(append: () => Promise<Result>): Promise<Result>;
  /** Puts what waits into the store now, if anything ever had to; settles when that is done, fails, or takes seconds. */
  settle(): Promise<void>;
  /** How many lines wait. */
  waiting(): Promise<number>;
  /** Stops at once; what waits stays in the log. */
  close(): Promise<void>;
}

/** Whether this or earlier runs have left something in a log for the store. */
export async function hasSpool(path: string): Promise<boolean> {
  return !(await fileStamp(`${path}.${stateName}`)).startsWith('absent');
}

/** Puts lines of a log into the store, each once, also those of runs that ended before they could. */
export function createDrain(database: Database, options: DrainOptions): Drain {
  const { path, within, log, what, idOf, insert } = options;
  const post: Post = (_url, body, _headers, signal) =>
    unlessAborted(
      database.run((sql) => insert(sql, body)),
      signal,
    ).then((isOwn) => ({ status: isOwn ? 201 : 422 }));
  const forwarder = createForwarder({
    ...{ path, within, log, what, post, stateName, retrySeconds, timeoutSeconds },
    url: 'the store',
    keepRefused: true,
    parcelsOf: (line) => {
      const key = idOf(line);
      return key === null ? [] : [{ key, path: '', body: line }];
    },
  });
  return {
    async take(append) {
      await forwarder.prepare();
      if ((await forwarder.backlog()) >= most)
        throw new Fault(
          'store-unavailable',
          'The store, a PostgreSQL database, does not answer, and no more can wait for it here; try again later.',
          { cause: new Error(`store: ${most} bytes wait in ${path}`) },
        );
      const result = await append();
      forwarder.wake();
      return result;
    },
    async settle() {
      if (await hasSpool(path)) await forwarder.flush();
    },
    waiting: async () => ((await hasSpool(path)) ? forwarder.waiting() : 0),
    close: forwarder.close,
  };
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('the program ends'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
