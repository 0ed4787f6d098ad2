import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';
import type { Target } from '../../clients/facts/target.ts';
import { type ExportTarget, exportTargets } from '../../model/names/export-targets.ts';
import { BrokenBlock, findBlocks } from '../../model/text/marked-block.ts';
import { isInside } from '../../runtime/files/files.ts';
import { mayUseClient, usesClient } from './clients-here.ts';
import { readText } from './files/apply.ts';
import { findFiles, foldersAbove, type Tree } from './files/tree.ts';
import { type ChainFile, chainOverLimit } from './limits.ts';
import { targets as rows } from './targets.ts';

/** An export as far as the files beside it matter. */
export interface Surroundings {
  readonly tree: Tree;
  /** Absolute. */
  readonly root: string;
  readonly targets: ReadonlySet<ExportTarget>;
  readonly shown: (path: string) => string;
}

const all = Object.values<Client>(clients);

/** Files of a project that hide what is exported from a client, or are hidden by it; `ours` as in `chainErrors`. */
export async function hiddenWarnings(around: Surroundings, ours: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for (const client of all)
    found.push(...(await keptFromShared(client, around, ours)), ...(await readsFirst(client, around)));
  return found;
}

/** A client may read no AGENTS.md in a folder where one of its own files is in it or above, unless that takes it in by its name. */
async function keptFromShared(
  { name, keepFromShared = [], targets: own = {} }: Client,
  { tree, root, targets, shown }: Surroundings,
  ours: ReadonlySet<string>,
): Promise<string[]> {
  const ownOf = (shape: Target['shape']) => exportTargets.filter((target) => own[target]?.shape === shape);
  const isChosen = (target: ExportTarget) => targets.has(target);
  const isWhole = ownOf('shared').some(isChosen);
  if (keepFromShared.length === 0 || !(isWhole || isChosen('agents'))) return [];
  const above = (await foldersAbove(root)).slice(0, -1).reverse();
  const nameOf = (path: string) =>
    isInside(path, root) ? shown(relative(root, path).split(sep).join('/')) : path;
  const hidden = new Map<string, string[]>();
  let isMixed = false;
  for (const path of new Set(['AGENTS.md', ...ours])) {
    const agents = join(root, ...path.split('/'));
    if ((await tree.read(agents).catch(() => null)) === null) continue;
    const below = path.split('/').slice(0, -1);
    const places = [
      ...below.map((_, at) => join(root, ...below.slice(0, below.length - at))),
      root,
      ...above,
    ];
    const hiding = await hidingFile(tree, keepFromShared, places, agents);
    if (hiding === null) continue;
    // What we wrote there reaches it by the target of its own, of this export or of an earlier one.
    const reachesIt = path === 'AGENTS.md' && (isWhole || (await hasBlocksOf(tree, hiding, agents)));
    const beside = reachesIt ? await besideOurs(tree, agents) : null;
    if (beside === 'nothing') continue;
    isMixed ||= beside === 'more';
    // What is about a folder reaches it by the other target.
    if (path !== 'AGENTS.md' && (isWhole || ownOf('folder').some(isChosen))) continue;
    hidden.set(hiding, [...(hidden.get(hiding) ?? []), agents]);
  }
  return [...hidden].flatMap(([file, all]) => {
    const beside = all.filter((agents) => agents === join(root, 'AGENTS.md'));
    const nested = all.filter((agents) => !beside.includes(agents)).map(nameOf);
    return [
      ...beside.map((agents) => {
        const says = `${name} does not read ${nameOf(agents)} beside ${nameOf(file)}`;
        // The line would bring our rules a second time.
        if (isMixed) return `${says}; copy what is not of Precept from there into ${nameOf(file)}.`;
        const line = `@${relative(dirname(file), agents).split(sep).join('/')}`;
        return `${says}; write the line ${line} into ${nameOf(file)}.`;
      }),
      ...(nested.length === 0
        ? []
        : [
            `${name} does not read ${nested.join(', ')} because of ${nameOf(file)}; export to ${ownOf('folder').join(', ')} as well.`,
          ]),
    ];
  });
}

/** Whether a file has every scope that we exported to another. */
async function hasBlocksOf(tree: Tree, file: string, other: string): Promise<boolean> {
  const [own, others] = [await blocksIn(tree, file), await blocksIn(tree, other)].map(
    ({ blocks }) => new Set(blocks.map(({ name }) => name).filter((name) => name !== null)),
  );
  return others !== undefined && [...others].every((name) => own?.has(name));
}

