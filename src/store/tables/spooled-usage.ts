import { Fault } from '../../model/fault.ts';
import { withinLimit } from '../../runtime/async/time-limit.ts';
import { parseUsageText } from '../../usage/usage-line.ts';
import type { UsageLog } from '../../usage/usage-log.ts';
import type { Database } from '../database.ts';
import { createDrain, type SpoolPlace } from '../drain.ts';
import { createStoredUsage, insertUsage } from './stored-usage.ts';

/** Milliseconds that counts which may wait elsewhere wait for the store, and that what waits gets when the program ends. */
const patience = 400;

/**
 * Counts of use in the store; what it does not take at once, and with `sendsOn` all, waits in the log in `local` and is put into the
 * store from there.
 */
export function createSpooledUsage(
  database: Database,
  local: UsageLog,
  { sendsOn, ...place }: SpoolPlace & { readonly sendsOn: boolean },
): UsageLog {
  const stored = createStoredUsage(database);
  const drain = createDrain(database, {
    ...place,
    what: 'usage',
    idOf: (line) => parseUsageText(line)?.id ?? null,
    async insert(sql, line) {
      const parsed = parseUsageText(line);
      if (parsed !== null) await insertUsage(sql, parsed.id ?? null, parsed);
      return true;
    },
  });
  let isAway = false;
  /** Whether the store has taken them; late is no, and what it then takes all the same has the same ids. */
  async function isStored(...[batch, key, options]: Parameters<UsageLog['append']>): Promise<boolean> {
    const storing = stored.append(batch, key, options).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Fault && error.code === 'store-unavailable') return false;
        throw error;
      },
    );
    return (await withinLimit(storing, patience)) === true;
  }
  return {
    async append(batch, key, options) {
      if (options?.mayWait !== true) {
        await stored.append(batch, key, options);
        if (sendsOn) await local.append(batch, key ?? crypto.randomUUID(), options);
        return;
      }
      const own = key ?? crypto.randomUUID();
      isAway = !sendsOn && !(await isStored(batch, own, options));
      if (sendsOn || isAway) await drain.take(() => local.append(batch, own, options));
    },
    async *lines() {
      await drain.settle();
      yield* stored.lines();
    },
    resume() {
      local.resume();
      void drain.settle();
    },
    async settle() {
      await Promise.all([drain.settle(), local.settle()]);
    },
    async close() {
      // What it did not take a moment ago waits for another run.
      if (!isAway) await withinLimit(drain.settle(), patience);
      await Promise.all([local.close(), drain.close()]);
    },
  };
}
