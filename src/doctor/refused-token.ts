import { claimedTime, claimsOf } from '../auth/tokens/token-claims.ts';
import { lateIssuerCure, type Skews } from './clock.ts';

/** What is known of a token beside what it says: what its login is called, and the clocks of others. */
export interface TokenWorld {
  /** Nobody logs in for a program. */
  readonly who?: string | null;
  readonly skews?: Skews;
}

/**
 * What to do about a token that a server refuses for this reason. One that has ended there, and has not by the clock here, tells of a clock
 * that is wrong. `token` is empty where only its login is known.
 */
export function cureOfRefused(token: string, why: string, { who = null, skews }: TokenWorld): string {
  const { exp, iat, nbf } = claimsOf(token);
  if (/has expired/.test(why) && typeof exp === 'number' && exp * 1000 > Date.now())
    return `By this machine's clock it is good until ${claimedTime(exp)}: set the clock of the server, or this one, by NTP.`;
  const from = [iat, nbf].filter((one) => typeof one === 'number');
  if (/in the future|not valid yet/.test(why) && from.every((one) => one * 1000 <= Date.now()))
    return "By this machine's clock it is good now: set the clock of the server, or this one, by NTP.";
  const late = /has expired/.test(why) && typeof exp === 'number' ? lateIssuerCure(exp, skews) : null;
  if (late !== null) return late;
  if (/in the future|not valid yet/.test(why)) {
    const start = claimedTime(Math.max(...from));
    const next = isProgram(who) ? `have ${anotherOf(who)}` : 'run "precept login" again';
    return `By this machine's clock it begins at ${start}: set the clock of the issuer by NTP, then ${next}.`;
  }
  if (/not signed with a key of the issuer/.test(why))
    return isProgram(who)
      ? `Where the issuer has new keys, have ${anotherOf(who)}: this machine sends that.`
      : 'Run "precept login" again: the issuer has other keys now.';
  // A program gets its tokens elsewhere, and nobody logs in for it.
  if (isProgram(who)) return `Set that right, or have ${anotherOf(who)}: this machine sends that.`;
  return 'Set that right, then run "precept login" again.';
}

/** Whether what a login is called (`describe`) is that of a program: a client with its secret, or a token from elsewhere. */
export function isProgram(who: string | null): who is string {
  return who !== null && /^the (?:client|token of) /.test(who);
}

/** How a program gets another token: what has to be done by whom. */
export function anotherOf(who: string): string {
  const [, place] = /^the token of (.*)$/.exec(who) ?? [];
  return place === undefined ? `${who} give another` : `whoever provides ${place} put a new token there`;
}
