import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inBatches } from '../../src/runtime/async/in-batches.ts';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';

/** Publishes what readers would refuse. */
async function refusedIn(rules: string) {
  const out = path.join(await tempFolder(), 'out');
  const { code, stdout, stderr } = await precept(['publish', out, '-r', rules]);
  await expect(stat(out)).rejects.toThrow('ENOENT');
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
}

test('more scopes than readers take of one master: publish refuses, and doctor warns', {
  timeout: 120_000,
}, async () => {
  const rules = await tempFolder();
  const names = Array.from({ length: 10_001 }, (_, index) => `scope-${index}`);
  await inBatches(names, 64, (name) => mkdir(path.join(rules, name)));
  const said = await refusedIn(rules);
  expect(said).toContain(`in ${rules} there are 10,001 scopes, and readers take 10,000`);
  expect(said).toContain('Move some to a rules folder of their own, publish each folder by itself');
  const { stdout } = await precept(['doctor', '-r', rules, '--format', 'json']);
  const { findings } = JSON.parse(stdout) as { findings: { level: string; message: string; cure: string }[] };
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: expect.stringContaining('more scopes than the 10,000 that readers take of one master'),
      cure: expect.stringContaining('Move some'),
    }),
  );
});

test('a bundle with more than readers take', async () => {
  const list = Array.from({ length: 36_000 }, (_, index) => `    - Rule ${index}\n`).join('');
  const rules = await tempFolder({ 'shop/commandments.yml': `a:\n  ruleset:\n${list}` });
  expect(await refusedIn(rules)).toContain(
    'readers would refuse the bundle of scope "shop": its answer holds more than 250000 values. Shorten that',
  );
});
