import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { missed } from '../feedback/support.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { hasLinks } from '../support/system.ts';
import { type Checkout, checkout, marking } from './checkout.ts';

const report = [
  'feedback',
  'missed-categories',
  '--task',
  missed.task,
  '--category',
  'api',
  '--reason',
  missed.reason,
];
const results = '<testsuite name="s"><testcase name="works"/></testsuite>';
const story =
  'tenka:\n  US1:\n    who: a\n    what: b\n    why: c\n    acs:\n      AC1.1:\n        given: a\n        when: b\n        then: c\n        checks: [{test: works}]\n';

/** A file of the user, and what it held. */
async function victim(): Promise<{ file: string; text(): Promise<string> }> {
  const folder = await tempFolder({ '.bashrc': 'alias ll="ls -l"\n' });
  const file = path.join(folder, '.bashrc');
  return { file, text: () => readFile(file, 'utf8') };
}

async function cloned(): Promise<Checkout> {
  return checkout('', { '.precept/rules/shop/tenka.yml': story, 'report.xml': results });
}

const writers = [
  ['feedback', '.precept/feedback.jsonl', report],
  ['test results', '.precept/validation.jsonl', ['tenka', 'import', 'report.xml']],
] as const;

describe.runIf(hasLinks)('a link in a checkout is not followed', () => {
  test.each(writers)('for %s', async (_, file, command) => {
    const here = await cloned();
    const { file: target, text } = await victim();
    const before = await text();
    await symlink(target, path.join(here.folder, file));
    const { code, stderr } = await here.run(command);
    expect(code).toBe(1);
    expect(stderr).toMatch(/is a link, and inside of a project none is followed/);
    expect(await text()).toBe(before);
    expect((await here.run(['doctor'])).stdout).toMatch(/fail {2}files: .*is a link/);
  });

  test.each(writers)('nor a linked folder on the way, for %s', async (_, file, command) => {
    const here = await cloned();
    const elsewhere = await tempFolder();
    const named = file.replace('.precept/', 'logs/');
    await symlink(elsewhere, path.join(here.folder, 'logs'));
    const setting = file.includes('feedback') ? 'PRECEPT_FEEDBACK_FILE' : 'PRECEPT_VALIDATION_FILE';
    // Named by the user, by a path that the checkout has bent.
    const { code, stderr } = await here.run(command, { [setting]: named });
    expect(code).toBe(1);
    expect(stderr).toMatch(/logs is a link/);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test.each(['.precept', '.precept/rules', '.precept/schemas'])(
    'nor when a project is begun, for %s',
    async (name) => {
      const folder = await tempFolder(name === '.precept' ? {} : { '.precept/x': '' });
      const elsewhere = await tempFolder();
      await symlink(elsewhere, path.join(folder, name));
      const { code, stderr } = await precept(['init'], { cwd: folder, home: await tempFolder() });
      expect(code).toBe(1);
      expect(stderr).toContain(`${path.join(folder, name)} is a link`);
      expect(await readdir(elsewhere)).toEqual([]);
      expect(await readdir(path.join(folder, '.precept'))).toEqual(
        name === '.precept' ? [] : expect.not.arrayContaining(['settings.yml', '.gitignore']),
      );
    },
  );

  test.each([
    ['claude', '.mcp.json'],
    ['cursor', '.cursor'],
  ])('nor for the configuration of %s', async (client, name) => {
    const folder = await tempFolder();
    const home = await tempFolder({ 'mcp.json': '{"mcpServers": {}}' });
    await symlink(name === '.cursor' ? home : path.join(home, 'mcp.json'), path.join(folder, name));
    const { code, stderr } = await precept(['init', '--client', client, '--write'], { cwd: folder, home });
    expect([code, stderr]).toEqual([1, expect.stringContaining('leads out of this project')]);
    expect(await readFile(path.join(home, 'mcp.json'), 'utf8')).toBe('{"mcpServers": {}}');
  });

  test('and a pipe is no log: what reads it says so in one line', async () => {
    const here = await cloned();
    execFileSync('mkfifo', [path.join(here.folder, '.precept/feedback.jsonl')]);
    const { code, stderr } = await here.run(['feedback', 'list']);
    expect([code, stderr.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/feedback\.jsonl is not a regular file; remove it, or name another file$/)],
    ]);
  });

  test('nor for the state of forwarding', async () => {
    const here = await cloned();
    const { file: target, text } = await victim();
    const before = await text();
    for (const name of ['forward', 'refused'])
      await symlink(target, path.join(here.folder, `.precept/feedback.jsonl.${name}`));
    await here.run(report, {
      PRECEPT_FEEDBACK_FORWARD: 'true',
      PRECEPT_MASTER_SERVER_URL: 'http://127.0.0.1:9',
      PRECEPT_REMOTE_MAX_RETRIES: '0',
    });
    expect(await text()).toBe(before);
  });

  test('a link elsewhere is its user’s own choice', async () => {
    const here = await cloned();
    const elsewhere = await tempFolder({ 'real.jsonl': '' });
    const link = path.join(elsewhere, 'feedback.jsonl');
    await symlink(path.join(elsewhere, 'real.jsonl'), link);
    expect((await here.run(report, { PRECEPT_FEEDBACK_FILE: link })).code).toBe(0);
    expect(await readFile(path.join(elsewhere, 'real.jsonl'), 'utf8')).toContain(missed.task);
  });

  test.each(writers)(
    'a pipe is refused, and nobody waits for its other end, for %s',
    async (_, file, command) => {
      const here = await cloned();
      await mkdir(path.join(here.folder, '.precept'), { recursive: true });
      execFileSync('mkfifo', [path.join(here.folder, file)]);
      const { code, stderr } = await here.run(command);
      expect([code, stderr]).toEqual([1, expect.stringContaining('is not a regular file')]);
    },
  );

  test('the project may itself be reached by a link', async () => {
    const here = await cloned();
    const link = path.join(await tempFolder(), 'work');
    await symlink(here.folder, link);
    const { code } = await precept(report, { cwd: link, home: here.home });
    expect(code).toBe(0);
    expect(await readFile(path.join(here.folder, '.precept/feedback.jsonl'), 'utf8')).toContain(missed.task);
    await writeFile(path.join(here.folder, '.precept/feedback.jsonl'), '');
  });
});

