import { findCommit, type Repository, unknownRef } from '../../../git/repository.ts';
import { runGit } from '../../../git/run-git.ts';
import { Fault } from '../../../model/fault.ts';

/** What is compared: two commits, or a commit with the index or the work tree. */
export interface Ends {
  /** The commit that the change began at; null before the first one. */
  readonly base: string | null;
  readonly target: 'work tree' | 'index' | { readonly commit: string };
  /** In words, for people: `main (1a2b3c4)`. */
  readonly since: string;
}

/** What somebody has asked to review: nothing for what the work tree changed since it left the default branch. */
export interface AskedRange {
  readonly range?: string | undefined;
  readonly staged?: boolean;
}

/** The fault of a range that is not there; the message says what to do. */
export function unknownRange(message: string): Fault {
  return new Fault('invalid-parameter', message, { errors: [{ path: 'range', message }] });
}

const patience = 10_000;
const worktree = 'work tree' as const;

/** The ends of a range: `a..b` and `a...b` from their merge base to b, one ref from its merge base to the work tree. Fault: `invalid-parameter`. */
export async function findEnds(repository: Repository, { range, staged }: AskedRange): Promise<Ends> {
  const head = await findCommit(repository, 'HEAD');
  if (staged) return { base: head, target: 'index', since: head === null ? 'nothing' : 'HEAD' };
  if (range === undefined) return sinceDefaultBranch(repository, head);
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/s.exec(range) ?? [];
  if (dots === undefined) {
    const commit = await need(repository, range);
    if (head === null) throw unknownRange('the repository has no commit yet, so there is no range');
    return { base: await mergeBase(repository, commit, head, range), target: worktree, since: range };
  }
  const [before, after] = await Promise.all([
    need(repository, from || 'HEAD'),
    need(repository, to || 'HEAD'),
  ]);
  return {
    base: await mergeBase(repository, before, after, range),
    target: { commit: after },
    since: from || 'HEAD',
  };
}

async function sinceDefaultBranch(repository: Repository, head: string | null): Promise<Ends> {
  if (head === null) return { base: null, target: worktree, since: 'nothing' };
  for (const ref of await defaultBranches(repository)) {
    const commit = await findCommit(repository, ref);
    if (commit === null) continue;
    return { base: await mergeBase(repository, commit, head, ref), target: worktree, since: shortName(ref) };
  }
  // A change that is not seen would count as one that keeps all rules.
  if (repository.isShallow || (await hasOtherBranch(repository))) throw unknownDefaultBranch();
  return { base: head, target: worktree, since: 'HEAD' };
}

/** Whether a branch, here or of a remote, has another name than the one that is checked out. */
async function hasOtherBranch({ world }: Repository): Promise<boolean> {
  const args = ['for-each-ref', '--format=%(HEAD) %(refname)', 'refs/heads', 'refs/remotes'];
  const lines = (await runGit(world, args, patience))?.stdout.split('\n').filter((line) => line !== '') ?? [];
  const own = lines.find((line) => line.startsWith('* '))?.replace(/^\* refs\/heads\//, '/');
  return lines.some((line) => !line.startsWith('* ') && (own === undefined || !line.endsWith(own)));
}

function unknownDefaultBranch(): Fault {
  return unknownRange(
    'the default branch is not known: no remote names one here, and neither main nor master is here; name the branch that the change is for, such as develop',
  );
}

/** The refs that may be the default branch, the likeliest first. */
async function defaultBranches({ world }: Repository): Promise<readonly string[]> {
  const branch = await runGit(world, ['symbolic-ref', '--quiet', '--short', 'HEAD'], patience);
  const name = branch?.code === 0 ? branch.stdout.trim() : '';
  const asked =
    name === '' ? null : await runGit(world, ['config', '--get', `branch.${name}.remote`], patience);
  const own = asked?.code === 0 ? asked.stdout.trim() : '';
  const remotes = [...new Set([own, 'origin'])].filter((one) => one !== '' && one !== '.');
  const local = ['main', 'master'].map((one) => `refs/heads/${one}`);
  return [
    ...remotes.map((remote) => `refs/remotes/${remote}/HEAD`),
    ...local,
    ...remotes.flatMap((remote) => ['main', 'master'].map((one) => `refs/remotes/${remote}/${one}`)),
  ];
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes)\//, '').replace(/\/HEAD$/, '');
}

/** How a shallow clone, which mostly has one branch, gets a ref. */
function missingHere(ref: string): string {
  const branch = ref.replace(/^origin\//, '');
  if (!/^[A-Za-z][\w./-]*$/.test(branch) || /^[0-9a-f]{7,64}$/.test(branch))
    return 'this clone is shallow: fetch what is missing with "git fetch --unshallow"';
  const name = `origin/${branch}`;
  return `this clone is shallow: fetch the branch with "git fetch --unshallow origin ${branch}:refs/remotes/${name}", then give "${name}"`;
}

async function need(repository: Repository, ref: string): Promise<string> {
  const commit = await findCommit(repository, ref);
  if (commit !== null) return commit;
  const why = repository.isShallow
    ? missingHere(ref)
    : 'give a branch, a tag or a commit, or two of them as a..b';
  throw unknownRange(`${unknownRef(ref)}; ${why}`);
}

async function mergeBase(
  { world, isShallow }: Repository,
  one: string,
  other: string,
  asked: string,
): Promise<string> {
  const found = await runGit(world, ['merge-base', one, other], patience);
  const commit = found?.stdout.trim().split('\n', 1)[0] ?? '';
  if (found?.code === 0 && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  const why = isShallow
    ? 'since this clone is shallow: fetch what is missing with "git fetch --unshallow"'
    : 'since their histories have nothing in common';
  throw unknownRange(`no commit is found that "${asked}" and the change both come from, ${why}`);
}
