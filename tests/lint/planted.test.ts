import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/model/problems/problem.ts';
import { problemCodes } from '../../src/model/problems/problem-codes.ts';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { lint } from './lint.ts';
import { type Planted, planted } from './planted.ts';

const rule = (text: string) => `a:\n  when: Now\n  ruleset:\n    - ${text}\n`;

const kata = (procedure: string) => `a:\n  when: Now\n  katas:\n    ship:\n      procedure: ${procedure}\n`;

async function treeOf({ files }: Planted): Promise<string> {
  const texts = Object.entries(files).map(([name, content]): [string, string] => [
    name,
    typeof content === 'string' ? content : '',
  ]);
  const folder = await tempFolder(Object.fromEntries(texts));
  for (const [name, content] of Object.entries(files)) {
    if (typeof content !== 'string') await writeFile(path.join(folder, name), content);
  }
  return folder;
}

describe('each planted mistake is found where it is', () => {
  test.each(planted.map((one): [string, Planted] => [`${one.code} at ${one.at}`, one]))(
    '%s',
    async (_, one) => {
      const { problems } = await lint(await treeOf(one));
      const found = problems.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);
      expect(found).toContain(`${one.code} ${one.at}`);
      const [problem] = problems.filter(({ code }) => code === one.code);
      expect(problem?.severity).toBe(problemCodes[one.code].severity);
      expect(problem?.message).toMatch(/\w/);
      const { line = 0, column = 0, end_line = 0, end_column = 0 } = problem ?? {};
      expect(end_line > line || (end_line === line && end_column >= column)).toBe(true);
      expect(problem?.hint).toMatch(/^["A-Z`]/);
    },
  );

  test.each([
    [
      'a:\n  when: Now\n  tags: [x]\n  rulset: [One]\n',
      [
        '4:3 `rulset` means nothing here, and without `ruleset` the category `a` is skipped | Did you mean `ruleset`?',
      ],
    ],
    [
      'a:\n  when: Now\n',
      [
        '2:3 `a.when` is no category and is skipped | Add `ruleset` beside `when`, or remove it: only a category has one',
      ],
    ],
    [
      'a:\n  paths: [x]\n',
      [
        '2:3 `a.paths` is no category and is skipped | Add `ruleset` beside `paths`, as `ruleset: []` for an inherited category, or remove it: only a category has one',
      ],
    ],
    [
      'a:\n  b:\n    when: Now\n    ruleset: [One]\n  ruelset: [Two]\n',
      [
        '5:3 `ruelset` means nothing here, and without `ruleset` the category `a` is skipped | Did you mean `ruleset`?',
      ],
    ],
    [
      'ruleset: [One]\n',
      [
        '1:1 `ruleset` is no category and is skipped | Put `ruleset` below the name of a category, like "general:"',
      ],
    ],
    [
      'a:\n  when: Now\n  strength: must\n  ruleset: [One]\n',
      [
        '3:3 `a.strength` is no category and is skipped | Remove it: rules of commandments.yml are MUST, those of suggestions.yml SHOULD',
      ],
    ],
  ])('a category without its list of rules is told of once: %j', async (text, told) => {
    const { problems } = await lint(await tempFolder({ 's/commandments.yml': text }));
    const skipped = problems.filter(({ code }) => code === 'not-a-category');
    expect(
      skipped.map(({ line, column, message, hint }) => `${line}:${column} ${message} | ${hint}`),
    ).toEqual(told);
  });

  test.each([
    'a:\n  ruleset:\n    - |\n      One\n      - Two\n',
    'a:\n  ruleset:\n    - "One\n      - Two"\n',
    'a:\n  ruleset:\n    - One\n      and-Two - three\n',
  ])('a list that is meant is no swallowed rule: %j', async (text) => {
    const { problems } = await lint(await tempFolder({ 's/commandments.yml': text }));
    expect(problems.map(({ code }) => code)).toEqual(['no-when']);
  });

  test.each([
    ['before-committing', 'Before committing'],
    ['adding-endpoints', 'Adding endpoints'],
    ['releases', 'When a release is due'],
  ])('a category may be named by its situation: %s', async (name, when) => {
    const text = `${name}:\n  when: ${when}\n  ruleset: [One]\n`;
    expect((await lint(await tempFolder({ 's/commandments.yml': text }))).problems).toEqual([]);
  });

  test('a suggestion may name what is mandatory elsewhere', async () => {
    const texts = [
      'Never say never',
      'Say why a call must end',
      'Write `MUST` in capitals',
      'List must-haves',
    ];
    const text = `a:\n  when: Now\n  ruleset:\n${texts.map((one) => `    - "${one}"\n`).join('')}`;
    expect((await lint(await tempFolder({ 's/suggestions.yml': text }))).problems).toEqual([]);
  });

  test('a category that belongs to every change needs no `when`', async () => {
    const text = 'a:\n  always: true\n  ruleset: [One]\n';
    expect((await lint(await tempFolder({ 's/commandments.yml': text }))).problems).toEqual([]);
  });

  test.each([
    ['commandments', rule('{MUST: Log once}'), 'Write the text alone: rules of commandments.yml are MUST'],
    ['commandments', rule('#log once'), 'YAML reads what begins with # as a comment'],
    ['commandments', rule('{rule: Log once, because: Noise}'), 'Did you mean `why`?'],
    ['commandments', rule('{rule: Log once, status: drat}'), 'Did you mean `draft`?'],
    ['commandments', rule('{rule: Log once, status: later}'), 'Write active, draft or retired'],
    ['commandments', `${rule('Log once')}  always: maybe\n`, 'Write true or false'],
    ['commandments', rule('{rule: Log once, paths: [src/**]}'), 'Write `paths` beside `ruleset`'],
    ['commandments', rule('{rule: Log, check: {regex: x, paths: ["**"]}}'), 'Did you mean `pattern`?'],
    ['commandments', `${rule('Log once')}  globs: [src/**]\n`, 'Did you mean `paths`?'],
    ['commandments', `${rule('Log once')}  owner: me\n`, 'Write `owner` into a rule'],
    ['commandments', `${rule('Log once')}  check: {pattern: x}\n`, 'Write `check` into a rule'],
    ['commandments', 'rules: [Log once]\n', 'Put `ruleset` below the name of a category'],
    ['commandments', `${rule('Log once')}  paths: [src/api]\n`, 'Write "src/api/**" for all in it'],
    ['katas', 'a:\n  ship:\n    procedure: 1. Tag\n', 'Put the kata `ship` below `katas` of a category'],
    [
      'katas',
      kata('>\n        #!fcyaml\n        flowchart:\n          nodes: []'),
      'Write "procedure: |": "procedure: >" joins its lines',
    ],
    [
      'katas',
      kata('#!fcyaml\n        flowchart:\n          nodes: []\n        x: 1'),
      'Write "procedure: |" above its lines, and "#!fcyaml" as the first of them',
    ],
    ['katas', kata('\n        One: x\n        Two: y'), 'Write "procedure: |" above its lines: without'],
    ['commandments', 'a:\n  ship:\n    when: Now\n    procedure: 1. Tag\n', 'Move it to katas.yml'],
    ['commandments', rule('text: Use pages'), 'Did you mean `rule`?'],
    ['commandments', rule('"Send {{ API_KEY }}"'), 'Templates never read a name that looks like a secret'],
    ['katas', 'katas:\n  ship: 1. Tag\n', 'Put `katas` below the name of a category'],
    ['katas', 'a:\n  when: Now\n  katas:\n    ship: [Tag, Push]\n', 'Write one text: "|" behind the colon'],
    ['katas', 'a:\n  when: Now\n  katas:\n    ship: {steps: 1. Tag}\n', 'Did you mean `procedure`?'],
  ])('the hint is what to write: %s %j', async (kind, text, hint) => {
    const { problems } = await lint(await tempFolder({ [`s/${kind}.yml`]: text }));
    expect(problems.map((problem) => problem.hint)).toContainEqual(expect.stringContaining(hint));
  });

  test('a kata in a file of rules is told of once', async () => {
    const text = 'a:\n  ship:\n    when: Now\n    procedure: 1. Tag\n';
    const { problems } = await lint(await tempFolder({ 's/commandments.yml': text }));
    expect(problems.map(({ code, line }) => `${code} ${line}`)).toEqual(['not-a-category 4']);
  });

  test.each(['page-2', 'test-first', 'tested-often'])('an id that is %s is not near', async (id) => {
    const { problems } = await lint(
      await tempFolder({
        't/suggestions.yml':
          'a:\n  when: Now\n  ruleset: [{rule: Write tests first, id: test-first}, {rule: Show it all, id: page-1}]\n',
        's/metadata.yml': 'parent: t\n',
        's/suggestions.yml': `+a:\n  ruleset: [{rule: Look around you, id: ${id}}]\n`,
      }),
    );
    expect(problems).toEqual([]);
  });

  test('what evaluations begin with is found where it lies, or elsewhere', async () => {
    const folder = await tempFolder({
      's/evals.yml':
        'evals:\n  one: {task: x, repo: fixtures/a, expect: [{absent: y}]}\n  two: {task: x, repo: "https://example.com/a.git#v1", expect: [{absent: y}]}\n  three: {diff: fixtures/b.patch, flags: [one-id]}\n',
      's/commandments.yml': rule('rule: y\n      id: one-id'),
      's/fixtures/a/b.ts': '',
      's/fixtures/b.patch': '',
    });
    expect((await lint(folder)).problems).toEqual([]);
  });

  test('a category that says when those below it apply needs no rules', async () => {
    const text = 'a:\n  when: Now\n  ruleset: []\na.b:\n  ruleset: [Do one thing]\n';
    expect((await lint(await tempFolder({ 's/commandments.yml': text }))).problems).toEqual([]);
  });

  test('katas that all say when they are followed need no `when` of their category', async () => {
    const katas = (more: string) => `a:\n  katas:\n    one: {when: Now, procedure: 1. Go}\n${more}`;
    const codes = async (text: string) =>
      (await lint(await tempFolder({ 's/katas.yml': text }))).problems.map(({ code }) => code);
    expect(await codes(katas(''))).toEqual([]);
    expect(await codes(katas('    two: 1. Go\n'))).toEqual(['no-when']);
  });

  test('there is one for each code but those of settings', () => {
    // The first is not planted where the tests run on Windows.
    const known = new Set<string>(['unportable-name', ...planted.map(({ code }) => code)]);
    const rest = Object.keys(problemCodes).filter((code) => !known.has(code));
    expect(rest).toEqual([
      'setting-value',
      'setting-name',
      'unknown-scope',
      'shadowed-variable',
      'lint-code',
    ]);
  });
});

test('all of them in one tree are found in one run', async () => {
  const named = planted.filter(({ code, at }) => at.startsWith('s/') && !code.endsWith('too-large'));
  const files = named.flatMap((one, index) =>
    Object.entries(one.files).map(([name, content]): [string, string | Uint8Array] => [
      name.replace(/^(\w+)\//, `x${index}-$1/`),
      typeof content === 'string'
        ? content.replace(/^(parents?: \[?)(.*?)(\]?)$/gm, (whole, key, names: string, end) =>
            names === '' || names.includes(' ') ? whole : `${key}x${index}-${names}${end}`,
          )
        : content,
    ]),
  );
  const folder = await treeOf({ ...(named[0] as Planted), files: Object.fromEntries(files) });
  const { problems } = await lint(folder);
  const found = new Set(problems.map(({ code, file, line }) => `${code} ${file}:${line}`));
  named.forEach(({ code, at }, index) => {
    const [file, line] = at.split(':');
    expect(found).toContain(`${code} x${index}-${file}:${line}`);
  });
});

test('wrong values of settings files are named with their lines, and the rules are judged all the same', async () => {
  const cwd = await tempFolder({
    '.precept/settings.yml': `default_scope: s
exports:
  - {scope: s, to: agents}
  - scope: s
    to: claud
http_port: 99999
lint:
  kata-name: info
  no-when: loud
masters: [{url: 'https://a.example', toke_env: A}]
auth_issuer_url: https://issuer.example
`,
    '.precept/rules/s/metadata.yml': 'parent: elsewhere\n',
    '.precept/rules/s/commandments.yml': 'a:\n  ruleset: [1]\n',
    'home/.precept/settings.yml': 'log_level: loud\n',
  });
  const home = path.join(cwd, 'home');
  const run = (...argv: string[]) => precept(['lint', ...argv], { cwd, home });
  const { code, stdout, stderr } = await run('--format', 'json');
  const found = JSON.parse(stdout).map(({ code, severity, file, line, column }: Problem) => [
    ...[code, severity, file.replaceAll('\\', '/'), line, column],
  ]);
  const value = (line: number, column: number) => [
    ...['setting-value', 'error', '.precept/settings.yml', line, column],
  ];
  expect(found).toEqual([
    ...[value(5, 9), value(6, 12), value(9, 12), value(10, 48), value(11, 18)],
    ['setting-value', 'error', 'home/.precept/settings.yml', 1, 12],
    ['wrong-type', 'error', '.precept/rules/s/commandments.yml', 2, 13],
    // A master may have it, once it is written right.
    ['unknown-parent', 'info', '.precept/rules/s/metadata.yml', 1, 9],
  ]);
  expect([code, stderr]).toEqual([1, '']);
  const one = await run('.precept/rules/s', '--lint', 'wrong-type=off');
  expect(one).toMatchObject({ code: 1, stdout: expect.stringContaining('setting http_port: 99999 is not') });
  // What a flag or a variable gives wrong is a mistake of the command.
  expect((await run('--http-port', 'x')).code).toBe(2);
  // Where nobody knows where the rules are, that alone is told.
  await writeFiles(cwd, { '.precept/settings.yml': 'rules_path: nowhere\n' });
  expect(await run()).toMatchObject({
    ...{ code: 1, stderr: '' },
    stdout: expect.stringContaining('.precept/settings.yml:1:13: error: setting rules_path: '),
  });
  // A file that is no YAML says nothing of where the rules are.
  await writeFiles(cwd, { '.precept/settings.yml': 'a: [' });
  expect(await run()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('line 1') });
});

test('guidance and settings in the wrong place are told with the right one', async () => {
  const text = 'a:\n  when: Now\n  ruleset: [x]\n';
  const cwd = await tempFolder({
    '.precept/settings.yml': 'default_scope: shop\n',
    '.precept/setings.yml': 'default_scope: shop\n',
    '.precept/settings.yaml': 'default_scope: shop\n',
    '.precept/commandments.yml': text,
    '.precept/rules/katas.yml': '',
    '.precept/rules/settings.yml': '',
    '.precept/rules/acme/commandments.yml': text,
    '.precept/rules/shop/commandments.yml': text,
    '.precept/rules/shop/setting.yml': '',
  });
  const { code, stdout } = await precept(['lint', '--format', 'json'], { cwd });
  const found = JSON.parse(stdout).map((one: Record<string, unknown>) => [one.code, one.file, one.hint]);
  const place = 'Settings are read from .precept/settings.yml';
  expect(found).toEqual([
    ['unknown-file', '.precept/commandments.yml', 'Move it to .precept/rules/shop/commandments.yml'],
    ['unknown-file', '.precept/setings.yml', place],
    ['unknown-file', '.precept/settings.yaml', place],
    ['not-a-scope', '.precept/rules/katas.yml', 'Move it into the directory of a scope, like acme/katas.yml'],
    ['not-a-scope', '.precept/rules/settings.yml', place],
    ['unknown-file', '.precept/rules/shop/setting.yml', place],
  ]);
  expect(code).toBe(0);
  const doctor = await precept(['doctor'], { cwd });
  expect(doctor.stdout).toContain(
    'warn  settings: .precept/commandments.yml is in no scope, and is never read\n      Move it to .precept/rules/shop/commandments.yml.\n',
  );
  expect(doctor.stdout).toContain('warn  settings: .precept/setings.yml is not read\n');
});

test('settings below another key, and keys of metadata.yml, are told once with what to write', async () => {
  const cwd = await tempFolder({
    '.precept/settings.yml':
      'settings:\n  default_scope: shop\nparents: [acme]\ndefaul_scope: shop\ncontacts: {team: "#shop"}\n',
    '.precept/rules/shop/commandments.yml': 'a:\n  when: Now\n  ruleset: [x]\n',
  });
  const { stdout, stderr } = await precept(['lint', '--format', 'json'], { cwd });
  const found = JSON.parse(stdout).map((one: Record<string, unknown>) => [one.code, one.line, one.message]);
  expect(found).toEqual([
    [
      'setting-name',
      1,
      '`settings` is read as a template variable, so that the settings below it have no effect: default_scope',
    ],
    [
      'setting-name',
      3,
      '`parents` is read as a template variable; only metadata.yml of a scope gives it a meaning',
    ],
    ['setting-name', 4, '`defaul_scope` is no setting and is read as a template variable'],
  ]);
  expect(stderr).toBe('');
  expect((await precept(['rules', 'shop'], { cwd })).stderr.match(/precept warn/g)).toHaveLength(3);
  expect((await precept(['doctor'], { cwd })).stdout).toContain(
    'warn  settings: "settings" is read as a template variable, so that the settings below it have no effect: default_scope\n      Write them at the start of a line, without "settings:" above.\n',
  );
});

test('mistakes of the settings file are found in it', async () => {
  const cwd = await tempFolder({
    '.precept/settings.yml':
      'lgo_level: info\ndefault_scope: shp\nlint:\n  kata-nam: off\nrules_markdown_prologue: "Ask {{ nobody }}"\nexports: [{scope: shq}]\n',
    '.precept/rules/s/commandments.yml': 'a:\n  when: Now\n  ruleset: [x]\n',
  });
  const { code, stdout } = await precept(['lint', '--format', 'json'], { cwd });
  const found = JSON.parse(stdout).map((one: Record<string, unknown>) => [
    one.code,
    one.file,
    one.line,
    one.column,
  ]);
  expect(found).toEqual([
    ['setting-name', '.precept/settings.yml', 1, 1],
    ['unknown-scope', '.precept/settings.yml', 2, 16],
    ['lint-code', '.precept/settings.yml', 3, 1],
    ['undefined-variable', '.precept/settings.yml', 5, 34],
    ['unknown-scope', '.precept/settings.yml', 6, 19],
  ]);
  expect(code).toBe(1);
});

test('doctor names a mistyped folder in the globs of each scope of the project', async () => {
  const cwd = await tempFolder({
    '.precept/settings.yml': 'default_scope: shop\n',
    '.precept/rules/shop/commandments.yml': 'a:\n  when: Now\n  ruleset: [x]\n',
    '.precept/rules/web/commandments.yml':
      'b:\n  when: Now\n  paths: [scr/api/**, later/**]\n  ruleset: [y]\n',
    'src/api/orders.ts': '',
  });
  const { stdout } = await precept(['doctor'], { cwd });
  expect(stdout.match(/warn {2}rules: .*\n.*\n/g)).toEqual([
    'warn  rules: the glob "scr/api/**" of web matches no file here\n      Did you mean "src/api/**"?\n',
  ]);
});
