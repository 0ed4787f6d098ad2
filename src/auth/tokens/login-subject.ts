import type { MachineToken } from './machine-token.ts';
import { claimsOf } from './token-claims.ts';
import type { StoredLogin } from './token-store.ts';

/** Who is logged in, in words that no other login has; null where the issuer does not say. */
export function subjectOf(login: StoredLogin): string | null {
  const sub = login.subject ?? claimOf(login.access_token, 'sub');
  return sub === null ? null : JSON.stringify([login.issuer, login.client_id, login.audience ?? null, sub]);
}

/** Whose a machine's token is: its issuer's word where it is a JWT (RFC 9068), else by where it is found. */
export function subjectOfToken({ token, from }: MachineToken): string {
  const sub = claimOf(token, 'sub');
  return JSON.stringify(sub === null ? [from] : [claimOf(token, 'iss'), claimOf(token, 'aud'), sub]);
}

function claimOf(token: string, name: string): string | null {
  const value = claimsOf(token)[name];
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
