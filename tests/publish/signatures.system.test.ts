import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SettingValues } from '../../src/config/settings.ts';
import { localContent, reader, rulesOf, startServer, warnings } from '../federation/servers.ts';
import { stopDate } from '../support/clock.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { type Envelope, one, opened, type SignedSite, startSignedSite, texts, two } from './signed-site.ts';
import { rule, startSite } from './site.ts';

let site: SignedSite;
beforeAll(async () => {
  site = await startSignedSite();
});

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
  const own = await site.open({ master_keys: {} });
  expect(await texts(own)).toEqual(['Newer']);
  expect(warnings(own)).toEqual([expect.stringContaining('no key in master_keys')]);
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
  const signed = await publish('--sign', path.join(site.keys, 'one.pem'));
  expect(signed).toMatchObject({ code: 0, stderr: expect.stringContaining('precept.json.sig is not used') });
});

describe('a server with signing_key', () => {
  const live = async (files = rule('Far')) =>
    startServer(files, { signing_key: path.join(site.keys, 'one.pem') });
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
