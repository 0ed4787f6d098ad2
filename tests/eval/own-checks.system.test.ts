import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modules } from '../checks/checkout.ts';
import { runProgram } from '../support/program.ts';
import { agentOf, project, reportOf } from './project.ts';

const shop = '.precept/rules/shop';
const orders = `${shop}/fixtures/orders`;
const broken = "export const next = '/orders'; debugger; // src/other.js";

/** What becomes of a rule with one check, of which a run changes `src/orders.js`. */
async function judged(
  check: object,
  files: Readonly<Record<string, string>>,
  text = broken,
  packages = false,
): Promise<unknown> {
  const rule = { rule: 'Leave nothing behind', id: 'own-check', check };
  const cwd = await project({
    [`${shop}/commandments.yml`]: JSON.stringify({ api: { ruleset: [rule] } }),
    [`${shop}/evals.yml`]:
      'evals: {own: {task: Do it, repo: ./fixtures/orders, expect: [{rule: own-check}]}}',
    ...files,
  });
  if (packages) await symlink(modules, join(cwd, 'node_modules'));
  await runProgram(['trust'], { cwd });
  const write = agentOf(`require('node:fs').writeFileSync('src/orders.js', ${JSON.stringify(`${text}\n`)})`);
  const args = ['shop', '--agent', write, '--repeat', '1', '--arms', 'scope'];
  const { data, stderr } = await reportOf(cwd, args);
  const [{ passes, unjudged }] = data.evals[0].arms;
  const [, why] = / s \((.*)\)$/m.exec(stderr) ?? [];
  return unjudged === 1 ? why : passes === 1 ? 'kept' : `violated: ${why}`;
}

const onLine = 'violated: rule own-check: src/orders.js:1';

test('a linter judges the changed files of the copy, by the configuration that the copy has', async () => {
  const biome = { biome: 'suspicious/noDebugger' };
  const on = { [`${orders}/biome.json`]: '{"linter": {"rules": {"suspicious": {"noDebugger": "error"}}}}' };
  const off = { [`${orders}/biome.json`]: '{"linter": {"rules": {"suspicious": {"noDebugger": "off"}}}}' };
  expect(await judged(biome, on, broken, true)).toContain(onLine);
  expect(await judged(biome, on, 'export const next = 1;', true)).toBe('kept');
  expect(await judged(biome, off, broken, true)).toContain(
    '"suspicious/noDebugger" is off for src/orders.js',
  );
  expect(await judged({ ruff: 'F401' }, {}, broken)).toBe('kept');
});

test('a command judges in the copy, with the files as arguments and to read', async () => {
  const asked = { command: 'node check.mjs {files}', paths: ['src/**'] };
  const script = `import { readFileSync } from 'node:fs';
const [file] = process.argv.slice(2);
if (readFileSync(0, 'utf8') !== 'src/orders.js\\n') process.exit(3);
if (readFileSync(file, 'utf8').includes('debugger')) { console.log('it stops'); process.exit(1); }
`;
  const inCopy = { [`${orders}/check.mjs`]: script };
  expect(await judged(asked, inCopy)).toBe(`violated: rule own-check: src/orders.js:0 it stops`);
  expect(await judged(asked, inCopy, 'export const next = 1;')).toBe('kept');
  // Without its script a command fails, whatever the agent did.
  expect(await judged(asked, { 'check.mjs': script })).toBe(
    'rule own-check: the copy has no check.mjs, which the checkout has',
  );
  expect(await judged({ command: 'no-such-program' }, {})).toBe(
    'rule own-check: there is no program no-such-program here',
  );
});
