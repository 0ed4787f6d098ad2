import { execFile } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SettingValues } from '../../src/config/settings.ts';
import { signed } from '../../src/signing/envelope.ts';
import { manifestType } from '../../src/signing/manifest.ts';
import { newKey, readPrivateKey } from '../../src/signing/private-key.ts';
import { localContent, reader, rulesOf, startServer, warnings } from '../federation/servers.ts';
import { stopDate } from '../support/clock.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import type { TestService } from '../support/service.ts';
import { rule, type Site, startSite } from './site.ts';

interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid?: string; sig: string }[];
}
interface Manifest {
  version: number;
  expires_at: string | null;
  scopes: Record<string, { path: string; sha256: string; size: number }>;
}

const [one, two] = [newKey(), newKey()];
let keyFolder: string;
let site: Site;
/** What the publisher gave out first and last: the manifest, and all bundles by path. */
let first: Envelope;
let last: Envelope;
const bundles = new Map<string, Buffer>();

const manifestFile = () => path.join(site.folder, 'precept.json');
const put = (value: unknown) =>
  writeFile(manifestFile(), typeof value === 'string' ? value : JSON.stringify(value));
const read = async () => JSON.parse(await readFile(manifestFile(), 'utf8')) as Envelope;
const opened = ({ payload }: Envelope) => JSON.parse(Buffer.from(payload, 'base64').toString()) as Manifest;
/** The envelope with another manifest in it, and the signature of the old one. */
const edited = (envelope: Envelope, edit: (manifest: Manifest) => unknown): Envelope => {
  const manifest = opened(envelope);
  edit(manifest);
  return { ...envelope, payload: Buffer.from(JSON.stringify(manifest)).toString('base64') };
};

beforeAll(async () => {
  keyFolder = await tempFolder({ 'one.pem': one.pem, 'two.pem': two.pem });
  site = await startSite();
  const sign = ['--sign', path.join(keyFolder, 'one.pem')];
  await site.publish({ ...rule('Far'), 'other/commandments.yml': 'a:\n  ruleset: [Other]\n' }, ...sign);
  first = await read();
  await site.publish(rule('Newer'), ...sign);
  last = await read();
  for (const envelope of [first, last])
    for (const { path: file } of Object.values(opened(envelope).scopes))
      bundles.set(file, await readFile(path.join(site.folder, file)));
});

beforeEach(async () => {
  await put(last);
  for (const [file, bytes] of bundles) await writeFile(path.join(site.folder, file), bytes);
});

const open = (settings: Partial<SettingValues> = {}): Promise<TestService> =>
  reader([site.url], localContent, {
    remote_retry_seconds: 0,
    cache_ttl_seconds: 0,
    master_keys: { [site.url]: [one.publicKey] },
    ...settings,
  });
const texts = async (from: TestService, scope = 'shop') => (await rulesOf(from, scope)).commandments.a?.rules;
const bundleOf = (envelope: Envelope, scope: string) =>
  path.join(site.folder, opened(envelope).scopes[scope]?.path ?? '');

test('what is signed with a key of the settings is used, in whatever form the key is given', async () => {
  const pem = `-----BEGIN PUBLIC KEY-----\n${one.publicKey}\n-----END PUBLIC KEY-----\n`;
  const project = await tempFolder({
    'keys.pub': `# ours\n${two.publicKey}\n${one.publicKey}\n`,
    'one.pub.pem': pem,
  });
  for (const key of [one.publicKey, pem, 'keys.pub', './one.pub.pem']) {
    await writeFiles(project, {
      '.precept/settings.yml': JSON.stringify({
        master_server_url: site.url,
        master_keys: { [site.url]: key },
      }),
    });
    const { code, stdout, stderr } = await runProgram(['rules', 'shop'], { cwd: project });
    expect([code, stdout, stderr], key).toEqual([0, expect.stringContaining('Newer'), '']);
  }
  for (const [keys, says] of [
    [{ 'https://elsewhere.example': one.publicKey }, 'https://elsewhere.example is not a master'],
    [{ [site.url]: 'absent.pub' }, 'absent.pub'],
    [{ [site.url]: [one.publicKey.slice(0, -4)] }, 'Ed25519'],
  ] as const) {
    await writeFiles(project, {
      '.precept/settings.yml': JSON.stringify({ master_server_url: site.url, master_keys: keys }),
    });
    const { code, stderr } = await runProgram(['rules', 'shop'], { cwd: project });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/setting master_keys/)]);
    expect(stderr).toContain(says);
  }
});

