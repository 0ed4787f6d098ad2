import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { checkout } from '../trust/checkout.ts';
import { approve, createBrowser } from './browser.ts';
import { clientId, clientSecret, confidentialId, startIssuer, type TestIssuer } from './issuer.ts';
import { createReader, leaks, type Reader } from './reader.ts';
import { listen, type RecordingMaster } from './recording-master.ts';

// Each test starts the program several times.
vi.setConfig({ testTimeout: 120_000 });

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});

const nothing = () => listen(() => [404, {}]);
const [first, second] = ['https://one.example', 'https://two.example'];

/** A reader whose settings file has these masters, beside the issuer and the client of people. */
async function readerOf(
  masters: readonly object[],
  env: Readonly<Record<string, string>> = {},
): Promise<Reader> {
  const folder = await tempFolder({
    'settings.yml': JSON.stringify({ masters, cache_ttl_seconds: 0 }),
    'rules/shop/commandments.yml': 'a:\n  ruleset: [From here]\n',
  });
  return createReader(issuer, {
    PRECEPT_CONFIG_FILE: path.join(folder, 'settings.yml'),
    PRECEPT_RULES_PATH: path.join(folder, 'rules'),
    PRECEPT_OIDC_AUDIENCE: '',
    ...env,
  });
}

/** `precept login` with these arguments, in one browser for all the logins that it asks for. */
async function logIn(reader: Reader, args: readonly string[], times: number) {
  const program = await reader.start(['login', ...args]);
  const browser = createBrowser();
  let done = '';
  for (let time = 0; time < times; time++) {
    await vi.waitFor(() => expect(addresses(program.stderr())).toHaveLength(time + 1), { timeout: 60_000 });
    const url = addresses(program.stderr())[time] as string;
    expect(url).not.toBe(done);
    await approve(browser, url, 'ada');
    done = url;
  }
  return program.ended;
}

const addresses = (text: string) =>
  [...text.matchAll(/^https?:\S+code_challenge_method=\S+$/gm)].map(([url]) => url);

const bearer = ({ seen }: RecordingMaster) => seen.at(-1)?.authorization?.replace('Bearer ', '');
const claims = (token = ''): { aud?: unknown; sub?: unknown } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}');

