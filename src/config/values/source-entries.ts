import { withoutSecrets } from './address-secrets.ts';
import { jsonData } from './json-text.ts';
import { isSafeAddress } from './safe-address.ts';

/** A repository or an archive whose scopes are merged in: an item of the setting `sources`. */
export interface SourceEntry {
  /** Address or path of a git repository, as it is written. */
  readonly git?: string;
  /** Branch, tag or commit; the default branch without it. */
  readonly ref?: string;
  /** Address of an archive, in place of a repository, and its SHA-256 in hex. */
  readonly archive?: string;
  readonly sha256?: string;
  /** Folder of scopes below the root, with forward slashes. */
  readonly path?: string;
  /** What the names of its scopes get in front. */
  readonly as?: string;
}

const keys = ['git', 'ref', 'archive', 'sha256', 'path', 'as'] as const;
export const sourceWords =
  'a list of mappings with git, or archive and sha256, and, as needed, ref, path, as';

/**
 * What the setting `sources` says: data of a settings file, or JSON from a flag or the environment. In place of entries, what is wrong
 * with them, without any password.
 */
export function readSourceEntries(raw: unknown): readonly SourceEntry[] | string {
  const data = raw === '' ? [] : typeof raw === 'string' ? jsonData(raw) : raw;
  if (!Array.isArray(data)) return `it is not ${sourceWords}`;
  const entries: SourceEntry[] = [];
  for (const [index, item] of data.entries()) {
    const where = `entry ${index + 1}`;
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return `${where} is not a mapping with git`;
    const given = Object.fromEntries(
      Object.entries(item).flatMap(([key, value]) =>
        value === null ? [] : [[key, key === 'path' ? plainPath(value) : plainText(value)]],
      ),
    );
    if (given.path === '') delete given.path;
    const wrong = mistakeOf(given);
    if (wrong !== null) return `${where}: ${wrong}`;
    const entry = given as unknown as SourceEntry;
    if (entries.some((other) => sourceLabel(other) === sourceLabel(entry) && other.as === entry.as))
      return `${where}: ${sourceLabel(entry)} is named twice`;
    entries.push(entry);
  }
  return entries;
}

/** YAML reads a tag such as 1.2 as a number. */
function plainText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function plainPath(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(?:\.\/)+|\/+$/g, '').replace(/^\.$/, '') : value;
}

/**
 * What a source is called in answers: its address without its secrets, with the ref and folder that are chosen behind a `#`, which no
 * address of a master has.
 */
export function sourceLabel({ git, archive, ref, sha256, path }: SourceEntry): string {
  const version = ref ?? sha256?.toLowerCase().slice(0, 12) ?? 'HEAD';
  return `${withoutSecrets(git ?? archive ?? '')}#${version}${path === undefined ? '' : `:${path}`}`;
}

function mistakeOf(item: Readonly<Record<string, unknown>>): string | null {
  const unknown = Object.keys(item).find((key) => !keys.some((one) => one === key));
  if (unknown !== undefined) return `"${unknown}" is not a key; it takes ${keys.join(', ')}`;
  const noText = Object.keys(item).find((key) => typeof item[key] !== 'string' || item[key] === '');
  if (noText !== undefined) return `${noText} is not text`;
  const { git, archive, ref, path, sha256, as } = item as SourceEntry;
  if ((git === undefined) === (archive === undefined)) return 'it takes git or archive, one of them';
  if (git !== undefined && !isGitAddress(git))
    return 'git is not an https://, ssh:// or file:// address, user@host:path or a path';
  if (archive !== undefined && !isArchiveAddress(archive))
    return 'archive is not an https:// address that ends with .zip, .tar.gz or .tgz';
  if ((archive === undefined) !== (sha256 === undefined)) return 'archive and sha256 go together';
  if (sha256 !== undefined && !/^[0-9a-fA-F]{64}$/.test(sha256)) return 'sha256 is not 64 hex digits';
  if (archive !== undefined && ref !== undefined) return 'an archive has no ref';
  if (ref !== undefined && !isRef(ref)) return 'ref is not the name of a branch or tag, or a commit';
  if (path !== undefined && !isInnerPath(path)) return 'path is not a relative path without ".." and ".git"';
  if (as !== undefined && !/^[A-Za-z0-9_-]{1,100}$/.test(as))
    return 'as is not 1 to 100 of A-Z, a-z, 0-9, "_" and "-"';
  return null;
}

/** An address of a transport that runs no program of its own choice, or a path. Nothing that git could take for a flag. */
function isGitAddress(text: string): boolean {
  if (/^-|[\p{Cc}\p{Z}]|::/u.test(text)) return false;
  const [, scheme] = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text) ?? [];
  if (scheme !== undefined) {
    if (!['https', 'ssh', 'file'].includes(scheme) || !URL.canParse(text)) return false;
    const { hostname } = new URL(text);
    return scheme === 'file' || /^[A-Za-z0-9_[]/.test(hostname);
  }
  const [, host] = /^(?:[^@:/\\]+@)?([^:/\\]+):/.exec(text) ?? [];
  return host === undefined || /^[A-Za-z0-9_]/.test(host);
}

function isArchiveAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && isSafeAddress(url) && /\.(?:zip|tar\.gz|tgz)$/i.test(url.pathname);
}

/** As git checks names of refs (git-check-ref-format), and nothing that it could take for a flag or an expression. */
function isRef(text: string): boolean {
  const isWrong = /^[-/.]|\.\.|@\{|\/\/|[/.]$|\.lock(?:\/|$)|\/\.|[\p{Cc}\p{Z}~^:?*[\\]/u.test(text);
  return !isWrong && text !== '@' && text.length <= 250;
}

function isInnerPath(text: string): boolean {
  const parts = text.split('/');
  return (
    !/[\p{Cc}\\:]/u.test(text) &&
    text.length <= 1000 &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')
  );
}
