import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { commitAll, git, gitEnvironment, gitRepository } from '../support/git.ts';
import { rule } from './world.ts';

const run = promisify(execFile);

/** A project with a source, in which nothing may appear at `marker`. */
interface Trap {
  readonly repository: string;
  readonly project: string;
  readonly home: string;
  readonly cache: string;
  /** What a program that ran would make. */
  readonly marker: string;
  /** A script that makes it. */
  readonly script: string;
}

const good = { 'acme/commandments.yml': rule('All is well') };

async function trap(files: Readonly<Record<string, string>> = good): Promise<Trap> {
  const [project, home, around] = [await tempFolder(), await tempFolder(), await tempFolder()];
  const marker = path.join(around, 'ran');
  const script = path.join(around, 'evil.sh');
  await writeFile(script, `#!/bin/sh\ntouch '${marker}'\ncat\n`);
  await chmod(script, 0o755);
  const repository = await gitRepository(files);
  return { repository, project, home, cache: path.join(around, 'cache'), marker, script };
}

async function update(world: Trap, entry: object = {}, env: Readonly<Record<string, string>> = {}) {
  const source = { git: world.repository, ...entry };
  await writeFiles(world.project, { '.precept/settings.yml': `sources: ${JSON.stringify([source])}\n` });
  return command(world, ['sources', 'update', '--write', '--accept-must'], env);
}

async function command(world: Trap, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { PATH = '' } = process.env;
  const outcome = await precept(args, {
    cwd: world.project,
    home: world.home,
    env: {
      PATH,
      HOME: world.home,
      XDG_CACHE_HOME: world.cache,
      LOCALAPPDATA: world.cache,
      PRECEPT_TRUST: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      ...env,
    },
  });
  expect(await readdir(path.dirname(world.marker))).not.toContain('ran');
  return outcome;
}

async function expectServed(world: Trap, entry: object = {}, env: Readonly<Record<string, string>> = {}) {
  const updated = await update(world, entry, env);
  expect([updated.code, updated.stderr]).toEqual([0, expect.stringContaining('precept.lock was written')]);
  const { stdout } = await command(world, ['rules', 'acme'], env);
  expect(stdout).toContain('All is well');
  expect(await readdir(path.join(world.cache, 'precept'))).toEqual([
    expect.stringMatching(/^source-[0-9a-f]{40}\.json$/),
  ]);
}

async function expectRefused(world: Trap, says: RegExp, entry: object = {}) {
  const { code, stderr } = await update(world, entry);
  expect([code, stderr]).toEqual([code === 2 ? 2 : 1, expect.stringMatching(says)]);
  expect(await readdir(world.project)).not.toContain('precept.lock');
  const kept = await readdir(path.join(world.cache, 'precept')).catch(() => []);
  expect(kept.filter((name) => !name.startsWith('source-'))).toEqual([]);
}

/** Writes an object of git that git itself would not make; its id. */
async function object(folder: string, type: string, bytes: Buffer): Promise<string> {
  const file = path.join(await tempFolder(), 'object');
  await writeFile(file, bytes);
  return git(folder, 'hash-object', '-t', type, '-w', '--literally', file);
}

