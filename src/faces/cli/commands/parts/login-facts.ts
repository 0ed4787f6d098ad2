import type { Issuer } from '../../../../auth/issuer.ts';
import type { StoredLogin } from '../../../../auth/tokens/token-store.ts';

type Client = Pick<Issuer, 'url' | 'clientId' | 'audience'>;

/** Whom a login is for, and whether there is one, as the commands of logins give it to programs; never a token. */
export function clientFacts({ url, clientId, audience }: Client, login: StoredLogin | null): object {
  return { issuer: url, client: clientId, audience, logged_in: login !== null };
}

/** What a stored login says of itself, for programs; a login of an older version has no masters, which is null. */
export function loginFacts(client: Client, login: StoredLogin): object {
  const { name, subject, scope, origins, expires_at, refresh_token } = login;
  const end = new Date(expires_at === null ? Number.NaN : expires_at * 1000);
  return {
    ...clientFacts(client, login),
    name,
    subject,
    scopes: (scope ?? '').split(/\s+/).filter(Boolean),
    masters: origins ?? null,
    expires_at: Number.isNaN(end.getTime()) ? null : end.toISOString(),
    renewed: refresh_token !== null,
  };
}

/** ` as Ada (ada)`, or nothing where the issuer did not say. */
export function whoOf({ name, subject }: StoredLogin): string {
  if (name === null) return subject === null ? '' : ` as ${subject}`;
  return subject === null || subject === name ? ` as ${name}` : ` as ${name} (${subject})`;
}

/** The masters that a login goes to, as a sentence. */
export function mastersOf({ origins }: StoredLogin): string {
  if (origins === undefined) return 'It does not say which masters it is for; run "precept login" again.';
  if (origins.length === 0)
    return 'It goes to no master, for none is configured; log in again when master_server_url names one.';
  return `It goes to ${origins.join(', ')}, and nowhere else.`;
}
