import { join, relative, resolve, sep } from 'node:path';
import type { Repository } from '../../../git/repository.ts';
import type { ContentSource } from '../../../guidance/read/content-source.ts';
import { isInside, realPath } from '../../../runtime/files/files.ts';
import { type GitSource, openGitSource } from '../../compare/load/git-source.ts';
import { type GitObjects, readObjects } from '../../compare/load/read-objects.ts';

/** The files of a repository as one of its commits has them, by absolute path; undefined for what lies outside of it. */
export interface BaseState {
  /** Null stands for no commit. */
  readonly commit: string | null;
  /** Bytes of a file; null where there is none. */
  readFile(path: string): Promise<Buffer | null | undefined>;
  isDirectory(path: string): Promise<boolean | undefined>;
  /** Where a file of it really is, whatever is in its place now; undefined for what is no file. */
  realPath(path: string): Promise<string | undefined>;
  /** The scopes of a rules folder; none where it is not there. */
  content(rulesPath: string): Promise<ContentSource | undefined>;
  close(): void;
}

const mostBytes = 16 * 1024 * 1024;
const nothing: ContentSource = {
  scopes: async () => [],
  has: async () => false,
  read: async () => null,
};

/** The folder that a repository's working tree begins in. */
export function rootOf({ world, prefix }: Repository): string {
  return resolve(world.cwd, ...prefix.split('/').map((part) => (part === '' ? '.' : '..')));
}

/** The state of a commit, read from the objects of git: the working tree is not touched. Null stands for no commit, which has no files. */
export function createBaseState(repository: Repository, commit: string | null): BaseState {
  const root = rootOf(repository);
  const sources: GitSource[] = [];
  let objects: GitObjects | null = null;
  const nameOf = (path: string) =>
    isInside(path, root) ? relative(root, path).split(sep).join('/') : undefined;
  const read = async (name: string) => {
    if (commit === null) return null;
    objects ??= readObjects(repository.world, mostBytes);
    return objects.read(`${commit}:${name}`);
  };
  return {
    commit,
    async readFile(path) {
      const name = nameOf(path);
      if (name === undefined) return undefined;
      const found = await read(name);
      if (found?.type === 'missing' && found.reason !== 'absent')
        throw new Error('it is a link that leads nowhere, or too large');
      return found?.type === 'blob' ? found.bytes : null;
    },
    async isDirectory(path) {
      const name = nameOf(path);
      return name === undefined ? undefined : (await read(name))?.type === 'tree';
    },
    async realPath(path) {
      const name = nameOf(path);
      if (name === undefined || (await read(name))?.type !== 'blob') return undefined;
      return join(await realPath(root), ...name.split('/'));
    },
    async content(rulesPath) {
      const name = nameOf(rulesPath);
      if (name === undefined) return undefined;
      const found = commit === null ? null : await openGitSource(repository.world, commit, name);
      if (found !== null) sources.push(found);
      return found ?? nothing;
    },
    close() {
      objects?.close();
      for (const source of sources) source.close();
    },
  };
}
