import type { GitWorld } from '../../../git/run-git.ts';
import { GitError, streamGit } from './git-stream.ts';

/** An object of a repository; `missing` stands for whatever cannot be had, with the reason. */
export type GitObject =
  | { readonly type: 'blob'; readonly bytes: Buffer }
  | { readonly type: 'tree'; readonly id: string }
  | { readonly type: 'missing'; readonly reason: MissingReason };

/** `absent`: there is no such object here. The others are of links: out of the repository, to nothing, in a circle. */
export type MissingReason = 'absent' | 'too large' | 'outside' | 'dangling' | 'other';

/** Reads objects of a repository one by one. */
export interface GitObjects {
  /** By id, or as `<commit>:<path>`, where links of the tree are followed. Throws GitError where git cannot go on. */
  read(name: string): Promise<GitObject>;
  close(): void;
}

const lineEnd = 0x0a;
/** What git ends with where it would have to fetch an object that a partial clone lacks. */
const isNotFetched = /promisor remote/;
const links: ReadonlyMap<string, MissingReason> = new Map([
  ['symlink', 'outside'],
  ['dangling', 'dangling'],
  ['loop', 'dangling'],
  ['notdir', 'dangling'],
]);

/** Reads objects as git has them: no filter is run, nothing is fetched. A blob above `maxBytes` is not kept. */
export function readObjects(world: GitWorld, maxBytes: number): GitObjects {
  const start = () => streamGit(world, ['cat-file', '--batch', '--follow-symlinks']);
  let git = start();
  let last: Promise<unknown> = Promise.resolve();

  async function exchange(name: string): Promise<GitObject> {
    if (name.includes('\n')) return { type: 'missing', reason: 'absent' };
    git.write(name);
    const head = (await git.until(lineEnd))?.toString();
    if (head === undefined) {
      const complaint = (await git.complaint()) || 'git ended too soon';
      if (!isNotFetched.test(complaint)) throw new GitError(complaint);
      git = start();
      return { type: 'missing', reason: 'absent' };
    }
    const [first = '', second = '', third = ''] = head.split(' ');
    const link = links.get(first);
    if (link !== undefined) {
      await git.bytes(Number(second) + 1, false);
      return { type: 'missing', reason: link };
    }
    if (!/^[0-9a-f]{40,64} [a-z]+ \d+$/.test(head)) return { type: 'missing', reason: 'absent' };
    const size = Number(third);
    const keep = second === 'blob' && size <= maxBytes;
    const bytes = await git.bytes(size, keep);
    await git.bytes(1, false);
    if (keep) return { type: 'blob', bytes };
    if (second === 'tree') return { type: 'tree', id: first };
    return { type: 'missing', reason: second === 'blob' ? 'too large' : 'other' };
  }

  return {
    read(name) {
      const answer = last.then(() => exchange(name));
      last = answer.catch(() => {});
      return answer;
    },
    close: () => git.close(),
  };
}
