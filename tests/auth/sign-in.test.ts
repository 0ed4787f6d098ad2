import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toReturnPath } from '../../src/faces/http/sign-in/return-path.ts';
import { type Server, startServer } from '../federation/servers.ts';
import { problemOf } from '../http/client.ts';
import { approve, createBrowser, refuse, type ScriptedBrowser } from './browser.ts';
import { audience, clientId, clientSecret, confidentialId, startIssuer, type TestIssuer } from './issuer.ts';
import { leaks } from './reader.ts';

const content = {
  'open/commandments.yml': 'a:\n  ruleset: [Everybody]\n',
  'secret/metadata.yml': 'auth: {accepted_roles: [owner], roles_claim: realm_access.roles}\n',
  'secret/commandments.yml': 'a:\n  ruleset: [Classified]\n',
};
const secret = 'a-secret-of-more-than-32-characters-for-tests';
const session = '__Host-precept';

let issuer: TestIssuer;
let server: Server;
let settings: Record<string, unknown>;
beforeAll(async () => {
  issuer = await startIssuer();
  issuer.claims.ada = { realm_access: { roles: ['owner'] } };
  settings = {
    auth_issuer_url: issuer.url,
    auth_audience: audience,
    auth_client_id: clientId,
    session_secret: [secret],
  };
  server = await startServer(content, settings);
});

let browser: ScriptedBrowser;
beforeEach(() => {
  browser = createBrowser();
});
afterEach(() => {
  vi.useRealTimers();
});

const hostOf = (url: string) => new URL(url).host;
const keptBy = (one: ScriptedBrowser, name = session, at = server) =>
  one.cookies.get(`${hostOf(at.url)} ${name}`);

/** What a browser keeps while it signs in. */
const bondOf = (one: ScriptedBrowser) => [...one.cookies].find(([name]) => name.includes('-sign-in-')) ?? [];

/** What the browser is sent to, for a request that is answered with a redirect. */
async function sentTo(one: ScriptedBrowser, url: string, status = 302): Promise<string> {
  const answer = await one.send(url);
  expect([answer.status, await answer.text()]).toEqual([status, '']);
  return answer.headers.get('location') ?? '';
}

/** Signs in, and gives what the browser ends at. */
const signIn = (account: string, path = '/', at = server) => approve(browser, at.url + path, account);