test('two masters with audiences of their own and one that wants no login', async () => {
  const [one, two, open] = [await nothing(), await nothing(), await nothing()];
  const reader = await readerOf([
    { url: one.url, audience: first },
    { url: `${two.url}/`, audience: second },
    { url: open.url },
  ]);
  expect((await reader.run(['whoami'])).code).toBe(1);

  // Logged in for one of them, the other gets nothing of it.
  const partly = await logIn(reader, [one.url], 1);
  expect(partly).toMatchObject({ code: 0 });
  expect(partly.stdout).toContain(`It goes to ${one.url}, and nowhere else.`);
  expect((await reader.run(['rules', 'shop'])).stdout).toContain('From here');
  expect(claims(bearer(one))).toMatchObject({ aud: first, sub: 'ada' });
  expect([bearer(two), bearer(open)]).toEqual([undefined, undefined]);

  const { code, stdout } = await logIn(reader, [], 2);
  expect(code).toBe(0);
  expect(stdout).toContain(`Logged in at ${issuer.url} as Name of ada (ada) for ${first}.`);
  expect(stdout).toContain(`Logged in at ${issuer.url} as Name of ada (ada) for ${second}.`);
  expect(stdout).toContain(`It goes to ${two.url}, and nowhere else.`);
  await reader.run(['rules', 'shop']);
  expect(claims(bearer(one)).aud).toBe(first);
  expect(claims(bearer(two)).aud).toBe(second);
  expect(open.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  expect(Object.keys((await reader.stored()).logins).sort()).toEqual([
    `${issuer.url} ${clientId} ${first}`,
    `${issuer.url} ${clientId} ${second}`,
  ]);
  const who = await reader.run(['whoami']);
  expect(who.code).toBe(0);
  for (const audience of [first, second]) expect(who.stdout).toContain(`- audience: ${audience}`);

  const out = await reader.run(['logout', two.url]);
  expect(out).toMatchObject({ code: 0 });
  expect(Object.keys((await reader.stored()).logins)).toEqual([`${issuer.url} ${clientId} ${first}`]);
  expect((await reader.run(['whoami', one.url])).code).toBe(0);
  const half = await reader.run(['whoami']);
  expect(half.code).toBe(1);
  expect(half.stderr).toContain(`for ${second}; run "precept login"`);
  const none = await reader.run(['login', open.url]);
  expect([none.code, none.stderr]).toEqual([0, `${open.url} takes no login.\n`]);
  const wrong = await reader.run(['login', 'https://other.example']);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain(`not a master of these settings; they are ${one.url}`);
  expect(leaks(issuer, reader.printed)).toEqual([]);
});

test('a token from a file is read again when it has changed, and goes before a variable and a login', async () => {
  const master = await nothing();
  const folder = await tempFolder({ token: 'first-token\n' });
  const file = path.join(folder, 'token');
  const reader = await readerOf(
    [{ url: master.url, audience: first, token_file: file, token_env: 'RULES_TOKEN' }],
    { RULES_TOKEN: 'from-the-variable', PRECEPT_HTTP_PORT: '0' },
  );
  const server = await reader.start(['serve']);
  await server.logged('listening on');
  const [, address = ''] = /listening on (\S+)/.exec(server.stderr()) ?? [];
  const ask = async () => {
    await (await fetch(`${address}/api/v1/scopes/shop/rules`)).text();
    return bearer(master);
  };
  expect(await ask()).toBe('first-token');
  await writeFile(file, 'second-token-that-is-longer');
  expect(await ask()).toBe('second-token-that-is-longer');
  await writeFile(file, 'not a token\r\nX-Evil: 1');
  expect(await ask()).toBe(undefined);
  await rm(file);
  expect(await ask()).toBe('from-the-variable');
  expect((await reader.run(['login'])).stderr).toBe(
    `${master.url} gets the token of RULES_TOKEN; nobody has to log in.\n`,
  );
  expect(server.stderr()).toContain(`${file} does not hold an access token`);
  for (const secret of ['first-token', 'second-token', 'X-Evil', 'from-the-variable'])
    expect(server.stderr()).not.toContain(secret);
  server.signal('SIGTERM');
  await server.ended;
  const bare = await readerOf([{ url: master.url, token_env: 'NOT_SET' }]);
  expect((await bare.run(['rules', 'shop'])).stderr).toContain(
    `${master.url} gets no token: NOT_SET is not set`,
  );
});

test('a client with a secret gets tokens by itself, and one new one after a 401', async () => {
  const given: (string | undefined)[] = [];
  const master = await listen(({ authorization }) => {
    given.push(authorization);
    return new Set(given).size < 2 ? [401, {}] : [404, {}];
  });
  const entry = {
    url: master.url,
    audience: first,
    client_id: confidentialId,
    client_secret_env: 'RULES_CLIENT_SECRET',
  };
  const reader = await readerOf([entry], { RULES_CLIENT_SECRET: clientSecret });
  const { code, stderr } = await reader.run(['rules', 'shop']);
  expect([code, stderr]).toEqual([0, '']);
  expect(issuer.granted('client_credentials')).toBe(2);
  expect(given[0]).not.toBe(given[1]);
  expect(claims(bearer(master))).toMatchObject({ aud: first });
  const wrong = await readerOf([entry], { RULES_CLIENT_SECRET: 'not-the-secret' });
  const refused = await wrong.run(['rules', 'shop']);
  expect(refused.code).toBe(0);
  expect(refused.stderr).toMatch(/the client precept-ci gets no token: .*client/);
  expect(refused.stderr).not.toContain('not-the-secret');
});

test('the masters of a checkout get no login until it is trusted', async () => {
  const master = await nothing();
  const entry = { url: master.url, audience: first, token_env: 'RULES_TOKEN', client_id: 'x' };
  const here = await checkout(`masters: ${JSON.stringify([entry])}\n`, {});
  const env = { RULES_TOKEN: 'a-secret-of-mine' };
  const before = await here.run(['rules', 'shop'], env);
  expect(before.stderr).toMatch(
    /masters\[\]\.audience, masters\[\]\.token_env, masters\[\]\.client_id have no effect.*"precept trust"/,
  );
  expect(master.seen.length).toBeGreaterThan(0);
  expect(master.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  const asked = await here.run(['trust']);
  expect(asked.stdout).toContain(`masters: ${JSON.stringify([entry])}`);
  await here.run(['rules', 'shop'], env);
  expect(bearer(master)).toBe('a-secret-of-mine');
});
