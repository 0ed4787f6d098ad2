import { realpath, stat } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolvePackage } from '../../plugins/load/resolve-package.ts';
import { isInside } from '../../runtime/files/files.ts';
import type { Import } from './imports-of.ts';
import { mainOf, packageFacts } from './package-facts.ts';

/** What decides which files a plugin's imports stand for, besides the files themselves. */
export interface Finds {
  /** Paths at which there is nothing: a file there would be taken in place of another. */
  readonly absent: Set<string>;
  /** Where links lead, by their path. */
  readonly links: Record<string, string>;
  /** What each package.json on the way says of where imports lead, by its path. */
  readonly packages: Record<string, string>;
}

export function createFinds(): Finds {
  return { absent: new Set(), links: {}, packages: {} };
}

/**
 * The files that a specifier stands for in a module of `folder`, a real path; what else decides that goes to `finds`. None for what is
 * part of Node. Rejects where there is none.
 */
export async function locate(
  specifier: string,
  folder: string,
  kind: Import['kind'],
  finds: Finds,
): Promise<readonly string[]> {
  if (isBuiltin(specifier)) return [];
  if (/^\.{0,2}\/|^\.{1,2}$|^[A-Za-z]:[\\/]/.test(specifier)) {
    return kind === 'import'
      ? [fileURLToPath(new URL(specifier, pathToFileURL(`${folder}/`)))]
      : required(resolve(folder, specifier), finds);
  }
  await nearestPackage(folder, finds);
  const find = kind === 'require' ? requireFrom(folder).resolve : importFrom(folder);
  const file = await Promise.resolve(specifier)
    .then(find)
    .catch(async (error: unknown) => {
      await beside(specifier, folder, null, finds);
      // The file of a package that is there: it may be added to it.
      const { url } = Object(error) as { url?: unknown };
      if (typeof url === 'string') finds.absent.add(fileURLToPath(url));
      throw error;
    });
  return file === null ? [] : beside(specifier, folder, file, finds);
}

function requireFrom(folder: string): NodeJS.Require {
  return createRequire(join(folder, 'any.js'));
}

function importFrom(folder: string) {
  return async (specifier: string) => {
    const url = new URL(await resolvePackage(specifier, folder));
    return url.protocol === 'file:' ? fileURLToPath(url) : null;
  };
}

/** What `require` takes for a path, as it is found here and as Node finds it. */
async function required(path: string, finds: Finds): Promise<string[]> {
  const first = await firstOf(path, finds);
  const found = requireFrom(dirname(path)).resolve(path);
  return [first ?? found, found];
}

const endings = ['.js', '.json', '.node'];

/** The file that a path stands for in `require` (Node.js, "Modules: CommonJS", LOAD_AS_FILE and LOAD_AS_DIRECTORY); null for none. */
async function firstOf(path: string, finds: Finds): Promise<string | null> {
  const isFile = async (place: string) => {
    const status = await stat(place).catch(() => null);
    if (status === null) finds.absent.add(place);
    return status?.isFile() ?? false;
  };
  for (const place of [path, ...endings.map((ending) => path + ending)])
    if (await isFile(place)) return place;
  const folder = await realpath(path).catch(() => null);
  if (folder === null) return null;
  if (folder !== path) finds.links[path] = folder;
  const file = join(path, 'package.json');
  finds.packages[file] = packageFacts(file);
  const main = mainOf(file);
  const byMain = main === null ? null : await firstOf(resolve(path, main), finds);
  if (byMain !== null) return byMain;
  for (const ending of endings) {
    const place = join(path, `index${ending}`);
    if (await isFile(place)) return place;
  }
  return null;
}

/** The package.json that gives a module its own `imports`, and the name by which it may import itself (Node.js, "Packages"). */
async function nearestPackage(folder: string, finds: Finds): Promise<void> {
  for (let place = folder; basename(place) !== 'node_modules'; place = dirname(place)) {
    const file = join(place, 'package.json');
    const facts = packageFacts(file);
    finds.packages[file] = facts;
    if (facts !== 'absent' || dirname(place) === place) return;
  }
}

/**
 * A package's file, with the package.json that names it, and the folders in which a nearer package would be found; with null for the
 * file, where it would be found.
 */
async function beside(
  specifier: string,
  folder: string,
  file: string | null,
  finds: Finds,
): Promise<string[]> {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  const found = file === null ? [] : [file];
  // Its own imports, or a path: no folder of packages is looked into.
  if (name.startsWith('#') || name.includes(':')) return found;
  for (let place = folder; ; place = dirname(place)) {
    const path = join(place, 'node_modules', name);
    const root = await realpath(path).catch(() => null);
    if (root === null) finds.absent.add(path);
    else {
      if (root !== path) finds.links[path] = root;
      if (file !== null && isInside(file, root)) return [file, join(root, 'package.json')];
      finds.packages[join(root, 'package.json')] = packageFacts(join(root, 'package.json'));
      const inside = specifier.slice(name.length);
      if (file === null) await firstOf(join(root, inside), finds);
    }
    if (dirname(place) === place) return found;
  }
}