/** Lets so many seconds pass, for server and issuer. */
function pass(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

describe('a person without a session', () => {
  test('is sent to sign in, and comes back to the page that was asked for', async () => {
    const asked = `${server.url}/find?q=gr%C3%B6%C3%9Fe&scope=`;
    const login = await sentTo(browser, asked);
    expect(login).toBe('/auth/login?return_to=%2Ffind%3Fq%3Dgr%25C3%25B6%25C3%259Fe%26scope%3D');
    const away = new URL(await sentTo(browser, server.url + login));
    expect(away.origin).toBe(issuer.url);
    expect(Object.fromEntries(away.searchParams)).toMatchObject({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: `${server.url}/auth/callback`,
      scope: 'openid profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w.-]{100,}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      resource: audience,
    });
    const page = await approve(browser, away.href, 'ada');
    expect([page.url, page.status]).toEqual([asked, 200]);
    expect(page.text).toContain('<span>Name of ada</span>');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding, Authorization, Cookie');
    expect(page.headers.get('etag')).toBeNull();
  });

  test('gets cookies that scripts, other sites and plain http never see', async () => {
    await signIn('ada');
    const own = browser.lines.filter((line) => line.startsWith('__Host-'));
    expect(own.length).toBeGreaterThanOrEqual(2);
    for (const line of own)
      expect(line).toMatch(/^__Host-[\w-]+=[\w.-]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(keptBy(browser)).toMatch(/^[\w.-]+$/);
    expect((keptBy(browser) ?? '').length).toBeLessThan(1000);
  });

  test.each([
    ['a script', { accept: 'text/html', 'sec-fetch-dest': 'empty' }, '/'],
    ['a program', { accept: 'application/json' }, '/'],
    ['a program of the API', { accept: '*/*' }, '/api/v1/scopes'],
    ['a wrong token', { accept: 'text/html', authorization: 'Bearer x.y.z' }, '/'],
    ['a collector of metrics', { accept: 'text/html' }, '/metrics'],
  ])('%s gets 401', async (_who, headers, path) => {
    const answer = await browser.send(server.url + path, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*resource_metadata="/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    if (headers.accept === 'text/html') expect(await answer.text()).toContain('<h1>');
    else expect((await problemOf(answer)).code).toBe('unauthorized');
  });

  test('sees the look of the pages, and nothing else', async () => {
    const page = await browser.send(`${server.url}/`, { headers: { authorization: 'Bearer x.y.z' } });
    const style = /href="(\/explorer\/explorer\.css[^"]+)"/.exec(await page.text())?.[1];
    expect((await browser.send(`${server.url}${style}`)).status).toBe(200);
  });
});

describe('a session', () => {
  test('counts for pages, documentation and the API, by the roles of its token', async () => {
    expect((await signIn('ada', '/scopes/secret')).text).toContain('Classified');
    for (const path of ['/docs', '/openapi.json', '/api/v1/scopes', '/api/v1/scopes/secret/rules']) {
      const answer = await browser.send(server.url + path, { headers: { accept: '*/*' } });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('vary')).toMatch(/\bCookie\b/);
      expect(answer.headers.get('cache-control')).toMatch(/^private, no-/);
    }
    // The API's description says that a session does it, too.
    const described = await browser.send(`${server.url}/openapi.json`, { headers: { accept: '*/*' } });
    const { security, components } = (await described.json()) as Record<string, Record<string, unknown>>;
    expect(security).toEqual([{ token: [] }, { session: [] }]);
    expect(components?.securitySchemes).toMatchObject({
      token: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: session },
    });
    const head = await browser.send(`${server.url}/`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, null]);
    expect((await browser.send(`${server.url}/metrics`)).status).toBe(401);
    const wrong = { accept: '*/*', authorization: 'Bearer x.y.z' };
    expect((await browser.send(`${server.url}/api/v1/scopes`, { headers: wrong })).status).toBe(401);
  });

  test('without a role is told so on a page, not sent round in circles', async () => {
    const page = await signIn('bob', '/scopes/secret');
    expect([page.status, page.url]).toEqual([403, `${server.url}/scopes/secret`]);
    expect(page.text).toContain('<h1>Not open to you</h1>');
    expect(page.text).toContain('<span>Name of bob</span>');
    expect(page.text).not.toMatch(/Classified|owner/);
    expect((await browser.open(`${server.url}/`)).text).not.toContain('secret');
    const problem = await browser.send(`${server.url}/api/v1/scopes/secret/rules`, {
      headers: { accept: 'application/json' },
    });
    expect((await problemOf(problem)).code).toBe('forbidden');
  });

  test('writes only where a page of this server does', async () => {
    await signIn('ada');
    const reload = (headers: Record<string, string>) =>
      browser.send(`${server.url}/api/v1/reload`, { method: 'POST', headers: { accept: '*/*', ...headers } });
    expect((await reload({})).status).toBe(401);
    const form = { method: 'POST', headers: { accept: 'text/html' } };
    expect(await (await browser.send(`${server.url}/find`, form)).text()).toMatch(
      /You are not signed in here.*href="\/auth\/login\?return_to=%2F"/s,
    );
    expect((await reload({ 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    expect((await reload({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await reload({ origin: 'null' })).status).toBe(403);
    expect((await reload({ origin: server.url })).status).toBe(200);
  });

  test('that was changed, cut, of another purpose or of another key is none', async () => {
    await signIn('ada');
    const good = keptBy(browser) ?? '';
    const other = await startServer(content, { ...settings, session_secret: ['x'.repeat(32)] });
    const state = new URL(await sentTo(browser, `${server.url}/auth/login`)).searchParams.get('state') ?? '';
    const bond = bondOf(browser)[1] ?? '';
    const head = good.slice(0, 60);
    for (const text of [
      `${head}${good.slice(60).toUpperCase()}`,
      good.slice(0, -1),
      bond,
      state,
      'x',
      '..',
      '',
    ])
      expect(await scopesFor(server, text)).toBe(401);
    expect(await scopesFor(other, good)).toBe(401);
    const elsewhere = await startServer(content, { ...settings, auth_audience: 'https://other.example' });
    expect(await scopesFor(elsewhere, good)).toBe(401);
    expect(await scopesFor(server, good)).toBe(200);
  });

  test('is good on every replica, and while its key is replaced', async () => {
    const next = await startServer(content, { ...settings, session_secret: ['n'.repeat(40), secret] });
    await signIn('ada');
    expect(await scopesFor(next, keptBy(browser) ?? '')).toBe(200);
    const newer = await approve(createBrowser(), `${next.url}/`, 'ada');
    expect(newer.status).toBe(200);
  });

  test('renews itself before it ends, without a question', async () => {
    const page = await signIn('ada', '/find');
    const first = keptBy(browser);
    pass(3000);
    expect((await browser.send(`${server.url}/find`)).status).toBe(200);
    expect(keptBy(browser)).toBe(first);
    pass(560);
    const silent = new URL(await sentTo(browser, `${server.url}/find?q=a`));
    expect([silent.origin, silent.searchParams.get('prompt')]).toEqual([issuer.url, 'none']);
    // Scripts are not sent away meanwhile.
    const data = await browser.send(`${server.url}/api/v1/scopes`, { headers: { accept: '*/*' } });
    expect(data.status).toBe(200);
    const renewed = await browser.open(`${server.url}/find?q=a`);
    expect([renewed.status, renewed.url]).toEqual([200, `${server.url}/find?q=a`]);
    expect(keptBy(browser)).not.toBe(first);
    expect(page.status).toBe(200);
  });

  test('whose person has left the issuer asks again', async () => {
    await signIn('ada');
    for (const key of [...browser.cookies.keys()])
      if (key.startsWith(hostOf(issuer.url))) browser.cookies.delete(key);
    pass(3570);
    const page = await browser.open(`${server.url}/find`);
    expect(page.url).toContain(`${issuer.url}/interaction/`);
  });

  test('has ended with its token, and at the latest after session_hours', async () => {
    await signIn('ada');
    const text = keptBy(browser) ?? '';
    pass(3601);
    expect(await scopesFor(server, text)).toBe(401);
    expect(await sentTo(browser, `${server.url}/`)).toBe('/auth/login?return_to=%2F');
    vi.useRealTimers();
    issuer.setLifetime(7200);
    const hour = await startServer(content, { ...settings, session_hours: 1 });
    browser = createBrowser();
    await signIn('ada', '/', hour);
    const kept = keptBy(browser, session, hour) ?? '';
    pass(3590);
    expect(await scopesFor(hour, kept)).toBe(200);
    pass(20);
    expect(await scopesFor(hour, kept)).toBe(401);
    issuer.setLifetime(3600);
  });

  test('whose token is over when it comes does not go round in circles', async () => {
    issuer.setLifetime(1);
    const page = await signIn('ada');
    issuer.setLifetime(3600);
    expect([page.status, page.url]).toEqual([500, expect.stringContaining('/auth/callback?')]);
    expect(page.text).toContain('The sign-in did not work');
    expect(server.logged.join('')).toMatch(/a sign-in failed: .*compare the clocks/);
  });

  test('holds as many roles as a browser keeps, and says so where they are more', async () => {
    const groups = (count: number) =>
      Array.from({ length: count }, (_, index) => createHash('sha256').update(`${index}`).digest('hex'));
    issuer.claims.eve = { groups: groups(150), realm_access: { roles: ['owner'] } };
    const many = await signIn('eve', '/scopes/secret');
    expect(many.text).toContain('Classified');
    expect(keptBy(browser, `${session}-2`)).toBeDefined();
    for (const line of browser.lines) expect(line.length).toBeLessThan(4096);
    // A smaller session leaves nothing of the larger one.
    issuer.claims.eve = {};
    await signIn('eve', '/auth/login?return_to=/');
    expect(keptBy(browser, `${session}-2`)).toBeUndefined();
    expect((await browser.send(`${server.url}/`)).status).toBe(200);
    issuer.claims.eve = { groups: groups(499) };
    const page = await signIn('eve', '/auth/login?return_to=/');
    expect([page.status, page.text]).toEqual([500, expect.stringContaining('more roles than a browser')]);
  });
});

describe('signing out', () => {
  const signOut = (headers: Record<string, string>, at = server) =>
    browser.send(`${at.url}/auth/logout`, { method: 'POST', headers });

  test('ends the session, for a page of this server alone', async () => {
    await signIn('ada');
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await signOut(headers)).status).toBe(403);
    const read = await browser.send(`${server.url}/auth/logout`);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await browser.send(`${server.url}/`)).status).toBe(200);
    const out = await signOut({ origin: server.url });
    expect([out.status, out.headers.get('location')]).toEqual([303, '/auth/signed-out']);
    expect(keptBy(browser)).toBeUndefined();
    const bye = await browser.open(`${server.url}/auth/signed-out`);
    expect(bye.text).toContain('You are signed out');
    expect(bye.text).toContain(`href="${issuer.url}/session/end?client_id=${clientId}"`);
    expect((await browser.send(`${server.url}/`)).status).toBe(302);
  });

  test('where the listener lets a foreign page in, it does not let it sign out', async () => {
    const friends = await startServer(content, {
      ...settings,
      http_allowed_origins: ['https://friend.example'],
    });
    await signIn('ada', '/', friends);
    expect((await signOut({ origin: 'https://friend.example' }, friends)).status).toBe(403);
    const read = await browser.send(`${friends.url}/api/v1/scopes`, {
      headers: { accept: '*/*', origin: 'https://friend.example' },
    });
    expect(read.status).toBe(401);
  });
});

