import { expect, test } from 'vitest';
import { load, problemsOf, projectFile } from './world.ts';

const inFile = (masters: unknown, more: object = {}) => ({
  files: { [projectFile]: JSON.stringify({ masters, ...more }) },
});
const url = 'https://rules.example';

test('entries are read in order, their addresses stand for master_server_url, and files start at the project', async () => {
  const masters = [
    {
      url: `${url}/`,
      audience: 'a',
      token_file: 'secrets/token',
      keys: 'MCowBQYDK2VwAyEArVwIACczBlehSTYYkb/0Bs9blo6qQ+HHIFf6xe5goSE=',
    },
    { url: 'http://127.0.0.1:8000', token_env: 'TOKEN', issuer: null },
  ];
  const { settings } = await load(inFile(masters));
  expect(settings.master_server_url).toEqual([url, 'http://127.0.0.1:8000']);
  expect(settings.masters).toEqual([
    {
      url,
      audience: 'a',
      token_file: '/work/shop/secrets/token',
      keys: ['MCowBQYDK2VwAyEArVwIACczBlehSTYYkb/0Bs9blo6qQ+HHIFf6xe5goSE='],
    },
    { url: 'http://127.0.0.1:8000', token_env: 'TOKEN' },
  ]);
  const fromEnv = await load({ env: { PRECEPT_MASTERS: JSON.stringify(masters.slice(1)) } });
  expect(fromEnv.settings.master_server_url).toEqual(['http://127.0.0.1:8000']);
});

test.each<[string, unknown, RegExp]>([
  ['no list', { url }, /setting masters .*it is not a list of mappings with url/],
  ['an address alone', [url], /entry 1 is not a mapping with url; write "- url: https:\/\/rules\.example"/],
  ['a secret alone', ['hush-hush'], /write "- url: https:\/\/rules\.example\.com"/],
  ['no address', [{ audience: 'a' }], /entry 1 has no url/],
  ['an address of nothing', [{ url: 'rules.example' }], /entry 1 has no url/],
  [
    'an unknown key',
    [{ url, token: 'hush-hush' }],
    /entry 1 \(https:\/\/rules\.example\): "token" is not one of url, issuer/,
  ],
  [
    'a secret for a name',
    [{ url, token_env: 'hush-hush' }],
    /token_env is not the name of an environment variable/,
  ],
  ['no text', [{ url, audience: 5 }], /audience is not text/],
  ['keys of no text', [{ url, keys: [5] }], /keys is not a public key/],
  ['an issuer of nothing', [{ url, issuer: 'login', audience: 'a' }], /issuer is not an address/],
  ['a secret for nobody', [{ url, client_secret_env: 'X' }], /client_secret_env needs client_id or audience/],
  ['one twice', [{ url }, { url: `${url}/` }], /entry 2: https:\/\/rules\.example is named twice/],
])('%s is a mistake that shows no secret', async (_, masters, says) => {
  const problems = await problemsOf(inFile(masters));
  expect(problems).toEqual([expect.stringMatching(says)]);
  expect(problems.join()).not.toContain('hush-hush');
});

test('masters and master_server_url together are a mistake', async () => {
  const both = 'settings masters and master_server_url are both given; keep one of them';
  expect(await problemsOf(inFile([{ url }], { master_server_url: url }))).toEqual([both]);
  expect(await problemsOf({ ...inFile([{ url }]), env: { PRECEPT_MASTER_SERVER_URL: url } })).toEqual([both]);
});

test('without trust only addresses and keys have effect', async () => {
  const masters = [
    {
      url,
      audience: 'a',
      token_env: 'T',
      keys: ['MCowBQYDK2VwAyEArVwIACczBlehSTYYkb/0Bs9blo6qQ+HHIFf6xe5goSE='],
    },
    { url: `${url}/b` },
  ];
  const { settings, trust } = await load({ ...inFile(masters), consent: { state: 'never' } });
  expect(settings.masters).toEqual([
    { url, keys: ['MCowBQYDK2VwAyEArVwIACczBlehSTYYkb/0Bs9blo6qQ+HHIFf6xe5goSE='] },
    { url: `${url}/b` },
  ]);
  expect(trust.gated).toMatchObject([
    { name: 'masters', parts: ['masters[].audience', 'masters[].token_env'] },
  ]);
  expect((await load({ ...inFile([{ url }]), consent: { state: 'never' } })).trust.state).toBe('free');
});
