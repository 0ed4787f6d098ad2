import { homedir } from 'node:os';
import { readDescriptor } from './hooks/payload/read-descriptor.ts';
import { type HookWorld, runHook } from './hooks/run-hook.ts';

/**
 * The door to the program. Clients run a hook at each touch of a file and wait for it: it goes by itself, and loads the rest of the program
 * only where a scope is not compiled.
 */

const [command, ...words] = process.argv.slice(2);

async function hook(): Promise<void> {
  process.on('uncaughtException', () => process.exit(0));
  const home = orNothing(homedir);
  let isSilent = true;
  // Each stream is made when it is used: that takes a tenth of the time of a hook.
  const world: HookWorld = {
    env: process.env,
    cwd: orNothing(process.cwd) || home,
    home,
    stdin: process.platform === 'win32' ? process.stdin : readDescriptor(0, () => process.stdin),
    get stdout() {
      if (isSilent) process.stdout.on('error', () => {});
      isSilent = false;
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
  };
  await runHook(words, world, async (request, tell) =>
    (await import('./service/tasks/hooks/fresh-scope.ts')).freshScope(request, tell),
  );
  if (isSilent) process.exit(0);
  process.stdout.write('', () => process.exit(0));
}

/** The working folder may have been removed; a user may have no entry on this machine, and no HOME. */
function orNothing(find: () => string): string {
  try {
    return find();
  } catch {
    return '';
  }
}

// What is built of this file needs that of Node.js, which has it since 20.16.
const isLight = 'getBuiltinModule' in process;
if (command === 'hook' && isLight && !words.includes('--help') && !words.includes('-h')) void hook();
else void import('./program.ts');
