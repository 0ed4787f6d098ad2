import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { didYouMean } from '../../model/text/nearest.ts';
import { builtInPlugins } from '../built-in/built-in.ts';
import { checkPlugin, type Plugin } from '../define-plugin.ts';
import { resolvePackage } from './resolve-package.ts';

/** One thing that `enabled_plugins` enables: a built-in plugin's name, a path, or a package's name. */
export interface EnabledPlugin {
  readonly entry: string;
  readonly isBuiltIn: boolean;
}

/**
 * The enabled plugins in order, each once; where one is named twice the later place counts. `unmatched` are the
 * patterns that no built-in plugin fits.
 */
export function expandEnabled(enabled: readonly string[]): { plugins: EnabledPlugin[]; unmatched: string[] } {
  const entries: string[] = [];
  const unmatched: string[] = [];
  for (const entry of enabled) {
    if (!entry.endsWith('.*')) {
      entries.push(entry);
      continue;
    }
    const matching = [...builtInPlugins.keys()].filter((name) => name.startsWith(entry.slice(0, -1)));
    if (matching.length === 0) unmatched.push(entry);
    entries.push(...matching);
  }
  const once = entries.filter((entry, index) => entries.lastIndexOf(entry) === index);
  return { plugins: once.map((entry) => ({ entry, isBuiltIn: builtInPlugins.has(entry) })), unmatched };
}

/** Loads a plugin; relative paths and packages are looked up from `folder`. Throws an Error that says what is wrong. */
export async function loadPlugin({ entry, isBuiltIn }: EnabledPlugin, folder: string): Promise<Plugin> {
  const builtIn = isBuiltIn ? builtInPlugins.get(entry) : undefined;
  if (builtIn) return builtIn();
  const module = await importModule(entry, folder);
  if (module.default === undefined)
    throw new TypeError('it has no default export; add "export default { name: … }"');
  return checkPlugin(module.default);
}

async function importModule(entry: string, folder: string): Promise<{ readonly default?: unknown }> {
  const url = fileUrl(entry, folder);
  try {
    return await import(url ?? (await resolvePackage(entry, folder)));
  } catch (error) {
    throw new Error(`it cannot be loaded: ${whyNot(error, entry, url === null)}`, { cause: error });
  }
}

/** The URL of a module that is named by its path; null for a package's name. */
export function fileUrl(entry: string, folder: string): string | null {
  const file = path.resolve(folder, entry);
  const isPath = /^\.{1,2}[\\/]|^[A-Za-z]:[\\/]/.test(entry) || path.isAbsolute(entry);
  // `plugins/acme.mjs` could be inside of a package too; the file that is there is what its author means.
  const isFile = /\.[cm]?[jt]s$/.test(entry) && existsSync(file);
  return isPath || isFile ? pathToFileURL(file).href : null;
}

function whyNot(error: unknown, entry: string, isPackage: boolean): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = error.message.split('\n');
  const isMissing = 'code' in error && /^ERR_MODULE_NOT_FOUND$|^MODULE_NOT_FOUND$/.test(String(error.code));
  if (isMissing && isPackage && line.includes(`'${entry}'`)) {
    const meant = didYouMean(entry, builtInPlugins.keys());
    const hint = meant === null ? 'a path starts with "./", "../" or "/"' : `did you mean "${meant}"?`;
    return `there is no package "${entry}"; ${hint}`;
  }
  if (error instanceof SyntaxError) return `${line}; run "node --check" on it to see where`;
  return line.replace(/ imported from .*$/, '');
}
