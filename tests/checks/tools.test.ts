import { expect, test } from 'vitest';
import { type Planted, statesOf } from './checkout.ts';

const trusted = { PRECEPT_TRUST: '1' };

test('eslint says itself which rules are on, off and unknown, and for which files', async () => {
  const planted: Planted[] = [
    [{ eslint: 'no-console' }, 'enforced'],
    [{ eslint: 'eqeqeq', paths: ['src/**'] }, 'enforced'],
    [{ eslint: 'no-console', paths: ['src/**'] }, 'stale'],
    [{ eslint: 'no-var' }, 'stale'],
    [{ eslint: 'no-consle' }, 'stale'],
    [{ eslint: 'own/no-todo' }, 'enforced'],
    [{ eslint: 'own/no-tod' }, 'stale'],
    [{ eslint: 'react/no-danger' }, 'stale'],
    [{ eslint: 'eqeqeq', paths: ['gen/**'] }, 'stale'],
    [{ eslint: 'eqeqeq', paths: ['lib/**'] }, 'unverified'],
  ];
  const { found, data, code, stderr } = await statesOf(
    planted,
    {
      'package.json': '{"type": "module"}',
      'eslint.config.js': `
        console.log('configuration prints');
        const own = { rules: { 'no-todo': { create: () => ({}) } } };
        export default [
          { ignores: ['gen/**'] },
          { files: ['src/**'], plugins: { own }, rules: { eqeqeq: 'warn', 'no-console': 2, 'no-var': 'off', 'own/no-todo': ['error'] } },
          { files: ['src/bin/**'], rules: { 'no-console': 'off' } },
        ];`,
      'src/a.js': 'a;\n',
      'src/bin/b.js': 'b;\n',
      'gen/c.js': 'c;\n',
      'src/readme.md': 'text\n',
    },
    { real: true, env: trusted },
  );
  expect(found).toEqual(planted);
  expect([code, stderr]).toEqual([1, '']);
  expect(data.rules[2].checks[0]).toMatchObject({ why: expect.stringContaining('src/bin/b.js') });
  expect(data.rules[4].checks[0]).toMatchObject({
    why: expect.stringMatching(/did you mean "no-console"\?/),
  });
  expect(data.counts).toEqual({ enforced: 3, stale: 6, unverified: 1, review: 0, unmarked: 1 });
});

test('biome says itself, and its overrides are applied', async () => {
  const planted: Planted[] = [
    [{ biome: 'style/useConst' }, 'enforced'],
    [{ biome: 'useConst', paths: ['src/*.js'] }, 'enforced'],
    [{ biome: 'style/useConst', paths: ['src/**'] }, 'stale'],
    [{ biome: 'suspicious/noDebugger' }, 'stale'],
    [{ biome: 'suspicious/noDebuger' }, 'stale'],
    [{ biome: 'nosuch/noDebugger' }, 'stale'],
    [{ biome: 'suspicious/noDoubleEquals' }, 'enforced'],
    [{ biome: 'noDebuger' }, 'stale'],
  ];
  const { found, data } = await statesOf(
    planted,
    {
      'biome.json': JSON.stringify({
        files: { includes: ['**', '!dist'] },
        linter: { rules: { style: { useConst: 'error' }, suspicious: { noDebugger: 'off' } } },
        overrides: [{ includes: ['src/old/**'], linter: { rules: { style: { useConst: 'off' } } } }],
      }),
      'src/a.js': 'a;\n',
      'src/old/b.js': 'b;\n',
    },
    { real: true, env: trusted },
  );
  expect(found).toEqual(planted);
  expect(data.rules[4].checks[0].why).toContain('did you mean "suspicious/noDebugger"');
  expect(data.rules[7].checks[0].why).toContain('did you mean "noDebugger"');
});

test('oxlint says itself, and its overrides are applied', async () => {
  const planted: Planted[] = [
    [{ oxlint: 'eqeqeq' }, 'enforced'],
    [{ oxlint: 'eqeqeq', paths: ['src/**'] }, 'stale'],
    [{ oxlint: 'no-debugger' }, 'stale'],
    [{ oxlint: 'typescript/no-explicit-any', paths: ['src/a.ts'] }, 'enforced'],
    [{ oxlint: '@typescript-eslint/no-explicit-any' }, 'enforced'],
    [{ oxlint: 'eqeqe' }, 'stale'],
    [{ oxlint: 'import/no-cycles' }, 'stale'],
    [{ oxlint: 'eqeqeq', paths: ['dist/**'] }, 'stale'],
  ];
  const { found } = await statesOf(
    planted,
    {
      '.oxlintrc.json': `{
        // as people write it
        "rules": {"eqeqeq": "error", "no-debugger": "off", "typescript/no-explicit-any": "warn"},
        "overrides": [{"files": ["src/old/**"], "rules": {"eqeqeq": "off"}}],
        "ignorePatterns": ["dist/**"]
      }`,
      'src/a.ts': 'a;\n',
      'src/old/b.ts': 'b;\n',
      'dist/c.js': 'c;\n',
    },
    { real: true, env: trusted },
  );
  expect(found).toEqual(planted);
});

test('stylelint says itself, with what it ignores', async () => {
  const planted: Planted[] = [
    [{ stylelint: 'color-no-invalid-hex' }, 'enforced'],
    [{ stylelint: 'color-no-invalid-hex', paths: ['src/**'] }, 'stale'],
    [{ stylelint: 'selector-max-id', paths: ['src/**'] }, 'enforced'],
    [{ stylelint: 'block-no-empty' }, 'stale'],
    [{ stylelint: 'block-no-emty' }, 'stale'],
    [{ stylelint: 'selector-max-id', paths: ['vendor/**'] }, 'stale'],
  ];
  const { found } = await statesOf(
    planted,
    {
      '.stylelintrc.json': JSON.stringify({
        rules: { 'color-no-invalid-hex': true, 'block-no-empty': null, 'selector-max-id': [0] },
        ignoreFiles: ['vendor/**'],
        overrides: [{ files: ['*.scss'], rules: { 'color-no-invalid-hex': null } }],
      }),
      'src/a.css': 'a { }\n',
      'src/b.scss': 'a { }\n',
      'vendor/c.css': 'a { }\n',
    },
    { real: true, env: trusted },
  );
  expect(found).toEqual(planted);
});
