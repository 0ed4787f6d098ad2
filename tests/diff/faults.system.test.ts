import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { startServer } from '../federation/servers.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { commitAll, git, gitEnvironment, gitRepository } from '../support/git.ts';
import { startClock } from '../support/in-time.ts';
import { runs } from '../support/runs.ts';
import { diff } from './diff.ts';

const env = gitEnvironment;
const rules = '.precept/rules';
const text = (...texts: readonly string[]) => `a:\n  ruleset: [${texts.join(', ')}]\n`;
const inRules = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${rules}/${name}`, content]));

describe('content that is broken', () => {
  const sound = { 'acme/commandments.yml': text('One'), 's/metadata.yml': 'parent: acme\n' };
  const broken = { ...sound, 'acme/commandments.yml': 'a: [\n' };

  test('now: the scope is broken, and what is below it lacks what it said', async () => {
    const folder = await gitRepository(inRules(sound));
    await writeFiles(folder, inRules(broken));
    const told = await diff(folder, [], { env });
    expect(told.scopes).toEqual([
      {
        name: 'acme',
        state: 'broken',
        before: { rules: 1, katas: 0, tokens: 1 },
        after: null,
        problems: [expect.stringMatching(/^now: acme\/commandments\.yml:\d+:\d+: /)],
      },
      {
        name: 's',
        state: 'changed',
        before: { rules: 1, katas: 0, tokens: 1 },
        after: { rules: 0, katas: 0, tokens: 0 },
      },
    ]);
    expect(told.changes.filter(({ element }) => element === 'rule')).toMatchObject([
      { op: 'removed', before: 'One', scopes: ['s'] },
    ]);
    expect((await precept(['diff', '--exit-code'], { cwd: folder, env })).code).toBe(1);
  });

  test('before, and on both sides', async () => {
    const [old, young] = [await tempFolder(broken), await tempFolder(sound)];
    expect((await diff(old, [old, young])).scopes[0]).toMatchObject({
      name: 'acme',
      state: 'broken',
      before: null,
      problems: [expect.stringMatching(/^before: /)],
    });
    expect((await diff(old, [old, old])).scopes).toEqual([]);
  });

  test('a circle of parents', async () => {
    const [old, young] = [
      await tempFolder(sound),
      await tempFolder({ ...sound, 'acme/metadata.yml': 'parent: s\n' }),
    ];
    expect((await diff(old, [old, young])).scopes).toMatchObject([
      { name: 'acme', state: 'broken', problems: [expect.stringContaining('go round in a circle')] },
      { name: 's', state: 'broken' },
    ]);
  });

  test('a scope that a server cannot serve', async () => {
    const server = await startServer(broken);
    const folder = await tempFolder(sound);
    const why = 'it answered 500: a file of the scope has a mistake there (invalid-content)';
    expect((await diff(folder, [server.url, '.'])).scopes).toMatchObject([
      { name: 'acme', state: 'broken', before: null, problems: [`before: ${why}`] },
      { name: 's', state: 'changed' },
    ]);
  });
});

describe('unusual repositories', () => {
  test('a shallow clone names the cure for a commit that it lacks', async () => {
    const origin = await gitRepository(inRules({ 's/commandments.yml': text('One') }));
    await writeFiles(origin, inRules({ 's/commandments.yml': text('One', 'Two') }));
    await commitAll(origin);
    const clone = path.join(await tempFolder(), 'clone');
    await git(origin, 'clone', '--quiet', '--depth', '1', `file://${origin}`, clone);
    expect((await diff(clone, [], { env })).scopes).toEqual([]);
    expect(await precept(['diff', 'HEAD~1'], { cwd: clone, env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'this clone is shallow: fetch what is missing with "git fetch --unshallow"',
      ),
    });
  });

  test('links in the tree are followed within it, as they are on disk', async () => {
    const folder = await gitRepository({
      ...inRules({ 'own/metadata.yml': 'description: own\n' }),
      'shared/commandments.yml': text('Shared'),
      'shared/scope/commandments.yml': text('Linked'),
    });
    const at = (...names: string[]) => path.join(folder, rules, ...names);
    await symlink('../../../shared/commandments.yml', at('own/commandments.yml'));
    await symlink('../../shared/scope', at('linked'));
    await symlink('nowhere', at('dangling'));
    const outside = await tempFolder({ 'suggestions.yml': text('Outside') });
    await symlink(path.join(outside, 'suggestions.yml'), at('own/suggestions.yml'));
    await commitAll(folder);
    expect((await diff(folder, ['HEAD'], { env })).scopes).toMatchObject([
      {
        name: 'own',
        state: 'broken',
        after: { rules: 2 },
        problems: [expect.stringContaining('it is a link that leads out of the repository')],
      },
    ]);
    await git(folder, 'rm', '--quiet', `${rules}/own/suggestions.yml`);
    await commitAll(folder);
    expect((await diff(folder, [], { env })).scopes).toEqual([]);
    const nothing = await tempFolder();
    const told = await diff(folder, [nothing, 'HEAD'], { env });
    expect(told.scopes).toMatchObject([
      { name: 'linked', state: 'added', after: { rules: 1 } },
      { name: 'own', state: 'added', after: { rules: 1 } },
    ]);
  });

  test('a submodule cannot be read, and says so', async () => {
    const other = await gitRepository({ 'commandments.yml': text('One') });
    const folder = await gitRepository(inRules({ 's/commandments.yml': text('One') }));
    await git(
      folder,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      other,
      `${rules}/sub`,
    );
    await commitAll(folder);
    expect((await diff(folder, [], { env })).scopes).toMatchObject([
      {
        name: 'sub',
        state: 'broken',
        before: null,
        problems: [expect.stringContaining('it is in a submodule')],
      },
    ]);
    expect((await diff(folder, ['HEAD', 'HEAD'], { env })).scopes).toEqual([]);
    const inside = path.join(folder, rules, 'sub');
    expect((await diff(inside, ['HEAD', 'HEAD', '--rules-path', '..'], { env })).scopes).toEqual([]);
  });

  test('line ends that git changes on the way are no change', async () => {
    const content = text('One').replace('ruleset: [One]', 'ruleset:\n    - |\n      One\n      two');
    const folder = await gitRepository(inRules({ 's/commandments.yml': content }));
    await writeFiles(folder, inRules({ 's/commandments.yml': content.replaceAll('\n', '\r\n') }));
    expect((await diff(folder, [], { env })).scopes).toEqual([]);
  });

  test('names that are not UTF-8, folders in the place of files, and strange names are passed over', async () => {
    const folder = await gitRepository({
      ...inRules({
        's/commandments.yml': text('One'),
        's/suggestions.yml/x': '',
        'a b/commandments.yml': '',
      }),
    });
    const odd = Buffer.concat([Buffer.from(path.join(folder, rules, 's/')), Buffer.from([0x66, 0xe9, 0x0a])]);
    await writeFile(odd, 'x');
    await mkdir(Buffer.concat([Buffer.from(path.join(folder, rules, '/')), Buffer.from([0xe9])]));
    await commitAll(folder);
    expect((await diff(folder, [], { env })).scopes).toEqual([]);
    const told = await diff(folder, [await tempFolder(), 'HEAD'], { env });
    expect(told.scopes).toMatchObject([
      { name: 's', state: 'broken', problems: [expect.stringContaining('it is not a regular file')] },
    ]);
  });

  test('a partial clone fetches nothing, and says what it lacks', async () => {
    const origin = await gitRepository(inRules({ 's/commandments.yml': text('One') }));
    await git(origin, 'config', 'uploadpack.allowFilter', 'true');
    await writeFiles(origin, inRules({ 's/commandments.yml': text('Two') }));
    await commitAll(origin);
    const clone = path.join(await tempFolder(), 'clone');
    await git(origin, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, clone);
    expect((await diff(clone, ['HEAD~1'], { env })).scopes).toMatchObject([
      { name: 's', state: 'broken', problems: [expect.stringContaining('it is a partial clone')] },
    ]);
  });

  test('nothing runs that the settings of a repository name', async () => {
    const ran = await tempFolder({ run: '' });
    const program = path.join(ran, 'run');
    await writeFile(program, `#!/bin/sh\ntouch "${ran}/$1"\ncat\n`);
    await chmod(program, 0o755);
    const folder = await gitRepository({
      ...inRules({ 's/commandments.yml': text('One') }),
      '.gitattributes': '*.yml filter=f diff=d\n',
    });
    for (const [name, argument] of Object.entries({
      'filter.f.clean': 'clean',
      'filter.f.smudge': 'smudge',
      'filter.f.process': 'process',
      'diff.d.textconv': 'textconv',
      'diff.external': 'external',
      'core.fsmonitor': 'fsmonitor',
      'core.pager': 'pager',
      'core.sshCommand': 'ssh',
      'core.alternateRefsCommand': 'refs',
    }))
      await git(folder, 'config', name, `${program} ${argument}`);
    await writeFiles(folder, inRules({ 's/commandments.yml': text('Two') }));
    expect((await diff(folder, [], { env })).changes).toHaveLength(2);
    expect(execFileSync('ls', [ran]).toString()).toBe('run\n');
  });
});

