import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type { SettingValues } from '../config/settings.ts';
import { isLoopbackHost } from '../config/values/safe-address.ts';
import { lazy } from '../runtime/async/lazy.ts';
import { createTlsFetch } from '../runtime/http/tls-fetch.ts';
import { AuthError } from './auth-error.ts';
import { explainError } from './explain-error.ts';

/** The OpenID library; loaded by the first call that needs it. */
export type Client = typeof import('openid-client');

export interface Issuer {
  readonly url: string;
  readonly clientId: string;
  /** Whom tokens are asked for; null for nobody in particular. */
  readonly audience: string | null;
  /** Runs a conversation with the issuer; whatever goes wrong is thrown as an AuthError. */
  talk<Result>(work: (client: Client, config: Configuration) => Promise<Result>): Promise<Result>;
}

/** What the settings say of the client at an issuer; the secret stays in here. */
export type IssuerSettings = Pick<
  SettingValues,
  | 'oidc_issuer_url'
  | 'oidc_client_id'
  | 'oidc_client_secret'
  | 'oidc_audience'
  | 'remote_ssl_ca_bundle'
  | 'remote_ssl_verify'
>;

/**
 * Seconds by which the clocks of this machine and of an issuer may differ. Its ID tokens come from its token endpoint (OpenID Connect Core 1.0,
 * section 3.1.3.7), so their times protect nothing; and a renewed login that is refused is lost, since its tokens rotate.
 */
const clockTolerance = 86_400;

/** Seconds that one request to an issuer may take. */
const requestTimeout = 10;

/**
 * The issuer that the settings name; null when they name none, or no client. It is asked when first talked to; `signal`
 * ends whatever is under way.
 */
export function createIssuer(settings: IssuerSettings, signal?: AbortSignal): Issuer | null {
  const { oidc_issuer_url: url, oidc_client_id: clientId, oidc_client_secret: secret } = settings;
  if (url === null || clientId === null || clientId === '') return null;
  const open = lazy(async () => {
    const client = await import('openid-client');
    const config = await discover(client, url as string, settings, {
      clientId: clientId as string,
      clientAuth: secret === null || secret === '' ? client.None() : withSecret(client, secret),
      ...(signal && { signal }),
    });
    return { client, config };
  });

  return {
    url,
    clientId,
    audience: settings.oidc_audience || null,
    async talk(work) {
      try {
        const { client, config } = await open();
        return await work(client, config);
      } catch (error) {
        throw explainError(error, url);
      }
    },
  };
}

/**
 * Reads an issuer's metadata (OpenID Connect Discovery 1.0), with the TLS settings of masters. Plain http is spoken to
 * an issuer on this machine only, and then with this machine only.
 */
export async function discover(
  client: Client,
  url: string,
  tls: Pick<SettingValues, 'remote_ssl_ca_bundle' | 'remote_ssl_verify'>,
  as: { clientId: string; clientAuth: ClientAuth; signal?: AbortSignal },
): Promise<Configuration> {
  const fetch = await createTlsFetch({
    caBundle: tls.remote_ssl_ca_bundle,
    verifyTls: tls.remote_ssl_verify,
  });
  const server = new URL(url);
  const guarded: CustomFetch = (target, options) => {
    const { protocol, hostname } = new URL(target);
    if (protocol !== 'https:' && !isLoopbackHost(hostname))
      throw new AuthError(`${url} leads to ${hostname} over plain http, which is not followed`);
    const signals = [options.signal, as.signal].filter((one) => one !== undefined);
    return fetch(target, { ...options, signal: AbortSignal.any(signals) } as RequestInit);
  };
  const metadata = { [client.clockTolerance]: clockTolerance };
  return client.discovery(server, as.clientId, metadata, as.clientAuth, {
    [client.customFetch]: guarded,
    timeout: requestTimeout,
    execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  });
}

/** RFC 6749 section 2.3.1: every server takes Basic, unless it says that it does not. */
function withSecret(client: Client, secret: string): ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, about, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const usePost = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
    (usePost ? post : basic)(server, about, body, headers);
  };
}