test('a signed manifest without a key in the settings is used, with a warning', async () => {
  const own = await open({ master_keys: {} });
  expect(await texts(own)).toEqual(['Newer']);
  expect(warnings(own)).toEqual([expect.stringContaining('no key in master_keys')]);
});

describe('who holds the files and not the key can stop updates, and no more:', () => {
  const unsigned = /not signed/;
  const bad = /signed by no key/;
  test.each<[string, () => unknown, RegExp]>([
    ['an older manifest', () => put(first), /goes back from version/],
    ['one without a signature', () => put(opened(last)), unsigned],
    ['one whose signatures are gone', () => put({ ...last, signatures: [] }), bad],
    ['one of another key', () => put({ ...last, signatures: first.signatures }), bad],
    ['one of another type', () => put({ ...last, payloadType: 'application/json' }), /another type/],
    [
      'a scope too many',
      () => put(edited(last, ({ scopes }) => Object.assign(scopes, { evil: scopes.shop }))),
      bad,
    ],
    ['a scope too few', () => put(edited(last, ({ scopes }) => delete scopes.shop)), bad],
    ['a later version', () => put(edited(last, (manifest) => manifest.version++)), bad],
    ['no end', () => put(edited(last, (manifest) => Object.assign(manifest, { expires_at: null }))), bad],
    [
      'an older bundle by the new one’s hash',
      () => put(edited(last, ({ scopes }) => Object.assign(scopes, { shop: opened(first).scopes.shop }))),
      bad,
    ],
    ['a manifest that is cut', () => put(JSON.stringify(last).slice(0, -20)), /not valid JSON/],
    ['a payload that is cut', () => put({ ...last, payload: last.payload.slice(0, -40) }), /shape/],
    ['none at all', () => rm(manifestFile()), /404/],
  ])('%s', async (_, attack, reason) => {
    const settings = { remote_keep_seconds: 3600, cache_dir: await tempFolder() };
    expect(await texts(await open(settings))).toEqual(['Newer']);
    await attack();
    const own = await open(settings);
    const rules = await rulesOf(own);
    expect(rules).toMatchObject({
      commandments: { a: { rules: ['Newer'] } },
      unavailable: [{ as_of: expect.any(String), reason: expect.stringMatching(reason) }],
    });
    await expect(texts(own, 'evil')).rejects.toThrow('no scope "evil"');
    expect(warnings(own)).toEqual([expect.stringMatching(reason)]);
    // Who has no copy goes without; an older one that is still good is all that can be played to them.
    const fresh = await texts(await open());
    expect(fresh).toEqual(/goes back/.test(reason.source) ? ['Far'] : undefined);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'an older bundle',
      async () => writeFile(bundleOf(last, 'shop'), await readFile(bundleOf(first, 'shop'))),
    ],
    [
      'another scope’s bundle',
      async () => writeFile(bundleOf(last, 'shop'), await readFile(bundleOf(last, 'other'))),
    ],
    [
      'a bundle that is cut',
      async () => writeFile(bundleOf(last, 'shop'), (await readFile(bundleOf(last, 'shop'))).subarray(0, -1)),
    ],
    ['no bundle', () => rm(bundleOf(last, 'shop'))],
  ])('%s', async (_, attack) => {
    await attack();
    const rules = await rulesOf(await open());
    expect(rules.commandments.a).toBeUndefined();
    expect(rules.unavailable).toHaveLength(1);
    expect(await texts(await open(), 'other')).toEqual(['Other']);
  });

  test('what is played again counts for nothing once it has expired; copies serve on', async () => {
    const pass = stopDate();
    const settings = { remote_keep_seconds: 31_536_000, cache_dir: await tempFolder() };
    const own = await open(settings);
    expect(await texts(own)).toEqual(['Newer']);
    pass(31 * 86_400_000);
    for (const from of [own, await open(settings)]) {
      expect(await rulesOf(from)).toMatchObject({
        commandments: { a: { rules: ['Newer'] } },
        unavailable: [{ as_of: expect.any(String), reason: expect.stringContaining('expired at') }],
      });
    }
    expect(await texts(await open())).toBeUndefined();
  });

  test('versions are remembered where no copies are kept, too', async () => {
    const settings = { cache_dir: await tempFolder() };
    await texts(await open(settings));
    await put(first);
    expect(await rulesOf(await open(settings))).toMatchObject({
      unavailable: [{ reason: expect.stringContaining('goes back') }],
    });
  });
});

