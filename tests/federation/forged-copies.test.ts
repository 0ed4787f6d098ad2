import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { forge } from './forged-copies.ts';
import { asked, localContent, reader, rulesOf, startServer } from './servers.ts';

const master = () => startServer({ 'shop/commandments.yml': 'a:\n  ruleset: [Remote]\n' });

test('a copy of another text than the one that a Precept server gave its ETag to is not taken for it', async () => {
  const { url } = await master();
  const settings = { remote_keep_seconds: 3600, cache_dir: await tempFolder(), remote_retry_seconds: 0 };
  const open = () => reader([url], localContent, settings);
  const texts = async () => (await rulesOf(await open())).commandments.a?.rules;
  expect(await texts()).toEqual(['Remote']);
  expect(await asked(await open(), 'list_scopes', {})).toEqual(['shop']);
  expect(await forge(settings.cache_dir, 'Remote', 'Forged')).toBe(1);
  expect(await forge(settings.cache_dir, /^\["shop"\]$/, '["shop","forged"]')).toBe(1);
  expect(await texts()).toEqual(['Remote']);
  expect(await asked(await open(), 'list_scopes', {})).toEqual(['shop']);
  // It was written anew.
  expect(await forge(settings.cache_dir, 'Forged', '')).toBe(0);
});

test('a damaged copy is told once, by its file', async () => {
  const server = await master();
  const settings = { remote_keep_seconds: 3600, cache_dir: await tempFolder(), remote_retry_seconds: 0 };
  const open = () => reader([server.url], localContent, settings);
  await rulesOf(await open());
  await server.close();
  const names = (await readdir(settings.cache_dir)).filter((name) => name.endsWith('.copy'));
  for (const name of names) await appendFile(path.join(settings.cache_dir, name), 'x');
  const later = await open();
  for (let time = 0; time < 2; time++) await rulesOf(later);
  const told = later.logged.filter((line) => line.includes('is damaged and is not used'));
  expect(told).toHaveLength(1);
  expect(names.some((name) => told[0]?.includes(path.join(settings.cache_dir, name)))).toBe(true);
});

test('a copy of a huge or deep text is no copy', async () => {
  const server = await master();
  const settings = { remote_keep_seconds: 3600, cache_dir: await tempFolder(), remote_retry_seconds: 0 };
  const open = () => reader([server.url], localContent, settings);
  await rulesOf(await open());
  await forge(settings.cache_dir, /^\{"format".*$/, '['.repeat(100_000));
  await server.close();
  const rules = await rulesOf(await open());
  expect(Object.keys(rules.commandments)).toEqual(['local']);
});
