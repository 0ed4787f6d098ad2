import type { Claims } from '../../model/claims.ts';
import type { ScopeAccess } from '../../model/guidance.ts';
import { maxRoleLength } from '../../model/names/role-pattern.ts';

const maxRoles = 500;

const compiled = new WeakMap<ScopeAccess, readonly RegExp[]>();

/** Whether one of a scope's patterns matches a whole role of the bearer. */
export function isAccepted(access: ScopeAccess, claims: Claims): boolean {
  let patterns = compiled.get(access);
  if (patterns === undefined) {
    patterns = access.acceptedRoles.map((pattern) => new RegExp(`^(?:${pattern})$`, 'u'));
    compiled.set(access, patterns);
  }
  const roles = rolesOf(claims, access.rolesClaim);
  return patterns.some((pattern) => roles.some((role) => pattern.test(role)));
}

/**
 * The roles in a claim: a list of texts, or one text with spaces between, as `scope` has it. Dots in the name lead
 * into objects (`realm_access.roles`), unless a key itself has them (`https://acme.example/roles`).
 */
export function rolesOf(claims: Claims, claim: string): string[] {
  const value = find(claims, claim.split('.'));
  const roles = typeof value === 'string' ? value.split(/\s+/) : Array.isArray(value) ? value : [];
  return roles
    .slice(0, maxRoles)
    .filter((role) => typeof role === 'string' && role !== '' && role.length <= maxRoleLength);
}

function find(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (let length = path.length; length > 0; length--) {
    const key = path.slice(0, length).join('.');
    if (!Object.hasOwn(value, key)) continue;
    const found = find((value as Claims)[key], path.slice(length));
    if (found !== undefined) return found;
  }
  return undefined;
}
