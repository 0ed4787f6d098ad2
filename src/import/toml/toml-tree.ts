import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isScalar, parseDocument, visit } from 'yaml';
import { parsePlainYaml } from '../../content/plain-yaml.ts';
import { contentFile, contentKinds } from '../../guidance/content-files.ts';
import { isInside, readOptionalFile, realPath } from '../../runtime/files/files.ts';
import { parseTemplate } from '../../template/parse/parse-template.ts';
import { escapeTemplate } from '../escape-template.ts';
import { isOfCheckout } from '../gather/is-of-checkout.ts';
import { ImportError } from '../import-error.ts';
import { type BlockKind, type Finding, type ReadSource, skippedSource } from '../report.ts';
import type { FileContent } from '../write/scope-files.ts';
import { readTomlSettings } from './toml-settings.ts';

export interface TomlTree {
  readonly sources: readonly ReadSource[];
  /** Files of the scope and of those that it inherits from, by their paths below the rules folder. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** What belongs into .precept/settings.yml; empty where nothing does. */
  readonly settings: string;
}

const kindsOfFiles: Readonly<Record<string, BlockKind>> = {
  metadata: 'description',
  commandments: 'rule',
  suggestions: 'rule',
  katas: 'kata',
};

/**
 * The TOML settings below a folder that another rule server has with its rules; null without them. In the folder itself, in its
 * `config`, or in hidden folders of it. What lies in the project is read nowhere else, links followed.
 */
export async function findTomlSettings(folder: string, project: string): Promise<string | null> {
  const hidden = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && /^\.\w/.test(entry.name))
    .map(({ name }) => name)
    .sort();
  for (const below of ['', ...hidden]) {
    for (const place of ['settings.toml', join('config', 'settings.toml')]) {
      const file = join(folder, below, place);
      if ((await rulesOf(file, project)) !== null) return file;
    }
  }
  return null;
}

/**
 * Whether a file is one that belongs to TOML settings: in the same project, or for settings elsewhere not above the folders around them,
 * links followed. A checkout must not have other files of its user copied into it.
 */
async function createFence(file: string, project: string): Promise<(path: string) => Promise<boolean>> {
  const root = await realPath(isInside(file, project) ? project : resolve(dirname(file), '..', '..'));
  return async (path) => isOfCheckout(await realPath(path), root);
}

/** The folder of the rules that belong to TOML settings: where they say, or beside them; null without one. */
async function rulesOf(file: string, project: string): Promise<string | null> {
  const isOurs = await createFence(file, project);
  const bytes = (await isOurs(file)) ? await readOptionalFile(file).catch(() => null) : null;
  if (bytes === null) return null;
  let named: string | null = null;
  try {
    named = readTomlSettings(bytes.toString('utf8')).rulesPath;
  } catch {
    return null;
  }
  const beside = dirname(file);
  const places = [
    ...(named === null
      ? []
      : [resolve(beside, named), resolve(beside, '..', named), resolve(beside, '..', '..', named)]),
    join(beside, 'rules'),
    join(beside, '..', 'rules'),
  ];
  for (const place of places) if ((await isOurs(place)) && (await scopesOf(place)).length > 0) return place;
  return null;
}

async function scopesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const scopes: string[] = [];
  for (const name of names.sort()) {
    const files = await readdir(join(folder, name)).catch(() => []);
    if (files.some((file) => contentKinds.some((kind) => file === contentFile(kind)))) scopes.push(name);
  }
  return scopes;
}

/** A scope of the rules of another server, with the scopes that it inherits from. Faults: ImportError. */
export async function readTomlTree(file: string, scope: string, project: string): Promise<TomlTree> {
  const folder = await rulesOf(file, project);
  const isOurs = await createFence(file, project);
  const scopes = folder === null ? [] : await scopesOf(folder);
  if (folder === null || !scopes.includes(scope)) {
    const known = scopes.length === 0 ? 'there are none' : `there are ${scopes.slice(0, 20).join(', ')}`;
    throw new ImportError(`no scope ${scope} belongs to ${file}: ${known}; name one of them with --scope`, {
      isUsage: true,
    });
  }
  const shown = (path: string) => relative(project, path).split(sep).join('/');
  const bytes = (await readOptionalFile(file)) ?? Buffer.alloc(0);
  const { text, findings } = readTomlSettings(bytes.toString('utf8'));
  const sources: ReadSource[] = [{ path: shown(file), filled: [], paths: [], findings }];
  const files = new Map<string, FileContent>();
  const waiting = [scope];
  const done = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (done.has(name) || !scopes.includes(name)) continue;
    done.add(name);
    for (const kind of contentKinds) {
      const path = join(folder, name, contentFile(kind));
      if (!(await isOurs(path))) {
        sources.push(skippedSource(shown(path), 'a link that leads out of the checkout'));
        continue;
      }
      const content = await readOptionalFile(path).catch(() => null);
      if (content === null) continue;
      const copied = copy(content.toString('utf8'), kindsOfFiles[kind] ?? 'category');
      files.set(`${name}/${contentFile(kind)}`, copied.text);
      sources.push({ path: shown(path), filled: [], paths: [], findings: copied.findings });
      if (kind === 'metadata') waiting.push(...parentsOf(copied.text));
    }
  }
  return { sources, files, settings: text };
}

function parentsOf(text: string): string[] {
  try {
    const { parent, parents } = (parsePlainYaml(text) ?? {}) as { parent?: unknown; parents?: unknown };
    return [parent, ...(Array.isArray(parents) ? parents : [])].filter((name) => typeof name === 'string');
  } catch {
    return [];
  }
}

/** A content file as it is, but for texts whose templates cannot be read here: those are served as they stand. */
function copy(text: string, as: BlockKind): { text: string; findings: Finding[] } {
  const lines = Math.max(text.trimEnd().split(/\r\n|\r|\n/).length, 1);
  const findings: Finding[] = [{ line: 1, end_line: lines, as }];
  if (!text.includes('{%') && !text.includes('{{')) return { text, findings };
  const document = parseDocument(text);
  if (document.errors.length > 0) return { text, findings };
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || typeof node.value !== 'string') return;
      const problem = parseTemplate(node.value).problems[0];
      if (problem === undefined) return;
      const line = text.slice(0, node.range?.[0] ?? 0).split(/\r\n|\r|\n/).length;
      const tag = problem.source.replace(/\s+/g, ' ').slice(0, 60);
      const why = `${tag}: ${problem.message}; the text is served as it stands`;
      findings.push({ line, end_line: line, as: 'skipped', why });
      node.value = escapeTemplate(node.value);
    },
  });
  return { text: findings.length === 1 ? text : document.toString({ lineWidth: 0 }), findings };
}
