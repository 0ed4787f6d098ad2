import type { IgnoredPair } from '../../model/guidance.ts';

/** One entry of `lint_ignore`, by the scope whose metadata.yml has it. */
interface Ignoring {
  readonly scope: string;
  /** Its place in the list of that scope. */
  readonly index: number;
  readonly pair: IgnoredPair;
  isUsed: boolean;
}

/** What `lint_ignore` says in all scopes. */
export interface IgnoredPairs {
  /** Whether a pair of rules that meets in a scope is silenced there; `has` says which scopes have both rules. */
  silences(
    meeting: string,
    code: string,
    ids: readonly [string, string],
    has: (scope: string) => boolean,
  ): boolean;
  /** The entries that have silenced nothing. */
  unused(): Iterable<Readonly<Ignoring>>;
}

export function createIgnoredPairs(
  scopes: ReadonlyMap<
    string,
    { readonly lineage: readonly string[]; readonly ignored: readonly IgnoredPair[] }
  >,
): IgnoredPairs {
  const byIds = new Map<string, Ignoring[]>();
  for (const [scope, { ignored }] of scopes) {
    for (const [index, pair] of ignored.entries()) {
      const key = keyOf(pair.rules);
      byIds.set(key, [...(byIds.get(key) ?? []), { scope, index, pair, isUsed: false }]);
    }
  }
  const inherits = (scope: string, ancestor: string) =>
    scopes.get(scope)?.lineage.includes(ancestor) ?? false;
  return {
    silences(meeting, code, ids, has) {
      const fitting = (byIds.get(keyOf(ids)) ?? []).filter(
        ({ scope, pair }) =>
          (pair.code === null || pair.code === code) &&
          (inherits(meeting, scope) || inherits(scope, meeting)) &&
          has(scope),
      );
      for (const ignoring of fitting) ignoring.isUsed = true;
      return fitting.length > 0;
    },
    *unused() {
      for (const ignoring of [...byIds.values()].flat()) if (!ignoring.isUsed) yield ignoring;
    },
  };
}

function keyOf(ids: readonly [string, string]): string {
  return [...ids].sort().join(' ');
}
