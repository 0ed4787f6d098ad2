import { readdir, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { type GitWorld, ownEnvironment } from '../../../git/run-git.ts';
import { type ChildOutcome, endOfChild } from '../../../runtime/run-child.ts';
import { startChild, stopChild } from '../../../runtime/start-child.ts';
import { GitError } from '../../compare/load/git-stream.ts';

/** How much a fetch may take. */
export interface RemoteLimits {
  readonly milliseconds: number;
  /** Bytes below the folder of the repository. */
  readonly maxBytes: number;
}

/**
 * Nothing that a repository names is run, checked out or followed, nothing is asked on a terminal, and each object is checked. Logins are
 * those of the user's own git.
 */
const safety = [
  '--no-pager',
  ...[
    `core.hooksPath=${devNull}`,
    'core.fsmonitor=false',
    'core.attributesFile=',
    'core.alternateRefsCommand=',
    'core.symlinks=false',
    'transfer.fsckObjects=true',
    'fetch.fsckObjects=true',
    'fetch.recurseSubmodules=false',
    'submodule.recurse=false',
    'fetch.writeCommitGraph=false',
    'fetch.unpackLimit=1',
    'transfer.bundleURI=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'init.templateDir=',
  ].flatMap((setting) => ['-c', setting]),
];

const fewBytes = 1024 * 1024;

/**
 * Runs git in a folder with the network, for https, ssh and paths alone. Throws GitError with git's own words where it fails, in which the
 * address may be.
 */
export async function remoteGit(
  world: GitWorld,
  args: readonly string[],
  { milliseconds, maxBytes }: RemoteLimits,
  input?: string,
): Promise<string> {
  const child = startChild('git', [...safety, '-C', world.cwd, ...args], {
    cwd: path.parse(world.cwd).root || world.cwd,
    env: environment(world),
  });
  let isTooLarge = false;
  const watching = setInterval(async () => {
    if ((await sizeOf(world.cwd)) <= maxBytes) return;
    isTooLarge = true;
    stopChild(child);
  }, 200);
  const outcome = await endOfChild(child, { milliseconds, maxOutput: fewBytes }, input).finally(() =>
    clearInterval(watching),
  );
  if (isTooLarge) throw new GitError(`it is over ${Math.round(maxBytes / 1024 / 1024)} MiB`);
  if (outcome === null) throw new GitError('git is not installed');
  if (outcome.code === 0) return outcome.stdout;
  throw new GitError(whyFailed(outcome, milliseconds));
}

function environment(world: GitWorld): NodeJS.ProcessEnv {
  const own = ownEnvironment(world);
  return {
    ...own,
    GIT_ALLOW_PROTOCOL: 'https:ssh:file',
    // A repository around the folder is nobody's that was asked for.
    GIT_CEILING_DIRECTORIES: path.dirname(world.cwd),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
    ...(own.GIT_SSH_COMMAND === undefined &&
      own.GIT_SSH === undefined && { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' }),
    LC_ALL: 'C',
  };
}

/** Bytes of all files below a folder; those that come and go meanwhile do not count. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map((entry) =>
    stat(path.join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function whyFailed({ code, stderr }: ChildOutcome, milliseconds: number): string {
  if (code === null) return `git took longer than ${milliseconds / 1000} s`;
  const lines = stderr.split('\n').map((line) => line.trim());
  const told = lines.filter((line) => /^(?:fatal|error|remote|ssh|ERROR)\b/.test(line));
  const words = (told.length > 0 ? told : lines.filter(Boolean)).slice(0, 3).join('; ');
  const said = words.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  return said || `git ended with ${code}`;
}
