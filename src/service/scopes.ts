import { Fault } from '../model/fault.ts';
import type { ResolvedScope, ScopeLayer } from '../model/guidance.ts';
import { nearest } from '../model/nearest.ts';
import { formatProblem, type Problem } from '../model/problem.ts';
import { checkScopeName } from '../model/scope-name.ts';
import { createTtlCache } from '../runtime/cache.ts';
import type { Logger } from '../runtime/log.ts';

export interface ScopeResolver {
  /** Sorted names of all scopes. */
  names(): Promise<readonly string[]>;
  /**
   * A scope with everything it inherits. Faults: `invalid-scope-name`, `scope-not-found`, `invalid-content`,
   * `inheritance-cycle`, `inheritance-too-deep`.
   */
  resolve(name: string): Promise<ResolvedScope>;
  clear(): void;
}

export interface ScopeResolverOptions {
  readonly rulesPath: string | null;
  readonly cacheTtlSeconds: number;
  readonly maxDepth: number;
  readonly log: Logger;
}

interface LoadedLayer {
  readonly layer: ScopeLayer;
  readonly errors: readonly Problem[];
}

/** Resolves scopes from files through TTL caches: listings, layers as read, and resolved scopes. */
export function createScopeResolver(options: ScopeResolverOptions): ScopeResolver {
  const { rulesPath, cacheTtlSeconds: ttlSeconds, maxDepth, log } = options;
  const listings = createTtlCache<readonly string[]>({ ttlSeconds });
  const layers = createTtlCache<LoadedLayer | null>({ ttlSeconds });
  const resolved = createTtlCache<ResolvedScope>({ ttlSeconds });

  const names = () =>
    listings.get('', async () => {
      if (rulesPath === null) return [];
      const { listScopes } = await import('../content/read-scope.ts');
      return listScopes(rulesPath);
    });

  const layerOf = (name: string) =>
    layers.get(name, async () => {
      if (rulesPath === null) return null;
      const { readScope } = await import('../content/read-scope.ts');
      const content = await readScope(rulesPath, name);
      return (
        content && {
          layer: content.layer,
          errors: content.problems.filter((problem) => problem.severity === 'error'),
        }
      );
    });

  async function load(name: string): Promise<ResolvedScope> {
    const own = await layerOf(name);
    if (own === null) throw await notFound(name, names());
    if (own.errors.length > 0) throw invalidContent(name, own.errors);
    const loaded = new Map([[name, own.layer]]);
    const warnings: string[] = [];
    const missing = new Set<string>();
    let generation = [own.layer];
    for (let depth = 0; generation.length > 0 && depth <= maxDepth; depth++) {
      const parents = generation.flatMap((layer) =>
        layer.metadata.parents.map((parent) => ({ parent, child: layer.name })),
      );
      const fresh = [...new Set(parents.map(({ parent }) => parent))].filter(
        (parent) => !loaded.has(parent) && !missing.has(parent),
      );
      const found = await Promise.all(fresh.map(layerOf));
      generation = [];
      fresh.forEach((parent, index) => {
        const result = found[index] ?? null;
        if (result !== null && result.errors.length === 0) {
          loaded.set(parent, result.layer);
          generation.push(result.layer);
          return;
        }
        missing.add(parent);
        const child = parents.find((link) => link.parent === parent)?.child ?? name;
        warnings.push(
          result === null
            ? `Parent "${parent}" of scope "${child}" was not found and is skipped.`
            : `Parent "${parent}" of scope "${child}" has invalid content and is skipped: ${formatProblem(result.errors[0] as Problem)}`,
        );
      });
    }
    for (const warning of warnings) log.warn(warning);
    const { resolveScope } = await import('../resolve/resolve-scope.ts');
    return resolveScope(name, loaded, { maxDepth, warnings });
  }

  return {
    names,
    resolve: async (name) => resolved.get(checkScopeName(name), () => load(name)),
    clear() {
      listings.clear();
      layers.clear();
      resolved.clear();
    },
  };
}

async function notFound(name: string, listing: Promise<readonly string[]>): Promise<Fault> {
  const close = nearest(name, await listing);
  const advice =
    close.length === 0 ? 'There are no scopes at all.' : `The nearest names are: ${close.join(', ')}.`;
  return new Fault('scope-not-found', `There is no scope "${name}". ${advice}`);
}

function invalidContent(name: string, errors: readonly Problem[]): Fault {
  const [first, ...others] = errors.map(formatProblem);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new Fault('invalid-content', `Scope "${name}" has invalid content: ${first}${more}`, {
    errors: errors.map((problem) => ({
      path: `${problem.file}:${problem.line}:${problem.column}`,
      message: `${problem.message}. ${problem.hint}`,
    })),
  });
}
