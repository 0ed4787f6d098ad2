import { describe, expect, test } from 'vitest';
import type { SettingValues } from '../../src/config/settings.ts';
import { checkStore } from '../../src/doctor/checks/check-store.ts';
import type { Finding } from '../../src/doctor/finding.ts';
import { accessFindings } from '../../src/doctor/outside/access-findings.ts';
import { readyFindings, serverFindings } from '../../src/doctor/outside/check-server.ts';
import { tokenFindings } from '../../src/doctor/outside/check-token.ts';
import type { Patient } from '../../src/doctor/patient.ts';
import { project } from '../init/project.ts';

const base = 'https://rules.example.com';
const answer = (status: number, data: object, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers({ 'content-type': 'application/json', ...headers }),
  text: JSON.stringify(data),
});
const told = (findings: readonly Finding[]) =>
  findings.map(({ message, cure }) => `${message} => ${cure}`).join('\n');
const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

describe('from outside', () => {
  test('a database that is away, by /ready', () => {
    expect(told(readyFindings(answer(503, { store: 'unavailable' })))).toMatch(
      /^its database does not answer or takes nothing: .*PRECEPT_STORE_URL/,
    );
    expect(readyFindings(answer(200, { store: 'available', issuer: 'ok' }))).toEqual([]);
    expect(told(readyFindings(answer(200, { issuer: 'unavailable' })))).toMatch(
      /^it gets no keys of the issuer of logins: .* => Its log says why/,
    );
  });

  test('an issuer that the server does not reach', () => {
    const findings = accessFindings(
      base,
      answer(503, { type: 'urn:precept:problem:issuer-unavailable' }),
      'x.y.z',
    );
    expect(told(findings)).toMatch(/^the server cannot check logins now, .*\(503\) => Its log says why/);
  });

  test('a token of another issuer and audience, of a program that cannot log in', () => {
    const other = token({ aud: 'other', iss: 'https://b.example' });
    const metadata = { resource: base, issuer: 'https://a.example', place: '' };
    const cures = (who: string | null) =>
      tokenFindings(other, base, metadata, { isTaken: false, who }).map(({ cure }) => cure);
    expect(cures('Ann')).toEqual([
      'Set oidc_issuer_url (issuer in masters) to https://a.example, and run "precept login".',
      expect.stringMatching(/and run "precept login"\.$/),
    ]);
    const ended = /and have the client ci at https:\/\/b\.example give another\.$/;
    expect(cures('the client ci at https://b.example')).toEqual([
      expect.stringMatching(ended),
      expect.stringMatching(ended),
    ]);
  });

  test('a proxy that refuses /health', async () => {
    const findings = await serverFindings(base, answer(403, {}), {} as SettingValues);
    expect(told(findings)).toMatch(/answered 403, and not like Precept => Have the proxy before it pass/);
  });

  test.each([403, 401])('a proxy that refuses the content alone with %i', (status) => {
    expect(told(accessFindings(base, answer(status, {}), status === 403 ? 'x.y.z' : null))).toBe(
      `${base}/api/v1/scopes answered ${status}, and not like Precept => A proxy before the server refuses that path: have it pass all paths on, and leave logins to Precept.`,
    );
    const own = answer(401, { type: 'urn:precept:problem:unauthorized' });
    expect(accessFindings(base, own, null)).toEqual([]);
  });

  test('a path of a Precept server in place of its address', async () => {
    const closed = answer(401, { type: 'urn:precept:problem:unauthorized' });
    expect(told(await serverFindings(`${base}/rules`, closed, {} as SettingValues))).toBe(
      `${base}/rules is a path of a Precept server, and not its address (401) => Write the address of the server, without this path, such as ${base}.`,
    );
  });

  test('a proxy that passes on another path, limits requests, lacks a path or wants a certificate', async () => {
    const closed = answer(401, { type: 'urn:precept:problem:unauthorized' });
    const server = async (given: ReturnType<typeof answer>) =>
      told(await serverFindings(base, given, {} as SettingValues));
    expect(await server(closed)).toBe(
      `${base}/health reaches another path of a Precept server (401) => Have the proxy before it pass paths on unchanged (proxy_pass in nginx).`,
    );
    const page = { ...answer(400, {}), text: '<center>No required SSL certificate was sent</center>' };
    expect(await server(page)).toMatch(
      /asks for a certificate of the client.* => Have it ask no certificate/,
    );
    expect(told(accessFindings(base, answer(404, {}), null))).toMatch(/pass all paths on/);
    expect(told(accessFindings(base, answer(429, {}), null))).toMatch(/limits the requests/);
    expect(await server(answer(407, {}))).toMatch(/answered 407, .* => A proxy asks for a login/);
  });

  test('a token past its end, which the server refuses', () => {
    const old = token({ aud: base, exp: 1_700_000_000 });
    const metadata = { resource: base, issuer: null, place: '' };
    expect(told(tokenFindings(old, base, metadata, { isTaken: false }))).toBe(
      'the token ended at 2023-11-14T22:13:20.000Z => Run "precept login".',
    );
  });

  test('a token that a program sends, for which nobody logs in', () => {
    const refused = answer(
      401,
      {},
      { 'www-authenticate': 'Bearer error="invalid_token", error_description="no such key"' },
    );
    const cure = (who: string | null) =>
      told(accessFindings(base, refused, token({ aud: base }), { who })).split(' => ')[1];
    expect(cure('jo at https://issuer.example')).toContain('"precept login"');
    const who = 'the client bot at https://issuer.example';
    expect(cure(who)).toBe(`Set that right, or have ${who} give another: this machine sends that.`);
    expect(cure('the token of TOKEN')).toContain('have whoever provides TOKEN put a new token there');
  });

  test('a token that is from the future for the server alone, whose clock no proxy tells', () => {
    const error = 'Bearer error="invalid_token", error_description="the token was issued in the future"';
    const refused = answer(401, {}, { 'www-authenticate': error });
    const cure = (iat: number) => told(accessFindings(base, refused, token({ aud: base, iat })));
    expect(cure(1_700_000_000)).toMatch(
      /=> By this machine's clock it is good now: set the clock of the server/,
    );
    expect(cure(Date.now() / 1000 + 600)).toMatch(
      /=> By this machine's clock it begins at 2.*: set the clock of the issuer by NTP, then run "precept login" again\.$/,
    );
  });

  test('a token that is not valid yet, and times that no calendar has', () => {
    const error = 'Bearer error="invalid_token", error_description="the token is not valid yet"';
    const refused = answer(401, {}, { 'www-authenticate': error });
    const nbf = Math.floor(Date.now() / 1000) + 600;
    const start = new Date(nbf * 1000).toISOString();
    const cure = (claims: object) => told(accessFindings(base, refused, token({ aud: base, ...claims })));
    expect(cure({ iat: nbf - 900, nbf })).toContain(`it begins at ${start}: set the clock of the issuer`);
    const far = 99_999_999_999_999;
    expect(cure({ nbf: far })).toContain(`it begins at ${far} s after 1970: set the clock of the issuer`);
    const metadata = { resource: base, issuer: null, place: '' };
    const until = (exp: number, isTaken: boolean) =>
      told(tokenFindings(token({ aud: base, exp }), base, metadata, { isTaken }));
    expect(until(far, true)).toMatch(/until 99999999999999 s after 1970/);
    expect(until(-far, false)).toMatch(/^the token ended at -99999999999999 s after 1970/);
  });

  test('a token that does not arrive, since the answer is one to a request without any', () => {
    const bare = answer(401, {}, { 'www-authenticate': 'Bearer resource_metadata="https://x.example"' });
    expect(told(accessFindings(base, bare, token({ aud: base })))).toMatch(
      /^this machine sent a token, .* => A proxy before the server probably drops the header Authorization/,
    );
  });
});

