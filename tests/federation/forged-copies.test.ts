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
