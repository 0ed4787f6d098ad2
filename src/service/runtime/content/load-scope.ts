import type { ResolvedScope, ScopeParts } from '../../../guidance/guidance.ts';
import { Fault } from '../../../model/fault.ts';
import type { Gap, PassedAccess, UnavailableMaster } from '../../../model/guidance.ts';
import { createLru } from '../../../runtime/async/cache.ts';
import { startTurns } from '../../../runtime/async/turns.ts';
import type { Logger } from '../../../runtime/log.ts';
import { tooLargeGap } from './gaps.ts';
import { type AskMasters, type GatheredParts, gatherParts } from './gather-parts.ts';
import { invalidContent, type LocalLayers } from './local-layers.ts';
import {
  type Admission,
  type ClosedParts,
  closedParts,
  leaveOutClosed,
  nothingClosed,
} from './open-parts.ts';
import { notesOf } from './scope-notes.ts';

/** Makes scopes of what files and masters say now. */
export interface ScopeLoader {
  /**
   * The scope, with the names of all that it was made of, or would have been had they existed. `ask` gives the masters to ask; null
   * for none. Throws MissingScope, and the faults `invalid-content`, `inheritance-cycle`, `inheritance-too-deep`.
   */
  load(
    name: string,
    ask: () => Promise<AskMasters>,
  ): Promise<{ readonly scope: ResolvedScope; readonly asked: readonly string[] }>;
  /** The scope that `load` gave as a caller may see it; null where nothing of it is open to him. */
  openTo(scope: ResolvedScope, admission: Admission): Promise<ResolvedScope | null>;
  /** What masters ask of whoever is served the scope that `load` gave: one for each that has it, null where it asks nothing. */
  conditionsOf(scope: ResolvedScope): readonly (MasterCondition | null)[];
  clear(): void;
}

/** What a master asks of whoever is served its part of a scope. */
export interface MasterCondition {
  readonly url: string;
  readonly access: PassedAccess;
}

export interface ScopeLoaderOptions {
  readonly local: LocalLayers;
  readonly hasMasters: boolean;
  readonly maxDepth: number;
  readonly log: Logger;
  /** Characters of masters' answers that all scopes together may hold; `onFull` is called for more. */
  readonly maxHeldSize: number;
  readonly onFull: () => void;
}

/** A scope with what it was made of. */
interface Resolution {
  readonly parts: ReadonlyMap<string, ScopeParts>;
  readonly scope: ResolvedScope;
}

/** What a scope was made of, and the same scope for callers to whom parts of it are closed. */
interface Making {
  readonly gathered: GatheredParts;
  readonly opened: Map<string, Promise<ResolvedScope | null>>;
}

const maxRecent = 200;
/** Forms of one scope that are kept, by what of it is closed. */
const maxOpened = 16;

/** Gives the same scope again where its parts are the same: each chain of servers asks for its own, and masters answer 304. */
export function createScopeLoader(options: ScopeLoaderOptions): ScopeLoader {
  const { local, hasMasters, maxDepth, log, maxHeldSize, onFull } = options;
  const recent = createLru<Resolution>(maxRecent);
  const makings = new WeakMap<ResolvedScope, Making>();
  let heldSize = 0;

  function clear(): void {
    recent.clear();
    heldSize = 0;
  }

  /** Starts afresh when masters have filled the caches with more than they may hold. */
  function remember(parts: ReadonlyMap<string, ScopeParts>): void {
    for (const { remotes } of parts.values()) for (const { size } of remotes) heldSize += size;
    if (heldSize <= maxHeldSize) return;
    clear();
    onFull();
  }

  return {
    clear,
    async load(name, ask) {
      const own = await local.layer(name);
      if (own !== null && own.errors.length > 0) throw invalidContent(name, own.errors);
      const gathered = await gatherParts(name, own?.layer ?? null, local, await ask(), maxDepth);
      const { parts, namedAt, gaps, unavailable, keepSeconds } = gathered;
      const asked = [...namedAt.keys()];
      if (!parts.has(name)) throw new MissingScope(unavailable, gaps);
      const before = recent.get(name);
      const isPast =
        before !== undefined && (before.scope.changesAt ?? Number.POSITIVE_INFINITY) <= Date.now();
      if (before !== undefined && !isPast && keepSeconds === null && isSame(before.parts, parts)) {
        return { scope: before.scope, asked };
      }
      const made = await toScope(name, gathered, maxDepth, nothingClosed);
      if (made === null) throw new MissingScope(unavailable);
      const { scope, leftOut } = made;
      makings.set(scope, { gathered, opened: createLru(maxOpened) });
      // A master's outage has its own line in the log, and only one.
      const told = scope.unavailable.length === 0 ? scope.warnings : leftOut;
      for (const warning of told) log.warn(`scope "${name}": ${warning}`);
      remember(parts);
      if (hasMasters && keepSeconds === null) recent.set(name, { parts, scope });
      return { scope, asked };
    },
    async openTo(scope, admission) {
      const making = makings.get(scope);
      if (making === undefined) return scope;
      const { gathered, opened } = making;
      const closed = await closedParts(scope.name, gathered.parts, admission);
      if (closed === nothingClosed) return scope;
      const known = opened.get(closed.key);
      if (known !== undefined) return known;
      const found = toScope(scope.name, gathered, maxDepth, closed).then((made) => made?.scope ?? null);
      opened.set(closed.key, found);
      found.catch(() => opened.delete(closed.key));
      return found;
    },
    conditionsOf(scope) {
      const remotes = makings.get(scope)?.gathered.parts.get(scope.name)?.remotes ?? [];
      return remotes.map(({ url, access }) => (access === null ? null : { url, access }));
    },
  };
}

