import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process';
import { platform } from 'node:os';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { windowsStart } from './windows-program.ts';

const isWindows = platform() === 'win32';
/** Exit code of a shell that has not found the program. From 129 to 192 it says which signal ended the program; npm ends with 254. */
const notFound = 127;

/**
 * Starts the program, and a watcher beside it that reads from this process: that pipe ends with this process, however that ends, and then
 * the program does, with all that it has started. The shell waits for both, so that nothing is left to whoever is process 1.
 */
const script = `
exec 4<&0
"$0" "$@" <&4 3<&- 4<&- & program=$!
exec </dev/null >/dev/null 2>&1 4<&-
(read -r _ <&3; kill -s KILL $program) & watcher=$!
exec 3<&-
wait $program; code=$?
kill -s KILL $watcher
wait
[ $code -gt 128 ] && [ $code -le 192 ] && kill -s KILL -- -$$
exit $code`;

const running = new Set<ChildProcessWithoutNullStreams>();
let isWatching = false;

/**
 * Starts a program that never outlives this one: it ends when this process does, killed or not (on Windows where this process can still
 * act). It has no terminal. An `error` event, or `isNotFound` of its exit code, says that there is no such program.
 */
export function startChild(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
): ChildProcessWithoutNullStreams {
  const child = isWindows
    ? startOnWindows(program, args, options)
    : (spawn('/bin/sh', ['-c', script, program, ...args], {
        ...options,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      }) as ChildProcessWithoutNullStreams);
  // Whoever reads is told when it is gone.
  for (const stream of [child.stdin, leashOf(child)]) stream?.on('error', () => {});
  child.once('exit', () => leashOf(child)?.destroy());
  return child;
}

function startOnWindows(program: string, args: readonly string[], options: SpawnOptions) {
  const { cwd = process.cwd(), env = process.env } = options;
  const start = windowsStart(program, args, { cwd: String(cwd), env });
  if (!isWatching) process.once('exit', () => running.forEach(stopChild));
  isWatching = true;
  const child = spawn(start.program, start.args, {
    ...options,
    stdio: 'pipe',
    windowsHide: true,
    windowsVerbatimArguments: start.isVerbatim,
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** The pipe whose end ends the program. */
function leashOf(child: ChildProcessWithoutNullStreams): Writable | null {
  return (child.stdio[3] as Writable | null | undefined) ?? null;
}

/** Whether that exit code says that the program is not installed. */
export function isNotFound(code: number | null): boolean {
  return !isWindows && code === notFound;
}

/** Ends a program that `startChild` has started, and all that it has started, at once. */
export function stopChild(child: ChildProcessWithoutNullStreams): void {
  const leash = leashOf(child);
  if (leash === null) child.kill('SIGKILL');
  else leash.destroy();
}

/**
 * Ends what a program that has ended by itself has left running: its process group, on Windows the processes below it. Those that have
 * left the group are not found.
 */
export function endGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  if (isWindows) {
    spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).once(
      'error',
      () => {},
    );
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}
