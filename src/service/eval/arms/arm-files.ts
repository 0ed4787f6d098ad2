import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { maxFileBytes, parseYamlFile } from '../../../content/yaml-file.ts';
import { contentFile, contentKinds } from '../../../guidance/content-files.ts';
import { evalsFile } from '../../../guidance/evals/read-evals.ts';
import { type ContentSource, UnreadableContent } from '../../../guidance/read/content-source.ts';
import { type RuleKind, ruleKinds } from '../../../guidance/rules/rule.ts';
import { ruleId } from '../../../guidance/rules/rule-id.ts';
import { testsFile } from '../../../guidance/tests/read-tests.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import { sha256 } from '../../../runtime/sha256.ts';
import type { GitObjects } from '../../compare/load/read-objects.ts';

/** The files of an arm's rules folder, by their paths below it. */
export type ArmFiles = ReadonlyMap<string, Buffer>;

/** Files that katas bring along, of one arm. */
const mostFiles = 5000;
const contentNames = new Set(contentKinds.map(contentFile));

/** The content of all scopes of a source; what says how guidance is tested or evaluated is not in it. */
export async function contentOf(source: ContentSource): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const scope of await source.scopes())
    for (const name of contentNames) {
      const bytes = await source.read(scope, name).catch((error: unknown) => {
        if (error instanceof UnreadableContent) return null;
        throw error;
      });
      if (bytes !== null) files.set(`${scope}/${name}`, bytes);
      // A folder without content is a scope as well.
      else if (name === 'metadata.yml') files.set(`${scope}/.gitkeep`, Buffer.alloc(0));
    }
  return files;
}

/** Adds the files that katas bring along: what else lies in the folders of scopes, but for what evaluations need. */
export async function addOtherFiles(
  files: Map<string, Buffer>,
  rulesPath: string,
  isOfEvals: (path: string) => boolean,
): Promise<void> {
  const scopes = new Set([...files.keys()].map((path) => path.split('/')[0] as string));
  const waiting = [...scopes];
  for (const folder of waiting)
    for (const entry of await readdir(join(rulesPath, folder), { withFileTypes: true }).catch(() => [])) {
      const path = `${folder}/${entry.name}`;
      if (!isWanted(path, isOfEvals) || files.size >= mostFiles) continue;
      if (entry.isDirectory()) waiting.push(path);
      const bytes = entry.isFile() ? await readOptionalFile(join(rulesPath, path), maxFileBytes) : null;
      if (bytes !== null && bytes.length <= maxFileBytes) files.set(path, bytes);
    }
}

/** The same of a commit, whose entries are given with the ids of their bytes. */
export async function addOtherBlobs(
  files: Map<string, Buffer>,
  entries: AsyncIterable<{ readonly type: string; readonly id: string; readonly path: string }>,
  objects: GitObjects,
  isOfEvals: (path: string) => boolean,
): Promise<void> {
  const scopes = new Set([...files.keys()].map((path) => path.split('/')[0] as string));
  for await (const { type, id, path } of entries) {
    if (type !== 'file' || !scopes.has(path.split('/')[0] ?? '') || !isWanted(path, isOfEvals)) continue;
    const found = files.size >= mostFiles ? null : await objects.read(id);
    if (found?.type === 'blob') files.set(path, found.bytes);
  }
}

function isWanted(path: string, isOfEvals: (path: string) => boolean): boolean {
  const [, name = '', ...below] = path.split('/');
  const isDirect = below.length === 0;
  if (isDirect && (contentNames.has(name) || name === evalsFile || name === testsFile)) return false;
  return name !== 'evals' && name !== '.git' && !isOfEvals(path);
}

/** What tells the files of one arm from those of another. */
export function digestOf(files: ArmFiles): string {
  const lines = [...files].map(([path, bytes]) => `${sha256(bytes)} ${path}`).sort();
  return sha256(lines.join('\n'));
}

/**
 * The same files without a rule, by its id, or without the rules of a category and of those below it, in all of some scopes. Null where
 * there is nothing to leave out.
 */
export function withoutPiece(files: ArmFiles, scopes: readonly string[], wanted: string): ArmFiles | null {
  const rest = new Map(files);
  let hasFound = false;
  for (const scope of scopes)
    for (const kind of ruleKinds) {
      const path = `${scope}/${contentFile(kind)}`;
      const bytes = files.get(path);
      const file = bytes === undefined ? null : parseYamlFile(path, bytes).file;
      const data = file?.toPlain(file.root);
      if (data === undefined || data === null || !strip(data, kind, wanted, [])) continue;
      hasFound = true;
      // JSON is YAML, and what is left says the same as before.
      rest.set(path, Buffer.from(`${JSON.stringify(data, null, 1)}\n`));
    }
  return hasFound ? rest : null;
}

/** Takes the piece out of a tree of categories; false where it is not in there. */
function strip(node: unknown, kind: RuleKind, wanted: string, path: readonly string[]): boolean {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return false;
  const map = node as Record<string, unknown>;
  let hasFound = false;
  for (const [key, value] of Object.entries(map)) {
    if (key !== 'ruleset' || !Array.isArray(value)) {
      hasFound = strip(value, kind, wanted, [...path, key]) || hasFound;
      continue;
    }
    const category = path.join('.').replace(/\+$/, '');
    const isOut = category === wanted || category.startsWith(`${wanted}.`);
    const kept = isOut ? [] : value.filter((item) => idOf(item, kind) !== wanted);
    if (kept.length === value.length) continue;
    hasFound = true;
    if (kept.length > 0) map.ruleset = kept;
    else delete map.ruleset;
  }
  return hasFound;
}

function idOf(item: unknown, kind: RuleKind): string | null {
  if (typeof item === 'string') return ruleId(kind, { text: item });
  const { rule, id } = Object(item) as { rule?: unknown; id?: unknown };
  if (typeof rule !== 'string') return null;
  return ruleId(kind, { text: rule, ...(typeof id === 'string' && { id }) });
}
