import { late, withinLimit } from '../runtime/async/time-limit.ts';
import type { PluginLimits } from './host-types.ts';

/** What a call gives in the place of a result while an earlier one keeps others from being made. */
export const skipped: unique symbol = Symbol('skipped');

type Limited = <Result>(work: () => Promise<Result>) => Promise<Result | typeof late | typeof skipped>;

/** Runs calls under a limit of time. After one that was late, none is made until it has ended and a while has passed. */
export function createCallLimit(limits: PluginLimits): Limited {
  let stuckCalls = 0;
  let retryAt = 0;
  return async (work) => {
    if (stuckCalls > 0 || Date.now() < retryAt) return skipped;
    const running = work();
    const result = await withinLimit(running, limits.answer);
    if (result !== late) return result;
    stuckCalls += 1;
    retryAt = Date.now() + limits.retry;
    const freed = () => {
      stuckCalls -= 1;
    };
    running.then(freed, freed);
    return late;
  };
}
