import { CompactSign, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, problemOf, smallContent } from '../http/client.ts';
import { stopDate } from '../support/clock.ts';
import { audience, startIssuer, type TestIssuer } from './issuer.ts';

let issuer: TestIssuer;
let http: HttpClient;
beforeAll(async () => {
  issuer = await startIssuer();
  http = await httpClient(smallContent, { auth_issuer_url: issuer.url, auth_audience: audience });
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ask = (token: string) => http.get('/api/v1/scopes', bearer(token));
const seconds = () => Math.floor(Date.now() / 1000);

async function expectRefusal(response: Response, says: RegExp): Promise<void> {
  expect(await problemOf(response)).toMatchObject({
    code: 'unauthorized',
    detail: expect.stringMatching(says),
  });
  const challenge = response.headers.get('www-authenticate') ?? '';
  expect(challenge).toMatch(
    /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="http/,
  );
}

/** Made when the test runs: some are about the time. */
type Claims = () => Record<string, unknown>;

describe('a token is taken', () => {
  test.each<[string, Claims, Record<string, unknown>]>([
    ['of type at+jwt', () => ({}), {}],
    ['of type application/at+jwt', () => ({}), { typ: 'application/AT+JWT' }],
    ['of type JWT', () => ({}), { typ: 'JWT' }],
    ['of type JWT with the claim typ of Keycloak', () => ({ typ: 'Bearer' }), { typ: 'JWT' }],
    ['without a type', () => ({}), { typ: undefined }],
    ['for several audiences', () => ({ aud: ['other', audience] }), {}],
    ['that ended less than a minute ago', () => ({ exp: seconds() - 30 }), {}],
    ['of a clock that is a little ahead', () => ({ iat: seconds() + 30, nbf: seconds() + 30 }), {}],
  ])('%s', async (_, claims, header) => {
    expect((await ask(await issuer.sign(claims(), header))).status).toBe(200);
  });
});

describe('a token is refused', () => {
  test.each<[string, RegExp, Claims, Record<string, unknown>]>([
    ['for another audience', /another audience/, () => ({ aud: 'https://elsewhere.example' }), {}],
    ['for no audience', /another audience/, () => ({ aud: undefined }), {}],
    ['of another issuer', /another issuer/, () => ({ iss: 'https://evil.example' }), {}],
    ['of no issuer', /another issuer/, () => ({ iss: undefined }), {}],
    ['that has expired', /has expired/, () => ({ exp: seconds() - 90 }), {}],
    ['that never ends', /has no end/, () => ({ exp: undefined }), {}],
    ['that is not valid yet', /not valid yet/, () => ({ nbf: seconds() + 120 }), {}],
    ['from the future', /issued in the future/, () => ({ iat: seconds() + 120 }), {}],
    ['that is an ID token', /not an access token/, () => ({ nonce: 'abc' }), { typ: 'JWT' }],
    [
      'that is an ID token without a type',
      /not an access token/,
      () => ({ at_hash: 'abc' }),
      { typ: undefined },
    ],
    [
      'that is a refresh token of Keycloak',
      /not an access token/,
      () => ({ typ: 'Refresh' }),
      { typ: 'JWT' },
    ],
    ['of another type', /another type/, () => ({}), { typ: 'logout+jwt' }],
    ['bound to a key', /bound to a key/, () => ({ cnf: { jkt: 'abc' } }), {}],
    ['with a key that nobody knows', /not signed with a key of the issuer/, () => ({}), { kid: 'unknown' }],
  ])('%s', async (_, says, claims, header) => {
    await expectRefusal(await ask(await issuer.sign(claims(), header)), says);
  });

  test('signed with nothing, the public key, or another key', async () => {
    const claims = { iss: issuer.url, aud: audience, sub: 'ada', iat: seconds(), exp: seconds() + 60 };
    await expectRefusal(await ask(new UnsecuredJWT(claims).encode()), /not signed with a public-key/);
    const { kid, publicJwk } = issuer.key;
    const pem = await exportSPKI((await importJWK(publicJwk, 'RS256', { extractable: true })) as never);
    for (const secret of [pem, JSON.stringify(publicJwk), String(publicJwk.n)]) {
      const signed = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' });
      await expectRefusal(await ask(await signed.sign(new TextEncoder().encode(secret))), /public-key/);
    }
    const { privateKey } = await generateKeyPair('RS256');
    const forged = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' });
    await expectRefusal(await ask(await forged.sign(privateKey)), /not signed with a key of the issuer/);
    const own = { alg: 'RS256', typ: 'at+jwt', jwk: publicJwk, jku: 'http://127.0.0.1:1/keys' };
    const brought = await new SignJWT(claims).setProtectedHeader(own).sign(privateKey);
    await expectRefusal(await ask(brought), /not signed with a key of the issuer/);
  });

  test('whose text was changed, or that is none', async () => {
    const token = await issuer.sign({ roles: ['reader'] });
    const [header, , signature] = token.split('.');
    const other = Buffer.from(JSON.stringify({ iss: issuer.url, aud: audience, exp: seconds() + 60 }));
    await expectRefusal(await ask(`${header}.${other.toString('base64url')}.${signature}`), /not signed/);
    const text = await new CompactSign(new TextEncoder().encode('hello'))
      .setProtectedHeader({ alg: 'RS256', kid: issuer.key.kid })
      .sign(issuer.key.privateKey);
    for (const none of [text, 'abc', 'a.b.c', `${token}.x.y`, token.slice(0, -20)]) {
      await expectRefusal(await ask(none), /not (a signed JWT|signed with)/);
    }
  });

  test('in any other way than the header', async () => {
    const token = await issuer.sign();
    for (const authorization of ['', 'Bearer', 'Bearer ', `Basic ${btoa(`x:${token}`)}`, token]) {
      const response = await http.get('/api/v1/scopes', { authorization });
      expect((await problemOf(response)).code).toBe('unauthorized');
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="[^"]+"$/);
    }
    expect((await http.get(`/api/v1/scopes?access_token=${token}`)).status).toBe(401);
    expect((await http.get('/api/v1/scopes', { authorization: `bearer  ${token} ` })).status).toBe(200);
  });
});

test('keys are cached, and looked for again when the issuer has rotated them', async () => {
  const pass = stopDate();
  const settings = { auth_issuer_url: issuer.url, auth_audience: audience };
  const fresh = await httpClient(smallContent, settings);
  const ask = (token: string) => fresh.get('/api/v1/scopes', bearer(token));
  const before = await issuer.sign();
  expect((await ask(before)).status).toBe(200);
  const fetched = () => issuer.requests.filter((path) => path === '/jwks').length;
  const count = fetched();
  for (let round = 0; round < 20; round++) expect((await ask(before)).status).toBe(200);
  expect(fetched()).toBe(count);

  // At once, however short ago the keys were fetched.
  await issuer.rotateKeys();
  const after = await issuer.sign();
  expect((await ask(after)).status).toBe(200);
  expect(fetched()).toBe(count + 1);
  // The key that was withdrawn is gone with that.
  expect((await ask(before)).status).toBe(401);

  // Nobody can have the issuer flooded with tokens of made-up keys.
  for (let round = 0; round < 20; round++)
    expect((await ask(await issuer.sign({}, { kid: `made-up-${round}` }))).status).toBe(401);
  expect(fetched()).toBe(count + 1);
  await issuer.rotateKeys();
  const last = await issuer.sign();
  pass(11_000);
  expect((await ask(last)).status).toBe(200);
  expect(fetched()).toBe(count + 2);
});

test('an issuer that cannot be asked is no reason to let anybody in', async () => {
  const pass = stopDate();
  const down = await startIssuer();
  const token = await down.sign();
  await down.stop();
  const settings = { auth_issuer_url: down.url, auth_audience: audience };
  const closed = await httpClient(smallContent, settings);
  const answer = await closed.get('/api/v1/scopes', bearer(token));
  expect(await problemOf(answer)).toMatchObject({
    code: 'issuer-unavailable',
    detail: expect.stringMatching(/try again/),
  });
  expect(closed.logged.join('\n')).toMatch(/cannot be reached/);
  expect(closed.logged.join('\n')).not.toContain(token);
  await down.start();
  pass(3_000);
  expect((await closed.get('/api/v1/scopes', bearer(token))).status).toBe(200);
});

test('callers do not wait for an issuer that was only away when the server started', async () => {
  stopDate();
  const late = await startIssuer();
  const token = await late.sign();
  await late.stop();
  const settings = { auth_issuer_url: late.url, auth_audience: audience };
  const server = await httpClient(smallContent, settings);
  const ready = async () => (await server.get('/ready')).json();
  expect(await ready()).toMatchObject({ issuer: 'unavailable' });
  await late.start();
  // Probes, which anybody may send, ask the issuer every two seconds at most.
  expect(await ready()).toMatchObject({ issuer: 'unavailable' });
  expect((await server.get('/api/v1/scopes', bearer(token))).status).toBe(200);
});