describe('an attacker', () => {
  test.each([
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['https:evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/%2Fevil.example', '/'],
    ['/%5Cevil.example', '/'],
    ['/%252Fevil.example', '/'],
    ['/./\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['/%2e/%2e//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n//evil.example', '/'],
    [' //evil.example', '/'],
    ['@evil.example', '/'],
    ['/auth/login?return_to=/auth/login', '/'],
    ['/find/../auth/logout', '/'],
    [`/${'x'.repeat(2000)}`, '/'],
    ['', '/'],
    ['/find?q=//evil.example', '/find?q=//evil.example'],
    ['/scopes/a%2Fb', '/scopes/a%2Fb'],
    ['/find?q=a%20b#c', '/find?q=a%20b'],
  ])('cannot have people sent on to %j', (asked, expected) => {
    expect(toReturnPath(asked)).toBe(expected);
  });

  test('cannot have anybody sent elsewhere from the address of the sign-in', async () => {
    const page = await signIn('ada', `/auth/login?return_to=${encodeURIComponent('//evil.example/')}`);
    expect(page.url).toBe(`${server.url}/`);
  });

  test('cannot sign another browser in, or plant a session', async () => {
    const attacker = createBrowser('/auth/callback?');
    const { url } = await approve(attacker, `${server.url}/auth/login?return_to=/`, 'bob');
    const victim = browser;
    const stale = await victim.open(url);
    expect([stale.status, stale.url]).toEqual([400, url]);
    expect(stale.text).toContain('This sign-in cannot be finished');
    expect(keptBy(victim)).toBeUndefined();
    // Nor one that is on the way to sign in itself.
    await victim.open(`${server.url}/`);
    expect((await victim.open(url)).status).toBe(400);
    expect(keptBy(victim)).toBeUndefined();
    // Whatever was there before is replaced.
    victim.cookies.set(`${hostOf(server.url)} ${session}`, 'planted');
    await signIn('ada');
    expect(keptBy(victim)).not.toBe('planted');
    // The one who began it can finish it, once.
    const own = await attacker.send(url);
    expect(own.status).toBe(302);
    expect((await attacker.send(url)).status).toBe(400);
    for (const query of ['', '?code=x', '?state=x&code=x', '?error=access_denied'])
      expect((await attacker.send(`${server.url}/auth/callback${query}`)).status).toBe(400);
    expect((await attacker.send(url, { method: 'HEAD' })).status).toBe(404);
  });

  test('who waited too long, or is refused, is told so', async () => {
    const slow = createBrowser('/auth/callback?');
    const { url } = await approve(slow, `${server.url}/`, 'ada');
    pass(16 * 60);
    expect((await slow.send(url)).status).toBe(400);
    vi.useRealTimers();
    const page = await refuse(browser, `${server.url}/`);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('You were not signed in')]);
    expect(page.text).toContain('href="/auth/login?return_to=%2F"');
  });
});

