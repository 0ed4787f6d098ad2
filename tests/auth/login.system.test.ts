import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import type { Outcome } from '../support/program.ts';
import { createBrowser, refuse } from './browser.ts';
import { audience, clientId, clientSecret, confidentialId, startIssuer, type TestIssuer } from './issuer.ts';
import { createReader, enterCode, leaks, loginUrl } from './reader.ts';

// Each test starts the program several times.
vi.setConfig({ testTimeout: 60_000 });

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});

/** Exit code, what stderr has, and what stdout gives of each login. */
const factsOf = ({ code, stdout, stderr }: Outcome) =>
  [code, stderr, (JSON.parse(stdout) as { logins: unknown[] }).logins] as const;

const lineOf = (stderr: string) => stderr.trim().split('\n').at(-1) ?? '';

describe('precept login in a browser', () => {
  test('stores the tokens for their owner alone, and tells who is logged in', async () => {
    const reader = await createReader(issuer);
    const { outcome, page } = await reader.logIn('ada');
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('as Name of ada (ada)') });
    expect(page.text).toContain('You are logged in');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect((await stat(reader.credentials)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(reader.credentials))).mode & 0o777).toBe(0o700);
    expect(await readdir(path.dirname(reader.credentials))).toEqual(['credentials.json']);

    const who = await reader.run(['whoami']);
    expect(who).toMatchObject({ code: 0, stdout: expect.stringContaining('good for') });
    expect(who.stdout).toContain('renewed by itself');

    const [login] = Object.values((await reader.stored()).logins);
    expect(login?.refresh_token).toEqual(expect.any(String));
    const facts = {
      issuer: issuer.url,
      client: clientId,
      audience,
      logged_in: true,
      name: 'Name of ada',
      subject: 'ada',
      scopes: [],
      masters: [],
      expires_at: new Date((login?.expires_at ?? 0) * 1000).toISOString(),
      renewed: true,
      expired: false,
    };
    expect(factsOf(await reader.run(['whoami', '--format', 'json']))).toEqual([0, '', [facts]]);
    const out = await reader.run(['logout']);
    expect(out).toMatchObject({ code: 0, stderr: '' });
    expect((await reader.stored()).logins).toEqual({});
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: login?.refresh_token ?? '',
      client_id: 'precept-cli',
    });
    expect((await fetch(`${issuer.url}/token`, { method: 'POST', body })).status).toBe(400);
    expect(await reader.run(['whoami'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nobody is logged in'),
    });
    expect(await reader.run(['logout'])).toMatchObject({ code: 0 });
    const { client, audience: whom } = facts;
    const nobody = { issuer: issuer.url, client, audience: whom, logged_in: false };
    expect(factsOf(await reader.run(['whoami', '--format', 'json']))).toEqual([
      1,
      expect.stringContaining('nobody is logged in'),
      [nobody],
    ]);
    expect(factsOf(await reader.run(['logout', '--format', 'json']))).toEqual([
      0,
      '',
      [{ ...nobody, logged_out: false, revoked: null }],
    ]);
    expect(leaks(issuer, reader.printed)).toEqual([]);
    expect(issuer.secrets.size).toBeGreaterThan(4);
  });

  test('asks the desktop to open the address', async () => {
    const bin = await tempFolder({ 'xdg-open': '#!/bin/sh\nprintf %s "$1" > "$HOME/opened"\n' });
    await chmod(path.join(bin, 'xdg-open'), 0o755);
    const reader = await createReader(issuer);
    const program = await reader.start(['login'], { PATH: `${bin}:/usr/bin:/bin`, DISPLAY: ':99' });
    const url = await loginUrl(program);
    expect(program.stderr()).toContain('The browser opens');
    await expect.poll(() => readFile(path.join(reader.home, 'opened'), 'utf8').catch(() => '')).toBe(url);
    program.signal('SIGINT');
    expect(await program.ended).toMatchObject({ code: 1, signal: null });
    expect(lineOf(program.stderr())).toBe('precept: cancelled');
  });

  test('takes no answer without its own state, and goes on waiting', async () => {
    const reader = await createReader(issuer);
    const program = await reader.start(['login']);
    const url = new URL(await loginUrl(program));
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    for (const query of ['code=stolen&state=guessed', 'code=stolen', 'error=access_denied']) {
      const answer = await fetch(`${back.href}?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.text()).not.toContain('stolen');
    }
    expect((await fetch(`${back.origin}/other`)).status).toBe(404);
    expect((await fetch(back.href, { method: 'POST' })).status).toBe(404);
    const page = await refuse(createBrowser(), url.href);
    expect(page.text).toContain('Not logged in');
    expect(await program.ended).toMatchObject({ code: 1, stdout: '' });
    expect(lineOf(program.stderr())).toMatch(/the login was refused.*\(access_denied/);
    expect(await readdir(reader.home)).toEqual([]);
  });

  test('works for a client with a secret, which is never shown', async () => {
    const settings = { PRECEPT_OIDC_CLIENT_ID: confidentialId, PRECEPT_OIDC_CLIENT_SECRET: clientSecret };
    const reader = await createReader(issuer, settings);
    expect((await reader.logIn()).outcome.code).toBe(0);
    const wrong = await createReader(issuer, { ...settings, PRECEPT_OIDC_CLIENT_SECRET: 'wrong-wrong' });
    const { outcome, page } = await wrong.logIn();
    expect(outcome.code).toBe(1);
    expect(lineOf(outcome.stderr)).toMatch(/check oidc_client_id and oidc_client_secret/);
    expect(page.text).toContain('Not logged in');
    expect([...reader.printed, ...wrong.printed].join()).not.toMatch(/a-secret-that|wrong-wrong/);
    const flag = await reader.run(['login', '--oidc-client-secret', 'on-the-command-line']);
    expect(flag.code).toBe(2);
    expect(flag.stderr).not.toContain('on-the-command-line');
  });

  test('moves a damaged store aside and says so', async () => {
    const reader = await createReader(issuer);
    await mkdir(path.dirname(reader.credentials), { recursive: true });
    await writeFile(reader.credentials, '{"version":1,"logins":{"x":{"access_token":"torn');
    const who = await reader.run(['whoami']);
    expect(who).toMatchObject({ code: 1, stdout: '' });
    expect(who.stderr).toMatch(/are damaged and were moved to .*credentials\.json\.damaged-/);
    expect(who.stderr).not.toContain('torn');
    expect((await reader.logIn()).outcome.code).toBe(0);
    const names = await readdir(path.dirname(reader.credentials));
    expect(names.filter((name) => name.includes('damaged'))).toHaveLength(1);
    expect((await reader.run(['whoami'])).code).toBe(0);
  });
});

describe('precept login --device', () => {
  test('shows an address and a code, and is done when that was entered', async () => {
    const reader = await createReader(issuer);
    const program = await reader.start(['login', '--device', '--format', 'json']);
    await program.logged('enter the code');
    await program.logged('Or open');
    await program.logged('The code is good for 5 minutes.');
    const [, url = '', code = ''] =
      /Open (\S+) on any device and enter the code (\S+)/.exec(program.stderr()) ?? [];
    await enterCode(createBrowser(), url, code, 'bob');
    const [ended, , facts] = factsOf(await program.ended);
    expect([ended, facts]).toMatchObject([0, [{ logged_in: true, name: 'Name of bob', subject: 'bob' }]]);
    expect((await reader.run(['whoami'])).stdout).toContain('Name of bob');
    const out = factsOf(await reader.run(['logout', '--format', 'json']));
    expect(out).toMatchObject([0, '', [{ logged_in: false, logged_out: true, revoked: true }]]);
    expect(leaks(issuer, reader.printed)).toEqual([]);
  });

  test('can be cancelled', async () => {
    const reader = await createReader(issuer);
    const program = await reader.start(['login', '--device']);
    await program.logged('enter the code');
    program.signal('SIGINT');
    expect(await program.ended).toMatchObject({ code: 1 });
    expect(lineOf(program.stderr())).toBe('precept: cancelled');
  });
});

describe('one clear line', () => {
  const other = createServer((request, response) => {
    const name = request.url?.startsWith('/renamed') ? 'https://elsewhere.example' : null;
    response.writeHead(name === null ? 404 : 200, {
      'Content-Type': name === null ? 'text/html' : 'application/json',
    });
    response.end(name === null ? '<h1>Shop</h1>' : JSON.stringify({ issuer: name }));
  });
  let otherUrl = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  });
  afterAll(() => other.close());

  test.each([
    [
      'an issuer that is down',
      () => ({ PRECEPT_OIDC_ISSUER_URL: 'http://127.0.0.1:9' }),
      /cannot be reached: .*\S/,
    ],
    [
      'no issuer',
      () => ({ PRECEPT_OIDC_ISSUER_URL: otherUrl }),
      /does not answer as an OpenID issuer does \(HTTP 404\)/,
    ],
    [
      'an issuer with another name',
      () => ({ PRECEPT_OIDC_ISSUER_URL: `${otherUrl}/renamed` }),
      /says that it is another issuer/,
    ],
    [
      'plain http elsewhere',
      () => ({ PRECEPT_OIDC_ISSUER_URL: 'http://login.example' }),
      /plain http.*use https/,
    ],
    ['no client', () => ({ PRECEPT_OIDC_CLIENT_ID: '' }), /oidc_client_id is missing/],
    [
      'a port that is taken',
      () => ({ PRECEPT_OIDC_REDIRECT_PORT: new URL(otherUrl).port }),
      /port \d+ of 127.0.0.1 is in use already; set oidc_redirect_port/,
    ],
  ])('for %s', async (_, settings, says) => {
    const reader = await createReader(issuer, settings());
    const { code, stdout, stderr } = await reader.run(['login']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
