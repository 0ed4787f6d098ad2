import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { contentFile, contentKinds } from '../guidance/content-files.ts';
import { evalsFile } from '../guidance/evals/read-evals.ts';
import { testsFile } from '../guidance/tests/read-tests.ts';
import { scopeNamePattern } from '../model/names/scope-name.ts';
import { didYouMean } from '../model/text/nearest.ts';
import { isDirectory, listDirectories } from '../runtime/files/files.ts';

/** The files that the folder of a scope may hold. */
export const scopeFiles: readonly string[] = [...contentKinds.map(contentFile), testsFile, evalsFile];

/** Where settings are read. */
export const settingsPlace = 'Settings are read from .precept/settings.yml';

/** A file that was meant as guidance or settings, and is never read where it is. */
export interface Misplaced {
  /** Absolute. */
  readonly path: string;
  readonly why: string;
  readonly cure: string;
}

/** Whether a file is named like the settings, rightly or nearly so: `settings.yml`, `setings.yml`, `settings.yaml`, `config.yml`. */
export function isLikeSettings(name: string): boolean {
  const [, stem] = /^(.+)\.(?:ya?ml|json|toml)$/i.exec(name) ?? [];
  return stem !== undefined && didYouMean(stem, ['settings', 'config']) !== null;
}

/** What lies in the `.precept` of a project beside its settings, and belongs into the folder of a scope or is misnamed. */
export async function misplacedFiles({ file, checkout, rulesPath, settings }: Config): Promise<Misplaced[]> {
  const folder = file === null ? join(checkout, '.precept') : dirname(file);
  if (basename(folder) !== '.precept' || rulesPath === folder) return [];
  const names = await readdir(folder).catch((): string[] => []);
  const found: Misplaced[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name);
    if (path === file || path === join(folder, 'settings.yml') || (await isDirectory(path))) continue;
    if (scopeFiles.includes(name)) {
      const scope = await scopeOf(rulesPath, settings.default_scope);
      const home = rulesPath === null || dirname(rulesPath) === folder ? '.precept/rules' : rulesPath;
      const why = 'is in no scope, and is never read';
      found.push({ path, why, cure: `Move it to ${home}/${scope}/${name}` });
    } else if (isLikeSettings(name)) found.push({ path, why: 'is not read', cure: settingsPlace });
  }
  return found;
}

/** The scope that a file which is in none may be for. */
async function scopeOf(rulesPath: string | null, wanted: string | null): Promise<string> {
  const all = rulesPath === null ? [] : await listDirectories(rulesPath).catch((): string[] => []);
  const names = all.filter((name) => scopeNamePattern.test(name)).sort();
  return wanted !== null && (names.includes(wanted) || names.length === 0) ? wanted : (names[0] ?? '<scope>');
}
