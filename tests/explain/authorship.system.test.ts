import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHttpApp } from '../../src/faces/http/app.ts';
import type { Place } from '../../src/service/answers/place-shape.ts';
import type { ExplainedCandidate, Explanation } from '../../src/service/explain/explain-shape.ts';
import { openService } from '../../src/service/open-service.ts';
import { precept } from '../cli/command-line.ts';
import { jsonOf } from '../http/client.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { commitAll, git, gitEnvironment, gitRepository } from '../support/git.ts';

const file = '.precept/rules/shop/commandments.yml';
const first = 'api:\n  ruleset:\n    - One\n    - Two\n';

/** A project whose rules have two commits of two people. */
async function project(): Promise<string> {
  const folder = await gitRepository({ 'README.md': 'A shop\n' });
  await writeFiles(folder, { [file]: first });
  await commit(folder, 'Ada Lovelace', '2026-03-01T10:00:00+01:00');
  await writeFiles(folder, { [file]: `${first}    - Three\n` });
  await commit(folder, 'Grace Höpper', '2026-04-02T08:30:00Z');
  await git(folder, 'remote', 'add', 'origin', 'https://bot:secret@github.com/acme/shop.git');
  return folder;
}

async function commit(folder: string, author: string, date: string): Promise<void> {
  await git(folder, 'add', '--all');
  await git(
    folder,
    'commit',
    '--quiet',
    '--message',
    'Change',
    `--author=${author} <someone@example.com>`,
    `--date=${date}`,
  );
}

