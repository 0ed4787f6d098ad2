import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ToolName } from '../../src/guidance/rules/record/check.ts';
import { findViolations } from '../../src/service/linters/find-violations.ts';
import { linters } from '../../src/service/linters/linters.ts';
import { createProject } from '../../src/service/linters/project.ts';
import { tempFolder } from '../support/folder.ts';
import { modules, recorded } from './checkout.ts';

async function violations(
  tool: ToolName,
  files: Readonly<Record<string, string>>,
  wanted: readonly string[],
  env: Readonly<Record<string, string>> | null = null,
) {
  const root = await tempFolder(files);
  if (env === null) await symlink(modules, path.join(root, 'node_modules'));
  const project = createProject({
    root,
    files: Object.keys(files),
    mayRun: true,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  return findViolations(linters[tool], project, wanted);
}

test('findings of the tools that are installed', async () => {
  const source = 'const a = 1;\ndebugger;\nif (a == 2) console.log(a);\n';
  expect(
    await violations(
      'eslint',
      { 'eslint.config.mjs': 'export default [{ rules: { "no-console": 2 } }];', 'a.js': source },
      ['a.js'],
    ),
  ).toEqual([{ rule: 'no-console', file: 'a.js', line: 3, message: expect.stringContaining('console') }]);
  const biome = {
    'biome.json': '{"linter": {"rules": {"suspicious": {"noDebugger": "error"}}}}',
    'src/a.js': source,
    'src/b.js': source,
  };
  expect(await violations('biome', biome, ['src/a.js'])).toContainEqual({
    rule: 'suspicious/noDebugger',
    file: 'src/a.js',
    line: 2,
    message: expect.stringContaining('debugger'),
  });
  expect(
    await violations('oxlint', { '.oxlintrc.json': '{"rules": {"eqeqeq": "error"}}', 'a.js': source }, [
      'a.js',
    ]),
  ).toContainEqual({ rule: 'eqeqeq', file: 'a.js', line: 3, message: expect.stringContaining('===') });
  expect(
    await violations(
      'stylelint',
      { '.stylelintrc.json': '{"rules": {"selector-max-id": 0}}', 'a.css': '\n#a { color: red }\n' },
      ['a.css'],
    ),
  ).toEqual([{ rule: 'selector-max-id', file: 'a.css', line: 2, message: expect.stringContaining('#a') }]);
});

test('without findings there are none, and what did not finish is said', async () => {
  const files = { '.stylelintrc.json': '{"rules": {"selector-max-id": 0}}', 'a.css': 'a { color: red }\n' };
  expect(await violations('stylelint', files, ['a.css'])).toEqual([]);
  const broken = { 'eslint.config.mjs': 'throw new Error("no such luck");', 'a.js': '' };
  expect(await violations('eslint', broken, ['a.js'])).toEqual({
    unread: expect.stringContaining('no such luck'),
  });
  expect(await violations('ruff', { 'a.py': '' }, ['a.py'], { PATH: '/usr/bin:/bin' })).toEqual({
    unread: 'ruff is not installed',
  });
});

const printed: readonly (readonly [
  ToolName,
  program: string,
  string,
  file: string,
  rule: string,
  line: number,
  code: number,
])[] = [
  [
    'ruff',
    'ruff',
    '[{"code":"F401","filename":"a.py","message":"unused","location":{"row":3,"column":1}}]',
    'a.py',
    'F401',
    3,
    1,
  ],
  [
    'semgrep',
    'semgrep',
    '{"results":[{"check_id":"semgrep.no-eval","path":"a.py","start":{"line":4},"extra":{"message":"unused"}}],"errors":[]}',
    'a.py',
    'semgrep.no-eval',
    4,
    0,
  ],
  [
    'ast-grep',
    'ast-grep',
    '{"ruleId":"no-log","severity":"error","file":"a.ts","range":{"start":{"line":4}},"message":"unused"}',
    'a.ts',
    'no-log',
    5,
    1,
  ],
  [
    'golangci-lint',
    'golangci-lint',
    '{"Issues":[{"FromLinter":"errcheck","Text":"unused","Pos":{"Filename":"a.go","Line":7}},{"FromLinter":"errcheck","Text":"other","Pos":{"Filename":"b.go","Line":7}}]}\n1 issues:',
    'a.go',
    'errcheck',
    7,
    1,
  ],
  [
    'clippy',
    'cargo',
    '{"reason":"compiler-artifact"}\n{"reason":"compiler-message","message":{"code":{"code":"clippy::unwrap_used"},"level":"error","message":"unused","spans":[{"file_name":"src/lib.rs","line_start":2,"is_primary":true}]}}',
    'src/lib.rs',
    'unwrap_used',
    2,
    101,
  ],
  [
    'vale',
    'vale',
    '{"docs/a.md":[{"Check":"Acme.Terms","Severity":"error","Line":9,"Message":"unused"}]}',
    'docs/a.md',
    'Acme.Terms',
    9,
    1,
  ],
];

test.each(printed)('findings of %s', async (tool, program, text, file, rule, line, code) => {
  const env = await recorded({ [program]: [['', text, code]] });
  const found = await violations(tool, { [file]: '' }, [file], env);
  expect(found).toEqual([{ rule, file, line, message: 'unused' }]);
});
