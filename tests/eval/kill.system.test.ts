import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../shutdown/host.ts';
import { tempFolder } from '../support/folder.ts';
import { startProgram } from '../support/program.ts';
import { agentOf, project, reportOf } from './project.ts';

/** Writes its id and that of a child into `marks`, and lives on. */
const lasting = (marks: string) =>
  agentOf(
    `const { spawn } = require('node:child_process'); const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); const { writeFileSync, existsSync } = require('node:fs'); for (const pid of [process.pid, child.pid]) writeFileSync(${JSON.stringify(`${marks}/`)} + pid, ''); if (existsSync(${JSON.stringify(join(marks, 'end'))})) { child.kill(); } else setInterval(() => {}, 1000)`,
  );

/** Waits until a condition holds; the test's own time limit ends it. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test.each([
  ['SIGKILL', 1],
  ['SIGKILL', 2],
  ['SIGINT', 2],
  ['SIGTERM', 1],
] as const)('%s after %i processes of the agent leaves nothing running', async (signal, count) => {
  const cwd = await project();
  const marks = await tempFolder();
  const TMPDIR = await tempFolder();
  const args = ['shop', '--agent', lasting(marks), '--repeat', '1', '--arms', 'none'];
  const program = await startProgram(['eval', ...args], { cwd, env: { TMPDIR } });
  await until(async () => (await readdir(marks)).length >= count);
  program.signal(signal);
  const { code } = await program.ended;
  if (signal !== 'SIGKILL') expect(code).toBe(130);
  for (const pid of (await readdir(marks)).map(Number)) await until(() => !isAlive(pid));
  if (signal !== 'SIGKILL') expect(await readdir(TMPDIR)).toEqual([]);
  const kept = join(cwd, '.precept/evals');
  const [run = ''] = (await readdir(kept)).filter((name) => name !== '.gitignore');
  // What was killed is run again, and what it left is removed.
  const { data } = await reportOf(cwd, [...args, '--resume', '--timeout', '2'], { TMPDIR });
  expect(data).toMatchObject({ run, planned: 1, done: 1 });
  expect(await readdir(TMPDIR)).toEqual([]);
});
