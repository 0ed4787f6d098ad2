import { readdir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { contentFile, contentKinds } from '../guidance/content-files.ts';
import { scopeNamePattern } from '../model/names/scope-name.ts';
import { isDirectory, listDirectories, realPath } from '../runtime/files/files.ts';

/** What is to be judged: a rules folder, or one scope in it. */
export interface LintTarget {
  readonly rulesPath: string;
  readonly scope: string | null;
}

/**
 * What a path names: one scope where it is a directory of the known rules folder or holds files of a scope, else a
 * rules folder. Null for anything but a directory.
 */
export async function findLintTarget(path: string, knownRules: string | null): Promise<LintTarget | null> {
  const folder = resolve(path);
  if (!(await isDirectory(folder))) return null;
  const rulesPath = dirname(folder);
  const isInRules = knownRules !== null && (await realPath(rulesPath)) === (await realPath(knownRules));
  const isScope = scopeNamePattern.test(basename(folder)) && (isInRules || (await holdsContent(folder)));
  if (!isScope) return { rulesPath: folder, scope: null };
  return { rulesPath, scope: nameAmong(await listDirectories(rulesPath).catch(() => []), basename(folder)) };
}

/** A name as the folder has it: some file systems answer for it in any letter case, and a scope has one name. */
export function nameAmong(names: readonly string[], name: string): string {
  if (names.includes(name)) return name;
  return names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Whether a folder has files of a scope. */
export async function holdsContent(folder: string): Promise<boolean> {
  const files: readonly string[] = contentKinds.map(contentFile);
  return (await readdir(folder)).some((name) => files.includes(name));
}
