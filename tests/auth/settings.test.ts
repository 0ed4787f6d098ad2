import path from 'node:path';
import { inspect } from 'node:util';
import { ClientError, ResponseBodyError } from 'openid-client';
import { describe, expect, test } from 'vitest';
import { explainError } from '../../src/auth/explain-error.ts';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { endInOrder, runProgram, startProgram } from '../support/program.ts';

const issuer = 'https://login.example';
const incoming = { PRECEPT_AUTH_ISSUER_URL: issuer, PRECEPT_AUTH_AUDIENCE: 'x' };
const session = { PRECEPT_SESSION_SECRET: 'a-secret-of-more-than-32-characters-for-tests' };

describe('settings of logins', () => {
  test.each([
    [
      { PRECEPT_AUTH_ISSUER_URL: issuer },
      /setting auth_issuer_url is given without auth_audience; give both/,
    ],
    [{ PRECEPT_AUTH_AUDIENCE: 'x' }, /setting auth_audience is given without auth_issuer_url/],
    [
      { PRECEPT_AUTH_ISSUER_URL: 'http://login.example', PRECEPT_AUTH_AUDIENCE: 'x' },
      /auth_issuer_url: .*use https/,
    ],
    [{ PRECEPT_OIDC_ISSUER_URL: 'http://127.0.0.1.evil.example' }, /oidc_issuer_url: .*use https/],
    [{ PRECEPT_OIDC_ISSUER_URL: 'login.example' }, /oidc_issuer_url .* takes an http/],
    [
      { PRECEPT_AUTH_CLIENT_ID: 'x', ...session },
      /auth_client_id is given without auth_issuer_url and auth_/,
    ],
    [
      { ...incoming, PRECEPT_SESSION_SECRET: 'short-secret' },
      /session_secret .*takes text of 32 characters or more/,
    ],
    [
      { PRECEPT_AUTH_CLIENT_ID: 'x', ...incoming, ...session, PRECEPT_PUBLIC_URL: 'http://rules.example' },
      /public_url: http:\/\/rules\.example is plain http, .*use https/,
    ],
    [
      { PRECEPT_AUTH_CLIENT_ID: 'x', ...incoming, ...session, PRECEPT_HTTP_HOST: '0.0.0.0' },
      /auth_client_id is given, and http_host 0\.0\.0\.0 .*set public_url/,
    ],
    [{ PRECEPT_OIDC_REDIRECT_PORT: '70000' }, /oidc_redirect_port .*from 0 to 65535/],
  ])('%j is a mistake', async (env, says) => {
    const { code, stderr } = await precept(['scopes'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(/short-secret|a-secret-of/);
  });

  test('a secret of sessions is wanted by a server alone', async () => {
    const env = { PRECEPT_AUTH_CLIENT_ID: 'x', ...incoming, PRECEPT_HTTP_PORT: '0' };
    expect(await precept(['scopes'], { env })).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await runProgram(['serve'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/auth_client_id is given without session_secret; give 32 .*openssl/);
    const file = path.join(await tempFolder({ 's.yml': 'auth_client_id: x\n' }), 's.yml');
    const named = await runProgram(['serve', '-c', file], { env: { ...incoming, PRECEPT_HTTP_PORT: '0' } });
    expect(named.stderr).toContain(`setting auth_client_id (${file}) is given without session_secret`);
  });

  test.each(['postgres://u@h/d\r', '"postgres://u@h/d"'])(
    'an address of a store as %j is not',
    async (address) => {
      const { code, stderr } = await precept(['scopes'], { env: { PRECEPT_STORE_URL: address } });
      expect(code).toBe(1);
      expect(stderr).toMatch(/its value is not allowed; .* write it without quotes and blanks around it/);
      expect(stderr).not.toContain('u@h');
    },
  );

  test.each([
    [{ expires_at: 1 }, 1, { expires_at: '1970-01-01T00:00:01.000Z', expired: true }],
    [{ expires_at: 1e300 }, 0, { expires_at: null, expired: false }],
    [{ expires_at: null, origins: ['https://a.example'] }, 0, { masters: ['https://a.example'] }],
    [{ expires_at: null, refresh_token: 'hush-2' }, 0, { masters: null, renewed: true, scopes: ['a', 'b'] }],
  ])(
    'whoami --format json gives programs a stored login with %j, and no token',
    async (stored, code, facts) => {
      const login = {
        ...{ issuer, client_id: 'x', access_token: 'hush-1', refresh_token: null, lifetime: null },
        ...{ scope: 'a b', subject: null, name: 'Ada\u009b\u202e', audience: null, ...stored },
      };
      const file = JSON.stringify({ version: 1, logins: { [`${issuer} x`]: login } });
      const home = await tempFolder({ '.config/precept/credentials.json': file });
      const env = { PRECEPT_OIDC_ISSUER_URL: issuer, PRECEPT_OIDC_CLIENT_ID: 'x' };
      const shown = await precept(['whoami', '--format', 'json'], { env, home, terminal: true });
      expect(shown.code).toBe(code);
      expect(JSON.parse(shown.stdout)).toMatchObject({ logins: [{ issuer, name: login.name, ...facts }] });
      expect(shown.stdout + shown.stderr).not.toMatch(/hush|[\u009b\u202e]/);
    },
  );

  test.each(['whoami', 'logout'])(
    '%s says on one line that the stored logins cannot be read',
    async (command) => {
      const home = await tempFolder({ '.config/precept/credentials.json/': '' });
      const env = { HOME: home, PRECEPT_OIDC_ISSUER_URL: issuer, PRECEPT_OIDC_CLIENT_ID: 'x' };
      const { code, stdout, stderr } = await runProgram([command], { env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^precept: \S+credentials\.json is not a regular file; see that .*"precept login"\n$/,
      );
    },
  );

  test('an open door is warned about where nobody has to log in', async () => {
    const auth = { PRECEPT_AUTH_ISSUER_URL: issuer, PRECEPT_AUTH_AUDIENCE: 'https://rules.example' };
    for (const [host, env, warned] of [
      ['0.0.0.0', {}, true],
      ['0.0.0.0', auth, false],
      ['127.0.0.1', {}, false],
    ] as const) {
      const program = await startProgram(['serve', '--host', host, '--port', '0'], { env });
      await program.logged('listening on');
      expect(program.stderr().includes('nobody has to log in')).toBe(warned);
      expect((await endInOrder(program)).code).toBe(0);
    }
  });
});

test('an error of the library is told without what hangs on it', () => {
  const secret = 'eyJhbGciOiJSUzI1NiJ9.c2VjcmV0LXBheWxvYWQtb2YtYS10b2tlbg.c2lnbmF0dXJl';
  const body = {
    error: 'invalid_grant',
    error_description: `refresh token ${secret} is\u001b[31m spent`,
    refresh_token: secret,
  };
  const refused = new ResponseBodyError('server responded with an error', {
    cause: body,
    response: new Response(null, { status: 400 }),
  });
  const wrapped = Object.assign(
    new ClientError('invalid response encountered', {
      cause: new Error('x', { cause: { body: { access_token: secret } } }),
    }),
    { code: 'OAUTH_INVALID_RESPONSE' },
  );
  for (const error of [
    refused,
    wrapped,
    new Error(`odd ${secret}`),
    new TypeError('fetch failed', { cause: new Error(secret) }),
  ]) {
    const told = explainError(error, issuer);
    expect(inspect(told, { depth: 10, showHidden: true })).not.toMatch(/eyJ|c2Vj|c2ln/);
    expect(told.message).toContain(issuer);
    expect(told.message).not.toContain('\u001b');
  }
  expect(explainError(refused, issuer)).toMatchObject({
    ended: true,
    message: expect.stringContaining('precept login'),
  });
});
