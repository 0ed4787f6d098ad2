import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { bundle, json, startServer, startStub } from '../federation/servers.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { testService } from '../support/service.ts';

const bare = ['HEAD', 'config', 'objects/info/packs', 'refs/heads/main'];

/** Paths of files that the next `git status` beside them would take for a repository. */
const repositories: readonly (readonly [string, readonly string[]])[] = [
  ['.git', ['.git/config']],
  ['.git as a file', ['.git']],
  ['.git further down', ['scripts/.git/hooks/pre-commit']],
  ['.GIT', ['.GIT/config']],
  ['a short name of Windows', ['git~1/config']],
  ['a blank at the end', ['.git /config']],
  ['a dot at the end', ['a/.Git./config']],
  ['a stream', ['.git::$INDEX_ALLOCATION/config']],
  ['a character that shows nothing', ['.g\u200cit/config']],
  ['a bare repository', bare],
  ['one further down', bare.map((path) => `deep/x/${path}`)],
  ['one in other letters', ['head', 'CONFIG', 'Objects/x', 'REFS/x']],
  ['one without settings', ['HEAD', 'objects/x', 'refs/x', 'hooks/post-index-change']],
  ['a working tree of one', ['HEAD', 'commondir', 'c/config', 'c/objects/x', 'c/refs/x']],
];

const content = (files: readonly string[]) =>
  Object.fromEntries([
    [
      's/katas.yml',
      JSON.stringify({
        c: {
          katas: {
            bad: { files: Object.fromEntries(files.map((name) => [name, 'files/a'])), procedure: '1. Go.' },
            sound: { files: { 'scripts/HEAD.sh': 'files/a', '.gitignore': 'files/a' }, procedure: '1. Go.' },
          },
        },
      }),
    ],
    ['s/files/a', 'a'],
  ]);

describe('files of a kata that make a git repository', () => {
  test.each(repositories)('are not exported, published, packed or passed on: %s', async (_, files) => {
    const server = await startServer(content(files), { default_scope: 's' });
    const cwd = await tempFolder();
    const run = (...argv: string[]) => precept([...argv, '-r', server.rulesPath], { cwd });
    const exported = await run('export', 's', '--to', 'skills', '--write');
    expect([exported.code, exported.stderr]).toEqual([
      1,
      expect.stringMatching(/folder of git|git repository/),
    ]);
    const published = await run('publish', 'public');
    expect([published.code, published.stderr]).toEqual([
      1,
      expect.stringMatching(/folder of git|git repository/),
    ]);
    expect(await readdir(cwd)).toEqual([]);
    expect((await run('lint')).stdout).toMatch(/\[kata-file\]/);
    const folder = `${server.url}/.well-known/agent-skills`;
    expect((await fetch(`${folder}/bad.tar.gz`)).status).toBe(500);
    expect((await fetch(`${folder}/sound.tar.gz`)).status).toBe(200);
    const { skills } = (await (await fetch(`${folder}/index.json`)).json()) as { skills: { name: string }[] };
    expect(skills.map(({ name }) => name)).toEqual(['sound']);
    const passed = await (await fetch(`${server.url}/api/v1/scopes/s/bundle`)).json();
    expect(passed).toMatchObject({ katas: { c: { katas: { sound: expect.anything() } } } });
    expect(passed).not.toHaveProperty('katas.c.katas.bad');
  });

  test.each(repositories)('make the answer of a master unusable: %s', async (_, paths) => {
    const bytes = Buffer.from('a');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = { sha256, size: 1, base64: bytes.toString('base64') };
    const origin = { server: 'local', scope: 's', file: 's/katas.yml', line: 1 };
    const files = Object.fromEntries(paths.map((path) => [path, file]));
    const katas = { c: { katas: { k: { procedure: '1. Go.', origin, files } } } };
    const stub = await startStub(
      json((url: string) => (url.includes('/bundle') ? bundle('s', { katas }) : { scopes: ['s'] })),
    );
    const { service } = await testService(
      { 's/metadata.yml': 'description: d' },
      { master_server_url: [stub.url] },
    );
    const { katas: known, unavailable, gaps } = await service.scope('s');
    expect([...known]).toEqual([]);
    expect(JSON.stringify([unavailable, gaps])).toContain('Files of a git repository');
  });
});

describe('parts of a git repository that versions of a kata bring one after the other', () => {
  const exporting = async (...versions: readonly (readonly string[])[]) => {
    const cwd = await tempFolder();
    const run = async (files: readonly string[]) => {
      await writeFiles(cwd, { '.precept/rules/s/files/a': 'a' });
      const katas = {
        k: { files: Object.fromEntries(files.map((name) => [name, 'files/a'])), procedure: '1.' },
      };
      await writeFiles(cwd, { '.precept/rules/s/katas.yml': JSON.stringify({ c: { katas } }) });
      return precept(['export', 's', '--to', 'skills', '--write'], { cwd });
    };
    for (const files of versions.slice(0, -1)) expect((await run(files)).code).toBe(0);
    return { cwd, ended: await run(versions.at(-1) ?? []) };
  };
  const skill = '.agents/skills/k';

  test.each<[string, readonly (readonly string[])[], string]>([
    [
      'folders that are empty now',
      [
        ['objects/x', 'refs/x'],
        ['HEAD', 'config'],
      ],
      skill,
    ],
    ['further down', [['a/objects/x', 'a/Refs/x'], ['a/HEAD']], `${skill}/a`],
    [
      'a name that no earlier export is known to have written',
      [['nn:m/HEAD', 'nn:m/objects/x'], ['nn:m/refs/x']],
      `${skill}/nn:m`,
    ],
  ])('are not put together: %s', async (_, versions, folder) => {
    const { cwd, ended } = await exporting(...versions);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${folder} would be a git repository with what is there already`),
    });
    expect((await readdir(path.join(cwd, folder))).sort()).not.toEqual(
      expect.arrayContaining(['HEAD', 'objects', 'refs']),
    );
  });

  test('are written where what else it takes goes', async () => {
    const { cwd, ended } = await exporting(['HEAD', 'commondir.txt'], ['refs/x', 'objects/x']);
    expect(ended.code).toBe(0);
    expect((await readdir(path.join(cwd, skill))).sort()).toEqual(['SKILL.md', 'objects', 'refs']);
  });

  test('a file where another needs a folder stops the export before it begins', async () => {
    const { cwd, ended } = await exporting(['a', 'a/b']);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('a file and a folder') });
    expect(await readdir(cwd)).toEqual(['.precept']);
  });
});
