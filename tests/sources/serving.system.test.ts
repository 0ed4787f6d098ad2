import { mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../support/folder.ts';
import { git } from '../support/git.ts';
import { rule, sourceWorld } from './world.ts';

const files = {
  'rules/acme/commandments.yml': rule('From the source'),
  'rules/acme/suggestions.yml': rule('Suggested by the source'),
  'rules/team/metadata.yml': 'parents: [acme]\n',
  'README.md': '# Rules\n',
};

describe('a source', () => {
  test('is locked, served, and served again from a fresh cache', async () => {
    const world = await sourceWorld(files);
    const before = await world.run('rules', 'team');
    expect(before.code).toBe(1);
    expect(before.stderr).toContain('precept.lock does not have it: run "precept sources update --write"');
    const update = await world.run('sources', 'update', '--write');
    expect([update.code, update.stdout]).toEqual([0, expect.stringContaining('From the source')]);
    const commit = await git(world.repository, 'rev-parse', 'HEAD');
    const tree = await git(world.repository, 'rev-parse', 'HEAD:rules');
    const lock = await readFile(path.join(world.project, 'precept.lock'), 'utf8');
    expect(JSON.parse(lock)).toEqual({
      version: 1,
      sources: [{ git: world.repository, ref: 'main', path: 'rules', commit, tree }],
    });
    const served = await world.run('rules', 'team');
    expect([served.code, served.stdout]).toEqual([0, expect.stringContaining('From the source')]);
    expect((await world.run('scopes')).stdout).toMatch(/acme[\s\S]*team/);
    const list = JSON.parse((await world.run('sources', 'list', '--format', 'json')).stdout);
    expect(list.sources).toEqual([
      expect.objectContaining({ state: 'ready', commit, tree, scopes: ['acme', 'team'] }),
    ]);
    await rm(world.cache, { recursive: true });
    const absent = await world.run('rules', 'team');
    expect(absent.stderr).toContain('run "precept sources fetch"');
    expect((await world.run('sources', 'check')).code).toBe(1);
    await world.commit({ 'rules/acme/commandments.yml': rule('Newer') });
    expect((await world.run('sources', 'fetch')).code).toBe(0);
    expect((await world.run('sources', 'check')).code).toBe(0);
    expect((await world.run('rules', 'team')).stdout).toBe(served.stdout);
    await rm(world.repository, { recursive: true });
    expect((await world.run('rules', 'team')).stdout).toBe(served.stdout);
  });

  test.each(['file://', ''])(
    'comes from a server that sends what is asked for alone (%s)',
    async (scheme) => {
      const world = await sourceWorld(files);
      await git(world.repository, 'config', 'uploadpack.allowFilter', 'true');
      const source = { git: `${scheme}${world.repository}`, path: 'rules' };
      await writeFiles(world.project, { '.precept/settings.yml': `sources: ${JSON.stringify([source])}\n` });
      const { code, stderr } = await world.run('sources', 'update', '--write');
      expect([code, stderr]).toEqual([0, expect.stringContaining('precept.lock was written')]);
      expect((await world.run('rules', 'team')).stdout).toContain('From the source');
    },
  );

  test('shows a hook what is there: nothing of what is not on this machine, and all of it once it is', async () => {
    const world = await sourceWorld(
      { 'rules/acme/commandments.yml': 'general: {always: true, ruleset: [From the source]}\n' },
      { project: { '.precept/rules/shop/metadata.yml': 'parents: [acme]\n' } },
    );
    const hook = async () =>
      (await world.run('hook', 'SessionStart', '--client', 'claude', '--scope', 'shop')).stdout;
    await world.run('sources', 'update', '--write');
    expect(await hook()).toContain('From the source');
    await rm(world.cache, { recursive: true });
    for (let time = 0; time < 2; time++) expect(await hook()).not.toContain('From the source');
    expect((await world.run('sources', 'fetch')).code).toBe(0);
    expect(await hook()).toContain('From the source');
  });

  test('lies below local scopes, and may be a parent of theirs', async () => {
    const world = await sourceWorld(files, {
      project: {
        '.precept/rules/acme/suggestions.yml': rule('Suggested here'),
        '.precept/rules/shop/metadata.yml': 'parents: [acme]\n',
      },
    });
    await world.run('sources', 'update', '--write');
    const { stdout } = await world.run('rules', 'shop');
    expect(stdout).toContain('From the source');
    expect(stdout).toContain('Suggested here');
    expect(stdout).not.toContain('Suggested by the source');
    const shown = await world.run('show', 'shop', '--format', 'json');
    expect(shown.stdout).toContain(world.repository);
    expect((await world.run('lint')).code).toBe(0);
    expect((await world.run('doctor')).stdout).not.toMatch(/there is no scope|fail {2}rules/);
  });

  test('goes in list order, and names scopes with its prefix', async () => {
    const world = await sourceWorld(files, { entry: { as: 'first-' } });
    const other = await sourceWorld({ 'rules/acme/suggestions.yml': rule('Of the second') });
    await writeFiles(world.project, {
      '.precept/settings.yml': `sources: ${JSON.stringify([
        { git: world.repository, ref: 'main', path: 'rules', as: 'first-' },
        { git: other.repository, path: 'rules' },
        { git: world.repository, ref: 'main', path: 'rules' },
      ])}\n`,
    });
    expect((await world.run('sources', 'update', '--write')).code).toBe(0);
    const names = JSON.parse((await world.run('scopes', '--format', 'json')).stdout);
    expect(JSON.stringify(names)).toMatch(/acme.*first-acme.*first-team.*team/);
    expect((await world.run('rules', 'first-team')).stdout).toContain('From the source');
    const acme = (await world.run('rules', 'acme')).stdout;
    expect(acme).toContain('Of the second');
    expect(acme).not.toContain('Suggested by the source');
    const explained = await world.run('explain', 'first-team', 'From the source', '--format', 'json');
    const [match] = JSON.parse(explained.stdout).matches;
    expect(match.candidates[0]).toMatchObject({
      scope: 'first-acme',
      file: 'acme/commandments.yml',
      line: 3,
    });
    expect(match.candidates[0].server).toContain(world.repository);
  });

  test('that is absent is told in answers about anything', async () => {
    const world = await sourceWorld(files, {
      project: { '.precept/rules/shop/commandments.yml': rule('Here') },
    });
    const { code, stdout } = await world.run('rules', 'shop');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^> \*\*Incomplete:\*\* the scopes of source .* are missing: precept\.lock does not have it/,
    );
    expect(stdout).toContain('Here');
  });

  test('of a checkout counts only once its user has allowed it', async () => {
    const world = await sourceWorld(files, {
      project: { '.precept/rules/shop/commandments.yml': rule('Here') },
    });
    const { stderr } = await world.runWith({ PRECEPT_TRUST: '0' }, 'rules', 'shop');
    expect(stderr).toContain('sources has no effect; look at it, then run "precept trust"');
    const update = await world.runWith({ PRECEPT_TRUST: '0' }, 'sources', 'update');
    expect([update.code, update.stderr]).toEqual([
      1,
      expect.stringContaining('have no effect until you allow them: run "precept trust"'),
    ]);
  });
});

