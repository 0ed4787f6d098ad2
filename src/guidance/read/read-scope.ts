import { join } from 'node:path';
import {
  addProblems,
  fileProblem,
  maxFileBytes,
  parsingYamlFile,
  type YamlFile,
} from '../../content/yaml-file.ts';
import { noMetadata, type ScopeMetadata } from '../../model/guidance.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { createQueue, inTurns } from '../../runtime/async/turns.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { contentFile, contentKinds } from '../content-files.ts';
import type { OwnGuidance, ScopeLayer } from '../guidance.ts';
import { type KindName, type KindTypes, kindNames, kinds } from '../kinds.ts';
import { readingMetadata } from '../metadata/read-metadata.ts';
import { type ContentSource, folderSource, UnreadableContent } from './content-source.ts';

export interface ScopeContent {
  readonly layer: ScopeLayer;
  /** The files that are there and sound as YAML, by their names without `.yml`. */
  readonly files: ReadonlyMap<string, YamlFile>;
  readonly problems: readonly Problem[];
  /** Mistakes of waivers.yml, which take away only waivers: the scope is served all the same. */
  readonly waiverProblems: readonly Problem[];
}

/** A file may take a hundred megabytes while it is parsed. */
const oneAtATime = createQueue();

/** Names of the scopes in a rules folder, sorted by code point. */
export function scopeNamesIn(from: string | ContentSource): Promise<string[]> {
  return (typeof from === 'string' ? folderSource(from) : from).scopes();
}

/**
 * What the files of one scope say, or null when the source (a rules folder by its path, or any other) has no such scope.
 * Mistakes are in `problems`; a scope with one of severity `error` must not be served.
 */
export async function readScope(from: string | ContentSource, name: string): Promise<ScopeContent | null> {
  const source = typeof from === 'string' ? folderSource(from) : from;
  if (!(await source.has(name))) return null;
  const broken = new Map<string, readonly Problem[]>();
  const files = new Map<string, YamlFile>();
  await Promise.all(
    contentKinds.map(async (kind) => {
      const path = `${name}/${contentFile(kind)}`;
      const bytes = await source.read(name, contentFile(kind)).catch((error: unknown) => {
        broken.set(kind, [unreadable(path, error)]);
        return null;
      });
      if (bytes === null) return;
      const parsed = await oneAtATime(() => inTurns(parsingYamlFile(path, bytes)));
      if (parsed.problems.length > 0) broken.set(kind, parsed.problems);
      if (parsed.file !== null) files.set(kind, parsed.file);
    }),
  );
  // In the order of the kinds, whichever file was read first.
  const problems = contentKinds.flatMap((kind) => (kind === 'waivers' ? [] : (broken.get(kind) ?? [])));
  const file = files.get('metadata');
  const own = file === undefined ? null : await inTurns(readingMetadata(file));
  addProblems(problems, own?.problems ?? []);
  const content: [KindName, unknown][] = [];
  const ids = new Map<string, string>();
  for (const kind of kindNames) content.push([kind, await readKind(kind, name, files, problems, ids)]);
  const guidance = Object.fromEntries(content) as unknown as OwnGuidance;
  const waived = await readOwnWaivers(name, files.get('waivers'));
  return {
    layer: { name, metadata: own?.metadata ?? noMetadata, ...guidance, ...waived.layer },
    files,
    problems,
    waiverProblems: [...(broken.get('waivers') ?? []), ...waived.problems],
  };
}

/** What waivers.yml says, as a part of the scope's layer. Its reader is loaded where there is one. */
async function readOwnWaivers(
  scope: string,
  file: YamlFile | undefined,
): Promise<{ readonly layer: Pick<ScopeLayer, 'waivers'>; readonly problems: readonly Problem[] }> {
  if (file === undefined) return { layer: {}, problems: [] };
  const { readWaivers } = await import('../waivers/read-waivers.ts');
  const { waivers, problems } = readWaivers(file, scope);
  return { layer: { waivers }, problems };
}

/** What the file of one kind says; its mistakes go to `problems`, and the ids that it takes to `ids`, with their places. A reader is loaded with the first file that needs it. */
async function readKind<Name extends KindName>(
  kind: Name,
  scope: string,
  files: ReadonlyMap<string, YamlFile>,
  problems: Problem[],
  ids: Map<string, string>,
): Promise<KindTypes[Name]['own']> {
  const { file: fileName, merging, loadReader } = kinds[kind];
  const file = files.get(fileName);
  if (file === undefined) return merging.none;
  const { reading } = await loadReader();
  const { content, problems: found, checks = [], ids: claimed = [] } = await inTurns(reading(file, scope));
  const more: Problem[] = [];
  for (const { id, at, taken } of claimed) {
    const earlier = ids.get(id);
    if (earlier === undefined) ids.set(id, at);
    else addProblems(more, [taken(earlier)]);
  }
  for (const check of checks) addProblems(more, await inTurns(check()));
  const inOrder = (a: Problem, b: Problem) => a.line - b.line || a.column - b.column;
  addProblems(problems, more.length === 0 ? found : [...found, ...more].sort(inOrder));
  return content;
}

/**
 * What metadata.yml of a scope says, its other files unread: null where there is no such file, `broken` where it has a
 * mistake.
 */
export async function readScopeMetadata(
  from: string | ContentSource,
  name: string,
): Promise<ScopeMetadata | 'broken' | null> {
  const file = contentFile('metadata');
  try {
    const bytes =
      typeof from === 'string'
        ? await readOptionalFile(join(from, name, file), maxFileBytes)
        : await from.read(name, file);
    if (bytes === null) return null;
    const parsed = await oneAtATime(() => inTurns(parsingYamlFile(`${name}/${file}`, bytes)));
    if (parsed.file === null || parsed.problems.some(isError)) return 'broken';
    const { metadata, problems } = await inTurns(readingMetadata(parsed.file));
    return problems.some(isError) ? 'broken' : metadata;
  } catch {
    return 'broken';
  }
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** A file that is there and cannot be read. */
export function unreadable(path: string, error: unknown): Problem {
  if (!(error instanceof UnreadableContent)) throw error;
  const hint = 'Put a YAML file in its place that this user may read, or remove it';
  return fileProblem(path, 'unreadable-file', error.message, hint);
}
