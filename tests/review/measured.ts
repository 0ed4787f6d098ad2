import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { tempFolder } from '../support/folder.ts';

/** The most memory that this process had, in kilobytes. On Linux, `maxRSS` begins with that of whoever started it. */
const peak = `() => {
  try {
    return /VmHWM:\\s+(\\d+)/.exec(require('node:fs').readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}`;

/** Runs a program of Node to its end, with the most memory that it had. */
export async function runMeasured(args: readonly string[], cwd: string, home: string) {
  const folder = await tempFolder({
    'peak.cjs': `process.on('exit', () => require('node:fs').writeSync(2, '\\npeak ' + (${peak})() + '\\n'));\n`,
  });
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  const all = ['--require', path.join(folder, 'peak.cjs'), ...args];
  const child = spawn(process.execPath, all, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
    });
  const [code] = await once(child, 'close');
  const kilobytes = Number(/peak (\d+)/.exec(printed.stderr)?.[1]);
  return { code: Number(code), stdout: printed.stdout, megabytes: kilobytes / 1024 };
}
