import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';
import { afterFile } from '../support/after-file.ts';

/** What masters of the tests want to see as `aud`. */
export const audience = 'https://rules.example';
export const clientId = 'precept-cli';
export const clientSecret = 'a-secret-that-no-log-may-ever-show-0123456789';
/** The same client with a secret. */
export const confidentialId = 'precept-ci';

export interface SigningKey {
  readonly kid: string;
  readonly jwk: JWK;
  readonly publicJwk: JWK;
  readonly privateKey: CryptoKey;
}

export interface TestIssuer {
  readonly url: string;
  readonly key: SigningKey;
  /** Claims of access tokens by account, beside the usual ones. */
  readonly claims: Record<string, Record<string, unknown>>;
  /** Requests by path, in order. */
  readonly requests: readonly string[];
  /** Every token, code and state the issuer gave out, for a search in the outputs. */
  readonly secrets: ReadonlySet<string>;
  /** How often each grant type was answered with tokens. */
  granted(grantType: string): number;
  /** Access tokens live this long from now on. */
  setLifetime(seconds: number): void;
  /** Milliseconds that the token endpoint takes to answer. */
  setDelay(milliseconds: number): void;
  /** Replaces the signing keys, as an issuer does now and then. */
  rotateKeys(): Promise<SigningKey>;
  /** A token signed with the present key; `claims` and `header` go over the usual ones. */
  sign(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** While down, connections are refused. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Those of `precept login`, and of people who sign in with a browser; the port of 127.0.0.1 is not compared. */
const redirect_uris = [
  'http://127.0.0.1/callback',
  'http://127.0.0.1/auth/callback',
  'https://rules.example/precept/auth/callback',
];
const grants = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'];

/** Starts a real OpenID provider on loopback: rotation of refresh tokens, device flow, revocation, JWT access tokens. */
export async function startIssuer(
  options: { lifetime?: number; tls?: { key: string; cert: string } } = {},
): Promise<TestIssuer> {
  let lifetime = options.lifetime ?? 3600;
  let delay = 0;
  let key = await createKey();
  const requests: string[] = [];
  const secrets = new Set<string>();
  const given = new Map<string, number>();
  const claims: TestIssuer['claims'] = {};
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?');
    requests.push(path);
    for (const match of (request.url ?? '').matchAll(/[?&](?:code|refresh_token)=([^&]+)/g))
      secrets.add(String(match[1]));
    setTimeout(() => handle(request, response), path === '/token' ? delay : 0);
  };
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  afterFile(stop);

  const remember = (token: unknown) => {
    if (typeof token === 'string' && token.length >= 20) secrets.add(token);
  };

  // Clients on this machine would be asked about anew each time, unlike those of servers.
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');

  function mount(): void {
    const provider = new Provider(url, {
      clients: [
        {
          client_id: clientId,
          client_name: 'Precept',
          application_type: 'native',
          token_endpoint_auth_method: 'none',
          redirect_uris,
          grant_types: grants,
          response_types: ['code'],
        },
        {
          client_id: confidentialId,
          client_secret: clientSecret,
          application_type: 'native',
          redirect_uris,
          grant_types: [...grants, 'client_credentials'],
          response_types: ['code'],
        },
      ],
      features: {
        devInteractions: { enabled: true },
        deviceFlow: { enabled: true },
        revocation: { enabled: true },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context: unknown, resource: string) => ({
            scope: 'read',
            audience: resource,
            accessTokenFormat: 'jwt',
            accessTokenTTL: lifetime,
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      interactions: { policy },
      claims: { openid: ['sub'], profile: ['name'] },
      extraTokenClaims: (_context: unknown, token: { accountId?: string }) =>
        claims[token.accountId ?? ''] ?? {},
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `Name of ${id}` }),
      }),
      jwks: { keys: [key.jwk] },
      cookies: { keys: ['test'] },
      rotateRefreshToken: true,
      ttl: { AccessToken: () => lifetime, RefreshToken: 3600, Grant: 3600, Session: 3600, Interaction: 600 },
    });
    provider.on('grant.success', (context) => {
      const { oidc, body } = context as { oidc: { params: { grant_type: string } }; body: object };
      given.set(oidc.params.grant_type, (given.get(oidc.params.grant_type) ?? 0) + 1);
      const { access_token, refresh_token, id_token } = body as Record<string, unknown>;
      for (const token of [access_token, refresh_token, id_token]) remember(token);
      for (const code of ['code', 'refresh_token', 'device_code', 'code_verifier'])
        remember((oidc.params as Record<string, unknown>)[code]);
    });
    handle = provider.callback();
  }
  mount();

  return {
    url,
    get key() {
      return key;
    },
    claims,
    requests,
    secrets,
    granted: (grantType) => given.get(grantType) ?? 0,
    setLifetime: (seconds) => {
      lifetime = seconds;
    },
    setDelay: (milliseconds) => {
      delay = milliseconds;
    },
    async rotateKeys() {
      key = await createKey();
      mount();
      return key;
    },
    sign(own = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: url, aud: audience, sub: 'ada', iat: now, exp: now + 300 };
      const all = Object.entries({ ...usual, ...own }).filter(([, value]) => value !== undefined);
      const protect = { alg: 'RS256', kid: key.kid, typ: 'at+jwt', ...header };
      const kept = Object.fromEntries(Object.entries(protect).filter(([, value]) => value !== undefined));
      return new SignJWT(Object.fromEntries(all))
        .setProtectedHeader(kept as { alg: string })
        .sign(key.privateKey);
    },
    stop,
    start: () => listen(port),
  };
}

async function createKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = crypto.randomUUID();
  const shared = { kid, use: 'sig', alg: 'RS256' };
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(privateKey)), ...shared },
    publicJwk: { ...(await exportJWK(publicKey)), ...shared },
  };
}
