import type { Config } from '../../../config/config.ts';
import { guardedFolder } from '../../../config/load/guarded-folder.ts';
import { type Lazy, lazy } from '../../../runtime/async/lazy.ts';
import type { Authorize } from '../../../runtime/http/send-with-login.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { Database } from '../../../store/database.ts';
import type { SessionTotal } from '../../../usage/session-counter.ts';
import type { ShownPart } from '../../../usage/usage-counter.ts';
import type { Reached, RuleOutcomes, UsageFace, UsageLine } from '../../../usage/usage-line.ts';
import type { UsageBatch } from '../../../usage/usage-lines.ts';
import type { UsageLog } from '../../../usage/usage-log.ts';
import { createForwarding, type Forwarding, resumeDelay } from '../federation/forwarding.ts';

/** What was given out, counted. Its code is loaded when there is something to count or to read. */
export interface UsageDesk {
  /** Whether the settings ask for counting. */
  readonly isOn: boolean;
  /** Counts what an answer shows of a scope. */
  count(scope: string, face: UsageFace, parts: readonly ShownPart[]): void;
  /** Counts that a session of a client was reached; `client` is what it calls itself. */
  reached(client: unknown, reached: Reached): void;
  /** Counts what became of rules in a review. */
  judged(outcomes: readonly RuleOutcomes[]): void;
  /** The sessions of each client that were counted or received since the program began. */
  sessions(): Promise<readonly SessionTotal[]>;
  /** Stores counts of another server, from `timestamp` unless that is now; those that came with the same key before are not stored again. */
  receive(batch: UsageBatch, key?: string, timestamp?: string): Promise<void>;
  /** All that was stored, oldest first, with what was counted until now. */
  lines(): Promise<AsyncIterable<UsageLine>>;
  /** Sends on what earlier runs left behind, from now on; for programs that stay. */
  resume(): void;
  /** Stores what was counted and sends it on at once, for programs that end soon; settles when that is done, fails, or takes as long as a request may. */
  settle(): Promise<void>;
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
  const sessions = lazy(async () =>
    (await import('../../../usage/session-counter.ts')).createSessionCounter(),
  );
  let judged: RuleOutcomes[] = [];
  const open = lazy(() => openUsageLog(config, log, store, forwarding.open));

  async function keep(): Promise<void> {
    await counting;
    const [counted, reached] = await Promise.all([counter.peek(), sessions.peek()]);
    const batch = { counts: counted?.take() ?? [], sessions: reached?.take() ?? [], outcomes: judged };
    if (batch.counts.length + batch.sessions.length + batch.outcomes.length === 0) return;
    judged = [];
    try {
      await (await open()).append(batch, undefined, { mayWait: true });
      hasFailed = false;
    } catch (error) {
      counted?.restore(batch.counts);
      reached?.restore(batch.sessions);
      judged = [...batch.outcomes, ...judged];
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

  function later<Counter>(found: Lazy<Counter>, count: (counter: Counter) => void): void {
    if (!isOn) return;
    counting = Promise.all([counting, found()]).then(([, counted]) => count(counted));
    startTimer();
  }

  function startTimer(): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => void flush(), flushAfter);
    timer.unref();
  }

  return {
    isOn,
    count(scope, face, parts) {
      const now = new Date();
      if (parts.length > 0) later(counter, (counted) => counted.add(scope, face, parts, now));
    },
    reached(client, reached) {
      const now = new Date();
      later(sessions, (counted) => counted.add(client, reached, now));
    },
    judged(outcomes) {
      if (!isOn) return;
      judged.push(...outcomes);
      startTimer();
    },
    async sessions() {
      await counting;
      return (await sessions()).totals();
    },
    async receive(batch, key, timestamp) {
      await (await open()).append(batch, key, { timestamp });
      if (batch.sessions !== undefined) (await sessions()).note(batch.sessions);
    },
    async lines() {
      await flush();
      return (await open()).lines();
    },
    resume() {
      forwarding.resume(open);
      if (isOn && store !== null) resuming = resumeSpool(settings.usage_file, open, log);
    },
    async settle() {
      await flush();
      const usage = await open.peek();
      await usage?.settle();
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
