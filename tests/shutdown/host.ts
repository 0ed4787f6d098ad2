import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import {
  cleanEnvironment,
  follow,
  programFile,
  type RunningProgram,
  type StartOptions,
} from '../support/program.ts';

/** Hands its streams to the server that it starts; standard error of both is the same pipe, which closes when both are gone. */
const host = `
  const { spawn } = require('node:child_process');
  const server = spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  process.stdin.pipe(server.stdin);
  server.stdout.pipe(process.stdout);
  server.once('spawn', () => console.error('server ' + server.pid));`;

/** Starts the built program below another process, which is `program` here; `pid` is that of the server. */
export async function startUnderHost(
  args: readonly string[],
  options: StartOptions = {},
): Promise<{ program: RunningProgram; pid: number }> {
  const env = await cleanEnvironment(options.env);
  const child = spawn(process.execPath, ['-e', host, programFile, ...args], {
    env,
    cwd: options.cwd ?? env.HOME,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const program = follow(child);
  await program.logged('\n');
  const pid = Number(/server (\d+)/.exec(program.stderr())?.[1]);
  if (!(pid > 1)) throw new Error(`no server was started: ${program.stderr()}`);
  return { program, pid };
}

/** Whether a process still runs; one that has ended and that nobody has asked for yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
