import { execPath } from 'node:process';
import { startChild, stopChild } from '../../runtime/start-child.ts';

/**
 * How a plugin's module behaves by itself. `fine` also stands for one that throws: the program bears that, and says so. The other two
 * would take the program with them.
 */
export interface Trial {
  readonly how: 'fine' | 'hangs' | 'ends the program';
  /** Whether it wrote to standard output. */
  readonly prints: boolean;
}

/** Milliseconds that it gets: more than twice what an answer waits for it. */
const patience = 5000;
const done = 'precept-doctor-saw-it-through';
const code = `
const { default: plugin } = await import(process.argv[1]);
const world = { cwd: process.cwd(), env: process.env };
const scope = { name: 'doctor', description: '', tags: {}, sources: ['local'] };
if (!plugin?.isAvailable || (await plugin.isAvailable(world))) await plugin?.context?.(scope, world);
process.stderr.write('${done}', () => process.exit(0));
`;

/** Loads a plugin's module and asks it for its values, in a process of its own that is ended when it takes too long. */
export function tryModule(
  url: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Trial> {
  return new Promise((resolve) => {
    const child = startChild(execPath, ['--input-type=module', '-e', code, url], { cwd, env: { ...env } });
    child.stdin.end();
    let prints = false;
    let told = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      stopChild(child);
    }, patience);
    child.stdout.on('data', () => {
      prints = true;
    });
    child.stderr.on('data', (chunk) => {
      told = (told + chunk).slice(-1000);
    });
    child.once('error', () => resolve({ how: 'fine', prints: false }));
    child.once('close', (exit) => {
      clearTimeout(timer);
      // 1: it threw. 13: what it gave never settles.
      const isBorne = told.includes(done) || exit === 1 || exit === 13;
      resolve({ how: late ? 'hangs' : isBorne ? 'fine' : 'ends the program', prints });
    });
  });
}
