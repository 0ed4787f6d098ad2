import { whyNotAsked } from './endless-files.ts';
import { type GitWorld, runGit } from './run-git.ts';

/** A repository around a folder. */
export interface Repository {
  readonly world: GitWorld;
  /** The folder's path below the root of the working tree, with forward slashes; empty for the root. */
  readonly prefix: string;
  /** Whether it lacks older commits on purpose. */
  readonly isShallow: boolean;
}

/** Milliseconds for questions that git answers at once, on a machine that is busy. */
const patience = 10_000;

/** The repository whose working tree a folder lies in, or why there is none, as the end of a sentence. */
export async function findRepository(world: GitWorld): Promise<Repository | string> {
  const nowhere = `${world.cwd} is in no git repository`;
  const why = await whyNotAsked(world.cwd);
  if (why !== null) return why;
  const asked = await runGit(world, ['rev-parse', '--is-shallow-repository', '--show-prefix'], patience);
  if (asked === null) return 'git is not installed';
  if (asked.code === null) return 'git did not answer';
  if (asked.code !== 0) return whyRefused(asked.stderr) || nowhere;
  const [isShallow, ...prefix] = asked.stdout.split('\n');
  // A name may hold line breaks; the last one is git's.
  const path = prefix.slice(0, -1).join('\n').replace(/\/$/, '');
  return { world, prefix: path, isShallow: isShallow === 'true' };
}

/** The id of the commit that a ref stands for; null where it does not stand for one. */
export async function findCommit({ world }: Repository, ref: string): Promise<string | null> {
  const args = ['rev-parse', '--quiet', '--verify', '--end-of-options', `${ref}^{commit}`];
  const asked = await runGit(world, args, patience);
  const id = asked?.stdout.trim() ?? '';
  return asked?.code === 0 && /^[0-9a-f]{40,64}$/.test(id) ? id : null;
}

/** What a reason begins with where git refuses a repository for its owner. */
export const ofAnotherUser = 'git reads no repository that belongs to another user';

/** Says that `findCommit` found nothing, as the first half of a sentence. */
export function unknownRef(ref: string): string {
  return `"${ref}" is not a git ref here`;
}

/** Why git refuses a folder; it gives the cure for a repository of another user, as in a container, on a line of its own. */
function whyRefused(text: string): string {
  const trusting = /^\s*(git config --global --add safe\.directory .+)$/m.exec(text)?.[1];
  if (trusting !== undefined) return `${ofAnotherUser}; if you trust it, run "${trusting}"`;
  return text.trim().split('\n', 1)[0] ?? '';
}
