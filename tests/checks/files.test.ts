import { describe, expect, test } from 'vitest';
import { type Planted, recorded, statesOf } from './checkout.ts';

const alone = { PATH: '/usr/bin:/bin' };

describe('ruff', () => {
  const files = {
    'pyproject.toml': `[tool.ruff.lint]
select = ["E4", "F", "T20", "UP006"]
ignore = ["F841"]
[tool.ruff.lint.per-file-ignores]
"scripts/**" = ["T20"]
`,
    'src/a.py': 'a = 1\n',
    'scripts/b.py': 'b = 1\n',
    'sub/ruff.toml': 'extend = "../pyproject.toml"\n[lint]\nextend-select = ["D100"]\n',
    'sub/c.py': 'c = 1\n',
  };

  test('its files decide where it is not installed', async () => {
    const planted: Planted[] = [
      [{ ruff: 'T201', paths: ['src/**'] }, 'enforced'],
      [{ ruff: 'T201', paths: ['src/**', 'scripts/**'] }, 'stale'],
      [{ ruff: 'F841', paths: ['src/**'] }, 'stale'],
      [{ ruff: 'S101', paths: ['src/**'] }, 'stale'],
      [{ ruff: 'F4O1', paths: ['src/**'] }, 'stale'],
      [{ ruff: 'UP006' }, 'enforced'],
      [{ ruff: 'D100', paths: ['sub/**'] }, 'unverified'],
      [{ ruff: 'unused-import', paths: ['src/**'] }, 'unverified'],
    ];
    expect((await statesOf(planted, files, { env: alone })).found).toEqual(planted);
  });

  test('it says itself what is on and what there is, names besides codes', async () => {
    const planted: Planted[] = [
      [{ ruff: 'F401', paths: ['src/**'] }, 'enforced'],
      [{ ruff: 'unused-import' }, 'enforced'],
      [{ ruff: 'T201', paths: ['scripts/**'] }, 'stale'],
      [{ ruff: 'F841' }, 'stale'],
      [{ ruff: 'F999' }, 'stale'],
    ];
    const env = await recorded({
      ruff: [
        [
          '--show-settings',
          'Resolved settings for: "/p/src/a.py"\nSettings path: "/p/pyproject.toml"\n\n# Linter Settings\nlinter.exclude = []\nlinter.rules.enabled = [\n\tunused-import (F401),\n\tprint (T201),\n]\nlinter.rules.should_fix = [\n\tunused-variable (F841),\n]',
        ],
        [
          'rule --all',
          '[{"name":"unused-import","code":"F401"},{"name":"print","code":"T201"},{"name":"unused-variable","code":"F841"}]',
        ],
      ],
    });
    const { found, data } = await statesOf(planted, files, { env });
    expect(found).toEqual(planted);
    expect(data.rules[4].checks[0].why).toContain('ruff has no rule "F999"');
  });
});

test('semgrep has its rules in files, which say for which languages and paths', async () => {
  const planted: Planted[] = [
    [{ semgrep: 'no-eval' }, 'enforced'],
    [{ semgrep: 'semgrep.no-eval', paths: ['src/**'] }, 'enforced'],
    [{ semgrep: 'no-eval', paths: ['**/*.py'] }, 'stale'],
    [{ semgrep: 'no-evil' }, 'stale'],
    [{ semgrep: 'python.lang.security.audit.eval-detected' }, 'unverified'],
  ];
  const files = {
    '.semgrep/rules.yml':
      'rules:\n  - id: no-eval\n    languages: [python]\n    paths: {exclude: [tests/**]}\n    pattern: eval(...)\n    message: m\n    severity: ERROR\n',
    'src/a.py': 'a = 1\n',
    'src/readme.md': 'text\n',
    'tests/b.py': 'b = 1\n',
  };
  const { found, data } = await statesOf(planted, files, { env: alone });
  expect(found).toEqual(planted);
  expect(data.rules[3].checks[0].why).toContain('did you mean "no-eval"');
  const broken = await recorded({ semgrep: [['--validate', 'Invalid rule schema: no-eval', 7]] });
  const told = await statesOf(planted.slice(0, 1), files, { env: broken });
  expect(told.data.rules[0].checks[0]).toMatchObject({
    state: 'unverified',
    why: expect.stringContaining('Invalid rule schema'),
  });
});

