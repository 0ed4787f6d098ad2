import { readFile, realpath, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fileUrl } from '../plugins/load-plugin.ts';
import { resolvePackage } from '../plugins/resolve-package.ts';
import { isInside } from '../runtime/files.ts';
import { type Import, importsOf } from './imports-of.ts';
import { hashOf } from './trust-record.ts';

/** The files that plugins are made of, as far as they can be told without running them. */
export interface Bound {
  /** SHA-256 by absolute path. */
  readonly files: Readonly<Record<string, string>>;
  readonly absent: readonly string[];
  /** What could not be followed, in words. */
  readonly loose: readonly string[];
}

/** More files than any plugin of a project has; what lies beyond is not followed, and told. */
const mostFiles = 2000;

/** Follows the imports of plugins, which are named as in `enabled_plugins` and looked up from `folder`. */
export async function bindFiles(plugins: readonly string[], folder: string): Promise<Bound> {
  const files = new Map<string, string>();
  const absent = new Set<string>();
  const loose = new Set<string>();
  const waiting: string[] = [];
  const find = async (specifier: string, from: string, kind: Import['kind'], named: string) => {
    const found = await locate(specifier, from, kind).catch(() => null);
    if (found === null) loose.add(`${named}: "${specifier}" is not found`);
    else {
      for (const path of found.absent) absent.add(path);
      waiting.push(...found.files);
    }
  };
  for (const entry of plugins) {
    const url = fileUrl(entry, folder);
    if (url === null) {
      // A file of that name would be taken before a package.
      if (/\.[cm]?[jt]s$/.test(entry)) absent.add(resolve(folder, entry));
      await find(entry, folder, 'import', 'enabled_plugins');
    } else waiting.push(fileURLToPath(url));
  }
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    if (files.size >= mostFiles) {
      loose.add(`more than ${mostFiles} files; the rest was not followed`);
      break;
    }
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) {
      loose.add(`${path} cannot be read`);
      continue;
    }
    files.set(path, hashOf(bytes));
    if (['.json', '.node', '.wasm'].includes(extname(path))) continue;
    const { imports, computed } = await importsOf(bytes.toString('utf8'));
    for (const reason of computed) loose.add(`${path}: ${reason}`);
    for (const { specifier, kind } of imports) await find(specifier, dirname(path), kind, path);
  }
  const kept = [...absent].filter((path) => !files.has(path));
  return { files: Object.fromEntries(files), absent: kept, loose: [...loose] };
}

/** The files that a specifier stands for, and the places before them at which there is nothing. Rejects where there is none. */
async function locate(
  specifier: string,
  folder: string,
  kind: Import['kind'],
): Promise<{ files: string[]; absent: string[] }> {
  if (isBuiltin(specifier) || specifier.startsWith('data:')) return { files: [], absent: [] };
  if (/^\.{0,2}\/|^\.{1,2}$|^[A-Za-z]:[\\/]/.test(specifier)) {
    if (kind === 'import')
      return { files: [fileURLToPath(new URL(specifier, pathToFileURL(`${folder}/`)))], absent: [] };
    return firstOf(resolve(folder, specifier));
  }
  const url = new URL(await resolvePackage(specifier, folder));
  if (url.protocol !== 'file:') return { files: [], absent: [] };
  return beside(specifier, folder, fileURLToPath(url));
}

/** What `require` takes for a path, in its order. */
async function firstOf(path: string): Promise<{ files: string[]; absent: string[] }> {
  const ways = ['', '.js', '.json', '.node', '/index.js', '/index.json'].map((ending) => path + ending);
  const absent: string[] = [];
  for (const way of ways) {
    const isFile = await stat(way).then(
      (status) => status.isFile(),
      () => false,
    );
    if (isFile) return { files: [way], absent };
    if (way !== path) absent.push(way);
  }
  throw new Error('there is no such file');
}

/** A package's file, with the package.json that names it, and the folders in which a nearer package would be found. */
async function beside(
  specifier: string,
  folder: string,
  file: string,
): Promise<{ files: string[]; absent: string[] }> {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  const absent: string[] = [];
  for (let place = folder; ; place = dirname(place)) {
    const link = join(place, 'node_modules', name);
    const root = await realpath(link).catch(() => null);
    if (root === null) absent.push(link);
    else if (isInside(file, root)) return { files: [file, join(root, 'package.json')], absent };
    if (dirname(place) === place) return { files: [file], absent };
  }
}