test.each([
  [{ path: '' }, files, 'they are in rules, so add "path: rules" to the source'],
  [
    { path: 'x' },
    { 'x/in/rules/acme/katas.yml': '' },
    'they are in x/in/rules, so add "path: x/in/rules" to',
  ],
  [{ path: '' }, { 'README.md': '' }, 'name the folder of its scopes with the key "path" of the source'],
])('an update says that a source has no scopes: %j', async (entry, content, told) => {
  const world = await sourceWorld(content, { entry });
  const { code, stderr } = await world.run('sources', 'update', '--write');
  expect(code).toBe(0);
  expect(stderr).toContain(' has no scopes: ');
  expect(stderr).toContain(told);
});

describe('an update', () => {
  test('shows what it changes below, and holds MUST rules until they are accepted', async () => {
    const world = await sourceWorld(files, {
      project: { '.precept/rules/shop/metadata.yml': 'parents: [team]\n' },
    });
    await world.run('sources', 'update', '--write');
    expect((await world.run('sources', 'outdated')).stdout).toBe('Nothing is outdated.\n');
    await world.commit({
      'rules/acme/commandments.yml': rule('From the source, changed'),
      'rules/acme/suggestions.yml': rule('Suggested anew'),
    });
    const outdated = await world.run('sources', 'outdated');
    expect(outdated.code).toBe(1);
    const shown = await world.run('sources', 'update', '--format', 'json');
    const data = JSON.parse(shown.stdout);
    expect([shown.code, data.must, data.written]).toEqual([0, 1, false]);
    expect(data.changes[0]).toMatchObject({
      kind: 'commandments',
      op: 'changed',
      scopes: ['acme', 'shop', 'team'],
    });
    const held = await world.run('sources', 'update', '--write');
    expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('add --accept-must')]);
    expect((await world.run('rules', 'shop')).stdout).not.toContain('changed');
    expect((await world.run('sources', 'update', '--write', '--accept-must')).code).toBe(0);
    expect((await world.run('rules', 'shop')).stdout).toContain('From the source, changed');
    expect((await world.run('sources', 'update', 'nothing')).stderr).toContain(
      'There is no source "nothing"',
    );
  });
});

