import type { Logger } from '../../../runtime/log.ts';

/** Lines about refused requests that are logged in a minute: anybody can send requests that are refused. */
const mostRefusals = 60;

export interface RefusalLog {
  /** Warns of a refusal; with `once`, no second time in the same minute. */
  warn(line: string, once?: boolean): void;
}

/** A log of refused requests that nobody can flood. */
export function createRefusalLog(log: Logger): RefusalLog {
  let minute = 0;
  let told: string[] = [];
  return {
    warn(line, once = false) {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) told = [];
      minute = now;
      if (told.length >= mostRefusals || (once && told.includes(line))) return;
      told.push(line);
      log.warn(told.length < mostRefusals ? line : `${line}; more of this minute are not logged`);
    },
  };
}
