import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { didYouMean } from '../../model/text/nearest.ts';
import { builtInPlugins } from '../built-in/built-in.ts';
import { resolvePackage } from './resolve-package.ts';

/** What a failure begins with that is one of importing: the module itself has said nothing yet. */
const notImported = 'it cannot be loaded: ';

/** The module of a plugin; relative paths and packages are looked up from `folder`. Throws an Error that says why it cannot be imported. */
export async function importModule(entry: string, folder: string): Promise<{ readonly default?: unknown }> {
  const url = fileUrl(entry, folder);
  try {
    return await import(url ?? (await resolvePackage(entry, folder)));
  } catch (error) {
    const meant = meantPath(entry, folder);
    const why = meant === null ? whyNot(error, entry, url === null) : `${pathRule}: write "${meant}"`;
    throw new Error(notImported + why, { cause: error });
  }
}

/** Whether that is the reason of a plugin whose module cannot be imported. */
export function isOfImport(reason: string | null): reason is string {
  return reason?.startsWith(notImported) === true;
}

/** Why the module of a plugin cannot be imported now, as the plugin's state gives the reason; null for one that can. */
export async function whyNotImported(entry: string, folder: string): Promise<string | null> {
  try {
    await importModule(entry, folder);
    return null;
  } catch (error) {
    return reasonIn(error);
  }
}

/** What was thrown, in one line. */
export function reasonIn(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]?.slice(0, 300) || 'no reason given';
}

/** The URL of a module that is named by its path; null for a package's name. */
export function fileUrl(entry: string, folder: string): string | null {
  const file = path.resolve(folder, entry);
  const isPath = /^\.{1,2}[\\/]|^[A-Za-z]:[\\/]/.test(entry) || path.isAbsolute(entry);
  // `plugins/acme.mjs` could be inside of a package too; the file that is there is what its author means.
  const isFile = /\.[cm]?[jt]s$/.test(entry) && existsSync(file);
  return isPath || isFile ? pathToFileURL(file).href : null;
}

/** The built-in plugin that is near to a name, or that has it as one of its words, as `git`. */
function meantBuiltIn(entry: string): string | null {
  const names = [...builtInPlugins.keys()];
  return didYouMean(entry, names) ?? names.find((name) => name.split('.')[0] === entry) ?? null;
}

const pathRule = 'a path starts with "./" and counts from the folder of the settings file';

/** What a path that counts from the folder around that of the settings should be; null where it leads to no file either. */
function meantPath(entry: string, folder: string): string | null {
  const [first, ...rest] = entry.replace(/^\.[\\/]+/, '').split(/[\\/]+/);
  if (first !== path.basename(folder) || rest.length === 0) return null;
  if (existsSync(path.resolve(folder, entry)) || !existsSync(path.join(folder, ...rest))) return null;
  return `./${rest.join('/')}`;
}

function whyNot(error: unknown, entry: string, isPackage: boolean): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = error.message.split('\n');
  const isMissing = 'code' in error && /^ERR_MODULE_NOT_FOUND$|^MODULE_NOT_FOUND$/.test(String(error.code));
  if (isMissing && isPackage && line.includes(`'${entry}'`)) {
    const meant = meantBuiltIn(entry);
    const known = [...builtInPlugins.keys()];
    const hint =
      meant === null
        ? `built in are ${known.join(' and ')}, and a path starts with "./", "../" or "/"`
        : `did you mean "${meant}"?`;
    return `there is no package "${entry}"; ${hint}`;
  }
  if ('code' in error && error.code === 'ERR_INVALID_MODULE_SPECIFIER')
    return `"${entry}" is neither a path nor the name of a package; ${pathRule}`;
  if (error instanceof SyntaxError) return `${line}; run "node --check" on it to see where`;
  return line.replace(/ imported from .*$/, '');
}
