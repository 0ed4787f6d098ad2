/** How bad something is: `fail` keeps guidance from being served as it should be. */
export type Level = 'ok' | 'warn' | 'fail';

/** What is looked at. */
export type Area =
  | 'program'
  | 'settings'
  | 'plugins'
  | 'rules'
  | 'files'
  | 'sources'
  | 'store'
  | 'masters'
  | 'login'
  | 'listener'
  | 'clients'
  | 'tls'
  | 'server'
  | 'issuer'
  | 'token'
  | 'role'
  | 'clock';

/** One line of what `precept doctor` found. */
export interface Finding {
  readonly level: Level;
  readonly area: Area;
  readonly message: string;
  /** What to do; null where there is nothing to be done. */
  readonly cure: string | null;
}

export function ok(area: Area, message: string): Finding {
  return { level: 'ok', area, message, cure: null };
}

/** Nothing is wrong, and something is left to do, or could be better. */
export function note(area: Area, message: string, cure: string): Finding {
  return { level: 'ok', area, message, cure };
}

export function warn(area: Area, message: string, cure: string): Finding {
  return { level: 'warn', area, message, cure };
}

export function fail(area: Area, message: string, cure: string): Finding {
  return { level: 'fail', area, message, cure };
}

/** `1 error`, `2 errors`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
