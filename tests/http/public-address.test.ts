import { expect, test } from 'vitest';
import { audience } from '../auth/issuer.ts';
import { startServer } from '../federation/servers.ts';
import { runProgram } from '../support/program.ts';
import { httpClient, jsonOf, problemOf, smallContent } from './client.ts';

const place = '/.well-known/oauth-protected-resource';
const login = { auth_issuer_url: 'https://login.example', auth_audience: audience };

test('public_url is the resource, with its path, and its host and origin are ours', async () => {
  const http = await httpClient(smallContent, { ...login, public_url: 'https://agents.example/precept/' });
  const refused = await http.get('/mcp');
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="https://agents.example${place}/precept"`,
  );
  for (const path of [place, `${place}/precept`]) {
    const { resource } = await jsonOf<{ resource: string }>(http.get(path));
    expect(resource).toBe('https://agents.example/precept');
  }
  const open = await httpClient(smallContent, { public_url: 'https://agents.example' });
  const ask = (host: string, origin: string) =>
    open.app.fetch(new Request(`http://${host}/api/v1/scopes`, { headers: { origin } }));
  expect((await ask('agents.example', 'https://agents.example')).status).toBe(200);
  expect((await ask('agents.example:443', 'https://agents.example')).status).toBe(200);
  expect((await ask('127.0.0.1:8000', 'https://agents.example')).status).toBe(200);
  expect((await problemOf(await ask('agents.example', 'http://agents.example'))).code).toBe('foreign-origin');
  expect((await problemOf(await ask('agents.example:81', 'https://agents.example'))).code).toBe(
    'foreign-host',
  );
});

test.each<[readonly string[], Record<string, string>, string]>([
  [['127.0.0.1'], { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' }, 'https://a.example'],
  [
    ['10.0.0.0/8', '127.0.0.0/8'],
    { 'x-forwarded-host': 'evil.example, a.example:81' },
    'http://a.example:81',
  ],
  [['::1', '10.0.0.0/8'], { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' }, ''],
  [[], { 'x-forwarded-host': 'a.example' }, ''],
  [['127.0.0.1'], { 'x-forwarded-host': 'a.example/x', 'x-forwarded-proto': 'ftp' }, ''],
  [['127.0.0.1'], { forwarded: 'host=a.example' }, ''],
])('of proxies %j, %j means %j', async (trusted_proxies, headers, expected) => {
  const server = await startServer(smallContent, { ...login, auth_audience: 'rules', trusted_proxies });
  const answer = await fetch(`${server.url}/mcp`, { headers });
  const base = expected === '' ? server.url : expected;
  expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${base}${place}"`);
});

test('what is no address is a mistake in the settings', async () => {
  for (const text of ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '::/129']) {
    const { code, stderr } = await runProgram(['scopes', '--trusted-proxies', text]);
    expect(code).toBe(2);
    expect(stderr).toContain(`"${text}" is not an IP address or a range of them, like 10.0.0.0/8`);
  }
});
