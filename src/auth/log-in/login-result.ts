import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { AuthError } from '../auth-error.ts';
import type { Issuer } from '../issuer.ts';
import { plainText } from '../plain-text.ts';
import type { StoredLogin } from '../tokens/token-store.ts';

export type TokenAnswer = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** What is kept of an issuer's answer; what it leaves out of a refresh stays as it was. */
export function toStoredLogin(
  issuer: Pick<Issuer, 'url' | 'clientId'>,
  answer: TokenAnswer,
  now: number,
  before: StoredLogin | null = null,
): StoredLogin {
  if (answer.token_type !== 'bearer')
    throw new AuthError(`${issuer.url} gives tokens of another type than bearer, which masters do not take`);
  const lifetime = answer.expires_in ?? null;
  const claims = answer.claims();
  const claimText = (claim: string) => {
    const value = claims?.[claim];
    return typeof value === 'string' ? plainText(value) : null;
  };
  return {
    issuer: issuer.url,
    client_id: issuer.clientId,
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? before?.refresh_token ?? null,
    expires_at: lifetime === null ? null : Math.floor(now / 1000) + lifetime,
    lifetime,
    scope: answer.scope ?? before?.scope ?? null,
    subject: claimText('sub') ?? before?.subject ?? null,
    name: claimText('name') ?? claimText('preferred_username') ?? claimText('email') ?? before?.name ?? null,
    ...(before?.origins !== undefined && { origins: before.origins }),
    ...(before?.audience !== undefined && { audience: before.audience }),
  };
}

/**
 * The parameters that say whom a token is for: `audience`, as widespread providers have it, and `resource`, which must
 * be a URI (RFC 8707). They belong to each request that yields a token.
 */
export function audienceParameters(audience: string | null): Record<string, string> {
  if (audience === null || audience === '') return {};
  return { audience, ...(URL.canParse(audience) && { resource: audience }) };
}
