import { join, relative, sep } from 'node:path';
import { contentFile, contentKinds } from '../../../guidance/content-files.ts';
import {
  type ContentSource,
  folderSource,
  UnreadableContent,
} from '../../../guidance/read/content-source.ts';
import { isInside } from '../../../runtime/files/files.ts';
import type { AfterTexts } from '../change/after-texts.ts';
import type { ChangedFile } from '../change/changed-file.ts';
import type { BaseState } from './base-state.ts';

/** The same files with a change in them: `files` by their paths below the root. Null for `base` stands for the files as they lie. */
export function createAfterState(
  base: BaseState | null,
  root: string,
  files: readonly ChangedFile[],
  texts: AfterTexts,
): Omit<BaseState, 'close'> {
  const now = new Map<string, ChangedFile | null>();
  for (const file of files) {
    if (file.old !== undefined) now.set(file.old, null);
    if (file.status === 'deleted') now.set(file.path, null);
  }
  for (const file of files) if (file.status !== 'deleted') now.set(file.path, file);
  const nameOf = (path: string) => (isInside(path, root) ? relative(root, path).split(sep).join('/') : '');
  const hasNewBelow = (folder: string) =>
    [...now].some(([path, file]) => file !== null && path.startsWith(`${folder}/`));
  /** Undefined where the change says nothing of it. */
  const read = async (path: string): Promise<Buffer | null | undefined> => {
    const file = now.get(nameOf(path));
    if (file === null || file === undefined) return file;
    const text = await texts.textOf(file);
    if (text === null) throw new UnreadableContent('it is not a regular file, or what it says is not known');
    return Buffer.from(text);
  };
  return {
    commit: null,
    async readFile(path) {
      const changed = await read(path);
      return changed === undefined ? base?.readFile(path) : changed;
    },
    isDirectory: async (path) => (hasNewBelow(nameOf(path)) ? true : base?.isDirectory(path)),
    realPath: async (path) => base?.realPath(path),
    async content(rulesPath) {
      const source = (await base?.content(rulesPath)) ?? folderSource(rulesPath);
      return isInside(rulesPath, root)
        ? withChange(source, rulesPath, read, namesBelow(now, nameOf(rulesPath)))
        : source;
    },
  };
}

/** The scopes of a rules folder that have a file which is new or another. */
function namesBelow(now: ReadonlyMap<string, ChangedFile | null>, folder: string): readonly string[] {
  const start = folder === '' ? '' : `${folder}/`;
  const names = [...now].flatMap(([path, file]) => {
    const [scope = '', ...below] = path.startsWith(start) ? path.slice(start.length).split('/') : [];
    return file === null || below.length === 0 ? [] : [scope];
  });
  return [...new Set(names)];
}

function withChange(
  source: ContentSource,
  rulesPath: string,
  read: (path: string) => Promise<Buffer | null | undefined>,
  touched: readonly string[],
): ContentSource {
  const readOne = async (scope: string, file: string) => {
    const changed = await read(join(rulesPath, scope, file));
    return changed === undefined ? source.read(scope, file) : changed;
  };
  const isLeft = async (scope: string) => {
    let had = false;
    for (const file of contentKinds.map(contentFile)) {
      const now = await readOne(scope, file).catch(() => Buffer.alloc(0));
      if (now !== null) return true;
      had ||= (await source.read(scope, file).catch(() => null)) !== null;
    }
    return !had;
  };
  const has = async (scope: string) =>
    touched.includes(scope) || ((await source.has(scope)) && (await isLeft(scope)));
  return {
    async scopes() {
      const names = [...new Set([...(await source.scopes()), ...touched])].sort();
      const there = await Promise.all(names.map(has));
      return names.filter((_, index) => there[index] === true);
    },
    has,
    read: readOne,
  };
}
