import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../shutdown/host.ts';
import { tempFolder } from '../support/folder.ts';
import { commitAll, git } from '../support/git.ts';
import {
  agentOf,
  evals,
  evaluate,
  keptIn,
  project,
  reportOf,
  rules,
  stub,
  stubAgent,
  verdictsIn,
} from './project.ts';

const shop = '.precept/rules/shop';

describe('verdicts', () => {
  test('six pairs that differ are enough for one, and another arm is without one rule', async () => {
    const cwd = await project();
    const arms = 'scope-cursor-paging,scope';
    const args = ['shop', '--agent', stubAgent, '--repeat', '6', '--jobs', '2', '--arms', arms];
    const { data, code } = await reportOf(cwd, args);
    const [rule] = data.rules;
    expect(rule).toMatchObject({
      id: 'cursor-paging',
      verdict: 'helps',
      arm: 'scope',
      against: 'scope-cursor-paging',
      pairs: 6,
      better: 6,
      worse: 0,
      p: 0.0313,
    });
    expect(rule).not.toHaveProperty('runs_needed');
    expect(code).toBe(0);
  });

  test('a rule that does harm ends with 1, in every format', async () => {
    const harmful = JSON.stringify({ ...stub, with: 0, without: 1 });
    const cwd = await project({ [`${shop}/fixtures/orders/stub.json`]: harmful });
    const args = ['shop', '--agent', stubAgent, '--repeat', '6', '--jobs', '2'];
    expect(await evaluate(cwd, args)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('hurts  cursor-paging'),
    });
    const markdown = await evaluate(cwd, ['shop', '--rejudge', '--format', 'markdown']);
    expect(markdown).toMatchObject({ code: 1, stdout: expect.stringContaining('**hurts** `cursor-paging`') });
    const junit = await evaluate(cwd, ['shop', '--rejudge', '--format', 'junit']);
    expect(junit.stdout).toContain('<testsuite name="rules" tests="1" failures="1" skipped="0">');
  });

  test('a rule that no run was told of was never offered', async () => {
    const silent = agentOf("require('node:fs').writeFileSync('src/orders.js', 'cursor\\n')");
    const cwd = await project();
    const { data } = await reportOf(cwd, ['shop', '--agent', silent, '--repeat', '1']);
    expect(data.rules[0]).toMatchObject({ verdict: 'never offered', offered: 0, read: 0, followed: 1 });
  });

  test('a share below min_pass ends with 1', async () => {
    const cwd = await project({ [`${shop}/evals.yml`]: `${evals}    min_pass: 0.5\n` });
    const silent = agentOf("require('node:fs').writeFileSync('src/orders.js', '?offset=\\n')");
    const { code, stdout } = await evaluate(cwd, ['shop', '--agent', silent, '--repeat', '1']);
    expect(stdout).toContain('min_pass missed: cursor-paging passed in 0 % of the runs, not 50 %');
    expect(code).toBe(1);
  });
});

