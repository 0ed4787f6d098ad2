import { maxFileBytes } from '../../../content/yaml-file.ts';
import { type ContentSource, UnreadableContent } from '../../../guidance/read/content-source.ts';
import { scopeNamePattern } from '../../../model/names/scope-name.ts';
import type { Pack } from './pack.ts';

/** The content of a pack, the names of its scopes with a prefix. */
export interface PackSource extends ContentSource {
  /** The name of a scope as it is in the pack; null for none of its. */
  ownName(scope: string): string | null;
  /** Where the pack's folder lies in its repository, with a slash at the end; empty for the root. */
  readonly folder: string;
  /** Bytes of a file below the pack's folder; null for none. */
  file(path: string): Buffer | null;
}

export function packSource(
  { contents, folder }: Pick<Pack, 'contents' | 'folder'>,
  prefix: string,
): PackSource {
  const own = new Set([...contents.keys()].map((path) => path.split('/', 1)[0] ?? ''));
  const names = new Map(
    [...own].flatMap((name) =>
      scopeNamePattern.test(prefix + name) ? [[prefix + name, name] as const] : [],
    ),
  );
  const file = (path: string) => contents.get(Buffer.from(path).toString('latin1')) ?? null;
  return {
    scopes: async () => [...names.keys()].sort(),
    has: async (scope) => names.has(scope),
    ownName: (scope) => names.get(scope) ?? null,
    file,
    folder: folder === '' ? '' : `${folder}/`,
    async read(scope, name) {
      const bytes = file(`${names.get(scope)}/${name}`);
      if (bytes !== null && bytes.length > maxFileBytes)
        throw new UnreadableContent(`it is over ${maxFileBytes / 1024 / 1024} MiB`);
      return bytes;
    },
  };
}
