import { join } from 'node:path';
import { addProblems, fileProblem, parseYamlFile, type YamlFile } from '../content/yaml-file.ts';
import type { ScopeMetadata } from '../model/guidance.ts';
import type { Problem } from '../model/problem.ts';
import { scopeNamePattern } from '../model/scope-name.ts';
import { errorCode, isDirectory, listDirectories, NotAFile, readOptionalFile } from '../runtime/files.ts';
import { type ContentKind, contentFile, contentKinds } from './content-files.ts';
import type { ScopeLayer } from './guidance.ts';
import { readKatas } from './katas/read-katas.ts';
import { emptyMetadata, readMetadata } from './metadata/read-metadata.ts';
import { readRules } from './rules/read-rules.ts';
import { readTenka } from './stories/read-tenka.ts';

export interface ScopeContent {
  readonly layer: ScopeLayer;
  /** The files that are there and sound as YAML. */
  readonly files: ReadonlyMap<ContentKind, YamlFile>;
  readonly problems: readonly Problem[];
}

/** Names of the scopes in a rules folder, sorted by code point. */
export async function listScopes(rulesPath: string): Promise<string[]> {
  const names = await listDirectories(rulesPath);
  return names.filter((name) => scopeNamePattern.test(name)).sort();
}

/**
 * What the files of one scope say, or null when the folder has no such scope. Mistakes are in `problems`;
 * a scope with one of severity `error` must not be served.
 */
export async function readScope(rulesPath: string, name: string): Promise<ScopeContent | null> {
  const folder = join(rulesPath, name);
  if (!(await isDirectory(folder)) || !(await hasExactName(rulesPath, name))) return null;
  const broken = new Map<ContentKind, readonly Problem[]>();
  const files = new Map<ContentKind, YamlFile>();
  await Promise.all(
    contentKinds.map(async (kind) => {
      const path = `${name}/${contentFile(kind)}`;
      const bytes = await readOptionalFile(join(folder, contentFile(kind))).catch((error: unknown) => {
        broken.set(kind, [unreadable(path, error)]);
        return null;
      });
      if (bytes === null) return;
      const parsed = parseYamlFile(path, bytes);
      if (parsed.problems.length > 0) broken.set(kind, parsed.problems);
      if (parsed.file !== null) files.set(kind, parsed.file);
    }),
  );
  // In the order of the kinds, whichever file was read first.
  const problems = contentKinds.flatMap((kind) => broken.get(kind) ?? []);
  const use = <Result extends { problems: Problem[] }>(
    kind: ContentKind,
    read: (file: YamlFile) => Result,
  ) => {
    const file = files.get(kind);
    if (file === undefined) return null;
    const result = read(file);
    addProblems(problems, result.problems);
    return result;
  };
  const metadata = use('metadata', readMetadata)?.metadata ?? emptyMetadata;
  const commandments =
    use('commandments', (file) => readRules(file, 'commandments', name))?.categories ?? new Map();
  const suggestions =
    use('suggestions', (file) => readRules(file, 'suggestions', name))?.categories ?? new Map();
  const katas = use('katas', (file) => readKatas(file, name))?.categories ?? new Map();
  const stories = use('tenka', (file) => readTenka(file, name))?.stories ?? new Map();
  return { layer: { name, metadata, commandments, suggestions, katas, stories }, files, problems };
}

/**
 * What metadata.yml of a scope says, its other files unread: null where there is no such file, `broken` where it has a
 * mistake.
 */
export async function readScopeMetadata(
  rulesPath: string,
  name: string,
): Promise<ScopeMetadata | 'broken' | null> {
  const file = contentFile('metadata');
  try {
    const bytes = await readOptionalFile(join(rulesPath, name, file));
    if (bytes === null) return null;
    const parsed = parseYamlFile(`${name}/${file}`, bytes);
    if (parsed.file === null || parsed.problems.some(isError)) return 'broken';
    const { metadata, problems } = readMetadata(parsed.file);
    return problems.some(isError) ? 'broken' : metadata;
  } catch {
    return 'broken';
  }
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** A file that is there and cannot be read. The system's own message is left out: it holds the absolute path. */
function unreadable(path: string, error: unknown): Problem {
  const reason =
    error instanceof NotAFile ? 'it is not a regular file' : `it cannot be read (${errorCode(error)})`;
  const hint = 'Put a YAML file in its place that this user may read, or remove it';
  return fileProblem(path, 'unreadable-file', reason, hint);
}

/** False where a file system that ignores case answers for a name that is spelled differently. */
async function hasExactName(rulesPath: string, name: string): Promise<boolean> {
  const swapped = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  if (swapped === name || !(await isDirectory(join(rulesPath, swapped)))) return true;
  return (await listDirectories(rulesPath)).includes(name);
}