test('a client with a secret signs people in, too', async () => {
  const own = await startServer(content, {
    ...settings,
    auth_client_id: confidentialId,
    auth_client_secret: clientSecret,
    auth_scopes: 'profile',
  });
  const page = await signIn('ada', '/scopes/secret', own);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<span>ada</span>')]);
  const wrong = await startServer(content, {
    ...settings,
    auth_client_id: confidentialId,
    auth_client_secret: 'wrong',
  });
  expect((await signIn('ada', '/', wrong)).status).toBe(503);
  expect(wrong.logged.join('')).toMatch(/a sign-in failed: .*check auth_client_id and auth_client_secret \(/);
  expect(wrong.logged.join('')).not.toContain(clientSecret);
});

test('two tabs of one browser sign in at once', async () => {
  const tabs = await Promise.all(
    ['/find', '/compare'].map(async (path) =>
      sentTo(browser, server.url + (await sentTo(browser, server.url + path))),
    ),
  );
  expect(new Set(tabs.map((url) => new URL(url).searchParams.get('state'))).size).toBe(2);
  await signIn('ada', '/conflicts');
  for (const [index, path] of ['/find', '/compare'].entries()) {
    const page = await browser.open(tabs[index] ?? '');
    expect([page.status, page.url]).toEqual([200, server.url + path]);
  }
  expect(bondOf(browser)).toEqual([]);
  // Those that are never finished do not pile up.
  for (let tab = 0; tab < 25; tab++) await sentTo(browser, `${server.url}/auth/login`);
  expect([...browser.cookies.keys()].filter((name) => name.includes('-sign-in-')).length).toBeLessThan(21);
});

test('behind a proxy with a path, one replica finishes what another began', async () => {
  const address = 'https://rules.example/precept';
  const behind = { ...settings, public_url: address };
  const [one, two] = [await startServer(content, behind), await startServer(content, behind)];
  const login = await sentTo(browser, `${one.url}/find`);
  expect(login).toBe('/precept/auth/login?return_to=%2Ffind');
  const stopping = createBrowser(`${address}/auth/callback?`);
  const { url } = await approve(stopping, one.url + login.slice('/precept'.length), 'ada');
  // A browser knows one host, which stands for both.
  const [name = '', bond = ''] = bondOf(stopping);
  browser.cookies.set(name.replace(hostOf(one.url), hostOf(two.url)), bond);
  const back = url.replace(address, two.url);
  expect(await sentTo(browser, back)).toBe('/precept/find');
  const page = await browser.open(`${two.url}/find`);
  expect(page.text).toContain('action="/precept/auth/logout"');
  const out = { method: 'POST', headers: { origin: 'https://rules.example' } };
  expect((await browser.send(`${two.url}/auth/logout`, out)).headers.get('location')).toBe(
    '/precept/auth/signed-out',
  );
});

test('behind a trusted proxy, the address that it names is the one that counts', async () => {
  const behind = await startServer(content, { ...settings, trusted_proxies: ['127.0.0.1'] });
  const said = { 'x-forwarded-host': 'rules.example', 'x-forwarded-proto': 'https' };
  const login = await browser.send(`${behind.url}/auth/login`, { headers: said });
  const away = new URL(login.headers.get('location') ?? '');
  expect(away.searchParams.get('redirect_uri')).toBe('https://rules.example/auth/callback');
  const signOut = (origin: string) =>
    browser.send(`${behind.url}/auth/logout`, { method: 'POST', headers: { ...said, origin } });
  expect((await signOut('https://rules.example')).status).toBe(303);
  expect((await signOut('http://rules.example')).status).toBe(403);
  const plain = { 'x-forwarded-host': 'rules.example', 'x-forwarded-proto': 'http' };
  const refused = await browser.send(`${behind.url}/auth/login`, { headers: plain });
  expect([refused.status, behind.logged.join('')]).toEqual([500, expect.stringContaining('use https')]);
});

test('while the issuer is away, who is in stays in and who is out is told so', async () => {
  await signIn('ada');
  const fresh = await startServer(content, settings);
  await issuer.stop();
  const text = keptBy(browser) ?? '';
  const out = await fetch(`${fresh.url}/auth/login?return_to=/`);
  expect([out.status, out.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await out.text()).toContain('Nobody can sign in at the moment');
  expect(await scopesFor(fresh, text)).toBe(200);
  // Near its end, too: what cannot be renewed is used as long as it lasts.
  browser.cookies.set(`${hostOf(fresh.url)} ${session}`, text);
  pass(3570);
  expect((await browser.send(`${fresh.url}/`)).status).toBe(200);
  vi.useRealTimers();
  expect(fresh.logged.join('')).toContain(`a sign-in failed: ${issuer.url} cannot be reached`);
  await issuer.start();
  const page = await approve(createBrowser(), `${fresh.url}/`, 'ada');
  expect(page.status).toBe(200);
});

const scopesFor = async (at: Server, text: string) =>
  (await fetch(`${at.url}/api/v1/scopes`, { headers: { cookie: `${session}=${text}` } })).status;

test('nothing of tokens, codes and states is in the logs', () => {
  expect(leaks(issuer, server.logged)).toEqual([]);
});
