import { readDescriptor } from './hooks/payload/read-descriptor.ts';
import { type HookWorld, runHook } from './hooks/run-hook.ts';
import { homeFolder } from './runtime/files/home-folder.ts';
import { hookProgram } from './service/tasks/hooks/hook-program.ts';

/**
 * The door to the program. Clients run a hook at each touch of a file and wait for it: it goes by itself, and loads the rest of the program
 * only where a scope is not compiled.
 */

const [command, ...words] = process.argv.slice(2);

async function hook(): Promise<void> {
  process.on('uncaughtException', () => process.exit(0));
  const home = homeFolder();
  const streams = lazyStreams();
  const world: HookWorld = {
    env: process.env,
    cwd: workingFolder() ?? home,
    home,
    stdin: process.platform === 'win32' ? process.stdin : readDescriptor(0, () => process.stdin),
    get stdout() {
      return streams.own('stdout');
    },
    get stderr() {
      return streams.own('stderr');
    },
  };
  await runHook(words, world, {
    async resolve(request, tell) {
      await streams.keepFromPlugins();
      return hookProgram.resolve(request, tell);
    },
    async whyNotImported(entry, folder) {
      await streams.keepFromPlugins();
      return hookProgram.whyNotImported(entry, folder);
    },
  });
  if (!streams.isMade('stdout')) process.exit(0);
  world.stdout.write('', () => process.exit(0));
}

type StreamName = 'stdout' | 'stderr';

/** The streams that a hook writes to. Each is made when it is used: that takes a tenth of the time of a hook. */
function lazyStreams() {
  const made = new Map<StreamName, NodeJS.WriteStream>();
  const own = (name: StreamName) => {
    const stream = made.get(name) ?? process[name];
    if (!made.has(name)) stream.on('error', () => {});
    made.set(name, stream);
    return stream;
  };
  return {
    own,
    isMade: (name: StreamName) => made.has(name),
    /** What plugins print is no answer, and some clients show their user what is on standard error. */
    async keepFromPlugins(): Promise<void> {
      const [{ Writable }, { syncBuiltinESMExports }] = await Promise.all([
        import('node:stream'),
        import('node:module'),
      ]);
      for (const name of ['stdout', 'stderr'] as const) {
        own(name);
        const value = new Writable({ write: (_chunk, _encoding, done) => done() });
        Object.defineProperty(process, name, { value, configurable: true });
      }
      syncBuiltinESMExports();
    },
  };
}

/** Null where that folder was removed. */
function workingFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

const oldestNode = 20;

/** Says so where Node.js is too old, which otherwise fails at the first line that it does not know. A hook never fails. */
function endOnOldNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= oldestNode) return;
  if (command === 'hook') process.exit(0);
  process.stderr.write(
    `precept: this is Node.js ${node}, which is too old; install Node.js ${oldestNode} or newer\n`,
  );
  process.exit(1);
}

endOnOldNode();
// What is built of this file needs that of Node.js, which has it since 20.16.
const isLight = 'getBuiltinModule' in process;
if (command === 'hook' && isLight && !words.includes('--help') && !words.includes('-h')) void hook();
else void import('./program.ts');
