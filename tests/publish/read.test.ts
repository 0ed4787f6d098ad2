import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { SettingValues } from '../../src/config/settings.ts';
import { createHttpApp } from '../../src/faces/http/app.ts';
import { asked, localContent, reader, rulesOf, warnings } from '../federation/servers.ts';
import { stopDate } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import type { TestService } from '../support/service.ts';
import { rule, type Site, startSite } from './site.ts';

const open = (url: string, settings: Partial<SettingValues> = {}): Promise<TestService> =>
  reader([url], localContent, { remote_retry_seconds: 0, ...settings });
const texts = async (from: TestService, scope = 'shop') => (await rulesOf(from, scope)).commandments.a?.rules;

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.publish({
    ...rule('Far'),
    'other/suggestions.yml': 'b:\n  ruleset: [Other]\n',
    // Names that objects have something of their own for.
    'constructor/commandments.yml': 'a:\n  ruleset: [Build]\n',
    'prototype/commandments.yml': 'a:\n  ruleset: [Try]\n',
  });
});

test('a manifest is a master: by http, and as a file', async () => {
  for (const url of [site.url, pathToFileURL(path.join(site.folder, 'precept.json')).href]) {
    const own = await open(url);
    const rules = await rulesOf(own);
    expect(rules).toMatchObject({
      commandments: { a: { rules: ['Far'] }, local: { rules: ['Keep calm'] } },
      metadata: { sources: ['local', url] },
    });
    expect(rules.unavailable).toBeUndefined();
    expect(await asked(own, 'list_scopes', {})).toEqual(['constructor', 'other', 'prototype', 'shop']);
    expect(await texts(own, 'prototype')).toEqual(['Try']);
    expect(await asked(own, 'reload', {})).toEqual({ reloaded: true, masters: [{ url, ok: true }] });
    expect(warnings(own)).toEqual([]);
  }
});

test('one conditional request tells that nothing has changed, for all scopes; a bundle is fetched once', async () => {
  const pass = stopDate();
  const folder = await tempFolder();
  const many = await startSite();
  const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
  await many.publish(
    Object.fromEntries(names.map((name) => [`${name}/commandments.yml`, `a:\n  ruleset: [${name}]\n`])),
  );
  const own = await open(many.url, { remote_keep_seconds: 3600, cache_dir: folder, cache_ttl_seconds: 60 });
  const all = (from: TestService) => Promise.all(names.map((name) => texts(from, name)));
  expect(await all(own)).toEqual(names.map((name) => [name]));
  const paths = () => many.stub.seen.splice(0).map((one) => one.path);
  expect(new Set(paths()).size).toBe(31);
  await all(own);
  expect(paths()).toEqual([]);
  pass(61_000);
  await all(own);
  expect(paths()).toEqual(['/precept.json']);
  // So it does for a new process.
  const next = await open(many.url, { remote_keep_seconds: 3600, cache_dir: folder });
  expect(await all(next)).toEqual(names.map((name) => [name]));
  expect(paths()).toEqual(['/precept.json']);
  await many.publish({ 's7/commandments.yml': 'a:\n  ruleset: [Newer]\n' });
  pass(61_000);
  expect((await all(own))[7]).toEqual(['Newer']);
  expect(paths()).toHaveLength(2);
  // Away: all copies serve.
  await many.stub.close();
  const away = await open(many.url, { remote_keep_seconds: 3600, cache_dir: folder });
  expect((await all(away))[8]).toEqual(['s8']);
  expect(await asked(away, 'list_scopes', {})).toEqual(['shop', ...names].sort());
});