/** Makes main a commit of a tree with these raw entries. */
async function commitTree(
  folder: string,
  entries: readonly (readonly [mode: string, name: string, id: string])[],
) {
  const rows = entries.map(([mode, name, id]) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
  const tree = await object(folder, 'tree', Buffer.concat(rows));
  const commit = await git(folder, 'commit-tree', tree, '-m', 'Hostile');
  await git(folder, 'update-ref', 'refs/heads/main', commit);
}

describe('what a repository names does nothing', () => {
  const configs: readonly (readonly [string, (script: string) => Readonly<Record<string, string>>])[] = [
    ['a program between the server and the packs', (script) => ({ 'uploadpack.packObjectsHook': script })],
    ['a file system monitor', (script) => ({ 'core.fsmonitor': script })],
    ['an ssh command and a proxy', (script) => ({ 'core.sshCommand': script, 'core.gitProxy': script })],
    [
      'a pager, an editor and a program for alternates',
      (script) => ({ 'core.pager': script, 'core.editor': script, 'core.alternateRefsCommand': script }),
    ],
    ['a helper for logins', (script) => ({ 'credential.helper': `!${script}`, 'core.askPass': script })],
    ['another address for all addresses', (script) => ({ [`url.ext::${script} .insteadOf`]: '/' })],
  ];
  test.each(configs)('%s', async (_, settings) => {
    const world = await trap();
    for (const [key, value] of Object.entries(settings(world.script))) {
      await git(world.repository, 'config', key, value);
    }
    await expectServed(world);
  });

  test('the same in a repository around the project', async () => {
    const world = await trap();
    await git(world.project, 'init', '--quiet');
    for (const [, settings] of configs)
      for (const [key, value] of Object.entries(settings(world.script)))
        await git(world.project, 'config', key, value);
    await expectServed(world);
  });

  test('hooks of the repository, and a template of hooks', async () => {
    const world = await trap();
    const templates = path.join(await tempFolder(), 'templates');
    for (const folder of [path.join(world.repository, '.git/hooks'), path.join(templates, 'hooks')]) {
      await mkdir(folder, { recursive: true });
      for (const hook of [
        'post-checkout',
        'post-merge',
        'post-upload',
        'reference-transaction',
        'pre-auto-gc',
        'post-update',
      ]) {
        await writeFile(path.join(folder, hook), `#!/bin/sh\n${world.script}\n`);
        await chmod(path.join(folder, hook), 0o755);
      }
    }
    await expectServed(world, {}, { GIT_TEMPLATE_DIR: templates });
  });

  test('filters and other attributes: the bytes are those of the commit', async () => {
    const text = '# $Id$ $Format:%H$\r\nall: {when: Always, ruleset: [All is well]}\r\n';
    const world = await trap({ 'acme/commandments.yml': text });
    await writeFiles(world.repository, {
      '.gitattributes':
        '*.yml filter=evil ident export-subst text eol=lf working-tree-encoding=UTF-16 export-ignore\n',
    });
    await git(world.repository, 'add', '.gitattributes');
    await git(world.repository, 'commit', '--quiet', '-m', 'Attributes');
    for (const key of ['smudge', 'clean', 'process', 'textconv'])
      await git(world.repository, 'config', `filter.evil.${key}`, world.script);
    await expectServed(world);
    const [pack = ''] = await readdir(path.join(world.cache, 'precept'));
    const { files } = JSON.parse(await readFile(path.join(world.cache, 'precept', pack), 'utf8'));
    const [row] = files.filter(([, , name]: string[]) => name === 'acme/commandments.yml');
    const blob = (
      await run('git', ['cat-file', 'blob', 'HEAD:acme/commandments.yml'], {
        cwd: world.repository,
        env: gitEnvironment,
        encoding: 'buffer',
      })
    ).stdout;
    expect(Buffer.from(row[3], 'base64').equals(blob)).toBe(true);
  });

  test('LFS: a pointer is the text that it is', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n';
    const world = await trap({
      ...good,
      'acme/files/big.bin': pointer,
      '.gitattributes': '*.bin filter=lfs\n',
      '.lfsconfig': '[lfs]\n\turl = https://127.0.0.1:9/\n',
    });
    await expectServed(world);
  });

  test('submodules that ask for programs, beside the scopes', async () => {
    const world = await trap();
    await writeFiles(world.repository, {
      '.gitmodules': `[submodule "x.y"]\n\tpath = x.y\n\turl = ../y\n\tupdate = merge\n`,
    });
    await git(world.repository, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},x.y`);
    await git(world.repository, 'add', '.gitmodules');
    await git(world.repository, 'commit', '--quiet', '-m', 'Submodule');
    await expectServed(world);
  });

  test('alternates of the repository', async () => {
    const world = await trap();
    const other = await gitRepository({ secret: 'x' });
    await writeFile(
      path.join(world.repository, '.git/objects/info/alternates'),
      `${path.join(other, '.git/objects')}\n`,
    );
    await expectServed(world);
  });
});

describe('is refused', () => {
  test('a link in the place of a file, or of a scope', async () => {
    const file = await trap();
    await symlink('/etc/passwd', path.join(file.repository, 'acme/suggestions.yml'));
    await commitAll(file.repository);
    await expectRefused(file, /"acme\/suggestions\.yml" is a link, which is not followed/);
    const scope = await trap();
    await symlink('acme', path.join(scope.repository, 'other'));
    await commitAll(scope.repository);
    await expectRefused(scope, /"other" is a link/);
  });

  test('a submodule in the place of a scope', async () => {
    const world = await trap();
    await git(world.repository, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},team`);
    await git(world.repository, 'commit', '--quiet', '-m', 'Submodule');
    await expectRefused(world, /"team" is a submodule, which is not fetched/);
  });

  test.each([
    ['..', /contains '\.\.'|fsck|hasDotdot/i],
    ['.git', /'\.git'|fsck|hasDotgit/i],
    ['.GIT', /'\.git'|fsck|hasDotgit/i],
    ['git~1', /'\.git'|fsck|hasDotgit/i],
    ['a/b', /full pathnames|fsck|fullPathname/i],
    ['', /empty (?:pathname|filename)|fsck|emptyName/i],
  ])('a tree with the name %j', async (name, says) => {
    const world = await trap();
    const acme = await git(world.repository, 'rev-parse', 'HEAD:acme');
    await commitTree(world.repository, [['40000', name, acme]]);
    await expectRefused(world, says);
  });

  test('a tree with a name twice, or in the wrong order', async () => {
    const world = await trap();
    const acme = await git(world.repository, 'rev-parse', 'HEAD:acme');
    await commitTree(world.repository, [
      ['40000', 'acme', acme],
      ['40000', 'acme', acme],
    ]);
    await expectRefused(world, /duplicate|fsck/i);
    await commitTree(world.repository, [
      ['40000', 'b', acme],
      ['40000', 'a', acme],
    ]);
    await expectRefused(world, /sorted|fsck/i);
  });

  test('a .gitmodules whose address is a flag', async () => {
    const world = await trap();
    await writeFiles(world.repository, { '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = -u./evil\n' });
    await commitAll(world.repository);
    await expectRefused(world, /gitmodules|fsck/i);
  });

  test('an object that is not what its id says', async () => {
    const world = await trap();
    const id = await git(world.repository, 'rev-parse', 'HEAD:acme/commandments.yml');
    const other = await object(world.repository, 'blob', Buffer.from('evil: {}\n'));
    const placeOf = (one: string) =>
      path.join(world.repository, '.git/objects', one.slice(0, 2), one.slice(2));
    await chmod(placeOf(id), 0o644);
    await writeFile(placeOf(id), await readFile(placeOf(other)));
    await expectRefused(world, /./);
  });

  test('more folders than anybody has, with no file in any of them', async () => {
    const world = await trap();
    let tree = await object(world.repository, 'tree', Buffer.alloc(0));
    for (let depth = 0; depth < 12; depth++) {
      const id = Buffer.from(tree, 'hex');
      const rows = Array.from({ length: 10 }, (_, index) => [Buffer.from(`40000 d${index}\0`), id]).flat();
      tree = await object(world.repository, 'tree', Buffer.concat(rows));
    }
    await commitTree(world.repository, [['40000', 'zz', tree]]);
    await expectRefused(world, /more than 50000 folders/);
  });

  test('a path longer than any file system has', async () => {
    const world = await trap();
    let tree = await git(world.repository, 'rev-parse', 'HEAD:acme');
    for (let depth = 0; depth < 17; depth++) {
      const row = [Buffer.from(`40000 ${'x'.repeat(250)}\0`), Buffer.from(tree, 'hex')];
      tree = await object(world.repository, 'tree', Buffer.concat(row));
    }
    await commitTree(world.repository, [['40000', 'zz', tree]]);
    await expectRefused(world, /over 4096 bytes long/);
  });

  test('a name that is a branch and a tag: whoever may make one would decide', async () => {
    const world = await trap();
    await git(world.repository, 'tag', 'main');
    await expectRefused(world, /main is refs\/heads\/main and refs\/tags\/main there/, { ref: 'main' });
    await expectServed(world, { ref: 'refs/heads/main' });
  });

  test('a ref that is not there, or only a part of the id of a commit', async () => {
    const world = await trap();
    await expectRefused(world, /it has no branch or tag v1$/m, { ref: 'v1' });
    const id = await git(world.repository, 'rev-parse', '--short', 'HEAD');
    await expectRefused(world, /a commit is named by its whole id/, { ref: id });
  });

  test('scopes of more than 20 MiB', async () => {
    const world = await trap({ ...good, 'acme/files/large': 'x'.repeat(21 * 1024 * 1024) });
    await expectRefused(world, /over 20 MiB|cannot be had: too large/);
  });

  test('more files than anybody reads', async () => {
    const world = await trap();
    const blob = await git(world.repository, 'rev-parse', 'HEAD:acme/commandments.yml');
    const many = Array.from(
      { length: 50_001 },
      (_, index) => ['100644', `f${String(index).padStart(6, '0')}`, blob] as const,
    );
    await commitTree(world.repository, many);
    await expectRefused(world, /more than 50000 files/);
  });

  test.each([
    ['a transport that runs a program', { git: 'ext::sh -c "touch ran"' }],
    ['file descriptors', { git: 'fd::3' }],
    ['plain http', { git: 'http://rules.example/acme.git' }],
    ['plain git', { git: 'git://rules.example/acme.git' }],
    ['a flag for an address', { git: '--upload-pack=touch ran' }],
    ['a flag for a host', { git: 'ssh://-oProxyCommand=touch ran/acme' }],
    ['a flag for a short host', { git: '-oProxyCommand=touch:acme' }],
    ['a flag for a ref', { ref: '--upload-pack=touch ran' }],
    ['a ref with a target', { ref: 'main:refs/heads/other' }],
    ['a ref that is an expression', { ref: 'main@{1}' }],
    ['a path out of it', { path: '../other' }],
    ['a path into .git', { path: 'x/.GIT/y' }],
    ['a prefix that is no name', { as: '../' }],
    ['a key of ours that is none', { hooks: 'yes' }],
    ['two addresses', { archive: 'https://rules.example/a.zip', sha256: '0'.repeat(64) }],
  ])('%s, before git is asked', async (_, entry) => {
    await expectRefused(await trap(), /setting sources .*entry 1: /, entry);
  });
});

