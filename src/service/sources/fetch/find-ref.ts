import type { GitWorld } from '../../../git/run-git.ts';
import { SourceError } from '../content/pack.ts';
import { type RemoteLimits, remoteGit } from './remote-git.ts';

/** A ref as a repository has it now. */
export interface FoundRef {
  /** In full, like refs/heads/main; the id itself for that of a commit. */
  readonly name: string;
  /** The commit that it stands for. */
  readonly commit: string;
}

/** Whether a ref is the whole id of a commit. */
export function isCommitId(ref: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
}

/**
 * What a ref of a repository is now. SourceError where there is none, and where a branch and a tag have its name: whoever may make one of
 * them would decide.
 */
export async function findRef(
  world: GitWorld,
  { address, ref }: { readonly address: string; readonly ref: string },
  limits: RemoteLimits,
): Promise<FoundRef> {
  if (isCommitId(ref)) return { name: ref, commit: ref };
  const said = await remoteGit(world, ['ls-remote', '--', address, ref, `${ref}^{}`], limits);
  const lines = said.split('\n').map((line) => line.split('\t'));
  const ids = new Map(lines.map(([id = '', name = '']) => [name, id] as const));
  const isWhole = ref === 'HEAD' || ref.startsWith('refs/');
  const names = isWhole ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/${ref}`];
  const [name, other] = names.filter((one) => ids.has(one));
  const commit = ids.get(`${name}^{}`) ?? ids.get(name ?? '') ?? '';
  if (name === undefined || !isCommitId(commit)) throw new SourceError(whyNone(ref));
  if (other !== undefined)
    throw new SourceError(`${ref} is ${name} and ${other} there; write one of these as ref`);
  return { name, commit };
}

function whyNone(ref: string): string {
  if (ref === 'HEAD') return 'it has no default branch with a commit; name a ref';
  const isShort = /^[0-9a-f]{4,63}$/.test(ref);
  return `it has no branch or tag ${ref}${isShort ? '; a commit is named by its whole id' : ''}`;
}
