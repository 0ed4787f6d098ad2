import type { GitWorld } from '../../../git/run-git.ts';
import { GitError, streamGit } from './git-stream.ts';

/** An entry of a tree. */
export interface TreeEntry {
  /** A submodule has its content in another repository. */
  readonly type: 'file' | 'link' | 'submodule';
  readonly id: string;
  /** Below the tree, with forward slashes. A name that is not UTF-8 has replacement characters. */
  readonly path: string;
}

const types: ReadonlyMap<string, TreeEntry['type']> = new Map([
  ['120000', 'link'],
  ['160000', 'submodule'],
]);

/** All entries of a tree and the trees below it, one after the other. Throws GitError. */
export async function* listTree(world: GitWorld, tree: string): AsyncIterable<TreeEntry> {
  const git = streamGit(world, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  try {
    for (;;) {
      const record = (await git.until(0))?.toString();
      if (record === undefined) break;
      const tab = record.indexOf('\t');
      const [mode = '', , id = ''] = record.slice(0, tab).split(' ');
      yield { type: types.get(mode) ?? 'file', id, path: record.slice(tab + 1) };
    }
    const complaint = await git.complaint();
    if (complaint !== '') throw new GitError(complaint);
  } finally {
    git.close();
  }
}
