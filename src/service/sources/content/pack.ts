import { contentFile, contentKinds } from '../../../guidance/content-files.ts';
import { scopeNamePattern } from '../../../model/names/scope-name.ts';
import { blobId, type HashedFile, treeId } from './tree-hash.ts';

/** The folder of scopes of one commit or archive: what its tree holds, and the bytes of what is content. */
export interface Pack {
  /** The id that git gives the folder. */
  readonly tree: string;
  readonly files: readonly HashedFile[];
  /** Where that folder lies in the repository or archive, for links alone; empty for the root. */
  readonly folder: string;
  /** Bytes by path, of content alone. */
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** A source whose content cannot be used; the message says why. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

const contentFiles: ReadonlySet<string> = new Set(contentKinds.map(contentFile));
/** Files of a folder of scopes, and bytes of content, at most. */
export const maxFiles = 50_000;
export const maxContentBytes: number = 20 * 1024 * 1024;

/** Whether a file of a folder of scopes is read by anybody: the files of a scope, and those that its katas bring. */
export function isContent(path: string): boolean {
  const [scope = '', first = '', ...more] = path.split('/');
  if (!scopeNamePattern.test(scope)) return false;
  return more.length === 0 ? contentFiles.has(first) : first === 'files';
}

/** Whether something in a folder of scopes lies where content could be. */
export function isBelowScope(path: string): boolean {
  return scopeNamePattern.test(path.split('/', 1)[0] ?? '');
}

/** The pack as the text of a file. */
export function packText({ tree, folder, files, contents }: Pack): string {
  const rows = files.map(({ mode, id, path }) => {
    const bytes = contents.get(path);
    return [mode, id, path, ...(bytes === undefined ? [] : [bytes.toString('base64')])];
  });
  return JSON.stringify({ format: 1, tree, folder, files: rows });
}

/** What `packText` has written, each byte checked against the id of the tree that is wanted. SourceError for anything else. */
export function readPack(text: string, tree: string): Pack {
  const damaged = () => new SourceError('what is kept of it is damaged');
  try {
    const {
      format,
      folder,
      files: rows,
    } = JSON.parse(text) as {
      format: unknown;
      folder: unknown;
      files: unknown[][];
    };
    if (format !== 1 || typeof folder !== 'string') throw damaged();
    const files: HashedFile[] = [];
    const contents = new Map<string, Buffer>();
    for (const [mode, id, path, base64] of rows as string[][]) {
      if (mode === undefined || id === undefined || path === undefined) throw damaged();
      files.push({ mode, id, path });
      if (base64 !== undefined) contents.set(path, Buffer.from(base64, 'base64'));
    }
    const pack = { tree, folder, files, contents };
    if (!isSound(pack)) throw damaged();
    return pack;
  } catch {
    throw damaged();
  }
}

/** Whether all that is content is there, and is what the id of the tree stands for. */
function isSound({ tree, files, contents }: Pack): boolean {
  const areBytes = files.every(({ id, path }) => {
    const bytes = contents.get(path);
    return bytes === undefined ? !isContent(path) : blobId(bytes, tree.length) === id;
  });
  return areBytes && treeId(files, tree.length) === tree;
}
