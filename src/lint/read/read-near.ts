import { join } from 'node:path';
import { maxFileBytes } from '../../content/yaml-file.ts';
import { contentFile } from '../../guidance/content-files.ts';
import { noEvalMentions } from '../../guidance/evals/read-evals.ts';
import { outlineOf } from '../../guidance/outline.ts';
import { emptyLayer } from '../../guidance/read/empty-layer.ts';
import { noMetadata } from '../../model/guidance.ts';
import { createPause } from '../../runtime/async/turns.ts';
import { readSmallFile } from '../../runtime/files/files.ts';
import { templatesIn } from '../checks/template-uses.ts';
import type { LintMemory } from '../lint-memory.ts';
import type { LintScope } from '../lint-scope.ts';
import { knownWords, type MetadataWords, wordsOf } from './metadata-words.ts';
import { createScopeReader, type ReadOptions } from './read-scopes.ts';
import { listScopes, type ReadPart, readFamily, type Tree } from './read-tree.ts';

/** What was not read of a tree, as far as problems depend on it. */
export interface Unread {
  /** Whether scopes that may inherit what is judged are among it, so that more may be wrong than is known. */
  readonly hasHeirs: boolean;
  mayHaveTag(name: string): boolean;
}

/** Every scope of a rules folder by name, of which those were read that the problems of some files depend on. */
export interface NearTree extends Tree {
  readonly unread: Unread;
}

/** Scopes that are not worth to be left for later. */
const few = 20;
/** Scopes that inherit from those of the files and are read with them. */
const maxHeirs = 8;

/**
 * Reads what the problems of `files` depend on, where that is much less than what `memory` does not hold yet of a large folder; null
 * where it is not.
 */
export async function readNear(
  rulesPath: string,
  files: ReadonlySet<string>,
  { unsaved, memory }: ReadOptions & { readonly memory: LintMemory },
): Promise<NearTree | null> {
  const reader = createScopeReader(rulesPath, { unsaved, memory });
  const { names, strays } = await listScopes(rulesPath, reader);
  if (names.filter((name) => !memory.holds(name)).length <= few) return null;
  const own = new Set([...files].map((file) => file.slice(0, file.indexOf('/'))));
  const near = await readFamily([...own, ...names.filter((name) => memory.holds(name))], reader);

  const words = new Map<string, MetadataWords>();
  const pause = createPause();
  for (const name of names) {
    const part = near.get(name);
    words.set(
      name,
      part === undefined ? wordsOf(metadataText(name, rulesPath, unsaved)) : knownWords(part.scope),
    );
    await pause();
  }
  const heirs = heirsOf(own, words);
  const silencing = heirs.filter(([, { mayIgnore }]) => mayIgnore);
  const hasTemplates = [...own].some((name) => holdsTemplates(near.get(name), files));
  const showing = heirs.filter(
    ([, { mayIgnore, mayHaveParents }]) => hasTemplates || mayIgnore || mayHaveParents,
  );
  if (silencing.length > maxHeirs) return null;
  const hasHeirs = showing.length > maxHeirs;
  const below = (hasHeirs ? silencing : showing).map(([name]) => name);
  const parts = new Map([...(await readFamily(below, reader)), ...near]);
  const unread = [...words].flatMap(([name, one]) => (parts.has(name) ? [] : [one]));
  const outline = await outlineOf(new Map());
  const toScope = (name: string): LintScope =>
    parts.get(name)?.scope ?? {
      name,
      layer: emptyLayer(name, noMetadata),
      outline,
      problems: [],
      evals: noEvalMentions,
      forbidden: [],
      isBroken: false,
      unread: new Set(),
      faulty: new Set(),
    };
  return {
    scopes: new Map(names.map((name) => [name, toScope(name)])),
    strays: [...strays, ...[...parts.values()].flatMap((part) => part.strays)],
    unread: { hasHeirs, mayHaveTag: (tag) => unread.some((one) => one.mayHaveTag(tag)) },
  };
}

/** Nothing for a file that cannot be read: its scope inherits from none. */
function metadataText(scope: string, rulesPath: string, unsaved: ReadOptions['unsaved']): string {
  const file = contentFile('metadata');
  const typed = unsaved?.get(`${scope}/${file}`);
  return typed ?? readSmallFile(join(rulesPath, scope, file), maxFileBytes)?.toString('utf8') ?? '';
}

function holdsTemplates(part: ReadPart | undefined, files: ReadonlySet<string>): boolean {
  return part !== undefined && templatesIn(part.scope).all.some(({ file }) => files.has(file));
}

/** The scopes that may inherit from some, without these. */
function heirsOf(
  own: ReadonlySet<string>,
  words: ReadonlyMap<string, MetadataWords>,
): readonly (readonly [string, MetadataWords])[] {
  const family = new Set(own);
  // A set that grows while it is walked hands out what was added, too.
  for (const member of family) {
    for (const [name, one] of words) if (one.mayInherit(member)) family.add(name);
  }
  return [...words].filter(([name]) => family.has(name) && !own.has(name));
}
