import { devNull } from 'node:os';
import { type GitWorld, runGit } from '../../../git/run-git.ts';
import type { Workplace } from './surroundings.ts';

/** Milliseconds that git may take for one step, on a machine that is busy. */
const patience = 120_000;
/** Bytes of a diff that are kept; a larger one is cut, and what it lacks cannot be judged. */
const mostDiffBytes: number = 8 * 1024 * 1024;

/** Whoever commits the first state of a copy: the same for all, at the same time, so that nothing differs between runs. */
const committer = {
  GIT_AUTHOR_NAME: 'precept',
  GIT_AUTHOR_EMAIL: 'precept@localhost',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'precept',
  GIT_COMMITTER_EMAIL: 'precept@localhost',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
};

/** A copy that git cannot look after. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/** What is around git in a copy: none of the user's settings, and none that an agent has written. */
function worldOf({ copy }: Workplace, env: GitWorld['env']): GitWorld {
  const { PATH, SYSTEMROOT } = env;
  const own = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1', ...committer };
  return { cwd: copy, env: { PATH, ...(SYSTEMROOT !== undefined && { SYSTEMROOT }), ...own } };
}

async function git(workplace: Workplace, env: GitWorld['env'], args: readonly string[], most?: number) {
  const ended = await runGit(worldOf(workplace, env), args, patience, most);
  if (ended === null) throw new CopyError('git is not installed, and copies are compared with it');
  return ended;
}

async function mustGit(workplace: Workplace, env: GitWorld['env'], args: readonly string[]): Promise<void> {
  const ended = await git(workplace, env, args);
  if (ended.code !== 0)
    throw new CopyError(
      `git ${args.find((one) => /^[a-z]+$/.test(one))}: ${ended.stderr.trim() || 'no answer'}`,
    );
}

const apart = ({ git: folder, copy }: Workplace) => [`--git-dir=${folder}`, `--work-tree=${copy}`];

/**
 * Makes the copy a repository with one commit, which an agent may use as it likes, and keeps the same state in a second one that it does
 * not see: what changed is read from there.
 */
export async function startCopy(workplace: Workplace, env: GitWorld['env']): Promise<void> {
  for (const where of [[], apart(workplace)]) {
    if (where.length === 0) await mustGit(workplace, env, ['init', '--quiet', '--initial-branch=main']);
    else await mustGit(workplace, env, ['init', '--quiet', '--bare', workplace.git]);
    await mustGit(workplace, env, [...where, 'add', '--all']);
    const commit = ['commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'Start'];
    await mustGit(workplace, env, [...where, ...commit]);
  }
}

/**
 * What changed in a copy since `startCopy`, as a diff with the whole of each changed file, so that all of it can be judged again later.
 * Files that the copy has git ignore are left out. Throws CopyError.
 */
export async function diffOfCopy(workplace: Workplace, env: GitWorld['env']): Promise<string> {
  const where = apart(workplace);
  await mustGit(workplace, env, [...where, 'add', '--all']);
  const args = [
    'diff',
    '--cached',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--no-renames',
    '-U1000000',
  ];
  const ended = await git(workplace, env, [...where, ...args, 'HEAD', '--'], mostDiffBytes);
  if (ended.code === null) return `${ended.stdout}\n${cutMark}\n`;
  if (ended.code !== 0) throw new CopyError(`git diff: ${ended.stderr.trim()}`);
  return ended.stdout;
}

/** The files of a copy as `diffOfCopy` has seen them, relative to it. */
export async function filesOfCopy(workplace: Workplace, env: GitWorld['env']): Promise<string[]> {
  const ended = await git(workplace, env, [...apart(workplace), 'ls-files', '-z'], mostDiffBytes);
  if (ended.code !== 0) throw new CopyError(`git ls-files: ${ended.stderr.trim() || 'no answer'}`);
  return ended.stdout.split('\0').filter((path) => path !== '');
}

/** The last line of a diff that was cut. */
const cutMark = '\\ Cut here: the diff is too large';
