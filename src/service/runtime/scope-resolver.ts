import type { Masters } from '../../federation/masters.ts';
import type { ResolvedScope, ScopeParts } from '../../guidance/guidance.ts';
import { Fault } from '../../model/fault.ts';
import type { UnavailableMaster } from '../../model/guidance.ts';
import { nearest } from '../../model/nearest.ts';
import { checkScopeName } from '../../model/scope-name.ts';
import { createLru, createTtlCache } from '../../runtime/cache.ts';
import type { Logger } from '../../runtime/log.ts';
import { startTurns } from '../../runtime/turns.ts';
import { tooLargeGap } from './gaps.ts';
import { gatherParts } from './gather-parts.ts';
import { invalidContent, type LocalLayers } from './local-layers.ts';
import type { CacheCount } from './meters.ts';

/** The servers a request has passed, this one last; null for a request that came round and stays local. */
export type Loop = readonly string[] | null;

export interface ScopeListing {
  readonly names: readonly string[];
  readonly unavailable: readonly UnavailableMaster[];
  readonly keepSeconds: number | null;
}

export interface ScopeResolver {
  /** Whether scopes may come from masters. */
  readonly hasMasters: boolean;
  /** Sorted names of all scopes, local and on masters. */
  list(loop: Loop): Promise<ScopeListing>;
  /**
   * A scope with everything it inherits. Faults: `invalid-scope-name`, `scope-not-found` (naming the nearest of
   * `names`, where the caller may not know of all), `invalid-content`, `inheritance-cycle`, `inheritance-too-deep`.
   */
  resolve(name: string, loop: Loop, names?: () => Promise<readonly string[]>): Promise<ResolvedScope>;
  /** Whether asking for it again would give this very scope, without a look at files or masters. */
  isCached(scope: ResolvedScope, loop: Loop): boolean;
  readonly counts: Readonly<Record<'scopes' | 'lists', CacheCount>>;
  clear(): void;
  /** Forgets what these scopes' files say and every scope that is made of them, and the lists where `names` changed. */
  forget(scopes: ReadonlySet<string>, names: boolean): void;
}

export interface ScopeResolverOptions {
  readonly local: LocalLayers;
  /** Null where there are none; loaded when first asked. */
  readonly masters: (() => Promise<Masters>) | null;
  readonly cacheTtlSeconds: number;
  readonly maxDepth: number;
  readonly log: Logger;
}

/** A scope with what it was made of. */
interface Resolution {
  readonly parts: ReadonlyMap<string, ScopeParts>;
  readonly warnings: readonly string[];
  readonly scope: ResolvedScope;
}

const maxRecent = 200;
/** Characters of masters' answers in all resolved scopes; a hostile master could make each scope eight MiB. */
const maxHeldSize = 64 * 1024 * 1024;

