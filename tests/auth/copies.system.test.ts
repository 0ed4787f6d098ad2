import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bundle, bundled } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';
import { startIssuer } from './issuer.ts';
import { createLocal, createReader } from './reader.ts';
import { listen } from './recording-master.ts';

test('a copy of what a master said to one login is served to no other, and goes when that one logs out', {
  timeout: 120_000,
}, async () => {
  const issuer = await startIssuer();
  let isDown = false;
  const said = bundle('shop', { commandments: bundled('shop', { far: ['For whoever logged in'] }) });
  const master = await listen(({ authorization }) =>
    isDown ? [503, {}] : authorization === undefined ? [401, {}] : [200, said],
  );
  const folder = await tempFolder();
  const { env } = await createLocal(issuer, master.url);
  const reader = await createReader(issuer, {
    ...env,
    PRECEPT_REMOTE_KEEP_SECONDS: '3600',
    PRECEPT_CACHE_DIR: folder,
  });
  const rules = async () => (await reader.run(['rules', 'shop'])).stdout;

  await reader.logIn('ada');
  expect(await rules()).toContain('For whoever');
  isDown = true;
  expect(await rules()).toContain('For whoever');
  await reader.logIn('bob');
  expect(await rules()).not.toContain('For whoever');
  isDown = false;
  expect(await rules()).toContain('For whoever');
  const copies = async () => (await readdir(folder)).filter((name) => name.endsWith('.copy'));
  expect(await copies()).toHaveLength(2);
  await reader.run(['logout']);
  expect(await copies()).toHaveLength(1);
  isDown = true;
  expect(await rules()).not.toContain('For whoever');
  await reader.logIn('ada');
  expect(await rules()).toContain('For whoever');
});
