import type { Config } from '../../../config/config.ts';
import { guardedFolder } from '../../../config/load/guarded-folder.ts';
import { type Lazy, lazy } from '../../../runtime/async/lazy.ts';
import type { Authorize } from '../../../runtime/http/send-with-login.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { Database } from '../../../store/database.ts';
import type { ShownPart } from '../../../usage/usage-counter.ts';
import type { UsageCount, UsageFace, UsageLine } from '../../../usage/usage-line.ts';
import type { UsageLog } from '../../../usage/usage-log.ts';
import { createForwarding, type Forwarding, resumeDelay } from '../federation/forwarding.ts';

/** What was given out, counted. Its code is loaded when there is something to count or to read. */
export interface UsageDesk {
  /** Whether the settings ask for counting. */
  readonly isOn: boolean;
  /** Counts what an answer shows of a scope. */
  count(scope: string, face: UsageFace, parts: readonly ShownPart[]): void;
  /** Stores counts of another server, from `timestamp` unless that is now; those that came with the same key before are not stored again. */
  receive(counts: readonly UsageCount[], key?: string, timestamp?: string): Promise<void>;
  /** All that was stored, oldest first, with what was counted until now. */
  lines(): Promise<AsyncIterable<UsageLine>>;
  /** Sends on what earlier runs left behind, from now on; for programs that stay. */
  resume(): void;
  /** Stores what was counted and stops. */
  close(): Promise<void>;
}

/** Milliseconds that counts are kept in memory at most. */
const flushAfter = 10_000;

export function createUsageDesk(
  config: Config,
  log: Logger,
  authorize: Authorize,
  store: Lazy<Database> | null,
): UsageDesk {
  const { settings } = config;
  const isOn = settings.usage;
  const forwarding = createForwarding('usage', isOn && settings.usage_forward, settings, { authorize, log });
  let timer: NodeJS.Timeout | undefined;
  let resuming: NodeJS.Timeout | undefined;
  let hasFailed = false;
  let counting: Promise<void> = Promise.resolve();
  let flushing: Promise<void> = Promise.resolve();

  const counter = lazy(async () => (await import('../../../usage/usage-counter.ts')).createUsageCounter());
  const open = lazy(() => openUsageLog(config, log, store, forwarding.open));

  async function keep(): Promise<void> {
    await counting;
    const counted = await counter.peek();
    const counts = counted?.take() ?? [];
    if (counts.length === 0) return;
    try {
      await (await open()).append(counts, undefined, { mayWait: true });
      hasFailed = false;
    } catch (error) {
      counted?.restore(counts);
      const where = store === null ? settings.usage_file : 'the store';
      if (!hasFailed) log.warn(`usage cannot be written to ${where}: ${error}; it waits in memory`);
      hasFailed = true;
    }
  }

  /** One after the other, so that what is read is all that was counted. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then(keep);
    return flushing;
  }

  return {
    isOn,
    count(scope, face, parts) {
      if (!isOn || parts.length === 0) return;
      const now = new Date();
      counting = Promise.all([counting, counter()]).then(([, counted]) =>
        counted.add(scope, face, parts, now),
      );
      if (timer !== undefined) return;
      timer = setTimeout(() => void flush(), flushAfter);
      timer.unref();
    },
    receive: async (counts, key, timestamp) => (await open()).append(counts, key, { timestamp }),
    async lines() {
      await flush();
      return (await open()).lines();
    },
    resume() {
      forwarding.resume(open);
      if (isOn && store !== null) resuming = resumeSpool(settings.usage_file, open, log);
    },
    async close() {
      forwarding.stop();
      clearTimeout(resuming);
      await flush();
      const usage = await open.peek();
      await usage?.close();
    },
  };
}

/** Has what earlier runs left for the store put into it, a moment after the program's own start. */
function resumeSpool(path: string, open: () => Promise<{ resume(): void }>, log: Logger): NodeJS.Timeout {
  const start = async () => {
    const { hasSpool } = await import('../../../store/drain.ts');
    if (await hasSpool(path)) (await open()).resume();
  };
  return setTimeout(
    () => start().catch((error: unknown) => log.error(`usage is not put into the store: ${error}`)),
    resumeDelay,
  ).unref();
}

/** Where counts are kept: a file, from which they may be sent on, or the store, for which they wait in the file. */
async function openUsageLog(
  config: Config,
  log: Logger,
  store: Lazy<Database> | null,
  openForward: Forwarding['open'],
): Promise<UsageLog> {
  const path = config.settings.usage_file;
  const place = { path, within: guardedFolder(config, path), log };
  const [{ createUsageLog }, forward] = await Promise.all([
    import('../../../usage/usage-log.ts'),
    openForward?.() ?? null,
  ]);
  const local = createUsageLog({ ...place, forward });
  if (store === null) return local;
  const [{ createSpooledUsage }, database] = await Promise.all([
    import('../../../store/tables/spooled-usage.ts'),
    store(),
  ]);
  const options = { ...place, sendsOn: forward !== null };
  return createSpooledUsage(database, local, options);
}