test('a login in the address is sent, and never printed or kept', async () => {
  const server = createServer(
    (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const world = await trap();
  const { port } = server.address() as AddressInfo;
  const failed = await update(world, { git: `https://ada:hush-hush@127.0.0.1:${port}/acme.git` });
  expect(failed.code).toBe(1);
  for (const args of [
    ['sources', 'list'],
    ['config'],
    ['config', '--format', 'json'],
    ['doctor'],
    ['rules', 'acme'],
  ]) {
    const { stdout, stderr } = await command(world, args);
    expect(stdout + stderr + failed.stdout + failed.stderr).not.toContain('hush-hush');
  }
});

test('a token in the query of an address is in no answer and no file', async () => {
  const server = createServer((_, response) => void response.writeHead(404, 'no hush-hush').end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const world = await trap();
  const { port } = server.address() as AddressInfo;
  const sources = [
    { git: `https://127.0.0.1:${port}/acme.git?token=hush-hush#hush-hush` },
    { archive: `http://127.0.0.1:${port}/a.zip?sig=hush-hush`, sha256: '0'.repeat(64) },
    { archive: `http://ada:hush-hush@127.0.0.1:${port}/b.zip`, sha256: '1'.repeat(64) },
  ];
  await writeFiles(world.project, { '.precept/settings.yml': `sources: ${JSON.stringify(sources)}\n` });
  for (const args of [
    ['sources', 'update', '--write'],
    ['sources', 'outdated', '--format', 'json'],
    ['sources', 'list'],
    ['sources', 'check'],
    ['config'],
    ['config', 'get', 'sources', '--format', 'json'],
    ['trust', '--show'],
    ['trust', '--show', '--format', 'json'],
    ['doctor'],
    ['rules', 'acme'],
  ]) {
    const { stdout, stderr } = await command(world, args, { PRECEPT_LOG_LEVEL: 'debug' });
    expect(stdout + stderr).not.toContain('hush-hush');
    expect(stdout + stderr).toContain('127.0.0.1');
  }
});

test('variables that git sets for hooks are those of another repository', async () => {
  const world = await trap();
  const other = path.join(await gitRepository({ x: 'y' }), '.git');
  const names = ['GIT_DIR', 'GIT_OBJECT_DIRECTORY', 'GIT_QUARANTINE_PATH', 'GIT_COMMON_DIR'];
  await expectServed(
    world,
    {},
    {
      ...Object.fromEntries(names.map((name) => [name, other])),
      GIT_SHALLOW_FILE: world.script,
      GIT_GRAFT_FILE: world.script,
      GIT_DEFAULT_HASH: 'sha256',
      GIT_TRACE: path.join(path.dirname(world.marker), 'ran'),
    },
  );
});

test('a repository with ids of SHA-256 is served, by them', async () => {
  const world = await trap();
  const folder = await tempFolder(good);
  await git(folder, 'init', '--quiet', '--initial-branch=main', '--object-format=sha256');
  await commitAll(folder);
  expect((await update({ ...world, repository: folder })).code).toBe(0);
  expect((await command(world, ['rules', 'acme'])).stdout).toContain('All is well');
  const [lock] = JSON.parse(await readFile(path.join(world.project, 'precept.lock'), 'utf8')).sources;
  expect([lock.commit.length, lock.tree.length]).toEqual([64, 64]);
  expect((await command(world, ['sources', 'outdated'])).code).toBe(0);
});

test('content that was changed in the cache is not served', async () => {
  const world = await trap();
  await expectServed(world);
  const folder = path.join(world.cache, 'precept');
  const [name = ''] = await readdir(folder);
  const text = await readFile(path.join(folder, name), 'utf8');
  const evil = Buffer.from(rule('Evil')).toString('base64');
  const original = Buffer.from(rule('All is well')).toString('base64');
  for (const changed of [
    text.replace(original, evil),
    text.replace(/"acme\//, '"evil/'),
    text.slice(0, -5),
    '',
  ]) {
    await writeFile(path.join(folder, name), changed);
    const { stdout, stderr } = await command(world, ['rules', 'acme']);
    expect(stdout + stderr).toContain('its content is not on this machine');
    expect((await command(world, ['sources', 'check'])).code).toBe(1);
  }
  expect((await command(world, ['sources', 'fetch'])).code).toBe(0);
  expect((await command(world, ['rules', 'acme'])).stdout).toContain('All is well');
});

test('a lock whose tree is not that of its commit is not taken', async () => {
  const world = await trap();
  await expectServed(world);
  const file = path.join(world.project, 'precept.lock');
  const lock = await readFile(file, 'utf8');
  const { tree } = JSON.parse(lock).sources[0];
  await writeFile(file, lock.replace(tree, createHash('sha1').update('x').digest('hex')));
  expect((await command(world, ['sources', 'fetch'])).stderr).toContain('where precept.lock has');
  for (const text of ['{', '{"version": 2, "sources": []}', '{"version": 1, "sources": [{}]}']) {
    await writeFile(file, text);
    const { code, stderr } = await command(world, ['sources', 'check']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('precept.lock')]);
  }
});

test('a scope with mistakes is told, and takes no other with it', async () => {
  const world = await trap({
    ...good,
    'team/commandments.yml': 'a: [\n',
    'shop/metadata.yml': 'parents: [acme]\n',
  });
  expect((await update(world)).stderr).toContain('precept.lock was written');
  expect((await command(world, ['rules', 'shop'])).stdout).toContain('All is well');
  expect((await command(world, ['rules', 'team'])).stderr).toMatch(
    /the part of `team` that comes from source .* is missing: team\/commandments\.yml:/,
  );
});
