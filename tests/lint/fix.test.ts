import { execFileSync } from 'node:child_process';
import { chmod, lstat, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { hasGit, hasLinks, hasModes } from '../support/system.ts';
import { lint } from './lint.ts';

const fix = (cwd: string, ...argv: string[]) =>
  precept(['lint', '.', '--fix', '--format', 'json', ...argv], { cwd });

/** What a file of scope `s` becomes, what is left, and what the diff says. */
async function fixed(file: string, text: string | Uint8Array, more: Record<string, string> = {}) {
  const folder = await tempFolder({ [`s/${file}`]: '', ...more });
  await writeFile(path.join(folder, 's', file), text);
  const { code, stdout, stderr } = await fix(folder);
  const after = await readFile(path.join(folder, 's', file), 'utf8');
  const again = await fix(folder);
  expect(await readFile(path.join(folder, 's', file), 'utf8')).toBe(after);
  expect(again.stderr).toBe('Nothing can be fixed without you.\n');
  return { code, after, left: JSON.parse(stdout).map((one: { code: string }) => one.code), stderr };
}

const sound = 'a:\n  when: Now\n  ruleset: [x]\n';

describe('what needs no decision is fixed', () => {
  test.each([
    ['a misspelt key', 'metadata.yml', 'descripton: A shop\n', 'description: A shop\n'],
    ['a quoted misspelt key', 'metadata.yml', '"descripton": A shop\n', 'description: A shop\n'],
    ['a key in the plural', 'metadata.yml', 'tag: {team: core}\n', 'tags: {team: core}\n'],
    [
      'a key within',
      'metadata.yml',
      'auth: {accepted_roles: [dev], role_claim: groups}\n',
      'auth: {accepted_roles: [dev], roles_claim: groups}\n',
    ],
    ['a misspelt `ruleset`', 'commandments.yml', 'a:\n  when: Now\n  rulset: [x]\n', sound],
    ['a misspelt `when`', 'commandments.yml', 'a:\n  wehn: Now\n  ruleset: [x]\n', sound],
    [
      'keys of a kata',
      'katas.yml',
      'a:\n  when: w\n  katas: {cut: {whn: x, procedur: 1. Cut}}\n',
      'a:\n  when: w\n  katas: {cut: {when: x, procedure: 1. Cut}}\n',
    ],
    [
      'keys of a story',
      'tenka.yml',
      'tenka:\n  US1: {who: a, waht: b, why: c}\n',
      'tenka:\n  US1: {who: a, what: b, why: c}\n',
    ],
    [
      'a rule that is a number',
      'commandments.yml',
      'a:\n  when: Now\n  ruleset: [0x1F, 3.10, true]\n',
      'a:\n  when: Now\n  ruleset: ["0x1F", "3.10", "true"]\n',
    ],
    [
      'a rule with a colon',
      'commandments.yml',
      'a:\n  when: Now\n  ruleset:\n    - Say "so" \\o/: now  # why\n    - x\n',
      'a:\n  when: Now\n  ruleset:\n    - "Say \\"so\\" \\\\o/: now"  # why\n    - x\n',
    ],
    [
      'a rule that ends with a colon',
      'commandments.yml',
      'a:\n  when: Now\n  ruleset:\n    - In short:\n',
      'a:\n  when: Now\n  ruleset:\n    - "In short:"\n',
    ],
    [
      'a `when` that is a number',
      'commandments.yml',
      'a:\n  when: 2024\n  ruleset: [x]\n',
      'a:\n  when: "2024"\n  ruleset: [x]\n',
    ],
    [
      'an unquoted true',
      'metadata.yml',
      'tags: {beta: true, old: False}\n',
      'tags: {beta: "true", old: "False"}\n',
    ],
    [
      'a word in place of a list',
      'commandments.yml',
      'a:\n  when: Now\n  tags: http\n  ruleset: [x]\n',
      'a:\n  when: Now\n  tags: ["http"]\n  ruleset: [x]\n',
    ],
    [
      'a yes',
      'commandments.yml',
      'a:\n  when: Now\n  always: yes\n  ruleset: [x]\n',
      'a:\n  when: Now\n  always: true\n  ruleset: [x]\n',
    ],
    ['a `+` of commandments', 'commandments.yml', '+a:\n  when: Now\n  ruleset: [x]\n', sound],
    [
      'a quoted `+`',
      'commandments.yml',
      '"+a":\n  when: Now\n  ruleset: [x]\n',
      '"a":\n  when: Now\n  ruleset: [x]\n',
    ],
    [
      'blanks',
      'commandments.yml',
      'a: \n  when: Now\t # x  \n  ruleset: [x] \n \t\n',
      'a:\n  when: Now\t # x\n  ruleset: [x]\n\n',
    ],
    ['blanks without a line break', 'commandments.yml', `${sound}  `, sound],
    [
      'one fix that lays open another',
      'commandments.yml',
      'a:\n  when: Now\n  rulset:\n    - Say: so \n',
      'a:\n  when: Now\n  ruleset:\n    - "Say: so"\n',
    ],
    [
      'text behind a byte order mark',
      'metadata.yml',
      '\uFEFFdescripton: A\ntags: {beta: true}\n',
      '\uFEFFdescription: A\ntags: {beta: "true"}\n',
    ],
    [
      'lines that end with CRLF',
      'commandments.yml',
      'a: \r\n  wehn: Now\r\n  ruleset: [1] \r\n',
      'a:\r\n  when: Now\r\n  ruleset: ["1"]\r\n',
    ],
  ])('%s', async (_, file, text, wanted) => {
    const { after, left, code } = await fixed(file, text);
    expect(after).toBe(wanted);
    expect({ left, code }).toEqual({ left: [], code: 0 });
  });
});

describe('what takes a decision is left', () => {
  test.each([
    ['a key that could be several', 'metadata.yml', 'parrent: s\n', ['unknown-key'], 0],
    ['a key that is like none', 'metadata.yml', 'colour: red\n', ['unknown-key'], 0],
    ['a key that is there already', 'metadata.yml', 'description: A\ndescripton: B\n', ['unknown-key'], 0],
    [
      'a `+` beside the same category',
      'commandments.yml',
      '+b: {when: Now, ruleset: [y]}\nb: {ruleset: [z]}\n',
      ['plus-in-commandments', 'duplicate-category'],
      1,
    ],
    ['a rule that is a list', 'commandments.yml', 'a:\n  when: Now\n  ruleset: [[x]]\n', ['wrong-type'], 1],
    ['an empty rule', 'commandments.yml', 'a:\n  when: Now\n  ruleset:\n    -\n', ['wrong-type'], 1],
    [
      'a rule that is several lines of a mapping',
      'commandments.yml',
      'a:\n  when: Now\n  ruleset:\n    - Say: so\n      and: so\n',
      ['wrong-type'],
      1,
    ],
    ['a value with an anchor', 'commandments.yml', 'a:\n  when: Now\n  ruleset: [&x 1]\n', ['wrong-type'], 1],
    [
      'an alias of a number',
      'commandments.yml',
      'a:\n  when: Now\n  tags: [&x y]\n  ruleset: [*x, {z: *x}]\n',
      ['wrong-type'],
      1,
    ],
  ])('%s', async (_, file, text, left, code) => {
    const result = await fixed(file, text);
    if (left.length > 0)
      expect(result).toMatchObject({ after: text, stderr: 'Nothing can be fixed without you.\n' });
    expect({ left: result.left, code: result.code }).toEqual({ left, code });
  });

  test.each([
    ['bad syntax', 'a: \n  ruleset: [x\n'],
    ['a key that stands twice', 'a: \n  rulset: [x]\na: \n  ruleset: [1]\n'],
    ['what is not UTF-8', Buffer.from('a: \n  ruleset: [caf\xe9]\n', 'latin1')],
  ])('a file with %s is not touched', async (_, text) => {
    const folder = await tempFolder({ 's/commandments.yml': '', 't/metadata.yml': 'descripton: A\n' });
    const file = path.join(folder, 's/commandments.yml');
    await writeFile(file, text);
    const { code } = await fix(folder);
    expect(code).toBe(1);
    expect(await readFile(file)).toEqual(Buffer.from(text));
    expect(await readFile(path.join(folder, 't/metadata.yml'), 'utf8')).toBe('description: A\n');
  });

  test('a code that is off is not fixed, and only the scope that is asked for is', async () => {
    const folder = await tempFolder({ 's/metadata.yml': 'tag: {a: true} \n', 't/metadata.yml': 'tag: {}\n' });
    await precept(['lint', 's', '--fix', '--lint', 'trailing-blanks=off'], { cwd: folder });
    expect(await readFile(path.join(folder, 's/metadata.yml'), 'utf8')).toBe('tags: {a: "true"} \n');
    expect(await readFile(path.join(folder, 't/metadata.yml'), 'utf8')).toBe('tag: {}\n');
  });
});

describe('the diff', () => {
  const files = {
    's/commandments.yml': `a:\n  wehn: Now\n  ruleset:\n${'    - x\n'.repeat(20)}    - 42\n    - y \n    - z`,
    't/metadata.yml': 'descripton: A',
  };

  test('is on stderr, and stdout has what is left', async () => {
    const cwd = await tempFolder({
      '.precept/rules/s/metadata.yml': 'description: A\r\ntag: {}\r\nx: y\r\n',
    });
    const { code, stdout, stderr } = await precept(['lint', '--fix'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toBe(
      [
        '--- .precept/rules/s/metadata.yml',
        '+++ .precept/rules/s/metadata.yml',
        '@@ -1,3 +1,3 @@',
        ' description: A',
        '-tag: {}',
        '+tags: {}',
        ' x: y',
        'Fixed 1 problem in 1 file.',
        '',
      ].join('\n'),
    );
    expect(stdout).toContain('`x` is not a key');
    expect(stdout).not.toContain('`tag` is not a key');
  });

  test('of a dry run is all there is: nothing is written, and the rest is reported as if it were', async () => {
    const folder = await tempFolder(files);
    const dry = await fix(folder, '--dry-run');
    expect(await readFile(path.join(folder, 't/metadata.yml'), 'utf8')).toBe(files['t/metadata.yml']);
    const wet = await fix(folder);
    expect({ code: dry.code, stdout: dry.stdout }).toEqual({ code: wet.code, stdout: wet.stdout });
    const note = (text: string) => text.split('\n').at(-2);
    expect(note(dry.stderr)).toBe('This would fix 4 problems in 2 files; without --dry-run it is written.');
    expect(dry.stderr.replace(/\n.*\n$/, '')).toBe(wet.stderr.replace(/\n.*\n$/, ''));
  });

  test.runIf(hasGit())('is one that git applies', async () => {
    const folder = await tempFolder(files);
    const { stderr } = await fix(folder, '--dry-run');
    const patch = stderr.replace(/This would fix.*\n$/, '');
    execFileSync('git', ['apply', '-p0', '-'], { cwd: folder, input: patch });
    const applied = await readFile(path.join(folder, 's/commandments.yml'), 'utf8');
    expect(applied).toBe(
      files['s/commandments.yml'].replace('wehn', 'when').replace('42', '"42"').replace('y \n', 'y\n'),
    );
    expect((await fix(folder)).stderr).toBe('Nothing can be fixed without you.\n');
  });

  test('takes nothing from a terminal', async () => {
    const folder = await tempFolder({
      's/commandments.yml': 'a: # \u001b[2J\n  wehn: Now\n  ruleset: [x]\n',
    });
    const { stderr } = await fix(folder);
    expect(stderr).not.toContain('\u001b');
    expect(stderr).toContain('+  when: Now');
  });
});

describe('the file', () => {
  const misspelt = 'descripton: A\n';
  const right = 'description: A\n';

  test('keeps its mode', async () => {
    const folder = await tempFolder({ 's/metadata.yml': misspelt });
    const file = path.join(folder, 's/metadata.yml');
    await chmod(file, 0o640);
    await fix(folder);
    if (hasModes) expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readFile(file, 'utf8')).toBe(right);
  });

  test.runIf(hasLinks)('stays a link to the file that is fixed', async () => {
    const folder = await tempFolder({ 'rules/s/': '', 'shared/base.yml': misspelt });
    const link = path.join(folder, 'rules/s/metadata.yml');
    await symlink('../../shared/base.yml', link);
    await precept(['lint', 'rules', '--fix'], { cwd: folder });
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(path.join(folder, 'shared/base.yml'), 'utf8')).toBe(right);
  });

  test.runIf(hasLinks)('is left as it is where a link leads out of the project', async () => {
    const outside = path.join(await tempFolder({ 'other.yml': misspelt }), 'other.yml');
    const folder = await tempFolder({ 's/': '' });
    await symlink(outside, path.join(folder, 's/metadata.yml'));
    const { code, stderr } = await fix(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/s\/metadata\.yml is left as it was: it is a link that leads out of the project/);
    expect(await readFile(outside, 'utf8')).toBe(misspelt);
  });

  test.runIf(hasLinks)('is told before what was written', async () => {
    const outside = path.join(await tempFolder({ 'other.yml': misspelt }), 'other.yml');
    const folder = await tempFolder({ 'a/metadata.yml': misspelt, 's/': '' });
    await symlink(outside, path.join(folder, 's/metadata.yml'));
    const { code, stderr } = await fix(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^precept(?: error)?: \S*s\/metadata\.yml is left as it was[^\n]*\n--- \S*a\/metadata\.yml/,
    );
    expect(stderr).not.toContain('--- s/metadata.yml');
  });

  test.runIf(hasLinks)(
    'is left as it is where the rules folder of a checkout is a link out of it',
    async () => {
      const outside = await tempFolder({ 'rules/s/metadata.yml': misspelt });
      const folder = await tempFolder({ '.precept/settings.yml': '' });
      await symlink(path.join(outside, 'rules'), path.join(folder, '.precept/rules'));
      const { code, stderr } = await precept(['lint', '--fix'], { cwd: folder });
      expect(code).toBe(1);
      expect(stderr).toMatch(/metadata\.yml is left as it was: it is a link that leads out of the project/);
      expect(await readFile(path.join(outside, 'rules/s/metadata.yml'), 'utf8')).toBe(misspelt);
    },
  );
});

test('wrong usage', async () => {
  const folder = await tempFolder({ 's/': '' });
  expect((await precept(['lint', '.', '--dry-run'], { cwd: folder })).code).toBe(2);
});

test('removing blanks changes no text, however it is written', async () => {
  const word = fc.stringMatching(/^[a-z][a-z'"\\#:-]{0,5}$/);
  const blanks = fc.constantFrom('', '', ' ', '  \t', '\t');
  const style = fc.constantFrom('|', '>', '|-', '>+', '|2', '"', "'", 'plain');
  const rule = fc.record({
    style,
    lines: fc.array(fc.tuple(word, blanks), { minLength: 1, maxLength: 4 }),
    end: blanks,
  });
  const written = ({
    style,
    lines,
    end,
  }: {
    style: string;
    lines: readonly (readonly [string, string])[];
    end: string;
  }) => {
    const indent = '        ';
    if (style === '"' || style === "'") {
      const escaped = (text: string) =>
        style === '"' ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : text.replaceAll("'", "''");
      return `${style}${lines.map(([text, after]) => escaped(text) + after).join(`\n${indent}`)}${style}${end}`;
    }
    if (style === 'plain')
      return lines.map(([text, after]) => text.replace(/[^a-z]/g, '') + after).join(`\n${indent}`) + end;
    return `${style}${end}\n${lines.map(([text, after]) => indent + text + after).join('\n')}`;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 5 }), fc.boolean(), async (rules, crlf) => {
      const text = `a:\n  when: Now\n  ruleset:\n${rules.map((one) => `    - ${written(one)}\n`).join('')}`;
      const folder = await tempFolder({ 's/commandments.yml': crlf ? text.replaceAll('\n', '\r\n') : text });
      const rulesOf = async () =>
        (await precept(['rules', 's', '--debug', '--format', 'json', '-r', '.'], { cwd: folder })).stdout;
      const before = await rulesOf();
      await fix(folder);
      expect(await rulesOf()).toBe(before);
      expect((await lint(folder)).problems.filter(({ code }) => code === 'trailing-blanks')).toEqual([]);
    }),
    { numRuns: runs(8) },
  );
});

test('another word for the key of a rule is no part of its text', async () => {
  const text = 'a:\n  when: Now\n  ruleset:\n    - text: Use pages\n';
  const { after, left } = await fixed('commandments.yml', text);
  expect([after, left]).toEqual([text, ['wrong-type']]);
});
