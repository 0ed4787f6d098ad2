import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { errorCode } from '../../../runtime/files/files.ts';
import type { TlsOptions } from '../../../runtime/http/tls-fetch.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import {
  isBelowScope,
  isContent,
  maxContentBytes,
  maxFiles,
  type Pack,
  SourceError,
} from '../content/pack.ts';
import { blobId, type HashedFile, treeId } from '../content/tree-hash.ts';
import { download } from './download.ts';
import { tooLarge } from './fetch-git.ts';
import { type ArchiveFile, readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';

export interface ArchiveWanted {
  /** Ends with .zip, .tar.gz or .tgz. */
  readonly address: string;
  /** In hex. */
  readonly sha256: string;
  /** Empty for the root. */
  readonly path: string;
}

const maxUnpackedBytes = 256 * 1024 * 1024;
const limits = { maxBytes: maxUnpackedBytes, maxFiles };
const idLength = 40;

/** The folder of scopes of an archive whose hash is right. Links and special files are refused. Throws SourceError. */
export async function fetchArchive({ address, sha256, path }: ArchiveWanted, tls: TlsOptions): Promise<Pack> {
  const bytes = await download(address, tls);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256.toLowerCase())
    throw new SourceError(`its SHA-256 is ${found}, and not ${sha256.toLowerCase()}`);
  const isZip = /\.zip$/i.test(new URL(address).pathname);
  return packOf(isZip ? readZip(bytes, limits) : readTar(unpacked(bytes), limits), path);
}

/** The pack of an archive's files, below the folder `path` of it. */
function packOf(all: readonly ArchiveFile[], path: string): Pack {
  const plain = all.map((file) => ({ ...file, path: plainPath(file.path) }));
  // Who looks into an archive of a repository sees its outer folder.
  const inner = [withoutTop(plain), plain]
    .map((some) => folderOf(some, path))
    .find((some) => some.length > 0);
  const files: HashedFile[] = [];
  const contents = new Map<string, Buffer>();
  const seen = new Set<string>();
  let left = maxContentBytes;
  for (const { path: name, bytes, special } of inner ?? []) {
    const latin = Buffer.from(name).toString('latin1');
    if (special !== undefined) {
      if (isBelowScope(name))
        throw new SourceError(`${JSON.stringify(name)} is ${special}, which is refused`);
      continue;
    }
    if (seen.has(latin)) throw new SourceError(`it has ${JSON.stringify(name)} twice`);
    seen.add(latin);
    files.push({ mode: '100644', id: blobId(bytes, idLength), path: latin });
    if (!isContent(latin)) continue;
    left -= bytes.length;
    if (left < 0) throw tooLarge();
    contents.set(latin, bytes);
  }
  if (files.length === 0) throw new SourceError(`it has no folder ${path || 'with files'}`);
  return { tree: treeId(files, idLength), folder: path, files, contents };
}

/** The files of a folder, or of the rules folder of the project that it is. */
function folderOf(files: readonly ArchiveFile[], path: string): ArchiveFile[] {
  const root = path === '' ? '' : `${path}/`;
  const below = (prefix: string) =>
    files.flatMap((file) =>
      file.path.startsWith(prefix) ? [{ ...file, path: file.path.slice(prefix.length) }] : [],
    );
  const rules = below(`${root}.precept/rules/`);
  return rules.length > 0 ? rules : below(root);
}

/** Archives of a repository have all in one folder; one that is a scope stays. */
function withoutTop(files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  const [top = ''] = files[0]?.path.split('/') ?? [];
  const isOne = files.every(({ path }) => path.startsWith(`${top}/`));
  if (!isOne || files.some(({ path }) => isContent(path))) return files;
  return files.map((file) => ({ ...file, path: file.path.slice(top.length + 1) }));
}

function plainPath(path: string): string {
  const plain = path.replace(/^(?:\.\/)+/, '');
  const parts = plain.split('/');
  if (
    /^[\\/]|[\\\0]|^[A-Za-z]:/.test(plain) ||
    parts.some((part) => part === '..' || part === '.' || part === '')
  )
    throw new SourceError(`it has a file at ${JSON.stringify(path.slice(0, 200))}, which leads out of it`);
  return plain;
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    const isTooLarge = errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    const why = isTooLarge ? `it is over ${maxUnpackedBytes / 1024 / 1024} MiB` : reasonOf(error);
    throw new SourceError(`the archive cannot be unpacked: ${why}`, { cause: error });
  }
}
