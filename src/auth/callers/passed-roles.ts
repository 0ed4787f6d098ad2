import { createHash } from 'node:crypto';
import { cpuUsage } from 'node:process';
import { type Context, createContext, Script } from 'node:vm';
import type { Claims } from '../../model/claims.ts';
import type { PassedAccess } from '../../model/guidance.ts';
import { createLru } from '../../runtime/async/cache.ts';
import { createPause } from '../../runtime/async/turns.ts';
import { rolesOf } from './roles.ts';

/** Milliseconds of work that may go by without a turn for others, and that the conditions of one bundle may take together. */
const limit = 50;
const limitOfAll = 100;
/** Milliseconds of work in so many milliseconds that the patterns of all bundles of one master may take. */
const limitOfMaster = 1000;
const span = 10_000;
/** Milliseconds until a match is given up on a machine that has no time for it. */
const patience = 2000;
/** Answers that are kept, for patterns and roles: the scopes of one master have much the same. */
const maxKept = 2000;
const maxMasters = 100;
/** Conditions that are looked at in one go: to start costs more than most of them. */
const atOnce = 100;

const answers = createLru<boolean>(maxKept);
const tooSlow = new WeakSet<PassedAccess>();
const spent = createLru<{ since: number; milliseconds: number }>(maxMasters);

/** What is done is seen from outside, also where the time was too short for all. */
const script = new Script(`for (const { patterns, roles } of asked.slice(results.length))
  results.push(patterns.some((pattern) => {
    try {
      const whole = new RegExp('^(?:' + pattern + ')$', 'u');
      return roles.some((role) => whole.test(role));
    } catch {
      return false;
    }
  }))`);
let context: Context | undefined;

/** A condition that is asked about: its patterns, and the roles of the bearer. */
interface Asked {
  readonly key: string;
  readonly patterns: readonly string[];
  readonly roles: readonly string[];
}

/**
 * Whether the bearer meets all conditions that the master at `url` has sent for a scope. A master is not trusted: others have their turn
 * in between, and conditions that take too long together are met by nobody from then on. So are patterns that are none.
 */
export async function meetsConditions(access: PassedAccess, claims: Claims, url: string): Promise<boolean> {
  if (tooSlow.has(access)) return false;
  const pause = createPause();
  const left: Asked[] = [];
  for (const { acceptedRoles: patterns, rolesClaim } of access.all) {
    const roles = rolesOf(claims, rolesClaim);
    if (roles.length === 0) return false;
    // Patterns and roles may be of any length.
    const key = createHash('sha256')
      .update(JSON.stringify([patterns, roles]))
      .digest('base64');
    const known = answers.get(key);
    if (known === false) return false;
    if (known === undefined) left.push({ key, patterns, roles });
    await pause();
  }
  for (let budget = limitOfAll; left.length > 0; await pause()) {
    const purse = purseOf(url);
    if (purse.milliseconds >= limitOfMaster) return false;
    const { results, milliseconds } = matches(left.slice(0, atOnce), Math.min(limit, budget));
    budget -= milliseconds;
    purse.milliseconds += milliseconds;
    for (const [index, { key }] of left.splice(0, results.length).entries())
      answers.set(key, results[index] === true);
    if (results.includes(false)) return false;
    if (left.length > 0 && (results.length === 0 || budget <= 0)) {
      tooSlow.add(access);
      return false;
    }
  }
  return true;
}

/** What the patterns of a master have taken of late. */
function purseOf(url: string): { milliseconds: number } {
  const now = performance.now();
  const known = spent.get(url);
  if (known !== undefined && now - known.since < span) return known;
  const fresh = { since: now, milliseconds: 0 };
  spent.set(url, fresh);
  return fresh;
}

/** Whether each condition is met, as far as the time is enough, and the work that it took. */
function matches(
  asked: readonly Asked[],
  most: number,
): { readonly results: readonly boolean[]; readonly milliseconds: number } {
  const results: boolean[] = [];
  context ??= createContext({});
  Object.assign(context, { asked, results });
  let milliseconds = 0;
  // The clock also runs while the processor works for others, so whoever is late is judged by what was worked.
  for (let timeout = Math.max(1, Math.ceil(most)); timeout < patience; timeout *= 2) {
    const start = cpuUsage();
    const work = () => {
      const { user, system } = cpuUsage(start);
      return (user + system) / 1000;
    };
    try {
      script.runInContext(context, { timeout });
      milliseconds += work();
      break;
    } catch {
      milliseconds += work();
      if (milliseconds > most / 2) break;
    }
  }
  return { results, milliseconds };
}
