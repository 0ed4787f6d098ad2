import { Fault } from '../../../model/fault.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import type { Difference, ToldChange } from '../../compare/change.ts';
import { createComparison } from '../../compare/comparison.ts';
import { createLocalLayers } from '../../runtime/content/local-layers.ts';
import { type Side, serveLayers } from '../../runtime/diff-sides.ts';
import { createSources } from '../../runtime/sources/open-sources.ts';
import { withSources } from '../../runtime/sources/with-sources.ts';
import { describeSource, fetchSource, SourceError, type SourceLock } from '../../sources/sources.ts';
import { locksOf, type SourceDesk, type SourceTrouble } from './manage-sources.ts';

/** What an update would bring. */
export interface SourceUpdate {
  /** The locks of all sources after it. */
  readonly locks: readonly (SourceLock | null)[];
  readonly updates: readonly {
    readonly name: string;
    readonly source: string;
    readonly from: string | null;
    readonly to: string;
  }[];
  readonly troubles: readonly SourceTrouble[];
  /** Sources whose locked content nobody has any more, so that nothing can be compared with it. */
  readonly lost: readonly SourceTrouble[];
  /** Sources that are got and have no scope; `path` is the folder that has some, null where none has. */
  readonly empty: readonly { readonly name: string; readonly source: string; readonly path: string | null }[];
  /** What every scope serves before and after, local ones too; changes of MUST rules first. */
  readonly difference: Difference;
  /** The changes that take away or change a MUST rule. */
  readonly must: readonly ToldChange[];
  /** Scopes that cannot be served any more, whatever they said. */
  readonly broken: readonly string[];
}

const atOnce = 8;

/** What refs stand for now, got and compared with what is locked; `name` for one source alone. Faults: `not-found` for a name that is none. */
export async function findUpdate(desk: SourceDesk, name: string | null): Promise<SourceUpdate> {
  const { entries, store, world, config } = desk;
  const all = entries.map(describeSource);
  const isMeant = (index: number) =>
    name === null || all[index]?.name === name || all[index]?.label === name || entries[index]?.git === name;
  if (!entries.some((_, index) => isMeant(index)))
    throw new Fault(
      'not-found',
      `There is no source "${name}". The nearest names are: ${nearest(
        name ?? '',
        all.map((one) => one.name),
      ).join(', ')}.`,
    );
  const before = await locksOf(desk);
  const after = [...before];
  const troubles: SourceTrouble[] = [];
  const lost: SourceTrouble[] = [];
  for (const [index, entry] of entries.entries()) {
    const { name: called, label: source } = describeSource(entry);
    const lock = before[index];
    let isReplaced = false;
    try {
      if (isMeant(index)) {
        after[index] = await fetchSource(entry, {}, store, world, config);
        isReplaced = after[index]?.tree !== lock?.tree;
      }
      // What is locked is compared with, and may not be here.
      if (lock != null && (await store.read(lock.tree)) === null)
        await fetchSource(entry, { commit: lock.commit }, store, world, config);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      (isReplaced ? lost : troubles).push({ name: called, source, error: error.message });
    }
  }
  const difference = await compareLocks(desk, before, after);
  // What a rule was counts: a MUST that becomes a SHOULD is held, a SHOULD that becomes a MUST is new.
  const isOfMust = ({ kind, from, op, element }: ToldChange) =>
    (from ?? { kind }).kind === 'commandments' &&
    (op === 'removed' || (op === 'changed' && element === 'rule'));
  const must = difference.changes.filter(isOfMust);
  return {
    locks: after,
    updates: entries.flatMap((_, index) => {
      const [was, is] = [before[index] ?? null, after[index] ?? null];
      if (is === null || (was?.tree === is.tree && was.commit === is.commit)) return [];
      const { name: called = '', label: source = '' } = all[index] ?? {};
      return [{ name: called, source, from: was?.commit ?? was?.tree ?? null, to: is.commit ?? is.tree }];
    }),
    troubles,
    lost,
    empty: await withoutScopes(desk, after),
    difference: {
      ...difference,
      changes: [...must, ...difference.changes.filter((change) => !isOfMust(change))],
    },
    must,
    broken: difference.scopes
      .filter(({ problems }) => problems.some((problem) => problem.startsWith('now: ')))
      .map((scope) => scope.name),
  };
}

/** The sources whose folder has no scopes, as they are after an update. */
async function withoutScopes(
  { entries, store }: SourceDesk,
  locks: readonly (SourceLock | null)[],
): Promise<SourceUpdate['empty']> {
  const found = await inBatches([...entries.entries()], atOnce, async ([index, entry]) => {
    const lock = locks[index];
    const pack = lock == null ? null : await store.read(lock.tree);
    if (pack === null || [...pack.contents.keys()].some((path) => path.includes('/'))) return [];
    const folders = pack.files.flatMap(
      ({ path }) => /^(.+)\/[^/]+\/(?:commandments|suggestions|katas|metadata)\.yml$/.exec(path)?.[1] ?? [],
    );
    const below = folders.sort((a, b) => a.length - b.length)[0];
    const { name, label: source } = describeSource(entry);
    const path =
      below === undefined
        ? null
        : [entry.path, Buffer.from(below, 'latin1').toString()].filter(Boolean).join('/');
    return [{ name, source, path }];
  });
  return found.flat();
}

/** All that differs in what every scope serves between two states of the lock: local files and sources, without masters. */
async function compareLocks(
  desk: SourceDesk,
  before: readonly (SourceLock | null)[],
  after: readonly (SourceLock | null)[],
): Promise<Difference> {
  const [was, is] = await Promise.all([sideOf(desk, before), sideOf(desk, after)]);
  const comparison = await createComparison();
  await inBatches([...new Set([...was.names, ...is.names])].sort(), atOnce, async (name) => {
    const [old, young] = await Promise.all([was.serve(name), is.serve(name)]);
    comparison.add(name, old, young);
  });
  return comparison.finish({
    from: 'precept.lock',
    to: 'the sources as they are now',
    notes: [],
    folder: null,
  });
}

async function sideOf({ config, store }: SourceDesk, locks: readonly (SourceLock | null)[]): Promise<Side> {
  const { rulesPath, settings } = config;
  const local = createLocalLayers(rulesPath, settings.cache_ttl_seconds);
  const sources = createSources(config, store, { locks });
  const masters = withSources(sources, null);
  return {
    names: [...(await local.names()), ...(await sources.names())],
    async serve(name) {
      const served = await serveLayers(local, name, settings.max_inheritance_depth, { masters, loop: [] });
      if (served.scope !== null || served.problem !== null) return served;
      const { gaps } = await sources.scope(name);
      const own = gaps.find(({ text }) => text.includes(`\`${name}\``));
      return own === undefined ? served : { scope: null, problem: own.text };
    },
  };
}