test('an update replaces a commit that nobody has any more only with --accept-must, and a lock may have line ends of Windows', async () => {
  const world = await sourceWorld(files);
  await world.run('sources', 'update', '--write');
  await rm(world.repository, { recursive: true });
  await rm(world.cache, { recursive: true });
  await writeFiles(world.repository, { 'rules/acme/commandments.yml': rule('Begun anew') });
  await git(world.repository, 'init', '--quiet', '--initial-branch=main');
  await world.commit({});
  const held = await world.run('sources', 'update', '--write');
  expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('its locked content cannot be had')]);
  expect((await world.run('sources', 'update', '--write', '--accept-must')).code).toBe(0);
  const lock = path.join(world.project, 'precept.lock');
  const text = await readFile(lock, 'utf8');
  await writeFiles(world.project, { 'precept.lock': text.replaceAll('\n', '\r\n') });
  expect((await world.run('sources', 'check')).code).toBe(0);
  await writeFiles(world.project, { 'precept.lock': text.replace('"version": 1', '"version": 2') });
  expect((await world.run('doctor')).stdout).toContain('precept.lock cannot be used');
});

test('a fetch removes what a fetch that was killed has left', async () => {
  const world = await sourceWorld(files);
  const folder = path.join(world.cache, 'precept');
  await writeFiles(folder, { 'scratch-abc123/objects/pack/x': 'x', 'scratch-def456/x': 'x' });
  await utimes(path.join(folder, 'scratch-abc123'), new Date(0), new Date(0));
  expect((await world.run('sources', 'update', '--write')).code).toBe(0);
  expect(await readdir(folder)).toEqual(['scratch-def456', expect.stringMatching(/^source-/)]);
});

test('a lock that is not a file is told', async () => {
  const world = await sourceWorld(files);
  await mkdir(path.join(world.project, 'precept.lock'));
  const { code, stderr } = await world.run('sources', 'update', '--write');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/precept\.lock/)]);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('sources add writes the setting, the lock and the content', async () => {
  const world = await sourceWorld(files, { project: { '.precept/settings.yml': '# Ours.\nusage: true\n' } });
  const added = await world.run('sources', 'add', world.repository, '--ref', 'main', '--path', 'rules');
  expect([added.code, added.stderr]).toEqual([0, '']);
  const text = await readFile(path.join(world.project, '.precept/settings.yml'), 'utf8');
  expect(text).toBe(
    `# Ours.\nusage: true\nsources:\n  - git: ${world.repository}\n    ref: main\n    path: rules\n`,
  );
  expect((await world.run('rules', 'team')).stdout).toContain('From the source');
  const again = await world.run('sources', 'add', world.repository, '--ref', 'main', '--path', 'rules');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already')]);
  expect((await world.run('sources', 'add', 'ext::sh -c id')).code).toBe(2);
});