/** What is known of each rule of the category, by its text. */
async function known(cwd: string, env: Readonly<Record<string, string>> = gitEnvironment) {
  const { code, stdout, stderr } = await precept(['explain', 'shop', 'api', '--format', 'json'], {
    cwd,
    env,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toMatch(/example\.com|secret/);
  const { matches } = JSON.parse(stdout) as Explanation;
  const told = ({ author, date, commit, edit_url, authorship, line }: ExplainedCandidate) => ({
    line,
    ...(author !== undefined && { author, date, commit }),
    ...(edit_url !== undefined && { edit_url }),
    ...(authorship !== undefined && { authorship }),
  });
  return Object.fromEntries(
    matches.flatMap(({ candidates }) => candidates.map((one) => [one.text, told(one)] as const)),
  );
}

const page = 'https://github.com/acme/shop/edit/main/.precept/rules/shop/commandments.yml';

test('author, date, commit and a link to edit the line; nothing but the link of a line that is not committed', async () => {
  const folder = await project();
  const [grace, ada] = (await git(folder, 'log', '--format=%H')).split('\n');
  const one = {
    line: 3,
    author: 'Ada Lovelace',
    date: '2026-03-01T10:00:00+01:00',
    commit: ada,
    edit_url: `${page}#L3`,
  };
  const three = { author: 'Grace Höpper', date: '2026-04-02T08:30:00Z', commit: grace };
  expect(await known(folder)).toEqual({
    One: one,
    Two: { ...one, line: 4, edit_url: `${page}#L4` },
    Three: { ...three, line: 5, edit_url: `${page}#L5` },
  });
  // Lines move, and one is new: the others keep their authors.
  await writeFiles(folder, {
    [file]: `# New\n${first.replace('- Two', '- New')}    - Three\n`.replaceAll('\n', '\r\n'),
  });
  expect(await known(folder)).toEqual({
    One: { ...one, line: 4, edit_url: `${page}#L4` },
    New: { line: 5, edit_url: `${page}#L5` },
    Three: { ...three, line: 6, edit_url: `${page}#L6` },
  });
  // A branch that follows another of another remote.
  await git(folder, 'remote', 'add', 'fork', 'git@gitlab.acme.io:group/sub/shop.git');
  await git(folder, 'config', 'branch.main.remote', 'fork');
  await git(folder, 'config', 'branch.main.merge', 'refs/heads/team/rules');
  expect((await known(folder)).One?.edit_url).toBe(
    'https://gitlab.acme.io/group/sub/shop/-/edit/team/rules/.precept/rules/shop/commandments.yml#L4',
  );
  // Markdown says it too.
  const { stdout } = await precept(['explain', 'shop', 'One'], { cwd: folder, env: gitEnvironment });
  expect(stdout).toContain(
    `Ada Lovelace, 2026-03-01T10:00:00+01:00, commit \`${ada?.slice(0, 12)}\`, <https://gitlab`,
  );
});

test('a file that was renamed, and a file that git does not have', async () => {
  const folder = await project();
  await git(folder, 'mv', '.precept/rules/shop', '.precept/rules/base');
  await commitAll(folder, 'Rename');
  await writeFiles(folder, {
    '.precept/rules/shop/metadata.yml': 'parent: base\n',
    '.precept/rules/shop/suggestions.yml': 'api:\n  ruleset: [Four]\n',
  });
  const { One, Four } = await known(folder);
  expect(One).toMatchObject({ author: 'Ada Lovelace', edit_url: `${page.replace('shop/c', 'base/c')}#L3` });
  expect(Four).toEqual({ line: 2 });
});

test('a working tree of its own, and a shallow clone', async () => {
  const folder = await project();
  const [tree, clone] = [path.join(await tempFolder(), 'tree'), path.join(await tempFolder(), 'clone')];
  await git(folder, 'worktree', 'add', '--quiet', '-b', 'side', tree);
  expect((await known(tree)).One).toMatchObject({
    author: 'Ada Lovelace',
    edit_url: `${page.replace('main', 'side')}#L3`,
  });
  await git(folder, 'clone', '--quiet', '--depth', '1', `file://${folder}`, clone);
  expect(await known(clone)).toEqual({
    One: { line: 3, authorship: 'shallow' },
    Two: { line: 4, authorship: 'shallow' },
    Three: { line: 5, authorship: 'shallow' },
  });
  // With the commit before, Grace's is whole.
  await git(clone, 'fetch', '--quiet', '--depth', '2');
  const { Two, Three } = await known(clone);
  expect(Two).toEqual({ line: 4, authorship: 'shallow' });
  expect(Three).toMatchObject({ author: 'Grace Höpper' });
});

test('no repository, no commit, no git, a list of commits that is missing, and the setting that turns it off', async () => {
  const nothing = { One: { line: 3 }, Two: { line: 4 } };
  const folder = await tempFolder({ [file]: first });
  expect(await known(folder)).toEqual(nothing);
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  expect(await known(folder)).toEqual(nothing);
  await commitAll(folder);
  expect(await known(folder, { ...gitEnvironment, PATH: await tempFolder() })).toEqual(nothing);
  expect(await known(folder, { ...gitEnvironment, PRECEPT_AUTHORSHIP: 'false' })).toEqual(nothing);
  await git(folder, 'config', 'blame.ignoreRevsFile', '.git-blame-ignore-revs');
  expect((await known(folder)).One).toMatchObject({ author: 'Ada Lovelace' });
  await rm(path.join(folder, '.git/objects'), { recursive: true });
  expect(await known(folder)).toEqual(nothing);
});

test('places of rules, over REST and on the command line', async () => {
  const folder = await project();
  await writeFiles(folder, {
    '.precept/rules/shop/suggestions.yml': 'api:\n  ruleset: ["{{ nothing }}", Five]\n',
  });
  const { service } = await openService({ flags: {}, cwd: folder, env: gitEnvironment, writeLog: () => {} });
  const app = createHttpApp(service, { readAsset: async () => null });
  app.listensOn({ host: '127.0.0.1', port: 8000 });
  type Placed = Readonly<
    Record<'commandments' | 'suggestions', { api: { ids: string[]; places?: readonly Place[] } }>
  >;
  const get = (query: string) =>
    jsonOf<Placed>(app.fetch(new Request(`http://127.0.0.1:8000/api/v1/scopes/shop/rules${query}`)));
  const plain = await get('');
  expect(JSON.stringify(plain)).not.toContain('places');
  const { commandments, suggestions } = await get('?places=true');
  expect(commandments.api.places?.map(({ line, author }) => [line, author])).toEqual([
    [3, 'Ada Lovelace'],
    [4, 'Ada Lovelace'],
    [5, 'Grace Höpper'],
  ]);
  expect(commandments.api.places?.[0]).toMatchObject({
    scope: 'shop',
    server: 'local',
    file: 'shop/commandments.yml',
    column: 7,
  });
  expect(commandments.api.ids).toEqual(plain.commandments.api.ids);
  expect(suggestions.api.places).toEqual([
    { scope: 'shop', server: 'local', file: 'shop/suggestions.yml', line: 2, column: 30 },
  ]);
  await commitAll(folder);
  expect((await get('?places=true')).suggestions.api.places?.[0]).toHaveProperty('commit');
  await service.close();

  const { stdout } = await precept(['rules', 'shop', '--places'], { cwd: folder, env: gitEnvironment });
  expect(stdout).toMatch(
    /- \*\*MUST\*\*: One\n {2}- shop, shop\/commandments\.yml:3:7, Ada Lovelace, 2026-03-01/,
  );
});