async function blocksIn(tree: Tree, file: string) {
  const text = (await readText(tree, file).catch(() => null)) ?? '';
  try {
    return { text, blocks: findBlocks(text) };
  } catch (error) {
    if (!(error instanceof BrokenBlock)) throw error;
    return { text, blocks: [] };
  }
}

/** What a file has beside our blocks: `nothing`, or `more`; null for one without rules that we exported. */
async function besideOurs(tree: Tree, file: string): Promise<'nothing' | 'more' | null> {
  const { text, blocks } = await blocksIn(tree, file);
  if (!blocks.some(({ name }) => name !== null)) return null;
  const rest = blocks.reduceRight((all, { start, end }) => all.slice(0, start) + all.slice(end), text);
  return rest.trim() === '' ? 'nothing' : 'more';
}

/** The clients that read no AGENTS.md of a folder, because a file of their own is there and does not take it in. */
export async function keptFromAgents({ tree, root }: Pick<Surroundings, 'tree' | 'root'>): Promise<string[]> {
  const kept: string[] = [];
  for (const { name, keepFromShared = [] } of all)
    if ((await hidingFile(tree, keepFromShared, [root], join(root, 'AGENTS.md'))) !== null) kept.push(name);
  return kept;
}

/** The first file of these names in these folders where none of them takes AGENTS.md in; null without one. */
async function hidingFile(
  tree: Tree,
  names: readonly string[],
  places: readonly string[],
  agents: string,
): Promise<string | null> {
  let first: string | null = null;
  for (const place of places)
    for (const name of names) {
      const file = join(place, ...name.split('/'));
      const text = await readText(tree, file).catch(() => null);
      if (text === null) continue;
      for (const [, taken = ''] of text.matchAll(/^[ \t]*@(\S+)[ \t]*\r?$/gm))
        if (resolve(dirname(file), taken) === agents) return null;
      first ??= file;
    }
  return first;
}

/** A client may read one file only: which of those that are written here it does not see. */
async function readsFirst(client: Client, { tree, root, targets, shown }: Surroundings): Promise<string[]> {
  const exists = async (path: string) =>
    (await tree.read(join(root, ...path.split('/'))).catch(() => null)) !== null;
  const present: string[] = [];
  for (const path of client.readsFirstOf ?? []) if (await exists(path)) present.push(path);
  const [first] = present;
  if (first === undefined || !(await usesClient(root, client))) return [];
  const written = [...targets].flatMap((target) => {
    const row = rows[target];
    return row.shape === 'shared' ? [row.path] : [];
  });
  const hidden = present.slice(1).filter((path) => written.includes(path) || written.includes(first));
  if (hidden.length === 0) return [];
  return [`${client.name} reads ${shown(first)} only, and not ${hidden.map(shown).join(', ')}.`];
}

/**
 * What a client reads too much of in some folder: all AGENTS.md from the root of the repository down to it, those of others included.
 * `ours` are the paths below the root that are written.
 */
export async function chainErrors(around: Surroundings, ours: ReadonlySet<string>): Promise<string[]> {
  const errors: string[] = [];
  for (const client of all) errors.push(...(await chainErrorsOf(client, around, ours)));
  return errors;
}

async function chainErrorsOf(
  client: Client,
  { tree, root, shown }: Surroundings,
  ours: ReadonlySet<string>,
): Promise<string[]> {
  const { name: reader, limits, readsFirstOf = [] } = client;
  if (limits?.chainBytes === undefined || !(await mayUseClient(root, client))) return [];
  const found = await findFiles(root, (name) => readsFirstOf.includes(name));
  const folders = new Set([...found.paths, ...ours].map((path) => dirname(path)));
  const above = (await foldersAbove(root)).slice(0, -1);
  const errors = new Set<string>();
  for (const folder of [...folders].sort()) {
    const names = folder === '.' ? [] : folder.split('/');
    const chain = [
      ...above,
      ...names.map((_, index) => join(root, ...names.slice(0, index))),
      join(root, ...names),
    ];
    const files: ChainFile[] = [];
    for (const place of chain) {
      for (const name of readsFirstOf) {
        const bytes = await tree.read(join(place, name)).catch(() => null);
        if (bytes === null) continue;
        const below = place.startsWith(root) ? place.slice(root.length + 1).replaceAll('\\', '/') : null;
        const path =
          below === null ? join(place, name) : [below, name].filter((part) => part !== '').join('/');
        files.push({ path: shown(path), bytes: bytes.byteLength, isOurs: ours.has(path) });
        break;
      }
    }
    if (files.some(({ isOurs }) => isOurs))
      for (const error of chainOverLimit(reader, limits.chainBytes, folder === '.' ? '' : folder, files))
        errors.add(error);
  }
  return [...errors];
}