test.runIf(hasLinks)('nor where the settings are those of the home folder', async () => {
  const here = await cloned();
  const { file: target, text } = await victim();
  const before = await text();
  await rm(path.join(here.folder, '.precept/settings.yml'));
  await writeFiles(here.home, { '.precept/settings.yml': 'default_scope: shop\n' });
  for (const [, file] of writers) await symlink(target, path.join(here.folder, file));
  for (const [, , command] of writers) expect((await here.run(command)).code).toBe(1);
  expect(await text()).toBe(before);
});

describe.runIf(hasLinks)('settings that lie behind a link are refused', () => {
  const plugin = 'default_scope: shop\nenabled_plugins: [./own.mjs, ../outer.mjs, pack]\n';

  /** A project whose settings its user has trusted, and a checkout of somebody else, with plugins of the same names. */
  async function planted() {
    const here = await checkout('', {
      '.precept/own.mjs': marking('evil'),
      'outer.mjs': marking('evil'),
      'node_modules/pack/package.json': '{"name": "pack", "main": "main.mjs"}',
      'node_modules/pack/main.mjs': marking('evil'),
    });
    const trusted = await tempFolder({
      '.precept/settings.yml': plugin,
      '.precept/own.mjs': marking('good'),
      'outer.mjs': marking('good'),
      'node_modules/pack/package.json': '{"name": "pack", "main": "main.mjs"}',
      'node_modules/pack/main.mjs': marking('good'),
    });
    const given = await precept(['trust'], { cwd: trusted, home: here.home });
    expect(given.code).toBe(0);
    return { here, trusted };
  }

  test.each([
    ['the file', '.precept/settings.yml', '.precept/settings.yml'],
    ['its folder', '.precept', '.precept'],
  ])('%s', async (_, name, target) => {
    const { here, trusted } = await planted();
    await rm(path.join(here.folder, name), { recursive: true });
    await symlink(path.join(trusted, target), path.join(here.folder, name));
    for (const command of [['rules', 'shop'], ['trust'], ['trust', '--show']]) {
      const { code, stderr } = await here.run(command);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/settings\.yml leads to .* by a link, and inside of a project/),
      ]);
    }
    expect((await here.run(['doctor'])).stdout).toMatch(/leads to .* by a link/);
    expect(await here.marks()).toBe('');
    const named = ['--config', path.join(here.folder, '.precept/settings.yml')];
    expect((await here.run(['scopes', ...named])).code).toBe(0);
  });

  test('within the project too: what was allowed for a part of it is not allowed for the rest', async () => {
    const here = await checkout('', {
      'part/.precept/settings.yml': plugin,
      'part/.precept/own.mjs': marking('good'),
      'part/outer.mjs': marking('good'),
      'outer.mjs': marking('evil'),
    });
    expect((await precept(['trust'], { cwd: path.join(here.folder, 'part'), home: here.home })).code).toBe(0);
    await rm(path.join(here.folder, '.precept'), { recursive: true });
    await symlink('part/.precept', path.join(here.folder, '.precept'));
    expect((await here.run(['rules', 'shop'])).code).toBe(1);
    expect(await here.marks()).toBe('');
  });

  test('those of the home folder may be links', async () => {
    const dotfiles = await tempFolder({ 'precept/settings.yml': 'team: ours\n' });
    const home = await tempFolder();
    await symlink(path.join(dotfiles, 'precept'), path.join(home, '.precept'));
    for (const cwd of [await tempFolder(), home])
      expect(await precept(['scopes'], { cwd, home })).toMatchObject({
        stderr: expect.not.stringContaining('link'),
      });
  });
});