describe('a run', () => {
  test('is told where it changes something outside of its copy', async () => {
    const cwd = await project();
    const rogue = agentOf(
      `require('node:fs').writeFileSync(${JSON.stringify(join(cwd, 'rogue.txt'))}, 'x'); require('node:fs').writeFileSync('../beside.txt', 'x')`,
    );
    const { data, stderr } = await reportOf(cwd, [
      'shop',
      '--agent',
      rogue,
      '--repeat',
      '1',
      '--arms',
      'scope',
    ]);
    expect(stderr).toContain('changed outside of its copy:');
    expect(data.outside).toMatchObject([{ eval: 'cursor-paging', arm: 'scope', repeat: 1 }]);
    expect(data.outside[0].paths.join()).toMatch(/rogue\.txt.*beside\.txt|beside\.txt.*rogue\.txt/);
  });

  test('is told of new names in the home folder, but for the cache of Precept itself', async () => {
    const [cwd, home] = [await project(), await tempFolder()];
    const [cache, rogue] = [join(home, '.cache/precept'), join(home, '.rogue')];
    const agent = agentOf(
      `for (const path of ${JSON.stringify([cache, rogue])}) require('node:fs').mkdirSync(path, { recursive: true })`,
    );
    const args = ['shop', '--agent', agent, '--repeat', '1', '--arms', 'scope'];
    const { data } = await reportOf(cwd, args, {
      HOME: home,
      XDG_CACHE_HOME: join(home, '.cache'),
      LOCALAPPDATA: join(home, '.cache'),
    });
    expect(data.outside).toEqual([expect.objectContaining({ paths: [rogue] })]);
  });

  test('is stopped when its time is up, with all that it started', async () => {
    const cwd = await project();
    const marks = await tempFolder();
    const forks = agentOf(
      `const { spawn } = require('node:child_process'); const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); require('node:fs').writeFileSync(${JSON.stringify(join(marks, 'pid'))}, String(child.pid)); setInterval(() => {}, 1000)`,
    );
    const args = ['shop', '--agent', forks, '--repeat', '1', '--arms', 'none', '--timeout', '2'];
    const { data } = await reportOf(cwd, args);
    expect(data.evals[0].arms[0]).toMatchObject({ timed_out: 1, passes: 0 });
    const pid = Number(await readFile(join(marks, 'pid'), 'utf8'));
    expect(isAlive(pid)).toBe(false);
  });

  test('may print 100 MB, of which the beginning and the end are kept', async () => {
    const cwd = await project();
    const loud = agentOf(
      "const line = 'x'.repeat(1023) + '\\n'; let left = 100 * 1024; const go = () => { while (left > 0) { left--; if (!process.stdout.write(left === 0 ? 'end' : line)) return process.stdout.once('drain', go); } }; go()",
    );
    await evaluate(cwd, ['shop', '--agent', loud, '--repeat', '1', '--arms', 'none']);
    const path = join(await keptIn(cwd), 'runs/cursor-paging/none/1/transcript.txt');
    expect((await stat(path)).size).toBeLessThan(3 * 1024 * 1024);
    const said = await readFile(path, 'utf8');
    expect(said).toContain('bytes are left out');
    expect(said.endsWith('end')).toBe(true);
  });
});

describe('what is kept', () => {
  test('is judged again to the same bytes', async () => {
    const cwd = await project();
    const first = await reportOf(cwd, ['shop', '--agent', stubAgent, '--repeat', '2']);
    const before = await verdictsIn(cwd);
    const again = await reportOf(cwd, ['shop', '--rejudge']);
    expect(again.stdout).toBe(first.stdout);
    expect(await verdictsIn(cwd)).toEqual(before);
    expect(before).toHaveLength(4);
  });

  test('goes on where the budget ended, and never beyond it', async () => {
    const cwd = await project();
    const counted = await tempFolder();
    const counting = agentOf(
      `require('node:fs').writeFileSync(${JSON.stringify(`${counted}/`)} + process.pid, '')`,
    );
    const args = ['shop', '--agent', counting, '--repeat', '4'];
    const first = await reportOf(cwd, [...args, '--budget', '5']);
    expect(first.stderr).toContain('4 more do not fit into --budget');
    expect(first.data).toMatchObject({ planned: 8, done: 4 });
    expect(await readdir(counted)).toHaveLength(4);
    const second = await reportOf(cwd, [...args, '--budget', '6', '--resume']);
    expect(second.data).toMatchObject({ planned: 8, done: 6 });
    expect(await readdir(counted)).toHaveLength(6);
    const third = await reportOf(cwd, [...args, '--resume']);
    expect(third.data).toMatchObject({ run: first.data.run, planned: 8, done: 8 });
    expect(await readdir(counted)).toHaveLength(8);
  });

  test('is not gone on with where the guidance is another one', async () => {
    const cwd = await project();
    const args = ['shop', '--agent', agentOf(''), '--repeat', '1'];
    await evaluate(cwd, [...args, '--budget', '1']);
    await writeFile(join(cwd, shop, 'commandments.yml'), rules.replace('opaque', 'secret'));
    const { code, stderr } = await evaluate(cwd, [...args, '--resume']);
    expect(stderr).toMatch(/cannot be resumed: the guidance of an arm, or the arms.* changed since then/);
    expect(code).toBe(1);
  });
});

test('an arm may be the guidance of a commit', async () => {
  const cwd = await project({ [`${shop}/commandments.yml`]: rules.replace('an opaque cursor', 'offsets') });
  await git(cwd, 'init', '--quiet', '--initial-branch=main');
  await commitAll(cwd);
  await writeFile(join(cwd, shop, 'commandments.yml'), rules);
  const { data } = await reportOf(cwd, [
    'shop',
    ...['--agent', stubAgent, '--repeat', '1', '--arms', 'scope@main,scope'],
  ]);
  expect(data.evals[0].arms).toMatchObject([
    { arm: 'scope@main', passes: 0 },
    { arm: 'scope', passes: 1 },
  ]);
  expect(data.commit).toMatch(/^[0-9a-f]{40}$/);
});
