import { alternativesOf } from '../../../model/names/path-globs.ts';
import type { ExportCategory } from '../content.ts';
import type { ShownCategory } from '../write-rules.ts';

/** A glob that is about one folder, `src/api/**` for instance, and what of that folder. */
interface FolderGlob {
  readonly glob: string;
  readonly folder: string;
  /** Whether it is about all files there. */
  readonly isWhole: boolean;
}

/** The folders that categories may go to, as their globs name them. */
export function namedFolders(categories: readonly ExportCategory[]): ReadonlySet<string> {
  return new Set(categories.flatMap(({ paths }) => folderGlobs(paths)?.map(({ folder }) => folder) ?? []));
}

/** Rules by the folder that they are about, and those that stay above. */
export interface ByFolder {
  readonly rest: readonly ExportCategory[];
  readonly folders: ReadonlyMap<string, readonly ShownCategory[]>;
}

/** A category whose globs all begin with existing folders goes there, and says which files it is about where that is not all. */
export function byFolder(categories: readonly ExportCategory[], existing: ReadonlySet<string>): ByFolder {
  const rest: ExportCategory[] = [];
  const folders = new Map<string, ShownCategory[]>();
  for (const category of categories) {
    const globs = folderGlobs(category.paths);
    if (globs === null || !globs.every(({ folder }) => existing.has(folder))) {
      rest.push(category);
      continue;
    }
    for (const folder of new Set(globs.map((one) => one.folder))) {
      const own = globs.filter((one) => one.folder === folder);
      const appliesTo = own.some(({ isWhole }) => isWhole) ? [] : own.map(({ glob }) => glob);
      folders.set(folder, [...(folders.get(folder) ?? []), { category, appliesTo }]);
    }
  }
  return { rest, folders };
}

/** All globs as globs about folders; null where one is not, and where there are none. */
function folderGlobs(paths: readonly string[]): readonly FolderGlob[] | null {
  if (paths.length === 0) return null;
  const found: FolderGlob[] = [];
  for (const path of paths) {
    const alternatives = alternativesOf(path);
    if (alternatives.length === 0) return null;
    for (const glob of alternatives) {
      const one = folderGlob(glob);
      if (one === null) return null;
      found.push(one);
    }
  }
  return found;
}

function folderGlob(glob: string): FolderGlob | null {
  const segments = glob.split('/').filter((segment) => segment !== '' && segment !== '.');
  const stars = segments.indexOf('**');
  const names = segments.slice(0, stars);
  if (stars < 1 || !names.every((name) => /^[^*?{}[\]\\:\p{Cc}]+$/u.test(name))) return null;
  if (names.some((name) => name === '..' || name.toLowerCase() === '.git')) return null;
  const inside = segments.slice(stars + 1);
  const isWhole = inside.every((segment) => segment === '**' || segment === '*');
  return { glob: segments.join('/'), folder: names.join('/'), isWhole };
}
