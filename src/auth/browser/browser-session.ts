import type { Claims } from '../../model/claims.ts';
import { maxRoleLength } from '../../model/names/role-pattern.ts';
import { plainText } from '../plain-text.ts';

/** A person who signed in with a browser, for as long as the token that was given for it. */
export interface BrowserSession {
  /** Claims of that token which could hold roles, its subject and its end. */
  readonly claims: Claims;
  /** How pages call the person. */
  readonly name: string;
  /** Seconds since the epoch. */
  readonly begun: number;
  readonly end: number;
}

/** Claims about the token itself: no scope asks for a role in them. */
const ofTheToken: ReadonlySet<string> = new Set([
  ...['iss', 'aud', 'exp', 'iat', 'nbf', 'jti', 'nonce', 'auth_time', 'at_hash', 'c_hash'],
  ...['sid', 'session_state', 'uti', 'rh'],
]);
/** Roles beyond these do not count anyhow (src/auth/callers/roles.ts). */
const maxRoles = 500;
const maxText = 4000;
const maxDepth = 5;

/** The session that an access token of these claims gives: until the token ends, at most for `hours`. `now` is in seconds. */
export function toSession(
  claims: Claims,
  { name, hours, now }: { name: string | null; hours: number; now: number },
): BrowserSession {
  const subject = typeof claims.sub === 'string' ? claims.sub : '';
  const end = Math.floor(Math.min(typeof claims.exp === 'number' ? claims.exp : 0, now + hours * 3600));
  const kept = Object.entries(claims).flatMap(([key, value]) => {
    const part = ofTheToken.has(key) ? undefined : rolesIn(value, 1);
    return part === undefined ? [] : [[key, part] as const];
  });
  return {
    claims: { ...Object.fromEntries(kept), ...(subject !== '' && { sub: subject }), exp: end },
    name: plainText(name ?? subject) || 'somebody',
    begun: Math.floor(now),
    end,
  };
}

/** What a cookie held, as a session that has not ended; null for anything else. `now` is in seconds. */
export function readSession(data: unknown, now: number): BrowserSession | null {
  if (typeof data !== 'object' || data === null) return null;
  const { claims, name, begun, end } = data as Partial<Record<keyof BrowserSession, unknown>>;
  if (typeof claims !== 'object' || claims === null || typeof name !== 'string') return null;
  if (typeof begun !== 'number' || typeof end !== 'number' || end <= now) return null;
  return { claims: claims as Claims, name, begun, end };
}

/** Seconds before the end in which a session is renewed. */
const renewal = 60;

/** Whether a session is so near its end that it should be renewed; never one that was just made. `now` is in seconds. */
export function isEnding({ begun, end }: BrowserSession, now: number): boolean {
  return end - now < Math.min(renewal, (end - begun) / 5);
}

/** What of a claim could be roles: texts, lists of them, and objects with such. */
function rolesIn(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length <= maxText ? value : undefined;
  if (Array.isArray(value)) {
    const roles = value.slice(0, maxRoles).filter((role) => typeof role === 'string');
    const short = roles.filter((role) => role.length <= maxRoleLength);
    return short.length === 0 ? undefined : short;
  }
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined;
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    const part = rolesIn(inner, depth + 1);
    return part === undefined ? [] : [[key, part] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
