import { copyFile, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { reportOf, stubAgent } from './project.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

test.each([
  ['acme', 'checkout', ['cursor-paging', 'replay-offset-paging']],
  ['meridian', 'infusion-pump', ['integer-doses']],
])('the evaluations of %s tell guidance from none', async (name, scope, evals) => {
  const cwd = await tempFolder();
  await cp(join(examples, name, 'rules'), join(cwd, '.precept/rules'), { recursive: true });
  await mkdir(join(cwd, 'plugins'));
  await copyFile(join(examples, 'plugins/acme.mjs'), join(cwd, 'plugins/acme.mjs'));
  const args = [scope, '--agent', stubAgent, '--repeat', '1', '--jobs', '2'];
  const { code, data, stderr } = await reportOf(cwd, args);
  expect(data.evals.map((one: { name: string }) => one.name)).toEqual(evals);
  for (const { arms } of data.evals)
    expect(arms, stderr).toMatchObject([
      { arm: 'none', passes: 0, runs: 1 },
      { arm: 'scope', passes: 1, runs: 1 },
    ]);
  expect(code).toBe(0);
});