test('ast-grep has its rules in files, and says which of them it runs', async () => {
  const planted: Planted[] = [
    [{ 'ast-grep': 'no-console-log' }, 'enforced'],
    [{ 'ast-grep': 'no-console-log', paths: ['src/**'] }, 'enforced'],
    [{ 'ast-grep': 'no-any', paths: ['src/old/**'] }, 'stale'],
    [{ 'ast-grep': 'no-debugger' }, 'stale'],
    [{ 'ast-grep': 'no-consol-log' }, 'stale'],
  ];
  const files = {
    'sgconfig.yml': 'ruleDirs: [rules]\n',
    'rules/logs.yml':
      'id: no-console-log\nlanguage: TypeScript\nrule: {pattern: console.log($A)}\n---\nid: no-debugger\nlanguage: TypeScript\nseverity: off\nrule: {pattern: debugger}\n',
    'rules/types/any.yml':
      'id: no-any\nlanguage: TypeScript\nignores: [src/old/**]\nrule: {kind: predefined_type}\n',
    'src/a.ts': 'a;\n',
    'src/old/b.ts': 'b;\n',
    'src/readme.md': 'text\n',
  };
  expect((await statesOf(planted, files, { env: alone })).found).toEqual(planted);
  const env = await recorded({
    'ast-grep': [
      [
        '--inspect entity',
        'sg: summary|project: isProject=true\nsg: entity|rule|no-any: finalSeverity=Hint',
        1,
      ],
    ],
  });
  const { found } = await statesOf(planted, files, { env });
  expect(found.map(([, state]) => state)).toEqual(['stale', 'stale', 'stale', 'stale', 'stale']);
});

describe('golangci-lint', () => {
  const files = {
    '.golangci.yml':
      'version: "2"\nlinters:\n  default: none\n  enable: [errcheck, revive]\n  exclusions:\n    rules:\n      - path: gen/\n        linters: [errcheck]\n',
    'a.go': 'package a\n',
    'gen/b.go': 'package gen\n',
  };
  test('its files decide where it is not installed', async () => {
    const planted: Planted[] = [
      [{ 'golangci-lint': 'errcheck' }, 'enforced'],
      [{ 'golangci-lint': 'errcheck', paths: ['**/*.go'] }, 'stale'],
      [{ 'golangci-lint': 'revive/exported' }, 'unverified'],
      [{ 'golangci-lint': 'govet/shadow' }, 'stale'],
      [{ 'golangci-lint': 'govet' }, 'stale'],
      [{ 'golangci-lint': 'errchek' }, 'stale'],
    ];
    expect((await statesOf(planted, files, { env: alone })).found).toEqual(planted);
  });

  test('it says itself which linters there are', async () => {
    const planted: Planted[] = [
      [{ 'golangci-lint': 'errcheck' }, 'enforced'],
      [{ 'golangci-lint': 'gosec' }, 'stale'],
      [{ 'golangci-lint': 'errchek' }, 'stale'],
    ];
    const env = await recorded({
      'golangci-lint': [
        ['linters --json', '{"Enabled":[{"name":"errcheck"}],"Disabled":[{"name":"gosec"}]}'],
      ],
    });
    const { found, data } = await statesOf(planted, files, { env });
    expect(found).toEqual(planted);
    expect(data.rules[2].checks[0].why).toContain('did you mean "errcheck"');
  });
});

test('clippy: the manifest and attributes decide, and its own list of lints where it is installed', async () => {
  const planted: Planted[] = [
    [{ clippy: 'clippy::unwrap_used' }, 'enforced'],
    [{ clippy: 'unwrap_used', paths: ['src/**'] }, 'stale'],
    [{ clippy: 'todo' }, 'stale'],
    [{ clippy: 'unwrap-used', paths: ['src/lib.rs'] }, 'enforced'],
  ];
  const files = {
    'Cargo.toml':
      '[package]\nname = "a"\n[lints]\nworkspace = true\n[workspace]\n[workspace.lints.clippy]\nunwrap_used = "deny"\ntodo = { level = "allow", priority = 1 }\n',
    'src/lib.rs': 'mod old;\n',
    'src/old.rs': '#![allow(clippy::unwrap_used, clippy::todo)]\n',
  };
  expect((await statesOf(planted, files, { env: alone })).found).toEqual(planted);
  const more: Planted[] = [
    [{ clippy: 'dbg_macro' }, 'stale'],
    [{ clippy: 'approx_constant' }, 'enforced'],
    [{ clippy: 'unwrap_usd' }, 'stale'],
  ];
  const without = await statesOf(more, files, { env: alone });
  expect(without.found.map(([, state]) => state)).toEqual(['unverified', 'unverified', 'unverified']);
  const env = await recorded({
    'clippy-driver': [
      [
        '-W help',
        'Lint checks loaded by this crate:\n   clippy::approx-constant  deny  the approximate\n   clippy::dbg-macro  allow  `dbg!` macro\n   clippy::unwrap-used  allow  unwrap\n   clippy::todo  allow  todo\nLint groups loaded by this crate:\n   clippy::all  clippy::approx-constant\n   clippy::restriction  clippy::dbg-macro, clippy::unwrap-used, clippy::todo',
      ],
    ],
  });
  expect((await statesOf([...planted, ...more], files, { env })).found).toEqual([...planted, ...more]);
});