test('doctor says what is wrong with a manifest, and how long a good one holds', async () => {
  const project = await tempFolder({
    '.precept/rules/own/commandments.yml': 'a:\n  ruleset: [Own]\n',
    '.precept/settings.yml': JSON.stringify({
      master_server_url: site.url,
      master_keys: { [site.url]: one.publicKey },
      remote_retry_seconds: 0,
    }),
  });
  const cache = await tempFolder();
  const doctor = () => runProgram(['doctor'], { cwd: project, env: { XDG_CACHE_HOME: cache } });
  expect((await doctor()).stdout).toMatch(/precept\.json is signed, good until 20/);
  const renewed = (edit: Partial<Manifest>) =>
    put(
      signed(
        manifestType,
        JSON.stringify({ ...opened(last), ...edit }),
        readPrivateKey(one.pem) as KeyObject,
      ),
    );
  await renewed({ expires_at: new Date(Date.now() + 86_400_000).toISOString() });
  expect((await doctor()).stdout).toMatch(/good only until/);
  await renewed({ expires_at: new Date(Date.now() - 1000).toISOString() });
  expect(await doctor()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('its manifest expired at'),
  });
  await put(opened(last));
  expect(await doctor()).toMatchObject({ code: 1, stdout: expect.stringContaining('is not signed') });
});

test('signatures of ssh-keygen beside the manifest count, with its keys', async () => {
  const own = await startSite();
  await own.publish();
  const run = promisify(execFile);
  const key = path.join(await tempFolder(), 'id');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const file = path.join(own.folder, 'precept.json');
  const sign = async (namespace = 'precept') => {
    await rm(`${file}.sig`, { force: true });
    await run('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', namespace, file]);
  };
  const publicKey = await readFile(`${key}.pub`, 'utf8');
  const said = async (text = publicKey) => {
    const values = { master_keys: { [own.url]: [text] }, remote_retry_seconds: 0 };
    const { commandments, unavailable } = await rulesOf(await reader([own.url], localContent, values));
    return commandments.a?.rules ?? unavailable?.[0]?.reason;
  };
  expect(await said()).toContain('not signed');
  await sign();
  expect(await said()).toEqual(['Far']);
  expect(await said(one.publicKey)).toContain('signed by no key');
  await sign('file');
  expect(await said()).toMatch(/signed by no key that master_keys has for it$/);
  await sign();
  // What is published anew needs a new signature, and whoever publishes hears of it.
  const cwd = path.dirname(own.folder);
  const publish = (...args: string[]) => runProgram(['publish', 'out', ...args], { cwd });
  expect(await publish('--check')).toMatchObject({ code: 0, stderr: '' });
  expect(await publish()).toMatchObject({ code: 0, stderr: '' });
  await writeFiles(path.join(cwd, '.precept/rules'), rule('Newer'));
  const told = /precept\.json\.sig is not a signature of this precept\.json.*ssh-keygen -Y sign -n precept/;
  expect(await publish()).toMatchObject({ code: 0, stderr: expect.stringMatching(told) });
  expect(await said()).toMatch(/signed by no key .*precept\.json\.sig beside it is of another precept\.json/);
  expect(await said(one.publicKey)).not.toContain('beside it');
  expect(await publish('--check')).toMatchObject({ code: 1, stderr: expect.stringMatching(told) });
  await sign();
  expect(await publish('--check')).toMatchObject({ code: 0, stderr: '' });
  expect(await said()).toEqual(['Newer']);
  const signed = await publish('--sign', path.join(keyFolder, 'one.pem'));
  expect(signed).toMatchObject({ code: 0, stderr: expect.stringContaining('precept.json.sig is not used') });
});