test('a database that refuses its user, and one that is away', async () => {
  const store = (reason: string) => async () => Promise.reject(new Error(`store: ${reason}`));
  const look = async (reason: string) =>
    told(await checkStore({ service: { store: store(reason) } } as unknown as Patient));
  expect(await look('password authentication failed for user "precept"')).toMatch(
    /^the store refuses its user: .* => Correct user or password in PRECEPT_STORE_URL/,
  );
  const full = /^the store has no connection left: .* => Raise the limit .*max_connections.*fewer replicas/;
  const messages = {
    'too many connections for role "precept"': full,
    'sorry, too many clients already': full,
    'remaining connection slots are reserved for roles with the SUPERUSER attribute': full,
    'database "precpt" does not exist': /^the store has no such database: .* => Correct the name at the end/,
    'Invalid URL': /^the address of the store cannot be read: .* %40 for @/,
    'Client network socket disconnected before secure TLS connection was established': /sslmode/,
    'getaddrinfo ENOTFOUND db.example': /^the store does not answer: .* => DNS does not know the host/,
  };
  for (const [reason, told] of Object.entries(messages)) expect(await look(reason)).toMatch(told);
  expect(await look('connect ECONNREFUSED')).toMatch(/^the store does not answer: .* => Start the database/);
});

test('a session secret that is too short, and a variable of nearly that name', async () => {
  const env = { PRECEPT_SESSION_SECRET: 'short', PRECEPT_SESION_SECRET: 'x'.repeat(32) };
  const { stdout } = await (await project({}, { env })).precept('doctor');
  expect(stdout).toMatch(
    /^fail {2}settings: setting session_secret \(environment variable PRECEPT_SESSION_SECRET\): .* 32 characters/m,
  );
  expect(stdout).toMatch(/^warn {2}settings: "SESION_SECRET" .*did you mean the setting session_secret\?/m);
  expect(stdout).not.toContain('short');
});
