import type { Issuer } from '../issuer.ts';
import type { StoredLogin, TokenStore } from '../tokens/token-store.ts';

/**
 * Forgets the login, and has the issuer revoke its tokens where it can (RFC 7009), the refresh token first. Gives the
 * login that was, null for none, and why it was not revoked.
 */
export async function logOut(
  issuer: Issuer,
  store: TokenStore,
): Promise<{ login: StoredLogin | null; unrevoked: string | null }> {
  let login: StoredLogin | null = null;
  await store.update(issuer, async (before) => {
    login = before;
    return null;
  });
  return { login, unrevoked: login === null ? null : await revoke(issuer, login) };
}

async function revoke(issuer: Issuer, login: StoredLogin): Promise<string | null> {
  const { refresh_token, access_token } = login;
  const tokens = [
    { token: refresh_token, hint: 'refresh_token' },
    { token: access_token, hint: 'access_token' },
  ];
  try {
    return await issuer.talk(async (client, config) => {
      if (config.serverMetadata().revocation_endpoint === undefined)
        return 'the issuer offers no way to revoke it';
      for (const { token, hint: token_type_hint } of tokens) {
        if (token === null) continue;
        await client.tokenRevocation(config, token, { token_type_hint }).catch((error: unknown) => {
          // RFC 7009 section 2.2.1: JWTs are good until they end, at many issuers; what renews them is gone.
          const isFinal =
            error instanceof client.ResponseBodyError && error.error === 'unsupported_token_type';
          if (!isFinal || token_type_hint === 'refresh_token') throw error;
        });
      }
      return null;
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
