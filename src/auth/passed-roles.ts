import { createHash } from 'node:crypto';
import { cpuUsage } from 'node:process';
import { type Context, createContext, Script } from 'node:vm';
import type { Claims } from '../model/claims.ts';
import type { PassedAccess, ScopeAccess } from '../model/guidance.ts';
import { createLru } from '../runtime/cache.ts';
import { createPause } from '../runtime/turns.ts';
import { rolesOf } from './roles.ts';

/** Milliseconds of work that the patterns of one condition may take, and those of all conditions of one bundle together. */
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

const answers = createLru<boolean>(maxKept);
const tooSlow = new WeakSet<PassedAccess>();
const spent = createLru<{ since: number; milliseconds: number }>(maxMasters);

const script = new Script(`patterns.some((pattern) => {
  try {
    const whole = new RegExp('^(?:' + pattern + ')$', 'u');
    return roles.some((role) => whole.test(role));
  } catch {
    return false;
  }
})`);
let context: Context | undefined;

/**
 * Whether the bearer meets all conditions that the master at `url` has sent for a scope. A master is not trusted: others have their turn
 * between two conditions, and conditions that take too long together are met by nobody from then on. So are patterns that are none.
 */
export async function meetsConditions(access: PassedAccess, claims: Claims, url: string): Promise<boolean> {
  if (tooSlow.has(access)) return false;
  const pause = createPause();
  let left = limitOfAll;
  for (const condition of access.all) {
    const roles = rolesOf(claims, condition.rolesClaim);
    if (roles.length === 0) return false;
    // Patterns and roles may be of any length.
    const key = createHash('sha256').update(JSON.stringify([condition.acceptedRoles, roles])).digest('base64');
    const known = answers.get(key);
    const purse = purseOf(url);
    if (known === undefined && purse.milliseconds >= limitOfMaster) return false;
    const found = known === undefined ? matches(condition, roles, Math.min(limit, left)) : null;
    left -= found?.milliseconds ?? 0;
    purse.milliseconds += found?.milliseconds ?? 0;
    if (found?.isMet === null || left <= 0) {
      tooSlow.add(access);
      return false;
    }
    if (found !== null) answers.set(key, found.isMet);
    if (!(known ?? found?.isMet)) return false;
    await pause();
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

/** Whether one of the patterns matches, null where that takes too long, and the work that it took. */
function matches(
  { acceptedRoles }: ScopeAccess,
  roles: readonly string[],
  most: number,
): { readonly isMet: boolean | null; readonly milliseconds: number } {
  context ??= createContext({});
  Object.assign(context, { patterns: acceptedRoles, roles });
  let worked = 0;
  // The clock also runs while the processor works for others, so whoever is late is judged by what was worked.
  for (let timeout = Math.max(1, Math.ceil(most)); timeout < patience; timeout *= 2) {
    const start = cpuUsage();
    const since = () => {
      const { user, system } = cpuUsage(start);
      return (user + system) / 1000;
    };
    try {
      const isMet = script.runInContext(context, { timeout }) === true;
      return { isMet, milliseconds: worked + since() };
    } catch {
      const work = since();
      worked += work;
      if (work > most / 2) break;
    }
  }
  return { isMet: null, milliseconds: worked };
}
