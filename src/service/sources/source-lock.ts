import { withoutSecrets } from '../../config/values/address-secrets.ts';
import type { SourceEntry } from '../../config/values/source-entries.ts';
import { SourceError } from './content/pack.ts';

/** What a source is held to. */
export interface SourceLock {
  /** Of a repository. */
  readonly commit?: string;
  /** The id that git gives the folder of scopes. */
  readonly tree: string;
}

type Row = Readonly<Record<string, string>>;

/** What is chosen of a source, as the lock names it. */
function selectionOf({ git, archive, ref, sha256, path }: SourceEntry): Row {
  const address = withoutSecrets(git ?? archive ?? '');
  return {
    ...(git === undefined ? { archive: address } : { git: address }),
    ...(ref !== undefined && { ref }),
    ...(sha256 !== undefined && { sha256: sha256.toLowerCase() }),
    ...(path !== undefined && { path }),
  };
}

/** What the text of a precept.lock holds each source to, in their order; null for those that it does not have. SourceError for a damaged one. */
export function readLock(text: string | null, sources: readonly SourceEntry[]): (SourceLock | null)[] {
  const rows = text === null ? [] : rowsOf(text);
  return sources.map((source) => {
    const wanted = Object.entries(selectionOf(source));
    const row = rows.find((one) => {
      const { commit: _, tree: __, ...selection } = one;
      return (
        Object.keys(selection).length === wanted.length &&
        wanted.every(([key, value]) => selection[key] === value)
      );
    });
    if (row?.tree === undefined) return null;
    return { ...(row.commit !== undefined && { commit: row.commit }), tree: row.tree };
  });
}

/** The text of a precept.lock: the same for the same sources and locks, with no time in it. */
export function lockText(sources: readonly SourceEntry[], locks: readonly (SourceLock | null)[]): string {
  const rows = sources.flatMap((source, index) => {
    const lock = locks[index];
    return lock == null ? [] : [JSON.stringify({ ...selectionOf(source), ...lock }, null, 2)];
  });
  const unique = [...new Set(rows)].map((row) => row.replaceAll('\n', '\n    '));
  const list = unique.length === 0 ? '[]' : `[\n    ${unique.join(',\n    ')}\n  ]`;
  return `{\n  "version": 1,\n  "sources": ${list}\n}\n`;
}

function rowsOf(text: string): Row[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new SourceError('it is not JSON', { cause: error });
  }
  const { version, sources } = Object(data) as { version?: unknown; sources?: unknown };
  if (version !== 1 || !Array.isArray(sources))
    throw new SourceError('it is of a version that is not known; a newer Precept may have written it');
  const isId = (id: unknown) => typeof id === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(id);
  const isRow = (row: unknown): row is Row => {
    const { tree, commit } = Object(row) as { tree?: unknown; commit?: unknown };
    return (
      isId(tree) &&
      (commit === undefined || isId(commit)) &&
      Object.values(Object(row)).every((one) => typeof one === 'string')
    );
  };
  if (!sources.every(isRow)) throw new SourceError('an entry of it has no commit and tree');
  return sources;
}
