import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';
import type { ClientSources, SourceFile } from '../../clients/facts/source.ts';
import { otherSources } from '../../clients/shared.ts';

/** What a file of a client is, by its path. */
export interface SourceFormat {
  /** `skill` is a procedure with its files, `command` one without, `text` rules; `other` says nothing that a scope holds, and its client passes over `unread`. */
  readonly kind: 'text' | 'skill' | 'command' | 'other' | 'unread';
  /** It speaks for all of its folder, so that its headings need no prefix. */
  readonly isRoot: boolean;
  /** Where the tree of its client begins: empty for the root of the project. */
  readonly folder: string;
  /** A glob without `/` is about the root alone. */
  readonly isRooted: boolean;
  /** Lower comes first: where two say the same, the first keeps it. */
  readonly rank: number;
}

const sources: readonly ClientSources[] = [
  otherSources,
  ...Object.values<Client>(clients).flatMap(({ sources = {} }) => sources),
];

/** Hidden folders that clients keep their files in. */
export const clientFolders: ReadonlySet<string> = new Set(sources.flatMap(({ folders = [] }) => folders));

/** Skills come behind all rules. */
const skillFolders = sources.flatMap(({ skills = [] }) => skills).map((name) => name.slice(1));
const skills: SourceFile = {
  rank: 23,
  kind: 'skill',
  pattern: String.raw`(?:\.(?:${skillFolders.join('|')})/)?skills/(?:.+/)?[^/]+/SKILL\.md`,
};

/** The files that clients read, in the order in which they are imported. */
const rows = [skills, ...sources.flatMap(({ files = [] }) => files)]
  .map(({ pattern, ...row }) => ({ ...row, pattern: new RegExp(`^(?:(.+)/)?${pattern}$`) }))
  .sort((one, other) => one.rank - other.rank);

/** The format of a file by its path below the project, with forward slashes; null for what no client reads. */
export function formatOf(path: string): SourceFormat | null {
  for (const { rank, pattern, kind = 'text', isRoot = false, isRooted = false } of rows) {
    const found = pattern.exec(path);
    if (found !== null) return { kind, isRoot, folder: found[1] ?? '', isRooted, rank };
  }
  return null;
}

/** Whether a client passes over a file, although it lies among its rules. */
export function isUnread(path: string): boolean {
  return formatOf(path)?.kind === 'unread';
}

/** How a file is read that a user names and no client knows. */
export function plainFormat(path: string): SourceFormat {
  const kind = /(?:^|\/)SKILL\.md$/.test(path) ? 'skill' : 'text';
  return { kind, isRoot: false, folder: '', isRooted: false, rank: Number.MAX_SAFE_INTEGER };
}

/** The name of a file without what its client puts behind it. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?:\.instructions)?\.(?:mdc?|txt|markdown)$/i, '') || name;
}
