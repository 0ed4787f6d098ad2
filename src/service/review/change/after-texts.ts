import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { mostPatchBytes } from '../../../model/patch-limit.ts';
import { readSmallFile } from '../../../runtime/files/files.ts';
import type { GitObjects } from '../../compare/load/read-objects.ts';
import { applyHunks, areSameLines, hasAfter } from './apply-hunks.ts';
import type { ChangedFile } from './changed-file.ts';
import type { Ends } from './find-ends.ts';

/** What files are after a change. */
export interface AfterTexts {
  /** The text of a file, by its path below the root; null where nobody knows, and for what has none. */
  textOf(file: ChangedFile): Promise<string | null>;
  /** Whether the work tree has it so. */
  isInWorkTree(file: ChangedFile): Promise<boolean>;
}

/** The texts of the work tree, the index or a commit, by what was compared. */
export function textsOfTarget(root: string, { target }: Ends, objects: () => GitObjects): AfterTexts {
  if (target === 'work tree')
    return { textOf: async (file) => onDisk(root, file), isInWorkTree: async () => true };
  const start = typeof target === 'object' ? `${target.commit}:` : ':';
  const bytesOf = async (path: string) => {
    const found = await objects().read(`${start}${path}`);
    return found.type === 'blob' ? found.bytes : null;
  };
  return withDisk(
    root,
    async ({ path, kind, status }) =>
      kind !== 'text' || status === 'deleted' ? null : ((await bytesOf(path))?.toString('utf8') ?? null),
    async ({ path, kind }) => {
      const status = await lstat(join(root, path)).catch(() => null);
      if (kind === 'link') return status?.isSymbolicLink() ?? false;
      if (kind === 'submodule') return status?.isDirectory() ?? false;
      const now = readSmallFile(join(root, path), mostPatchBytes);
      return now !== null && ((await bytesOf(path))?.equals(now) ?? false);
    },
  );
}

/** The texts that a patch makes of those before; or the work tree's, where the patch is already in them. */
export function textsOfPatch(root: string, before: (path: string) => Promise<string | null>): AfterTexts {
  const isApplied = (file: ChangedFile): string | null => {
    const text = onDisk(root, file);
    return text !== null && file.hunks !== undefined && hasAfter(text, file.hunks) ? text : null;
  };
  return withDisk(root, async (file) => {
    const { path, old, kind, status, hunks } = file;
    if (kind !== 'text' || status === 'deleted') return null;
    const text = status === 'added' ? '' : await before(old ?? path);
    const applied = text === null || hunks === undefined ? null : applyHunks(text, hunks);
    return applied ?? isApplied(file);
  });
}

/** `hasOther` says whether the work tree has what is no text as it is after the change. */
function withDisk(
  root: string,
  textOf: AfterTexts['textOf'],
  hasOther: AfterTexts['isInWorkTree'] = async () => false,
): AfterTexts {
  return {
    textOf,
    async isInWorkTree(file) {
      if (file.kind !== 'text') return hasOther(file);
      const [text, now] = [await textOf(file), onDisk(root, file)];
      return text !== null && now !== null && areSameLines(text, now);
    },
  };
}

function onDisk(root: string, { path, kind, status }: ChangedFile): string | null {
  if (kind !== 'text' || status === 'deleted') return null;
  return readSmallFile(join(root, path), mostPatchBytes)?.toString('utf8') ?? null;
}
