import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { hasShell } from '../support/system.ts';
import { agentOf, evals, evaluate, keptIn, project, reportOf, stubAgent } from './project.ts';

const shop = '.precept/rules/shop';

test('runs each evaluation with and without the scope, and says how many passed', async () => {
  const cwd = await project();
  const { code, stdout, stderr } = await evaluate(cwd, ['shop', '--agent', stubAgent, '--repeat', '2']);
  expect(stderr).toContain('4 runs, about');
  expect(stdout).toContain('none: 0 of 2');
  expect(stdout).toContain('scope: 2 of 2');
  expect(stdout).toContain('not shown  cursor-paging  offered in 2 of 2 runs, read in 2, followed in 2');
  expect(stdout).toContain('pairs of runs would show an effect of 20 points');
  expect(code).toBe(0);
  const kept = await keptIn(cwd);
  expect(await readdir(join(kept, 'runs/cursor-paging/scope/1'))).toEqual([
    'diff.patch',
    'guidance.jsonl',
    'result.json',
    'transcript.txt',
    'verdict.json',
  ]);
  expect(await readFile(join(kept, 'runs/cursor-paging/scope/1/diff.patch'), 'utf8')).toContain(
    "+export const next = '/orders?cursor=';",
  );
});

test('a run gets a home of its own, and of the environment only what is named', async () => {
  const cwd = await project();
  const tell = agentOf(
    'console.log(JSON.stringify({ home: process.env.HOME, temp: process.env.TMPDIR, env: process.env }))',
  );
  const env = { MY_SECRET: 'swordfish', OTHER_SECRET: 'plover', PRECEPT_LOG_LEVEL: 'error' };
  const args = ['shop', '--agent', tell, '--repeat', '1', '--arms', 'none', '--env', 'MY_SECRET'];
  await evaluate(cwd, args, env);
  const said = await readFile(join(await keptIn(cwd), 'runs/cursor-paging/none/1/transcript.txt'), 'utf8');
  const { home, temp, env: seen } = JSON.parse(said);
  expect(seen).toMatchObject({ MY_SECRET: 'swordfish' });
  expect(seen).not.toHaveProperty('OTHER_SECRET');
  expect(seen).not.toHaveProperty('PRECEPT_LOG_LEVEL');
  for (const path of [home, temp]) {
    expect(path).toContain(join(tmpdir(), 'precept-eval-'));
    expect(existsSync(path)).toBe(false);
  }
});

test('a reviewer of a patch sees a broken rule by its id or its line', async () => {
  const patch = '--- a/src/a.js\n+++ b/src/a.js\n@@ -0,0 +1,2 @@\n+const a = 1;\n+get(a + "&offset=1");\n';
  const cwd = await project({
    [`${shop}/evals.yml`]: 'evals:\n  replay:\n    diff: ./fixtures/1.patch\n    flags: [cursor-paging]\n',
    [`${shop}/fixtures/1.patch`]: patch,
  });
  const says = agentOf(
    "const arm = Object.keys(JSON.parse(require('node:fs').readFileSync(process.argv[1])).mcpServers); console.log(require('node:fs').existsSync('change.patch') && arm.length > 0 ? 'src/a.js:2: pages by offset' : 'fine')",
    '{mcp_config}',
  );
  const { data } = await reportOf(cwd, ['shop', '--agent', says, '--repeat', '1']);
  expect(data.evals[0].arms).toMatchObject([
    { arm: 'none', passes: 0 },
    { arm: 'scope', passes: 1 },
  ]);
});

test('a reviewer sees what it says itself, and not what its tools answered', async () => {
  const read = '+++ b/src/a.js @@ -0,0 +1,2 @@ cursor-paging';
  const tool = { type: 'item.completed', item: { type: 'mcp_tool_call', result: read } };
  const said = { type: 'item.completed', item: { type: 'agent_message', text: 'I see nothing' } };
  const cwd = await project({
    [`${shop}/evals.yml`]: 'evals:\n  replay:\n    diff: ./fixtures/1.patch\n    flags: [cursor-paging]\n',
    [`${shop}/fixtures/1.patch`]:
      '--- a/src/a.js\n+++ b/src/a.js\n@@ -0,0 +1,2 @@\n+const a = 1;\n+get(a + "&offset=1");\n',
  });
  const print = (...messages: object[]) =>
    agentOf(messages.map((one) => `console.log('${JSON.stringify(one)}')`).join(';'));
  const passes = async (agent: string) => {
    const { data } = await reportOf(cwd, ['shop', '--agent', agent, '--repeat', '1', '--arms', 'scope']);
    return data.evals[0].arms[0].passes;
  };
  const finds = { ...said, item: { ...said.item, text: 'src/a.js:2: pages by offset' } };
  expect(await passes(print(tool, said))).toBe(0);
  expect(await passes(print(tool, finds))).toBe(1);
  expect(await passes(print({ type: 'user', message: read }, { type: 'result', result: 'fine' }))).toBe(0);
});

