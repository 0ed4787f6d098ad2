import { decodeJwt } from 'jose';
import type { StoredLogin } from './token-store.ts';

/** Who is logged in, in words that no other login has; null where the issuer does not say. */
export function subjectOf(login: StoredLogin): string | null {
  const sub = login.subject ?? subOf(login.access_token);
  return sub === null ? null : JSON.stringify([login.issuer, login.client_id, login.audience ?? null, sub]);
}

/** What an access token says of itself, which is an issuer's to say, where it is a JWT (RFC 9068). */
function subOf(token: string): string | null {
  try {
    return decodeJwt(token).sub ?? null;
  } catch {
    return null;
  }
}
