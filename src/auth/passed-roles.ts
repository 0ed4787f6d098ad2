import { cpuUsage } from 'node:process';
import { type Context, createContext, Script } from 'node:vm';
import type { Claims } from '../model/claims.ts';
import type { ScopeAccess } from '../model/guidance.ts';
import { createLru } from '../runtime/cache.ts';
import { rolesOf } from './roles.ts';

/** Milliseconds of work that the patterns of one condition may take. */
const limit = 50;
/** Milliseconds until a match is given up on a machine that has no time for it. */
const patience = 2000;
const maxKept = 200;

const known = new WeakMap<ScopeAccess, Map<string, boolean>>();
const tooSlow = new WeakSet<ScopeAccess>();

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
 * Whether a pattern that a master has sent matches a whole role of the bearer. A master is not trusted: patterns that take too long
 * match nothing from then on, and neither do those that are none.
 */
export function isAcceptedThere(access: ScopeAccess, claims: Claims): boolean {
  if (tooSlow.has(access)) return false;
  const roles = rolesOf(claims, access.rolesClaim);
  if (roles.length === 0) return false;
  let answers = known.get(access);
  if (answers === undefined) {
    answers = createLru<boolean>(maxKept);
    known.set(access, answers);
  }
  const key = JSON.stringify(roles);
  const answer = answers.get(key) ?? matches(access, roles);
  answers.set(key, answer);
  return answer;
}

function matches(access: ScopeAccess, roles: readonly string[]): boolean {
  context ??= createContext({});
  Object.assign(context, { patterns: access.acceptedRoles, roles });
  // The clock also runs while the processor works for others, so whoever is late is judged by what was worked.
  for (let timeout = limit; timeout < patience; timeout *= 2) {
    const start = cpuUsage();
    try {
      return script.runInContext(context, { timeout }) === true;
    } catch {
      const { user, system } = cpuUsage(start);
      if (user + system > (limit * 1000) / 2) break;
    }
  }
  tooSlow.add(access);
  return false;
}