describe('volume', () => {
  test('a file over the limit is not held', async () => {
    const folder = await gitRepository(
      inRules({ 's/commandments.yml': `# ${'x'.repeat(5 * 1024 * 1024)}\n` }),
    );
    await writeFiles(folder, inRules({ 's/commandments.yml': text('One') }));
    expect((await diff(folder, [], { env })).scopes).toMatchObject([
      { name: 's', state: 'broken', problems: [expect.stringContaining('it is over 4 MiB')] },
    ]);
  });

  test('10,000 rules, each of them edited, compare in 3 s', async () => {
    const many = (word: string) =>
      Object.fromEntries(
        Array.from({ length: 10 }, (_, scope) => [
          `s${scope}/commandments.yml`,
          Array.from(
            { length: 100 },
            (_, category) =>
              `c${category}:\n  ruleset:\n${Array.from({ length: 10 }, (_, rule) => `    - Rule ${rule} of ${scope}.${category} ${word} all that it can\n`).join('')}`,
          ).join(''),
        ]),
      );
    const folder = await gitRepository(inRules(many('says')));
    await writeFiles(folder, inRules(many('tells')));
    const clock = startClock();
    const told = await diff(folder, [], { env });
    await clock.expectInTime(3000);
    expect(told.changes).toHaveLength(10_000);
    expect(told.changes.every(({ op }) => op === 'changed')).toBe(true);
  });

  test('many scopes below one that changed are told of in one line', async () => {
    const family: Record<string, string> = { 'acme/commandments.yml': text('One') };
    const count = runs(50);
    for (let scope = 0; scope < count; scope++) family[`s${scope}/metadata.yml`] = 'parent: acme\n';
    const folder = await gitRepository(inRules(family));
    await writeFiles(folder, inRules({ 'acme/commandments.yml': text('One', 'Two') }));
    const told = await diff(folder, [], { env });
    expect(told.changes).toHaveLength(1);
    expect(told.changes[0]?.scopes).toHaveLength(count + 1);
    expect(told.scopes).toHaveLength(count + 1);
    const { stdout } = await precept(['diff'], { cwd: folder, env });
    expect(stdout).toBe(
      'Compared HEAD with the work tree.\n\n' +
        `a MUST + "Two" — acme and ${count} scopes below\n\n` +
        'acme: 1 -> 2 rules, 0 katas, about 1 -> 2 tokens\n' +
        `and ${count.toLocaleString('en-US')} more scopes: --format json lists them\n\n` +
        `1 change in ${(count + 1).toLocaleString('en-US')} scopes.\n`,
    );
  });
});
