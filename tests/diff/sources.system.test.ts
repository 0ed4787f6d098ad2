import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { type Server, startServer } from '../federation/servers.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { commitAll, git, gitEnvironment, gitRepository } from '../support/git.ts';
import { diff } from './diff.ts';

const rules = '.precept/rules';
const env = gitEnvironment;
const text = (...texts: readonly string[]) => `a:\n  ruleset: [${texts.join(', ')}]\n`;
const added = (...texts: readonly string[]) =>
  texts.map((after) => expect.objectContaining({ element: 'rule', op: 'added', after, scopes: ['s'] }));

/** Two commits and a change that is not committed: One; One, Two; One, Two, Three. */
let project: string;
beforeAll(async () => {
  project = await gitRepository({ [`${rules}/s/commandments.yml`]: text('One'), 'README.md': '' });
  await git(project, 'tag', 'v1');
  await writeFiles(project, { [`${rules}/s/commandments.yml`]: text('One', 'Two') });
  await commitAll(project);
  await writeFiles(project, { [`${rules}/s/commandments.yml`]: text('One', 'Two', 'Three') });
});

describe('git', () => {
  test.each([
    [[], 'HEAD', 'the work tree', ['Three']],
    [['v1'], 'v1', 'the work tree', ['Two', 'Three']],
    [['HEAD~1'], 'HEAD~1', 'the work tree', ['Two', 'Three']],
    [['v1', 'main'], 'v1', 'main', ['Two']],
    [['main', '.'], 'main', '.', ['Three']],
  ])('precept diff %j', async (argv, from, to, texts) => {
    const told = await diff(project, argv, { env });
    expect(told).toMatchObject({ from, to, changes: added(...texts) });
    const [{ before, after, ...scope } = {}] = told.scopes;
    expect(scope).toEqual({ name: 's', state: 'changed' });
    expect((after?.rules ?? 0) - (before?.rules ?? 0)).toBe(texts.length);
  });

  test('works below the project, and leaves work tree and index alone', async () => {
    const folder = path.join(project, 'src');
    await writeFiles(project, { 'src/index.ts': '' });
    const before = await git(project, 'status', '--porcelain');
    expect((await diff(folder, [], { env })).changes).toEqual(added('Three'));
    expect(await git(project, 'status', '--porcelain')).toBe(before);
  });

  test('a ref wins over a folder of that name, unless the folder is named with a dot', async () => {
    await writeFiles(project, { 'v1/x/commandments.yml': text('Other') });
    expect((await diff(project, ['v1'], { env })).changes).toEqual(added('Two', 'Three'));
    expect((await diff(project, ['./v1', './v1'], { env })).scopes).toEqual([]);
    expect((await diff(project, ['./v1'], { env })).scopes).toMatchObject([
      { name: 's', state: 'added' },
      { name: 'x', state: 'removed' },
    ]);
    await rm(path.join(project, 'v1'), { recursive: true });
  });

  test('rules elsewhere than in .precept are read where they are now', async () => {
    const folder = await gitRepository({ 'deep/down/s/commandments.yml': text('One') });
    await writeFiles(folder, { 'deep/down/s/commandments.yml': text('One', 'Two') });
    const told = await diff(folder, ['--rules-path', 'deep/down'], { env });
    expect(told.changes).toEqual(added('Two'));
  });

  test('a ref without the folder has nothing, and a note says so', async () => {
    const folder = await gitRepository({ 'README.md': '' });
    await writeFiles(folder, { [`${rules}/s/commandments.yml`]: text('One') });
    const told = await diff(folder, [], { env });
    expect(told.scopes).toMatchObject([{ name: 's', state: 'added', before: null, after: { rules: 1 } }]);
    expect(told.notes).toEqual([`HEAD has no folder ${rules}, so nothing is served from it.`]);
  });

  test('a work tree without the folder has nothing, and a note says so', async () => {
    const folder = await gitRepository({ [`${rules}/s/commandments.yml`]: text('One') });
    await rm(path.join(folder, '.precept'), { recursive: true });
    const told = await diff(folder, [], { env });
    expect(told.scopes).toMatchObject([{ name: 's', state: 'removed' }]);
    expect(told.notes).toEqual(['the work tree has no rules folder, so nothing is served from it.']);
  });
});

describe('folders', () => {
  test('a project, and a rules folder, need no repository', async () => {
    const old = await tempFolder({ 's/commandments.yml': text('One') });
    const young = await tempFolder({ [`${rules}/s/commandments.yml`]: text('One', 'Two') });
    expect((await diff(old, [old, young])).changes).toEqual(added('Two'));
    expect((await diff(young, [old])).changes).toEqual(added('Two'));
    expect((await diff(path.dirname(old), [path.basename(old), path.basename(young)])).changes).toEqual(
      added('Two'),
    );
  });

  test('what is in both is read from each, also where a scope got another name', async () => {
    const folder = await tempFolder({
      'one/s/commandments.yml': text('One'),
      'two/s/commandments.yml': text('One'),
    });
    await rename(path.join(folder, 'two/s'), path.join(folder, 'two/t'));
    expect((await diff(folder, ['./one', './two'])).scopes).toMatchObject([
      { name: 's', state: 'removed' },
      { name: 't', state: 'added' },
    ]);
  });
});