/** Resolves scopes from files and masters through TTL caches, one load in flight per scope. */
export function createScopeResolver(options: ScopeResolverOptions): ScopeResolver {
  const { local, masters, cacheTtlSeconds: ttlSeconds, maxDepth, log } = options;
  const ttlOf = (value: { keepSeconds: number | null }) => value.keepSeconds ?? ttlSeconds;
  const listings = createTtlCache<ScopeListing>({ ttlSeconds, ttlOf });
  const resolved = createTtlCache<ResolvedScope>({ ttlSeconds, ttlOf });
  // Each chain of servers that asks has an answer of its own, but nearly always the same one: the masters answer 304.
  let heldSize = 0;
  /** The scopes that each was made of, or would have been had they existed. */
  const madeOf = new WeakMap<ResolvedScope, readonly string[]>();
  const recent = createLru<Resolution>(maxRecent);
  const keyOf = (loop: Loop) => (masters === null || loop === null ? '' : loop.slice(0, -1).join(' '));
  const scopeKey = (name: string, loop: Loop) => `${name} ${loop === null} ${keyOf(loop)}`;

  const list = (loop: Loop) =>
    listings.get(`${loop === null} ${keyOf(loop)}`, async () => {
      const own = await local.names();
      if (masters === null || loop === null) return { names: own, unavailable: [], keepSeconds: null };
      const { values, unavailable, keepSeconds } = await (await masters()).names(loop);
      return { names: [...new Set([...own, ...values.flat()])].sort(), unavailable, keepSeconds };
    });

  /** Starts afresh when masters have filled the caches with more than they may hold. */
  function remember(parts: ReadonlyMap<string, ScopeParts>): void {
    for (const { remotes } of parts.values()) for (const { size } of remotes) heldSize += size;
    if (heldSize <= maxHeldSize) return;
    heldSize = 0;
    resolved.clear();
    recent.clear();
  }

  async function load(name: string, loop: Loop): Promise<ResolvedScope> {
    const { scope, asked } = await resolveNow(name, loop);
    madeOf.set(scope, asked);
    return scope;
  }

  async function resolveNow(
    name: string,
    loop: Loop,
  ): Promise<{ scope: ResolvedScope; asked: readonly string[] }> {
    const own = await local.layer(name);
    if (own !== null && own.errors.length > 0) throw invalidContent(name, own.errors);
    const ask = masters === null || loop === null ? null : { masters: await masters(), loop };
    const found = await gatherParts(name, own?.layer ?? null, local, ask, maxDepth);
    const { parts, asked, gaps, unavailable, keepSeconds } = found;
    if (!parts.has(name)) throw new MissingScope(unavailable);
    const warnings = [
      ...gaps.map(({ text }) => text),
      ...copyWarnings(unavailable),
      ...hiddenWarnings(parts),
    ];
    const before = recent.get(name);
    if (before !== undefined && keepSeconds === null && isSame(before, { parts, warnings })) {
      return { scope: before.scope, asked };
    }
    // A master's outage has its own line in the log, and only one.
    if (unavailable.length === 0) for (const warning of warnings) log.warn(`scope "${name}": ${warning}`);
    const [{ resolveScope }, { leaveOutTooLarge, maxLocalSize }] = await Promise.all([
      import('../../guidance/resolve-scope.ts'),
      import('../../guidance/answer-size.ts'),
    ]);
    const fitting = leaveOutTooLarge(parts);
    if (fitting.localSize > maxLocalSize) throw tooLarge(name);
    if (!fitting.parts.has(name)) throw new MissingScope(unavailable);
    const leftOut = fitting.leftOut.map(tooLargeGap);
    for (const { text } of leftOut) log.warn(`scope "${name}": ${text}`);
    const notes = {
      gaps: [...gaps, ...leftOut],
      warnings: [...warnings, ...leftOut.map(({ text }) => text)],
      unavailable,
      keepSeconds,
    };
    const turn = startTurns();
    const scope = resolveScope(name, fitting.parts, { maxDepth, notes });
    await turn();
    remember(parts);
    if (masters !== null && keepSeconds === null) recent.set(name, { parts, warnings, scope });
    return { scope, asked };
  }

  return {
    hasMasters: masters !== null,
    list,
    counts: { scopes: resolved.counts, lists: listings.counts },
    async resolve(name, loop, names = async () => (await list(loop)).names) {
      try {
        return await resolved.get(scopeKey(checkScopeName(name), loop), () => load(name, loop));
      } catch (error) {
        if (!(error instanceof MissingScope)) throw error;
        throw notFound(name, await names(), error.unavailable);
      }
    },
    isCached: (scope, loop) => resolved.peek(scopeKey(scope.name, loop)) === scope,
    clear() {
      local.clear();
      listings.clear();
      resolved.clear();
      recent.clear();
      heldSize = 0;
    },
    forget(scopes, names) {
      for (const name of scopes) local.clear(name);
      if (names) {
        local.clearNames();
        listings.clear();
      }
      resolved.clearWhere((scope) => madeOf.get(scope)?.some((name) => scopes.has(name)) ?? true);
    },
  };
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

/** Whether both are made of the very same layers, unchanged since they were read. */
function isSame(before: Resolution, now: Omit<Resolution, 'scope'>): boolean {
  return (
    before.parts.size === now.parts.size &&
    before.warnings.join('\n') === now.warnings.join('\n') &&
    [...now.parts].every(([name, { local, remotes }]) => {
      const known = before.parts.get(name);
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
class MissingScope extends Error {
  readonly unavailable: readonly UnavailableMaster[];

  constructor(unavailable: readonly UnavailableMaster[]) {
    super('there is no such scope');
    this.unavailable = unavailable;
  }
}

function tooLarge(name: string): Fault {
  return new Fault(
    'invalid-content',
    `Scope "${name}" has invalid content: answers would be over 64 MiB, because texts of \`when\` are inherited by thousands of categories. Shorten the texts, or write the categories with fewer segments.`,
  );
}

function notFound(name: string, names: readonly string[], unavailable: readonly UnavailableMaster[]): Fault {
  const advice = () =>
    names.length === 0
      ? 'There are no scopes at all; "precept doctor" tells why.'
      : `The nearest names are: ${nearest(name, names).join(', ')}.`;
  const missing = unavailable.map(({ url }) => url).join(', ');
  const doubt = missing === '' ? '' : ` These masters are unavailable now and may have it: ${missing}.`;
  return new Fault('scope-not-found', () => `There is no scope "${name}". ${advice()}${doubt}`);
}
