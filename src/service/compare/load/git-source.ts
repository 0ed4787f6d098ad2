import { maxFileBytes } from '../../../content/yaml-file.ts';
import type { GitWorld } from '../../../git/run-git.ts';
import { contentFile, contentKinds } from '../../../guidance/content-files.ts';
import { type ContentSource, UnreadableContent } from '../../../guidance/read/content-source.ts';
import { scopeNamePattern } from '../../../model/names/scope-name.ts';
import { listTree, type TreeEntry } from './list-tree.ts';
import { type GitObjects, type MissingReason, readObjects } from './read-objects.ts';

/** The rules folder of a commit. */
export interface GitSource extends ContentSource {
  close(): void;
}

/** What a scope's folder holds. */
interface GitFolder {
  /** The ids of its content files; null for one that has to be found by its path, since a link leads to it. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Why nothing in it can be read; null where it can. */
  readonly obstacle: string | null;
}

const contentFiles: ReadonlySet<string> = new Set(contentKinds.map(contentFile));

const reasons: Readonly<Record<MissingReason, string>> = {
  absent: 'this repository does not have its content: it is a partial clone',
  'too large': `it is over ${maxFileBytes / 1024 / 1024} MiB`,
  outside: 'it is a link that leads out of the repository',
  dangling: 'it is not a regular file',
  other: 'it is not a regular file',
};
const nothing: GitFolder = { files: new Map(), obstacle: null };
const submodule = 'it is in a submodule, whose content this repository does not have';

/**
 * The rules folder of a commit as a source of content, the working tree untouched; null where the commit has no such folder.
 * `folder` is relative to the root of the repository. Links of the tree are followed within it. Throws GitError.
 */
export async function openGitSource(
  world: GitWorld,
  commit: string,
  folder: string,
): Promise<GitSource | null> {
  const objects = readObjects(world, maxFileBytes);
  try {
    const root = await objects.read(`${commit}:${folder}`);
    if (root.type === 'tree') {
      const at = `${commit}:${folder === '' ? '' : `${folder}/`}`;
      return sourceOf(await readFolders(world, root.id, at, objects), at, objects);
    }
  } catch (error) {
    objects.close();
    throw error;
  }
  objects.close();
  return null;
}

function sourceOf(folders: ReadonlyMap<string, GitFolder>, at: string, objects: GitObjects): GitSource {
  return {
    scopes: async () => [...folders.keys()].sort(),
    has: async (scope) => folders.has(scope),
    async read(scope, file) {
      const { files, obstacle } = folders.get(scope) ?? nothing;
      if (obstacle !== null) throw new UnreadableContent(obstacle);
      const id = files.get(file);
      if (id === undefined) return null;
      const found = await objects.read(id ?? `${at}${scope}/${file}`);
      if (found.type === 'blob') return found.bytes;
      throw new UnreadableContent(reasons[found.type === 'tree' ? 'other' : found.reason]);
    },
    close: () => objects.close(),
  };
}

/** The scopes of a tree. Only what may be content is kept, however much the tree holds. */
async function readFolders(
  world: GitWorld,
  tree: string,
  at: string,
  objects: GitObjects,
): Promise<ReadonlyMap<string, GitFolder>> {
  const folders = new Map<string, GitFolder>();
  const own = new Map<string, Map<string, string | null>>();
  for await (const entry of listTree(world, tree)) {
    const [scope = '', ...below] = entry.path.split('/');
    if (!scopeNamePattern.test(scope)) continue;
    if (below.length === 0) {
      const linked = await linkedFolder(world, entry, `${at}${scope}`, objects);
      if (linked !== null) folders.set(scope, linked);
      continue;
    }
    const files = own.get(scope) ?? new Map<string, string | null>();
    own.set(scope, files);
    folders.set(scope, { files, obstacle: null });
    addFile(files, entry, below);
  }
  return folders;
}

function addFile(files: Map<string, string | null>, { type, id }: TreeEntry, path: readonly string[]): void {
  const [file = ''] = path;
  // A folder in the place of a file is found to be none by its path, and so is a submodule.
  if (contentFiles.has(file)) files.set(file, type === 'file' && path.length === 1 ? id : null);
}

/** The folder that an entry in the place of one stands for; null where it is none. */
async function linkedFolder(
  world: GitWorld,
  { type }: TreeEntry,
  name: string,
  objects: GitObjects,
): Promise<GitFolder | null> {
  if (type === 'file') return null;
  if (type === 'submodule') return { ...nothing, obstacle: submodule };
  const target = await objects.read(name);
  if (target.type === 'missing' && target.reason === 'outside')
    return { ...nothing, obstacle: reasons.outside };
  if (target.type !== 'tree') return null;
  const files = new Map<string, string | null>();
  for await (const entry of listTree(world, target.id)) addFile(files, entry, entry.path.split('/'));
  return { files, obstacle: null };
}