test('the folder of an evaluation that was killed goes with the next one', async () => {
  const left = await mkdtemp(join(tmpdir(), 'precept-eval-'));
  const claim = '.precept/evals/killed/running.json';
  const cwd = await project({ [claim]: JSON.stringify({ pid: 2 ** 30, work: await realpath(left) }) });
  await evaluate(cwd, ['shop', '--agent', agentOf(''), '--repeat', '1', '--arms', 'none']);
  expect([existsSync(left), existsSync(join(cwd, claim))]).toEqual([false, false]);
});

test.runIf(hasShell)('a command line of a known agent gets what it lacks', async () => {
  const bin = await tempFolder({
    'claude.mjs': 'console.log(process.argv.slice(2).join(" "))',
    claude: `#!/bin/sh\nexec ${process.execPath} "$(dirname "$0")/claude.mjs" "$@"\n`,
  });
  await chmod(join(bin, 'claude'), 0o755);
  const cwd = await project();
  const args = ['--agent', `${join(bin, 'claude')} -p {prompt}`, '--repeat', '1', '--arms', 'scope'];
  await evaluate(cwd, ['shop', ...args]);
  const said = await readFile(join(await keptIn(cwd), 'runs/cursor-paging/scope/1/transcript.txt'), 'utf8');
  expect(said).toMatch(
    /^-p Add pagination to GET \/orders --strict-mcp-config --mcp-config \S+mcp\.json --allowedTools mcp__precept$/m,
  );
});

describe('commands of a checkout', () => {
  const commanding = evals.replace('{rule: cursor-paging}', '{command: node check.mjs}');
  const files = {
    [`${shop}/evals.yml`]: commanding,
    [`${shop}/fixtures/orders/check.mjs`]: "import './src/orders.js';\n",
  };
  const args = ['shop', '--agent', stubAgent, '--repeat', '1', '--arms', 'scope'];

  test('run where it is trusted, in the copy', async () => {
    const cwd = await project(files);
    const refused = await evaluate(cwd, args);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('run "precept trust"') });
    expect(existsSync(join(cwd, '.precept/evals'))).toBe(false);
    expect((await runProgram(['trust'], { cwd })).stdout).toContain('command: node check.mjs');
    const { data } = await reportOf(cwd, args);
    expect(data.evals[0].expectations[2]).toMatchObject({
      expectation: 'command node check.mjs',
      arms: [{ arm: 'scope', passes: 1, runs: 1 }],
    });
    await writeFile(join(cwd, shop, 'evals.yml'), commanding.replace('check.mjs', 'other.mjs'));
    expect(await evaluate(cwd, args)).toMatchObject({ code: 1, stderr: expect.stringContaining('trusted') });
  });
});

describe('mistakes are told before anything runs', () => {
  test.each([
    ['no agent', [], {}, 'No agent is given', 2],
    ['a name that is not known', ['--agent', 'copilot'], {}, 'the names that need none are claude', 1],
    ['no place for the task', ['--agent', 'node x.js'], {}, 'does not hold {prompt}', 1],
    [
      'an agent that is not there',
      ['--agent', 'no-such-agent {prompt}'],
      {},
      'no-such-agent cannot be started',
      1,
    ],
    ['an unknown arm', ['--agent', stubAgent, '--arms', 'all'], {}, '"all" is none of none, scope', 1],
    ['an unknown rule in an arm', ['--agent', stubAgent, '--arms', 'scope-x'], {}, 'leaves nothing out', 1],
    ['nothing to resume', ['--agent', stubAgent, '--resume'], {}, 'No evaluation of shop is kept', 1],
    ['an unknown evaluation', ['other', '--agent', stubAgent], {}, 'no evaluation "other"', 1],
    [
      'a folder elsewhere',
      ['--agent', stubAgent],
      { [`${shop}/evals.yml`]: evals.replace('./fixtures/orders', '../../../..') },
      'leads out of this project',
      1,
    ],
    [
      'a rule that is not there',
      ['--agent', stubAgent],
      { [`${shop}/evals.yml`]: evals.replace('rule: cursor-paging', 'rule: other-rule') },
      'names the rule other-rule, which shop does not have',
      1,
    ],
    ['a broken file', ['--agent', stubAgent], { [`${shop}/evals.yml`]: 'evals: {a: {}}' }, 'evals.yml:1:', 1],
  ] as const)('%s', async (_, args, files, wanted, exit) => {
    const cwd = await project(files);
    const { code, stderr } = await evaluate(cwd, ['shop', ...args]);
    expect(stderr).toContain(wanted);
    expect(code).toBe(exit);
  });
});
