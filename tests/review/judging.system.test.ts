import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modules } from '../checks/checkout.ts';
import { reviewCheckout } from './review.ts';

const slow = "'^(?:a+)+$'";

test('waivers, advice and patterns without end: what ends with 1, and what with --strict', async () => {
  const here = await reviewCheckout({
    '.precept/rules/shop/suggestions.yml': `names:
  paths: ['src/**']
  ruleset:
    - {rule: Call nothing tmp, id: no-tmp, check: {pattern: tmp, paths: ['src/**']}}
    - {rule: Repeat nothing, id: slow, check: {pattern: ${slow}, paths: ['src/**']}}
`,
    '.precept/rules/shop/waivers.yml': `waivers:
  - {rule: cursor-paging, paths: ['src/legacy/**'], reason: old clients, until: 2999-12-31}
`,
  });
  await here.write({ 'src/legacy/a.ts': 'get("/x?offset=1");\n' });
  const waived = await here.run(['--run', '--format', 'json']);
  const byId = (stdout: string) =>
    Object.fromEntries(JSON.parse(stdout).rules.map((rule: { id: string }) => [rule.id, rule]));
  expect([waived.code, byId(waived.stdout)['cursor-paging']]).toMatchObject([
    0,
    {
      outcome: 'waived',
      waiver: '(waived for src/legacy/** until 2999-12-31: old clients)',
      findings: [{ file: 'src/legacy/a.ts', line: 1, waived: true }],
    },
  ]);
  const asked = await here.run([]);
  const waiver = '(waived for src/legacy/** until 2999-12-31: old clients)';
  expect(asked.stdout).toContain(`  - Page lists with an opaque cursor ${waiver} [cursor-paging]\n`);
  await here.write({ 'src/b.ts': 'const tmp = 1;\n' });
  const advice = await here.run(['--run', '--format', 'json']);
  expect([advice.code, byId(advice.stdout)['no-tmp'].outcome]).toEqual([0, 'violated']);
  expect((await here.run(['--run', '--strict'])).code).toBe(1);
  await here.write({ 'src/b.ts': `${'a'.repeat(40)}!\n` });
  const endless = await here.run(['--run', '--strict', '--format', 'json']);
  expect([endless.code, byId(endless.stdout)]).toMatchObject([
    1,
    {
      slow: { outcome: 'not-run', reason: 'its pattern takes more than 250 ms of processor time' },
      'no-tmp': { outcome: 'kept' },
    },
  ]);
  await here.write({ 'src/b.ts': 'get("/y?offset=1");\n' });
  const both = byId((await here.run(['--run', '--format', 'json'])).stdout)['cursor-paging'];
  expect([both.outcome, both.findings.map(({ waived }: { waived?: boolean }) => waived ?? false)]).toEqual([
    'violated',
    [false, true],
  ]);
});

test('where a master is away the policy is incomplete, which fails a review that runs checks', async () => {
  const here = await reviewCheckout();
  await here.write({ 'src/api/orders.ts': 'export const orders = 2;\n' });
  const env = { PRECEPT_MASTER_SERVER_URL: 'http://127.0.0.1:9', PRECEPT_REMOTE_MAX_RETRIES: '0' };
  const told = await here.run([], { env });
  expect([told.code, told.stdout]).toEqual([
    0,
    expect.stringMatching(/^Policy: .*, incomplete: .*127\.0\.0\.1:9/),
  ]);
  expect((await here.run(['--run'], { env })).code).toBe(1);
});

test('linters that are installed judge the changed lines alone', async () => {
  const rule = (tool: string, name: string) =>
    `    - {rule: Obey ${tool}, id: by-${tool}, check: {${tool}: ${name}}}\n`;
  const here = await reviewCheckout({
    '.precept/rules/shop/commandments.yml': `code:\n  paths: ['src/**']\n  ruleset:\n${[
      rule('eslint', 'no-console'),
      rule('biome', 'suspicious/noDebugger'),
      rule('oxlint', 'eqeqeq'),
      rule('stylelint', 'block-no-empty'),
    ].join('')}`,
    'eslint.config.mjs': 'export default [{ rules: { "no-console": 2 } }];\n',
    'biome.json': '{"linter": {"rules": {"suspicious": {"noDebugger": "error"}}}}\n',
    '.oxlintrc.json': '{"rules": {"eqeqeq": "error"}}\n',
    '.stylelintrc.json': '{"rules": {"block-no-empty": true}}\n',
    '.gitignore': 'node_modules\n',
    'src/a.js': 'console.log(1);\ndebugger;\nif (a == 1) b();\n',
    'src/a.css': 'a { }\n',
  });
  await symlink(modules, path.join(here.folder, 'node_modules'));
  await here.write({
    'src/a.js': 'console.log(1);\ndebugger;\nif (a == 1) b();\nif (c == 1) { console.log(2); debugger; }\n',
    'src/a.css': 'a { }\nb { }\n',
  });
  const outcomes = async (env: Readonly<Record<string, string>>) => {
    const { rules } = await here.json(['--run'], { env });
    return Object.fromEntries(
      rules
        .filter(({ category }) => category === 'code')
        .map(({ id, outcome, findings = [] }) => [
          id,
          [outcome, ...findings.map(({ file, line }) => `${file}:${line}`)],
        ]),
    );
  };
  expect(await outcomes({ PRECEPT_TRUST: '1' })).toEqual({
    'by-eslint': ['violated', 'src/a.js:4'],
    'by-biome': ['violated', 'src/a.js:4'],
    'by-oxlint': ['violated', 'src/a.js:4'],
    'by-stylelint': ['violated', 'src/a.css:2'],
  });
  expect(Object.values(await outcomes({}))).toEqual([['not-run'], ['not-run'], ['not-run'], ['not-run']]);
  expect((await here.run(['--run'])).stdout).toMatch(
    /eslint may not run here.*; look at the checkout, then run "precept trust"/,
  );
});

test('the exit code of a command decides, and codes of no meaning are named', async () => {
  const codes = [0, 1, 3, 254];
  const here = await reviewCheckout({
    '.precept/rules/shop/commandments.yml': `code:\n  paths: ['src/**']\n  ruleset:\n${codes
      .map(
        (code) => `    - {rule: End with ${code}, id: c-${code}, check: {command: 'node end.cjs ${code}'}}\n`,
      )
      .join('')}`,
    'end.cjs': 'process.exit(Number(process.argv[2]));\n',
  });
  await here.write({ 'src/b.ts': 'const b = 1;\n' });
  const { rules } = await here.json(['--run'], { env: { PRECEPT_TRUST: '1' } });
  const outcomes = rules
    .filter(({ category }) => category === 'code')
    .map(({ outcome, reason }) => [outcome, reason]);
  expect(outcomes).toEqual([
    ['kept', undefined],
    ['violated', undefined],
    ['not-run', 'it ended with 3'],
    ['not-run', 'it ended with 254'],
  ]);
});
