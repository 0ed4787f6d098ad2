import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { lazy } from '../runtime/async/lazy.ts';
import { withinLimit } from '../runtime/async/time-limit.ts';
import { makeOwnFolder } from '../runtime/files/own-file.ts';
import { readLines } from '../runtime/files/read-lines.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { claimLog } from './forward-claim.ts';
import { createForwardFile } from './forward-state.ts';
import { openLog } from './open-log.ts';
import { createWaitingSender, type WaitingSenderOptions } from './send-waiting.ts';

export interface ForwarderOptions extends Omit<WaitingSenderOptions, 'closing' | 'onTried'> {
  readonly retrySeconds: number;
  readonly timeoutSeconds: number;
  /** What the file beside the log is called that says how far sending has come: `forward` unless given. */
  readonly stateName?: string;
  /** Whether what is in the log before sending begins is sent too; false unless given. */
  readonly sendsEarlier?: boolean;
}

/** Sends the entries of a log to another server, each until it is accepted, in the background. */
export interface Forwarder {
  /** To be awaited before the first entry is appended: marks the place in the log that sending starts from. */
  prepare(): Promise<void>;
  /** Sends what is waiting, now and from then on every `retrySeconds`. Keeps no process alive. */
  wake(): void;
  /** Settles when nothing is waiting, sending failed, or `timeoutSeconds` are over. */
  flush(): Promise<void>;
  /** How many lines wait to be sent. */
  waiting(): Promise<number>;
  /** How many bytes of the log have not been looked at yet. */
  backlog(): Promise<number>;
  /** Stops at once; what is not sent stays in the log. */
  close(): Promise<void>;
}

const shortestPause = 250;

/**
 * The log is the spool: an entry that is in it with an id waits to be sent if it lies behind the place that the state
 * file names. So there is no moment at which a crash could separate storing an entry from queueing it.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { path, within, retrySeconds, timeoutSeconds, log } = options;
  const { stateName = 'forward', sendsEarlier = false } = options;
  const own = randomUUID();
  const stateFile = createForwardFile(`${path}.${stateName}`, within, { sendsEarlier });
  const pause = Math.max(retrySeconds * 1000, shortestPause);
  // Longer than one entry takes: a process that was killed holds the others up no longer than this.
  const hold = (timeoutSeconds + 5) * 1000;
  const closing = new AbortController();
  const outage = createOutage(options, pause);
  const sendWaiting = createWaitingSender({ ...options, closing: closing.signal, onTried: outage.heard });
  let running: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const prepared = lazy(async () => {
    await makeOwnFolder(path, within);
    const file = await openLog(path, within);
    await stateFile.create(file).finally(() => file?.close());
  });

  async function run(): Promise<void> {
    const file = await openLog(path, within);
    if (file === null) return;
    try {
      const claim = await claimLog(stateFile, file, own, hold);
      if (claim !== null) await sendWaiting(file, claim).finally(claim.release);
    } finally {
      await file.close();
    }
  }

  function start(): Promise<void> {
    again = false;
    running ??= run()
      .catch((error: unknown) => outage.heard(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        running = null;
        schedule();
      });
    return running;
  }

  /** Other processes append to the log too, and may end before they have sent it; so a look is taken now and then. */
  function schedule(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    timer = setTimeout(start, again && outage.mayTry() ? 0 : pause);
    timer.unref();
  }

  return {
    prepare: () =>
      prepared().catch((error: unknown) =>
        log.warn(`${options.what} is not forwarded yet: ${reasonOf(error)}`),
      ),
    wake() {
      if (closing.signal.aborted) return;
      again = true;
      if (running === null && outage.mayTry()) void start();
      else if (running === null && timer === undefined) schedule();
    },
    flush: async () => void (await withinLimit(start(), timeoutSeconds * 1000)),
    waiting: () =>
      measureLog(options, async (file) => {
        let count = 0;
        const { offset } = await stateFile.read(file);
        for await (const { text, ended } of readLines(file, offset))
          if (ended && text !== null && options.parcelsOf(text).length > 0) count += 1;
        return count;
      }),
    backlog: () =>
      measureLog(options, async (file) => (await file.stat()).size - (await stateFile.read(file)).offset),
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** What `measure` finds in the log; 0 where there is none. */
async function measureLog(
  { path, within }: ForwarderOptions,
  measure: (file: FileHandle) => Promise<number>,
): Promise<number> {
  const file = await openLog(path, within);
  if (file === null) return 0;
  try {
    return await measure(file);
  } finally {
    await file.close();
  }
}

/** Reports once that sending has failed, and once that it works again; says when the next try is due. */
function createOutage({ path, url, what, log }: ForwarderOptions, pause: number) {
  let notBefore = 0;
  let isOn = false;
  return {
    mayTry: () => notBefore <= Date.now(),
    /** `reason` is why something has to wait, null where it was sent. */
    heard(reason: string | null): void {
      notBefore = reason === null ? 0 : Date.now() + pause;
      if ((reason !== null) === isOn) return;
      isOn = reason !== null;
      const next = `It waits in ${path}; the next try is in ${pause / 1000} s`;
      log.warn(
        isOn
          ? `${what} cannot be forwarded to ${url}: ${reason?.replace(/\.$/, '')}. ${next}`
          : `${what} is forwarded to ${url} again`,
      );
    },
  };
}