/** The scope that parts make, without what is closed, and what is told of masters that are left out; null where nothing is left of it. */
async function toScope(
  name: string,
  gathered: GatheredParts,
  maxDepth: number,
  closed: ClosedParts,
): Promise<{ readonly scope: ResolvedScope; readonly leftOut: readonly string[] } | null> {
  const [{ resolveScope }, { leaveOutTooLarge, maxLocalSize }, { passOver }] = await Promise.all([
    import('../../../guidance/resolve/resolve-scope.ts'),
    import('./answer-size.ts'),
    import('./pass-over.ts'),
  ]);
  const open = leaveOutClosed(name, gathered.parts, closed);
  const { parts, passedOver } = passOver(name, open.parts, maxDepth);
  const fitting = leaveOutTooLarge(parts);
  if (fitting.localSize > maxLocalSize) throw tooLarge(name);
  if (!fitting.parts.has(name)) return null;
  // What is closed is told as such, and not as what is nowhere.
  const isNowhere = (scope: string) => !gathered.parts.has(scope);
  const namedAt = new Map(
    [...gathered.namedAt].filter(([scope]) => isNowhere(scope) || open.parts.has(scope)),
  );
  const { gaps, unavailable } = notesOf(name, parts, { ...gathered, namedAt }, { passedOver, maxDepth });
  const all = [...gaps, ...open.gaps];
  const leftOut = fitting.leftOut.map(tooLargeGap);
  const notes = {
    gaps: [...all, ...leftOut],
    warnings: [
      ...all.map(({ text }) => text),
      ...copyWarnings(unavailable),
      ...hiddenWarnings(parts),
      ...leftOut.map(({ text }) => text),
    ],
    unavailable,
    keepSeconds: gathered.keepSeconds,
  };
  const turn = startTurns();
  const scope = resolveScope(name, fitting.parts, { maxDepth, notes });
  await turn();
  return { scope, leftOut: leftOut.map(({ text }) => text) };
}

function copyWarnings(unavailable: readonly UnavailableMaster[]): string[] {
  return unavailable.flatMap(({ url, as_of }) =>
    as_of === undefined ? [] : [`Master ${url} is unavailable; its content is as of ${as_of}.`],
  );
}

function hiddenWarnings(parts: ReadonlyMap<string, ScopeParts>): string[] {
  const cleaned = new Map<string, number>();
  for (const { url, cleaned: count } of [...parts.values()].flatMap(({ remotes }) => remotes)) {
    if (count > 0) cleaned.set(url, (cleaned.get(url) ?? 0) + count);
  }
  return [...cleaned].map(
    ([url, count]) => `Hidden characters were taken out of ${count} texts of master ${url}.`,
  );
}

/** Whether both are the very same layers, unchanged since they were read. */
function isSame(before: ReadonlyMap<string, ScopeParts>, now: ReadonlyMap<string, ScopeParts>): boolean {
  return (
    before.size === now.size &&
    [...now].every(([name, { local, remotes }]) => {
      const known = before.get(name);
      return (
        known !== undefined &&
        known.local === local &&
        known.remotes.length === remotes.length &&
        remotes.every((remote, index) => remote === known.remotes[index])
      );
    })
  );
}

/** There is no such scope. Several callers may share the load that found out, and each may know other scopes. */
export class MissingScope extends Error {
  readonly unavailable: readonly UnavailableMaster[];
  /** What is missing besides. */
  readonly gaps: readonly Gap[];

  constructor(unavailable: readonly UnavailableMaster[], gaps: readonly Gap[] = []) {
    super('there is no such scope');
    this.unavailable = unavailable;
    this.gaps = gaps;
  }
}

function tooLarge(name: string): Fault {
  return new Fault(
    'invalid-content',
    `Scope "${name}" has invalid content: answers would be over 64 MiB, because texts of \`when\` are inherited by thousands of categories. Shorten the texts, or write the categories with fewer segments.`,
  );
}
