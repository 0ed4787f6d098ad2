import type { Repository } from '../repository.ts';
import { runGit } from '../run-git.ts';
import { withoutCredentials } from './remote.ts';

/** Where a branch of a repository is hosted. */
export interface RemoteBranch {
  /** The address of the remote, without credentials. */
  readonly remote: string;
  /** The branch's name there. */
  readonly branch: string;
}

/** Milliseconds for questions that git answers at once. */
const patience = 10_000;

/**
 * The branch that the checked out one follows, else the one of its name at `origin`; without a branch, the main one of
 * `origin`. Null where no remote is known. Nothing is asked over the network.
 */
export async function findRemote({ world }: Pick<Repository, 'world'>): Promise<RemoteBranch | null> {
  const ask = async (...args: string[]) => {
    const asked = await runGit(world, args, patience);
    return asked?.code === 0 ? asked.stdout.replace(/\r?\n$/, '') : null;
  };
  const branch = await ask('symbolic-ref', '--quiet', '--short', 'HEAD');
  const setting = async (name: string) =>
    branch === null ? null : ask('config', `branch.${branch}.${name}`);
  const [upstream, merge, main] = await Promise.all([
    setting('remote'),
    setting('merge'),
    ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'),
  ]);
  // A dot stands for this repository.
  const follows = upstream !== null && upstream !== '.';
  const name = follows ? upstream : 'origin';
  const there = follows ? merge?.replace(/^refs\/heads\//, '') : undefined;
  const hosted = there ?? branch ?? main?.replace(/^origin\//, '');
  if (hosted === undefined) return null;
  const address = (await ask('remote', 'get-url', '--', name)) ?? (/[:/]/.test(name) ? name : null);
  const remote = address === null ? null : withoutCredentials(address);
  return remote === null ? null : { remote, branch: hosted };
}
