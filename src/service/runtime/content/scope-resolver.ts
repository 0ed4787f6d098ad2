import { noList } from '../../../federation/master-error.ts';
import type { Masters } from '../../../federation/masters.ts';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { Fault } from '../../../model/fault.ts';
import type { UnavailableMaster } from '../../../model/guidance.ts';
import { checkScopeName } from '../../../model/names/scope-name.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { createTtlCache } from '../../../runtime/async/cache.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { CacheCount } from '../meters.ts';
import { createScopeLoader, type MasterCondition, MissingScope } from './load-scope.ts';
import type { LocalLayers } from './local-layers.ts';
import type { Admission } from './open-parts.ts';

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
  /** A scope that was resolved here as a caller may see it; null where nothing of it is open to him. */
  openTo(scope: ResolvedScope, admission: Admission): Promise<ResolvedScope | null>;
  /**
   * What masters ask of whoever is served a scope of theirs: one for each that has it, null where it asks nothing. Known as long as the
   * scope would be and for many more. Faults are those of `resolve`.
   */
  conditions(name: string, loop: Loop): Promise<readonly (MasterCondition | null)[]>;
  /** Whether asking for it again would give this very scope, without a look at files or masters. */
  isCached(scope: ResolvedScope, loop: Loop): boolean;
  readonly counts: Readonly<Record<'scopes' | 'lists', CacheCount>>;
  clear(): void;
  /** Forgets what these scopes' files say and every scope that is made of them, and the lists where `names` changed. */
  forget(scopes: ReadonlySet<string>, names: boolean): void;
  /**
   * Whether a scope was made of one of these when it was resolved last. Files here do not tell what a parent inherits that only a master has.
   */
  wasMadeOf(name: string, scopes: ReadonlySet<string>): boolean;
}

export interface ScopeResolverOptions {
  readonly local: LocalLayers;
  /** Null where there are none; loaded when first asked. */
  readonly masters: (() => Promise<Masters>) | null;
  readonly cacheTtlSeconds: number;
  readonly maxDepth: number;
  readonly log: Logger;
}

/** Scopes of which the conditions or parts are known: as many as two masters may list. */
const mostConditions = 20_000;

/** Characters of masters' answers in all resolved scopes; a hostile master could make each scope eight MiB. */
const maxHeldSize = 64 * 1024 * 1024;

/** What says how long it may be kept. */
type Kept = Pick<ResolvedScope, 'keepSeconds'> & Partial<Pick<ResolvedScope, 'changesAt'>>;

interface Conditions {
  readonly all: readonly (MasterCondition | null)[];
  readonly keepSeconds: number | null;
}

