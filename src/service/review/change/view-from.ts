import type { ChangedFile } from './changed-file.ts';

/** Changed files as a project sees them that lies below the root of its repository. */
export interface View {
  /** Those of the project, by their paths below it. What was moved out of it is deleted, what was moved in is added. */
  readonly files: readonly ChangedFile[];
  /** A file by its path below the root. */
  toRoot(file: ChangedFile): ChangedFile;
}

/** `all` are paths below the root; those of a patch may also count from the project itself. */
export function createView(all: readonly ChangedFile[], prefix: string, isPatch: boolean): View {
  const start = `${prefix}/`;
  const same = (file: ChangedFile) => file;
  if (prefix === '') return { files: all, toRoot: same };
  if (isPatch && !all.some(({ path, old }) => path.startsWith(start) || old?.startsWith(start)))
    return { files: all, toRoot: (file) => withNames(file, (name) => start + name) };
  const files = all.flatMap((file): ChangedFile[] => {
    const { path, old, ...rest } = file;
    const wasHere = old?.startsWith(start) ?? false;
    if (path.startsWith(start)) {
      const own = { ...rest, path: path.slice(start.length) };
      if (old === undefined) return [own];
      return [wasHere ? { ...own, old: old.slice(start.length) } : { ...own, status: 'added' }];
    }
    if (!wasHere || old === undefined) return [];
    return [{ path: old.slice(start.length), status: 'deleted', kind: file.kind, added: [] }];
  });
  return { files, toRoot: same };
}

function withNames(file: ChangedFile, name: (path: string) => string): ChangedFile {
  const { path, old } = file;
  return { ...file, path: name(path), ...(old !== undefined && { old: name(old) }) };
}
