import { join } from 'node:path';
import { maxFileBytes } from '../../content/yaml-file.ts';
import { scopeNamePattern } from '../../model/names/scope-name.ts';
import {
  errorCode,
  isDirectory,
  isLink,
  listDirectories,
  NotAFile,
  readOptionalFile,
} from '../../runtime/files/files.ts';

/** Where the content files of scopes are read from: a folder, or whatever stands in for one. */
export interface ContentSource {
  /** Names of the scopes, sorted by code point. */
  scopes(): Promise<string[]>;
  /** Whether there is a scope of exactly this name. */
  has(scope: string): Promise<boolean>;
  /** Bytes of a content file (`commandments.yml`), or null where the scope has none. Throws UnreadableContent. */
  read(scope: string, file: string): Promise<Buffer | null>;
}

/** A content file that is there and cannot be read; the message says why, and never holds an absolute path. */
export class UnreadableContent extends Error {
  override readonly name = 'UnreadableContent';
}

/** The content files of a rules folder. */
export function folderSource(rulesPath: string): ContentSource {
  return {
    async scopes() {
      const names = await listDirectories(rulesPath);
      return names.filter((name) => scopeNamePattern.test(name)).sort();
    },
    has: async (scope) => (await isDirectory(join(rulesPath, scope))) && hasExactName(rulesPath, scope),
    read: (scope, file) => readPresentFile(join(rulesPath, scope, file)),
  };
}

/** The files of a source with some of them, by `scope/file.yml`, as they are in an editor or will be. */
export function withUnsaved(source: ContentSource, unsaved: ReadonlyMap<string, string>): ContentSource {
  if (unsaved.size === 0) return source;
  const names = [...unsaved.keys()].map((path) => path.slice(0, path.indexOf('/')));
  return {
    scopes: async () => [...new Set([...(await source.scopes()), ...names])].sort(),
    has: async (scope) => names.includes(scope) || source.has(scope),
    async read(scope, file) {
      const text = unsaved.get(`${scope}/${file}`);
      return text === undefined ? source.read(scope, file) : Buffer.from(text);
    },
  };
}

/** Bytes of a file, or null when there is none. A link that leads nowhere stands for a file that is lost, and is thrown. */
async function readPresentFile(path: string): Promise<Buffer | null> {
  try {
    const bytes = await readOptionalFile(path, maxFileBytes);
    if (bytes !== null || !(await isLink(path))) return bytes;
  } catch (error) {
    if (!(error instanceof NotAFile)) throw new UnreadableContent(`it cannot be read (${errorCode(error)})`);
  }
  throw new UnreadableContent('it is not a regular file');
}

/** False where a file system that ignores case answers for a name that is spelled differently. */
async function hasExactName(rulesPath: string, name: string): Promise<boolean> {
  const swapped = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  if (swapped === name || !(await isDirectory(join(rulesPath, swapped)))) return true;
  return (await listDirectories(rulesPath)).includes(name);
}