/** Resolves scopes from files and masters through TTL caches, one load in flight per scope. */
export function createScopeResolver(options: ScopeResolverOptions): ScopeResolver {
  const { local, masters, cacheTtlSeconds: ttlSeconds } = options;
  const ttlOf = ({ keepSeconds, changesAt = null }: Kept) => {
    const most = keepSeconds ?? ttlSeconds;
    return changesAt === null ? most : Math.min(most, Math.max(0, (changesAt - Date.now()) / 1000));
  };
  const listings = createTtlCache<ScopeListing>({ ttlSeconds, ttlOf });
  const resolved = createTtlCache<ResolvedScope>({ ttlSeconds, ttlOf });
  const conditions = createTtlCache<Conditions>({ ttlSeconds, ttlOf, maxSize: mostConditions });
  /** The scopes that each was made of, or would have been had they existed. */
  const madeOf = new WeakMap<ResolvedScope, readonly string[]>();
  /** The same by name, of the scopes that were resolved last. */
  const lastMadeOf = new Map<string, readonly string[]>();
  const loader = createScopeLoader({
    ...options,
    hasMasters: masters !== null,
    maxHeldSize,
    onFull: () => resolved.clear(),
  });
  const keyOf = (loop: Loop) => (masters === null || loop === null ? '' : loop.slice(0, -1).join(' '));
  const scopeKey = (name: string, loop: Loop) => `${name} ${loop === null} ${keyOf(loop)}`;
  /** The masters, loaded, where they are to be asked. */
  const toAsk = async (loop: Loop) =>
    masters === null || loop === null ? null : { masters: await masters(), loop };

  const list = (loop: Loop) =>
    listings.get(`${loop === null} ${keyOf(loop)}`, async () => {
      const own = await local.names();
      const asked = await toAsk(loop);
      if (asked === null) return { names: own, unavailable: [], keepSeconds: null };
      const { values, unavailable, keepSeconds } = await asked.masters.names(asked.loop);
      return { names: [...new Set([...own, ...values.flat()])].sort(), unavailable, keepSeconds };
    });

  async function load(name: string, loop: Loop): Promise<ResolvedScope> {
    const { scope, asked } = await loader.load(name, () => toAsk(loop));
    madeOf.set(scope, asked);
    lastMadeOf.delete(name);
    lastMadeOf.set(name, asked);
    const [oldest] = lastMadeOf.keys();
    if (lastMadeOf.size > mostConditions && oldest !== undefined) lastMadeOf.delete(oldest);
    return scope;
  }

  const resolve: ScopeResolver['resolve'] = async (
    name,
    loop,
    names = async () => (await list(loop)).names,
  ) => {
    try {
      return await resolved.get(scopeKey(checkScopeName(name), loop), () => load(name, loop));
    } catch (error) {
      if (!(error instanceof MissingScope)) throw error;
      const known = await names();
      const foreign = (await toAsk(loop))?.masters.foreign() ?? [];
      throw notFound(name, known, error, foreign);
    }
  };

  return {
    hasMasters: masters !== null,
    list,
    counts: { scopes: resolved.counts, lists: listings.counts },
    resolve,
    openTo: loader.openTo,
    async conditions(name, loop) {
      const { all } = await conditions.get(scopeKey(name, loop), async () => {
        const scope = await resolve(name, loop);
        return { all: loader.conditionsOf(scope), keepSeconds: scope.keepSeconds };
      });
      return all;
    },
    isCached: (scope, loop) => resolved.peek(scopeKey(scope.name, loop)) === scope,
    clear() {
      local.clear();
      listings.clear();
      resolved.clear();
      conditions.clear();
      loader.clear();
    },
    forget(scopes, names) {
      for (const name of scopes) local.clear(name);
      if (names) {
        local.clearNames();
        listings.clear();
      }
      conditions.clear();
      resolved.clearWhere((scope) => madeOf.get(scope)?.some((name) => scopes.has(name)) ?? true);
    },
    wasMadeOf: (name, scopes) => lastMadeOf.get(name)?.some((one) => scopes.has(one)) ?? false,
  };
}

function notFound(
  name: string,
  names: readonly string[],
  { unavailable, gaps }: MissingScope,
  foreign: readonly string[],
): Fault {
  const advice = () => {
    if (names.length === 0) return 'There are no scopes at all; "precept doctor" tells why.';
    // A page of all scopes may say so a thousand times: no names are looked for then.
    if (names.includes(name)) return 'A master lists it, and does not have it.';
    return `The nearest names are: ${nearest(name, names).join(', ')}.`;
  };
  const others = foreign.map((url) => ` ${url} is not a Precept master: ${noList}.`);
  const also = [...gaps.map(({ text }) => ` Incomplete: ${text}`), ...others].join('');
  if (unavailable.length === 0)
    return new Fault('scope-not-found', () => `There is no scope "${name}". ${advice()}${also}`);
  const away = unavailable.map(({ url, reason }) => `${url} (${reason})`).join(', ');
  const isOne = unavailable.length === 1;
  const isRefused = unavailable.every(({ reason }) => /^it answered 40[13]\b/.test(reason));
  const refuses = isOne ? 'This master refuses to answer' : 'These masters refuse to answer';
  const silent = isOne ? 'This master gives no answer now' : 'These masters give no answer now';
  const doubt = `${isRefused ? refuses : silent} and may have it: ${away}.${also}`;
  return new Fault('scope-not-found', () => {
    // The list may be a copy, of a master that does not answer now.
    if (names.includes(name)) return `The scope "${name}" is listed, and its content is not here. ${doubt}`;
    const known = names.length === 0 ? '' : ` The nearest names are: ${nearest(name, names).join(', ')}.`;
    return `Precept knows no scope "${name}".${known} ${doubt}`;
  });
}