describe('vale', () => {
  const files = {
    '.vale.ini':
      'StylesPath = .vale/styles\nMinAlertLevel = suggestion\nPackages = Google\n\n[*.md]\nBasedOnStyles = Acme, Google\nAcme.Wordy = NO\n\n[docs/old/*.md]\nAcme.Terms = NO\n',
    '.vale/styles/Acme/Terms.yml': 'extends: substitution\n',
    '.vale/styles/Acme/Wordy.yml': 'extends: existence\n',
    'docs/a.md': 'text\n',
    'docs/old/b.md': 'text\n',
  };
  const planted: Planted[] = [
    [{ vale: 'Acme.Terms' }, 'enforced'],
    [{ vale: 'Acme.Terms', paths: ['docs/**'] }, 'stale'],
    [{ vale: 'Acme.Wordy' }, 'stale'],
    [{ vale: 'Acme.Term' }, 'stale'],
    [{ vale: 'Google.Passive' }, 'unverified'],
    [{ vale: 'Vale.Spelling' }, 'stale'],
  ];
  test('its files decide where it is not installed', async () => {
    expect((await statesOf(planted, files, { env: alone })).found).toEqual(planted);
  });

  test('it says itself what its settings come to', async () => {
    const env = await recorded({
      vale: [
        [
          'ls-config',
          '{"GBaseStyles":null,"GChecks":{},"SBaseStyles":{"*.md":["Acme","Google"]},"SChecks":{"*.md":{"Acme.Wordy":false},"docs/old/*.md":{"Acme.Terms":false}}}',
        ],
      ],
    });
    expect((await statesOf(planted, files, { env })).found).toEqual(planted);
  });
});

test('files of data decide for tools of Node that are not installed, and code is not read', async () => {
  const planted: Planted[] = [
    [{ stylelint: 'block-no-empty' }, 'enforced'],
    [{ stylelint: 'color-named' }, 'stale'],
    [{ eslint: 'no-console' }, 'enforced'],
    [{ eslint: 'eqeqeq' }, 'stale'],
    [{ eslint: 'no-var' }, 'unverified'],
    [{ oxlint: 'no-debugger' }, 'enforced'],
    [{ oxlint: 'eqeqeq' }, 'unverified'],
    [{ biome: 'style/useConst' }, 'enforced'],
    [{ biome: 'suspicious/noDebugger' }, 'unverified'],
  ];
  const files = {
    '.stylelintrc.yml': 'rules: {block-no-empty: true}\n',
    '.eslintrc.json': '{"extends": "eslint:recommended", "rules": {"no-console": "error", "eqeqeq": 0}}',
    '.oxlintrc.json': '{"rules": {"no-debugger": "error"}}',
    'biome.jsonc': '{"linter": {"rules": {"style": {"useConst": {"level": "warn"}}}}, /* more */}',
    'a.js': 'a;\n',
    'a.css': 'a { }\n',
  };
  const { found, stderr } = await statesOf(planted, files, { env: alone });
  expect(found).toEqual(planted);
  expect(stderr.match(/did not run/g)).toHaveLength(1);
  const code = await statesOf([[{ eslint: 'eqeqeq' }, 'unverified']], {
    'eslint.config.mjs': 'export default [];',
    'a.js': '',
  });
  expect(code.data.rules[0].checks[0].why).toContain('eslint.config.mjs is code');
});
