import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contentFile, contentKinds } from '../../guidance/content-files.ts';
import { type GuidanceEval, noEvalMentions, readEvals } from '../../guidance/evals/read-evals.ts';
import { outlineOf } from '../../guidance/outline.ts';
import { type ContentSource, folderSource, withUnsaved } from '../../guidance/read/content-source.ts';
import { readScope, type ScopeContent } from '../../guidance/read/read-scope.ts';
import { readTests } from '../../guidance/tests/read-tests.ts';
import type { Problem } from '../../model/problems/problem.ts';
import type { ProblemCode } from '../../model/problems/problem-codes.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { errorCode, isDirectory } from '../../runtime/files/files.ts';
import type { LintMemory } from '../lint-memory.ts';
import type { LintScope, ScopeRead, Stray } from '../lint-scope.ts';
import { isLikeSettings, scopeFiles, settingsPlace } from '../misplaced-files.ts';

/** Texts in the place of files, by `scope/file.yml`, and what was read before. */
export interface ReadOptions {
  readonly unsaved?: ReadonlyMap<string, string> | undefined;
  readonly memory?: LintMemory | undefined;
}

/** Reads scopes of one rules folder, each only where `memory` does not hold it. */
export interface ScopeReader {
  readonly source: ContentSource;
  read(name: string): Promise<ScopeRead>;
}

/** What people keep beside scopes on purpose. */
const welcome =
  /^(\.git|\.gitignore|\.gitattributes|\.gitkeep|\.DS_Store|(README|LICENSE|CONTRIBUTING|CODEOWNERS)(\.\w+)?)$/i;

/** Whether people keep a file or folder of this name beside scopes, or in them. */
export function isWelcome(name: string): boolean {
  return welcome.test(name);
}

export function createScopeReader(
  rulesPath: string,
  { unsaved = new Map(), memory }: ReadOptions,
): ScopeReader {
  const source = withUnsaved(folderSource(rulesPath), unsaved);
  const read = async (name: string): Promise<ScopeRead> => {
    const content = await readScope(source, name);
    if (content === null) return { scope: null, strays: [] };
    const tests = await readTests(source, name);
    const evals = await readEvals(source, name);
    const besides = [...(tests?.problems ?? []), ...(evals?.problems ?? [])];
    const scope = {
      ...(await toLintScope(name, content, besides)),
      evals: evals?.mentions ?? noEvalMentions,
      forbidden: tests?.forbidden ?? [],
    };
    const brought = new Set([...namesOfFiles(content), ...foldersOfEvals(evals?.evals ?? [])]);
    return { scope, strays: await straysIn(rulesPath, name, brought) };
  };
  return { source, read: (name) => memory?.scope(name, unsaved, () => read(name)) ?? read(name) };
}

async function toLintScope(
  name: string,
  content: ScopeContent,
  besides: readonly Problem[],
): Promise<Omit<LintScope, 'evals' | 'forbidden'>> {
  const { layer, files, problems, waiverProblems } = content;
  const isBroken = problems.some(({ severity }) => severity === 'error');
  // Tests and evaluations are never served, and without waivers more is asked for, so that their mistakes break no scope.
  const all = [...problems, ...waiverProblems, ...besides];
  const outline = await outlineOf(files);
  const broken = problems.filter(({ severity }) => severity === 'error').map(({ file }) => file);
  const faulty = contentKinds.filter((kind) => broken.includes(`${name}/${contentFile(kind)}`));
  const unread = faulty.filter((kind) => !outline.mappings.has(kind));
  const known = { isBroken, unread: new Set(unread), faulty: new Set(faulty) };
  return { name, layer, problems: all, ...known, outline };
}

/** What is in a folder, in the order of the names. */
export async function sortedEntries(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function leadsToDirectory(folder: string, entry: Dirent): Promise<boolean> {
  return entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(join(folder, entry.name))));
}

/** What lies in the directory of a scope because katas bring it along. */
function namesOfFiles({ layer }: ScopeContent): ReadonlySet<string> {
  const katas = [...layer.katas.values()].flatMap((category) => [...category.katas.values()]);
  const files = katas.flatMap((kata) => [...kata.files.values()]);
  return new Set(files.flatMap((file) => ('from' in file ? (file.from.split('/')[0] ?? []) : [])));
}

/** What lies there for evaluations: what they begin with, and those of skills. */
function foldersOfEvals(evals: readonly GuidanceEval[]): readonly string[] {
  const named = evals.flatMap(({ repo, diff }) => [repo, diff]);
  const first = named.flatMap((path) =>
    path === undefined ? [] : (/^(?:\.\/)?([^/]+)/.exec(path)?.[1] ?? []),
  );
  return ['evals', ...first];
}

/** What is never read in the directory of a scope; nothing for a scope that is in an editor alone. */
async function straysIn(rulesPath: string, scope: string, brought: ReadonlySet<string>): Promise<Stray[]> {
  const found: Stray[] = [];
  const folder = join(rulesPath, scope);
  const entries = await sortedEntries(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return [];
  });
  for (const entry of entries) {
    const { name } = entry;
    const path = `${scope}/${name}`;
    if (scopeFiles.includes(name) || isWelcome(name) || brought.has(name)) continue;
    if (await leadsToDirectory(folder, entry)) {
      const hint = 'Scopes stand side by side in the rules folder, not one in another';
      found.push(stray('unknown-file', path, `the directory "${name}" in a scope is never read`, hint));
    } else if (isLikeSettings(name)) {
      found.push(stray('unknown-file', path, `"${name}" is never read in a scope`, settingsPlace));
    } else if (/\.yaml$/i.test(name)) {
      const meant = name.replace(/\.yaml$/i, '.yml').toLowerCase();
      const known = scopeFiles.includes(meant) ? meant : didYouMean(meant, scopeFiles);
      const hint =
        known === null ? `The files of a scope are ${scopeFiles.join(', ')}` : `Rename it to "${known}"`;
      found.push(
        stray('yaml-ending', path, `"${name}" is never read: only files that end with .yml are`, hint),
      );
    } else if (/\.yml$/i.test(name)) {
      const meant = didYouMean(name, scopeFiles);
      const hint =
        meant === null ? `The files of a scope are ${scopeFiles.join(', ')}` : `Did you mean "${meant}"?`;
      found.push(stray('unknown-file', path, `"${name}" is no file of a scope and is never read`, hint));
    }
  }
  return found;
}

export function stray(code: ProblemCode, file: string, message: string, hint: string): Stray {
  return { code, at: { file, line: 1, column: 1 }, message, hint };
}
