import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { hasLinks, hasShell } from '../support/system.ts';
import { agentOf, evaluate, keptIn, project } from './project.ts';

const shop = '.precept/rules/shop';
const args = ['shop', '--agent', agentOf('1'), '--repeat', '1', '--arms', 'none'];

/** From the system's folder for what is temporary, where copies are made, to another in it. */
const fromTemp = (path: string) => relative(tmpdir(), path);

test('files of a skill are copied into the copy alone', async () => {
  const outside = await tempFolder({ 'own.txt': 'mine' });
  const rules = 'a/b/c/d/e/rules';
  // Beside the copies there are two folders of ours; the rules lie deeper.
  const file = `../../../${fromTemp(outside)}`;
  const cwd = await project({
    [`${rules}/shop/evals/evals.json`]: JSON.stringify({
      evals: [{ id: 'one', prompt: 'Do it', expectations: ['is done'], files: [file] }],
    }),
    [`a/b/c/d/e/${fromTemp(outside)}/own.txt`]: 'theirs',
    [`a/b/c/d/${fromTemp(outside)}/own.txt`]: 'theirs',
  });
  const { code, stderr } = await evaluate(cwd, [...args, '--rules-path', rules]);
  expect(await readFile(join(outside, 'own.txt'), 'utf8')).toBe('mine');
  expect(stderr).toContain('leads out');
  expect(code).toBe(1);
});

describe.runIf(hasLinks)('links of what an evaluation begins with', () => {
  test('lead nowhere out of the copy, however they are put together', async () => {
    const outside = await tempFolder({ 'own.txt': 'mine' });
    const cwd = await project();
    const base = join(cwd, shop, 'fixtures/orders');
    const deep = 'a/b/c/d/e/f/g/h';
    await mkdir(join(base, deep), { recursive: true });
    await symlink('../../../../../../../..', join(base, deep, 'top'));
    // A copy lies three folders below that of what is temporary.
    await symlink(`${deep}/top/../../../../${fromTemp(outside)}`, join(base, '.gemini'));
    await evaluate(cwd, ['shop', '--agent', 'gemini {prompt}', '--repeat', '1', '--arms', 'none']);
    expect(await readdir(outside)).toEqual(['own.txt']);
  });

  test.runIf(hasShell)('do not decide which servers a run has, and nor do files', async () => {
    const bin = await tempFolder({
      gemini: `#!${process.execPath}\nconst { readFileSync } = require('node:fs'); console.log(JSON.stringify({ ...JSON.parse(readFileSync('.gemini/settings.json', 'utf8')), trusts: process.env.GEMINI_CLI_TRUST_WORKSPACE }));\n`,
    });
    await chmod(join(bin, 'gemini'), 0o755);
    const cwd = await project({
      [`${shop}/fixtures/orders/.gemini/settings.json`]: '{"mcpServers": {"own": {}}, "theme": "dark"}',
    });
    const agent = ['--agent', `${join(bin, 'gemini')} {prompt}`, '--repeat', '1'];
    await evaluate(cwd, ['shop', ...agent]);
    const seen = async (arm: string) =>
      JSON.parse(
        await readFile(join(await keptIn(cwd), `runs/cursor-paging/${arm}/1/transcript.txt`), 'utf8'),
      );
    expect(await seen('none')).toEqual({ mcpServers: {}, theme: 'dark', trusts: 'true' });
    expect(Object.keys((await seen('scope')).mcpServers)).toEqual(['precept']);
  });

  test('are not written through', async () => {
    const cwd = await project();
    const base = join(cwd, shop, 'fixtures/orders');
    await symlink('src', join(base, '.gemini'));
    const agent = ['--agent', 'gemini {prompt}', '--repeat', '1', '--arms', 'none'];
    const { code, stderr } = await evaluate(cwd, ['shop', ...agent]);
    expect(stderr).toContain('.gemini is a link');
    expect(code).toBe(1);
  });
});

test('nothing is fetched for a checkout that is not trusted', async () => {
  const url = 'https://127.0.0.1:1/evil.git';
  const cwd = await project({
    [`${shop}/evals.yml`]: `evals:\n  far:\n    task: Do it\n    repo: ${url}\n    expect:\n      - {pattern: x}\n`,
  });
  const { code, stderr } = await evaluate(cwd, args);
  expect(stderr).toContain(`like "git fetch ${url}", and it is not trusted`);
  expect(code).toBe(1);
  const { stdout } = await runProgram(['trust', '--show', '--format', 'json'], { cwd });
  expect(JSON.parse(stdout).checks.commands).toEqual([`git fetch ${url}`]);
});

test.each([
  [
    'of runs without end',
    { repeat: 1e9, arms: [{ name: 'none' }], evals: [{ name: 'a', expect: [], flags: [] }] },
  ],
  ['of nothing', {}],
  ['of another place', { run: '../elsewhere', repeat: 1, arms: [], evals: [], rules: [] }],
])('a plan %s that came with a checkout is refused', async (_, plan) => {
  const whole = { version: 1, run: 'kept', scope_name: 'shop', rules: [], ...plan };
  const cwd = await project({ '.precept/evals/kept/plan.json': JSON.stringify(whole) });
  const { code, stderr } = await evaluate(cwd, ['shop', '--rejudge']);
  expect(stderr).toContain('is damaged, or no plan of Precept');
  expect(code).toBe(1);
});

test('consent shows addresses of sources without their passwords', async () => {
  const cwd = await project({
    '.precept/settings.yml': "sources: [{git: 'https://user:p@ss@127.0.0.1:1/r.git'}]\n",
  });
  for (const format of [[], ['--format', 'json']]) {
    const { stdout } = await runProgram(['trust', '--show', ...format], { cwd });
    expect(stdout).toContain('https://***@127.0.0.1:1/r.git');
    expect(stdout).not.toMatch(/p@ss|user:/);
  }
});

test('a hook shows what a terminal would act on', async () => {
  const cwd = await project({ '.precept/settings.yml': 'default_scope: "a\\u202eb"\n' });
  const input = JSON.stringify({
    session_id: 'a',
    cwd,
    tool_name: 'Edit',
    tool_input: { file_path: 'src/a.js' },
  });
  const { stderr } = await runProgram(['hook', 'PostToolUse', '--client', 'claude', '--debug'], {
    cwd,
    input,
  });
  expect(stderr).toContain('default_scope');
  expect(stderr).not.toContain('\u202e');
});
