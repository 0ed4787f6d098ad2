import { late } from '../runtime/async/time-limit.ts';

/** Limits of time that become shorter when the program ends. */
export interface Deadlines {
  /** The result of `work`, or `late` after so many milliseconds (0: it is waited for); `work` goes on all the same. */
  within<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | typeof late>;
  /** From now on nothing is waited for longer than 300 ms. */
  hurry(): void;
}

const moment = 300;

export function createDeadlines(): Deadlines {
  let hurried = false;
  const waiting = new Set<() => void>();
  return {
    async within(work, milliseconds) {
      const limit = hurried ? Math.min(milliseconds || moment, moment) : milliseconds;
      let timer: NodeJS.Timeout | undefined;
      let giveUp = () => {};
      const expired = new Promise<typeof late>((resolve) => {
        giveUp = () => resolve(late);
        waiting.add(giveUp);
        if (limit > 0) timer = setTimeout(giveUp, limit);
      });
      try {
        return await Promise.race([work, expired]);
      } finally {
        clearTimeout(timer);
        waiting.delete(giveUp);
      }
    },
    hurry() {
      if (hurried) return;
      hurried = true;
      setTimeout(() => {
        for (const giveUp of waiting) giveUp();
      }, moment).unref();
    },
  };
}
