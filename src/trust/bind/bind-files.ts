import { realpath } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileUrl } from '../../plugins/load/import-module.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { sha256 } from '../../runtime/sha256.ts';
import { unreadable } from '../trust-record.ts';
import { type Import, importsOf } from './imports-of.ts';
import { createFinds, type Finds, locate } from './locate-import.ts';

/** The files that plugins are made of, as far as they can be told without running them, and what decides that it is these. */
export interface Bound extends Finds {
  /** SHA-256 by real path. */
  readonly files: Readonly<Record<string, string>>;
  /** What could not be followed, in words. */
  readonly loose: readonly string[];
}

/** More files than any plugin of a project has; what lies beyond is not followed, and told. */
const mostFiles = 2000;
/** Bytes of one of them. */
const mostBytes = 64 * 1024 * 1024;

/** Follows the imports of plugins, which are named as in `enabled_plugins` and looked up from `folder`. */
export async function bindFiles(plugins: readonly string[], folder: string): Promise<Bound> {
  const files = new Map<string, string>();
  const loose = new Set<string>();
  const waiting: string[] = [];
  const finds = createFinds();
  const take = async (path: string) => {
    const real = await realpath(path).catch(() => null);
    if (real === null) {
      finds.absent.add(path);
      loose.add(`${path} cannot be read`);
      return;
    }
    if (real !== path) finds.links[path] = real;
    waiting.push(real);
  };
  const find = async ({ specifier, kind }: Import, from: string, named: string) => {
    try {
      for (const path of await locate(specifier, from, kind, finds)) await take(path);
    } catch {
      loose.add(`${named}: "${specifier}" is not found`);
    }
  };

  const start = await realpath(folder);
  for (const entry of plugins) {
    const url = fileUrl(entry, folder);
    if (url !== null) {
      await take(fileURLToPath(url));
      continue;
    }
    // A file of that name would be taken before a package.
    if (/\.[cm]?[jt]s$/.test(entry)) finds.absent.add(resolve(folder, entry));
    await find({ specifier: entry, kind: 'import' }, start, 'enabled_plugins');
  }
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    if (files.size >= mostFiles) {
      loose.add(`more than ${mostFiles} files; the rest was not followed`);
      break;
    }
    const bytes = await readOptionalFile(path, mostBytes).catch(() => null);
    if (bytes === null || bytes.length > mostBytes) {
      files.set(path, unreadable);
      loose.add(`${path} cannot be read`);
      continue;
    }
    files.set(path, sha256(bytes));
    if (['.json', '.node', '.wasm'].includes(extname(path))) continue;
    const { imports, computed } = await importsOf(bytes.toString('utf8'));
    for (const reason of computed) loose.add(`${path}: ${reason}`);
    for (const one of imports) await find(one, dirname(path), path);
  }
  const absent = new Set([...finds.absent].filter((path) => !files.has(path)));
  return { ...finds, absent, files: Object.fromEntries(files), loose: [...loose] };
}
