import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contentFile, contentKinds } from '../guidance/content-files.ts';
import { folderSource, withUnsaved } from '../guidance/content-source.ts';
import { outlineOf } from '../guidance/outline.ts';
import { readScope, type ScopeContent } from '../guidance/read-scope.ts';
import { readTests, testsFile } from '../guidance/tests/read-tests.ts';
import { didYouMean } from '../model/nearest.ts';
import type { Problem } from '../model/problem.ts';
import type { ProblemCode } from '../model/problem-codes.ts';
import { scopeNamePattern } from '../model/scope-name.ts';
import { isDirectory } from '../runtime/files.ts';
import type { LintMemory } from './lint-memory.ts';
import type { LintScope, ScopeRead, Stray } from './lint-scope.ts';

export interface Tree {
  /** By name, sorted. */
  readonly scopes: ReadonlyMap<string, LintScope>;
  readonly strays: readonly Stray[];
}

/** Scopes read at once: enough to keep the disk busy, few enough to hold little memory. */
const parallel = 16;
const contentFiles = [...contentKinds.map(contentFile), testsFile];
/** What people keep beside scopes on purpose. */
const welcome =
  /^(\.git|\.gitignore|\.gitattributes|\.gitkeep|\.DS_Store|(README|LICENSE|CONTRIBUTING|CODEOWNERS)(\.\w+)?)$/i;

/**
 * Reads every scope of a rules folder, `unsaved` texts in the place of files, and only what `memory` does not hold.
 * `onProgress` hears how many of how many are read.
 */
export async function readTree(
  rulesPath: string,
  {
    unsaved = new Map(),
    memory,
    onProgress = () => {},
  }: {
    readonly unsaved?: ReadonlyMap<string, string> | undefined;
    readonly memory?: LintMemory | undefined;
    readonly onProgress?: (done: number, total: number) => void;
  } = {},
): Promise<Tree> {
  const source = withUnsaved(folderSource(rulesPath), unsaved);
  const strays: Stray[] = [];
  const names: string[] = [];
  for (const entry of await sortedEntries(rulesPath)) {
    if (!(await leadsToDirectory(rulesPath, entry))) strays.push(...strayFile(entry.name));
    else if (scopeNamePattern.test(entry.name)) names.push(entry.name);
    else strays.push(...strayDirectory(entry.name));
  }
  const onDisk = new Set(names);
  names.push(...(await source.scopes()).filter((name) => !onDisk.has(name)));
  const scopes = new Map<string, LintScope | null>(names.sort().map((name) => [name, null]));
  const waiting = names.values();
  let done = 0;
  const work = async () => {
    for (const name of waiting) {
      const read = async (): Promise<ScopeRead> => {
        const content = await readScope(source, name);
        const tests = content === null ? null : await readTests(source, name);
        const scope = content === null ? null : await toLintScope(name, content, tests?.problems ?? []);
        const brought = content === null ? new Set<string>() : namesOfFiles(content);
        return { scope, strays: onDisk.has(name) ? await straysIn(rulesPath, name, brought) : [] };
      };
      const { scope, strays: own } = await (memory?.scope(name, unsaved, read) ?? read());
      if (scope !== null) scopes.set(name, scope);
      strays.push(...own);
      onProgress(++done, names.length);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  const read = [...scopes].flatMap(([name, scope]): [string, LintScope][] =>
    scope === null ? [] : [[name, scope]],
  );
  return { scopes: new Map(read), strays };
}

async function toLintScope(
  name: string,
  content: ScopeContent,
  ofTests: readonly Problem[],
): Promise<LintScope> {
  const { layer, files, problems } = content;
  const isBroken = problems.some(({ severity }) => severity === 'error');
  // Tests are never served, so that their mistakes break no scope.
  return { name, layer, problems: [...problems, ...ofTests], isBroken, outline: await outlineOf(files) };
}

async function sortedEntries(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function leadsToDirectory(folder: string, entry: Dirent): Promise<boolean> {
  return entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(join(folder, entry.name))));
}

function strayDirectory(name: string): Stray[] {
  if (welcome.test(name)) return [];
  const hidden = name.startsWith('.');
  const message = hidden
    ? `the hidden directory "${name}" is no scope`
    : `"${name}" cannot be the name of a scope`;
  const hint = hidden ? 'Move it out of the rules folder' : 'Use 1 to 200 of A-Z, a-z, 0-9, "_" and "-"';
  return [stray('not-a-scope', name, message, hint)];
}

function strayFile(name: string): Stray[] {
  if (welcome.test(name)) return [];
  const hint = 'Put it in the directory of a scope, or move it out of the rules folder';
  return [stray('not-a-scope', name, `the file "${name}" is in no scope and is never read`, hint)];
}

/** What lies in the directory of a scope because katas bring it along. */
function namesOfFiles({ layer }: ScopeContent): ReadonlySet<string> {
  const katas = [...layer.katas.values()].flatMap((category) => [...category.katas.values()]);
  const files = katas.flatMap((kata) => [...kata.files.values()]);
  return new Set(files.flatMap((file) => ('from' in file ? (file.from.split('/')[0] ?? []) : [])));
}

async function straysIn(rulesPath: string, scope: string, brought: ReadonlySet<string>): Promise<Stray[]> {
  const found: Stray[] = [];
  for (const entry of await sortedEntries(join(rulesPath, scope))) {
    const { name } = entry;
    const path = `${scope}/${name}`;
    if (contentFiles.includes(name) || welcome.test(name) || brought.has(name)) continue;
    if (await leadsToDirectory(join(rulesPath, scope), entry)) {
      const hint = 'Scopes stand side by side in the rules folder, not one in another';
      found.push(stray('unknown-file', path, `the directory "${name}" in a scope is never read`, hint));
    } else if (/\.yaml$/i.test(name)) {
      const hint = `Rename it to "${name.replace(/\.yaml$/i, '.yml').toLowerCase()}"`;
      found.push(
        stray('yaml-ending', path, `"${name}" is never read: only files that end with .yml are`, hint),
      );
    } else if (/\.yml$/i.test(name)) {
      const meant = didYouMean(name, contentFiles);
      const hint =
        meant === null ? `The files of a scope are ${contentFiles.join(', ')}` : `Did you mean "${meant}"?`;
      found.push(stray('unknown-file', path, `"${name}" is no file of a scope and is never read`, hint));
    }
  }
  return found;
}

function stray(code: ProblemCode, file: string, message: string, hint: string): Stray {
  return { code, at: { file, line: 1, column: 1 }, message, hint };
}