describe('servers', () => {
  let server: Server;
  const served = {
    'acme/commandments.yml': text('One', '"Two {{ scope.name }}"'),
    'acme/katas.yml': 'k:\n  katas:\n    go: {procedure: "1. Go\\n"}\n',
    'acme/tenka.yml':
      'tenka:\n  US1: {who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c, checks: [{test: t}]}}}\n',
    's/metadata.yml': 'parent: acme\ndescription: Shop\ntags: {a: b}\n',
    's/suggestions.yml':
      'b:\n  when: "Now\u200b"\n  tags: [x]\n  paths: ["*.ts"]\n  ruleset: ["Hid\u200bden"]\n',
  };
  beforeAll(async () => {
    server = await startServer(served);
  });

  test('a folder of the same files is the same', async () => {
    const folder = await tempFolder(served);
    expect((await diff(folder, [server.url, '.'])).scopes).toEqual([]);
    expect((await diff(folder, [folder, server.url])).scopes).toEqual([]);
    expect((await diff(folder, [server.url, `${server.url}/`])).scopes).toEqual([]);
  });

  test('what a server does not serve yet', async () => {
    const folder = await tempFolder({
      ...served,
      'acme/commandments.yml': text('One', '"Two {{ scope.name }}"', 'Three'),
    });
    const told = await diff(folder, [server.url, '.']);
    expect(told.changes).toMatchObject([{ op: 'added', after: 'Three', scopes: ['acme', 's'] }]);
    const { stdout } = await precept(['diff', server.url, '.'], { cwd: folder });
    expect(stdout).toContain('a MUST + "Three" — acme and 1 scope below\n');
  });
});

describe('what cannot be compared', () => {
  test('a server that is not there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const printed = await precept(['diff', url], { cwd: project, env });
    expect(printed).toMatchObject({ code: 1, stdout: '' });
    expect(printed.stderr).toMatch(/^precept: \S+ cannot be compared with: .*refused.*\n$/i);
  });

  test.each([
    [
      'neither a ref nor a folder',
      ['nope'],
      2,
      /"nope" is neither a git ref \(.*none of that name\) nor a folder/,
    ],
    ['a range', ['v1..main'], 2, /name the two ends of a range as two arguments/],
    ['a folder that is not there', ['./nope'], 2, /"\.\/nope" is not a folder/],
    ['a file', ['./README.md'], 2, /"\.\/README\.md" is not a folder/],
    ['an address without a host', ['http://'], 2, /"http:\/\/" is not an address/],
    ['a scope that is nowhere', ['--scope', 'z'], 1, /There is no scope "z" in either source.*nearest.*: s/],
    ['an unknown format', ['--format', 'xml'], 2, /--format takes one of text, markdown, json, github/],
    ['three sources', ['a', 'b', 'c'], 2, /takes no argument "c"/],
  ])('%s', async (_, argv, code, message) => {
    const printed = await precept(['diff', ...argv], { cwd: project, env });
    expect(printed).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('no repository', async () => {
    const folder = await tempFolder({ [`${rules}/s/commandments.yml`]: text('One') });
    const [none, ref] = [
      await precept(['diff'], { cwd: folder, env }),
      await precept(['diff', 'main'], { cwd: folder, env }),
    ];
    expect(none).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is in no git repository'),
    });
    expect(ref).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('"main" is neither a git ref'),
    });
  });

  test('a repository without a commit', async () => {
    const folder = await tempFolder({ [`${rules}/s/commandments.yml`]: text('One') });
    await git(folder, 'init', '--quiet');
    expect(await precept(['diff'], { cwd: folder, env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the repository has no commit yet'),
    });
  });

  test('a computer without git', async () => {
    const printed = await precept(['diff'], { cwd: project, env: { PATH: await tempFolder() } });
    expect(printed).toMatchObject({ code: 2, stderr: expect.stringContaining('git is not installed') });
  });
});

test('--exit-code says whether anything differs', async () => {
  const code = async (...argv: string[]) =>
    (await precept(['diff', ...argv, '--exit-code'], { cwd: project, env })).code;
  expect(await code()).toBe(1);
  expect(await code('main', 'main')).toBe(0);
  expect((await precept(['diff'], { cwd: project, env })).code).toBe(0);
});

test('--scope compares one scope alone', async () => {
  const files = { 'a/commandments.yml': text('One'), 'b/commandments.yml': text('One') };
  const old = await tempFolder(files);
  const young = await tempFolder({ 'a/commandments.yml': text('Two'), 'b/commandments.yml': text('Two') });
  expect((await diff(old, [old, young, '--scope', 'b'])).scopes.map(({ name }) => name)).toEqual(['b']);
});