test('a bundle that is not the one of the manifest, or is not there, concerns its scope alone', async () => {
  const spoilt = await startSite();
  await spoilt.publish({ ...rule('Far'), 'other/commandments.yml': 'a:\n  ruleset: [Other]\n' });
  const manifest = JSON.parse(await readFile(path.join(spoilt.folder, 'precept.json'), 'utf8'));
  const file = path.join(spoilt.folder, manifest.scopes.shop.path);
  const sound = await readFile(file, 'utf8');
  for (const wrong of [sound.replace('Far', 'Bar'), `${sound} `, sound.slice(0, -1), '']) {
    await writeFile(file, wrong);
    const own = await open(spoilt.url);
    expect(await rulesOf(own)).toMatchObject({
      unavailable: [{ reason: expect.stringContaining('not the one that its manifest names') }],
    });
    expect(await texts(own, 'other')).toEqual(['Other']);
  }
  await rm(file);
  expect(await rulesOf(await open(spoilt.url))).toMatchObject({
    unavailable: [{ reason: expect.stringContaining('404') }],
  });
  await writeFile(file, sound);
  expect(await texts(await open(spoilt.url))).toEqual(['Far']);
  await mkdir(path.join(spoilt.folder, 'sub'));
  for (const away of [
    '../x.json',
    '/x.json',
    'https://evil.example/x.json',
    '//evil.example/x',
    'a?b',
    'a/../b',
    'a#b',
    '%2e%2e/x',
    'a\\b',
    './a',
    '',
  ]) {
    manifest.scopes.shop.path = away;
    await writeFile(path.join(spoilt.folder, 'precept.json'), JSON.stringify(manifest));
    expect(await rulesOf(await open(spoilt.url)), away).toMatchObject({
      unavailable: [{ reason: expect.stringContaining('not below it') }],
    });
  }
});

test('what is no manifest is an outage, and local content is served', async () => {
  const broken = await startSite();
  await mkdir(broken.folder);
  for (const text of [
    '',
    '{',
    '[]',
    '{"format":2}',
    '<html>',
    'null',
    '{"format":1,"version":1,"issued_at":"x","scopes":{}}',
  ]) {
    await writeFile(path.join(broken.folder, 'precept.json'), text);
    const rules = await rulesOf(await open(broken.url));
    expect(rules.unavailable, text).toHaveLength(1);
    expect(rules.commandments.local?.rules).toEqual(['Keep calm']);
  }
  await rm(path.join(broken.folder, 'precept.json'));
  for (const url of [broken.url, pathToFileURL(path.join(broken.folder, 'precept.json')).href])
    expect((await rulesOf(await open(url))).unavailable).toMatchObject([{ url }]);
});

test('katas keep their files, those too, that are too large for a bundle', async () => {
  const large = 'x'.repeat(5 * 1024 * 1024);
  const own = await startSite();
  await own.publish({
    'shop/katas.yml':
      'delivery:\n  katas:\n    release:\n      files: {small.sh: small.sh, large.txt: large.txt}\n      procedure: 1. Go.\n',
    'shop/small.sh': 'npm test\n',
    'shop/large.txt': large,
  });
  const hash = createHash('sha256').update(large).digest('hex');
  expect(await readdir(path.join(own.folder, 'files'))).toEqual([hash]);
  for (const url of [own.url, pathToFileURL(path.join(own.folder, 'precept.json')).href]) {
    const { service } = await open(url);
    const app = createHttpApp(service, { readAsset: async () => null });
    app.listensOn({ host: '127.0.0.1', port: 8000 });
    const ask = (place: string) =>
      app.fetch(
        new Request(`http://127.0.0.1:8000/api/v1/scopes/shop/${place}`, {
          headers: { accept: 'application/json' },
        }),
      );
    expect(await (await ask('katas/release')).json()).toMatchObject({
      files: [
        { path: 'large.txt', size: large.length, sha256: hash },
        { path: 'small.sh', size: 9 },
      ],
    });
    expect(await (await ask(`files/${hash}`)).text()).toBe(large);
  }
  await rm(path.join(own.folder, 'files', hash));
  const { service } = await open(own.url);
  const app = createHttpApp(service, { readAsset: async () => null });
  app.listensOn({ host: '127.0.0.1', port: 8000 });
  const lost = await app.fetch(new Request(`http://127.0.0.1:8000/api/v1/scopes/shop/files/${hash}`));
  expect(lost.status).toBe(404);
  await own.publish({ 'shop/katas.yml': 'delivery:\n  katas: {release: 1. Go.}\n' }, '--prune');
  expect(await readdir(path.join(own.folder, 'files'))).toEqual([]);
});