describe('a server with signing_key', () => {
  const live = async (files = rule('Far')) =>
    startServer(files, { signing_key: path.join(keyFolder, 'one.pem') });
  const readerOf = (url: string, key: string, more: Partial<SettingValues> = {}) =>
    reader([url], localContent, {
      master_keys: { [url]: [key] },
      remote_retry_seconds: 0,
      cache_ttl_seconds: 0,
      ...more,
    });

  test('signs its manifest, and readers with its key merge what it names', async () => {
    const server = await live();
    const own = await readerOf(server.url, one.publicKey);
    expect(await texts(own)).toEqual(['Far']);
    expect((await rulesOf(own)).metadata.sources).toEqual(['local', server.url]);
    expect(await texts(await readerOf(server.url, two.publicKey))).toBeUndefined();
    await writeFiles(server.rulesPath, rule('Newer'));
    await fetch(`${server.url}/api/v1/reload`, { method: 'POST' });
    expect(await texts(own)).toEqual(['Newer']);
    // One in between that changes what is served is found out.
    server.before = async ({ url }) =>
      url.endsWith('/bundle') ? Response.json({ format: 1, scope_name: 'shop', metadata: {} }) : undefined;
    expect(await rulesOf(await readerOf(server.url, one.publicKey))).toMatchObject({
      unavailable: [{ reason: expect.stringContaining('not the one that its manifest names') }],
    });
  });

  test('is asked with a condition, which holds for half a day of the same content', async () => {
    const pass = stopDate();
    const server = await live();
    const get = async (etag = '') => {
      const response = await fetch(`${server.url}/api/v1/precept.json`, {
        headers: { 'If-None-Match': etag },
      });
      return {
        status: response.status,
        etag: response.headers.get('etag') ?? '',
        text: await response.text(),
      };
    };
    const { etag, text } = await get();
    const { payload } = JSON.parse(text) as Envelope;
    const manifest = opened({ payload } as Envelope);
    expect(Date.parse(String(manifest.expires_at)) - manifest.version * 1000).toBeLessThan(86_401_000);
    expect(await get(etag)).toMatchObject({ status: 304, etag });
    pass(12 * 3_600_000);
    const later = await get(etag);
    expect(later.status).toBe(200);
    expect(opened(JSON.parse(later.text) as Envelope).version).toBe(manifest.version + 12 * 3600);
  });

  test('without one gives a plain manifest, and an unsigned one is refused', async () => {
    const server = await startServer(rule('Far'));
    const manifest = await (await fetch(`${server.url}/api/v1/precept.json`)).json();
    expect(manifest).toMatchObject({ format: 1, scopes: { shop: { path: 'scopes/shop/bundle' } } });
    expect(await rulesOf(await readerOf(server.url, one.publicKey))).toMatchObject({
      unavailable: [{ reason: expect.stringMatching(/not signed/) }],
    });
  });
});
