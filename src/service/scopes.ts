import type { Masters } from '../federation/masters.ts';
import { Fault } from '../model/fault.ts';
import type { RemoteScope, ResolvedScope, ScopeLayer, UnavailableMaster } from '../model/guidance.ts';
import { nearest } from '../model/nearest.ts';
import { formatProblem, type Problem } from '../model/problem.ts';
import { checkScopeName } from '../model/scope-name.ts';
import type { ScopeParts } from '../resolve/resolve-scope.ts';
import { createTtlCache } from '../runtime/cache.ts';
import type { Logger } from '../runtime/log.ts';
import { invalidContent, type LocalLayers } from './local-layers.ts';

/** The servers a request has passed, this one last; null for a request that came round and stays local. */
export type Loop = readonly string[] | null;

export interface ScopeListing {
  readonly names: readonly string[];
  readonly unavailable: readonly UnavailableMaster[];
  readonly keepSeconds: number | null;
}

export interface ScopeResolver {
  /** Sorted names of all scopes, local and on masters. */
  list(loop: Loop): Promise<ScopeListing>;
  /**
   * A scope with everything it inherits. Faults: `invalid-scope-name`, `scope-not-found`, `invalid-content`,
   * `inheritance-cycle`, `inheritance-too-deep`.
   */
  resolve(name: string, loop: Loop): Promise<ResolvedScope>;
  clear(): void;
}

export interface ScopeResolverOptions {
  readonly local: LocalLayers;
  /** Null where there are none; loaded when first asked. */
  readonly masters: (() => Promise<Masters>) | null;
  readonly cacheTtlSeconds: number;
  readonly maxDepth: number;
  readonly log: Logger;
}

interface Lineage {
  readonly layers: ReadonlyMap<string, ScopeLayer>;
  /** Parents without a local layer, and which scope names them. */
  readonly absent: ReadonlyMap<string, { child: string; problem: Problem | null }>;
}

/** Resolves scopes from files and masters through TTL caches, one load in flight per scope. */
export function createScopeResolver(options: ScopeResolverOptions): ScopeResolver {
  const { local, masters, cacheTtlSeconds: ttlSeconds, maxDepth, log } = options;
  const ttlOf = (value: { keepSeconds: number | null }) => value.keepSeconds ?? ttlSeconds;
  const listings = createTtlCache<ScopeListing>({ ttlSeconds, ttlOf });
  const resolved = createTtlCache<ResolvedScope>({ ttlSeconds, ttlOf });
  const keyOf = (loop: Loop) => (masters === null || loop === null ? '' : loop.slice(0, -1).join(' '));

  const list = (loop: Loop) =>
    listings.get(`${loop === null} ${keyOf(loop)}`, async () => {
      const own = await local.names();
      if (masters === null || loop === null) return { names: own, unavailable: [], keepSeconds: null };
      const { values, unavailable, keepSeconds } = await (await masters()).names(loop);
      return { names: [...new Set([...own, ...values.flat()])].sort(), unavailable, keepSeconds };
    });

  async function load(name: string, loop: Loop): Promise<ResolvedScope> {
    const own = await local.layer(name);
    if (own !== null && own.errors.length > 0) throw invalidContent(name, own.errors);
    const { layers, absent } = await readLineage(local, name, own?.layer ?? null, maxDepth);
    const asked = [...new Set([name, ...layers.keys(), ...absent.keys()])];
    const remote = masters === null || loop === null ? null : await askMasters(await masters(), asked, loop);

    const parts = new Map<string, ScopeParts>();
    for (const scope of asked) {
      const part = { local: layers.get(scope) ?? null, remotes: remote?.scopes.get(scope) ?? [] };
      if (part.local !== null || part.remotes.length > 0) parts.set(scope, part);
    }
    const unavailable = remote?.unavailable ?? [];
    if (!parts.has(name)) throw await notFound(name, list(loop), unavailable);
    const warnings = [...absent].flatMap(([parent, { child, problem }]) => {
      if (problem !== null) {
        return [
          `Parent "${parent}" of scope "${child}" has invalid content and is skipped: ${formatProblem(problem)}`,
        ];
      }
      return parts.has(parent)
        ? []
        : [`Parent "${parent}" of scope "${child}" was not found and is skipped.`];
    });
    for (const { url, cleaned } of [...parts.values()].flatMap(({ remotes }) => remotes)) {
      if (cleaned > 0)
        warnings.push(`Hidden characters were taken out of ${cleaned} texts of master ${url}.`);
    }
    for (const warning of warnings) log.warn(warning);
    const { resolveScope } = await import('../resolve/resolve-scope.ts');
    const notes = { warnings, unavailable, keepSeconds: remote?.keepSeconds ?? null };
    return resolveScope(name, parts, { maxDepth, notes });
  }

  return {
    list,
    resolve: async (name, loop) =>
      resolved.get(`${checkScopeName(name)} ${loop === null} ${keyOf(loop)}`, () => load(name, loop)),
    clear() {
      local.clear();
      listings.clear();
      resolved.clear();
    },
  };
}

/** The local layers of a scope's ancestors, a generation at a time and no further than may be served. */
async function readLineage(
  local: LocalLayers,
  name: string,
  own: ScopeLayer | null,
  maxDepth: number,
): Promise<Lineage> {
  const layers = new Map(own === null ? [] : [[name, own]]);
  const absent = new Map<string, { child: string; problem: Problem | null }>();
  let generation = [...layers.values()];
  for (let depth = 0; generation.length > 0 && depth <= maxDepth; depth++) {
    const children = new Map<string, string>();
    for (const { name: child, metadata } of generation) {
      for (const parent of metadata.parents) {
        if (!layers.has(parent) && !absent.has(parent) && !children.has(parent)) children.set(parent, child);
      }
    }
    const found = await Promise.all([...children.keys()].map(local.layer));
    generation = [];
    [...children].forEach(([parent, child], index) => {
      const result = found[index] ?? null;
      if (result !== null && result.errors.length === 0) {
        layers.set(parent, result.layer);
        generation.push(result.layer);
      } else {
        absent.set(parent, { child, problem: result?.errors[0] ?? null });
      }
    });
  }
  return { layers, absent };
}

/** What every master says of each of the scopes, all asked at once. */
async function askMasters(masters: Masters, names: readonly string[], loop: readonly string[]) {
  const gathered = await Promise.all(names.map((name) => masters.scope(name, loop)));
  const scopes = new Map<string, readonly RemoteScope[]>(
    names.map((name, index) => [name, gathered[index]?.values ?? []]),
  );
  const byUrl = new Map(gathered.flatMap(({ unavailable }) => unavailable).map((one) => [one.url, one]));
  const limits = gathered.flatMap(({ keepSeconds }) => (keepSeconds === null ? [] : [keepSeconds]));
  const inOrder = masters.urls.flatMap((url) => byUrl.get(url) ?? []);
  return { scopes, unavailable: inOrder, keepSeconds: limits.length === 0 ? null : Math.min(...limits) };
}

async function notFound(
  name: string,
  listing: Promise<ScopeListing>,
  unavailable: readonly UnavailableMaster[],
): Promise<Fault> {
  const close = nearest(name, (await listing).names);
  const advice =
    close.length === 0 ? 'There are no scopes at all.' : `The nearest names are: ${close.join(', ')}.`;
  const missing = unavailable.map(({ url }) => url).join(', ');
  const doubt = missing === '' ? '' : ` These masters are unavailable now and may have it: ${missing}.`;
  return new Fault('scope-not-found', `There is no scope "${name}". ${advice}${doubt}`);
}
