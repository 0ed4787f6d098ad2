import type { Guidance, ResolvedScope } from './guidance.ts';
import type { Replaced, ScopeContent } from './kind.ts';
import { type KindName, type KindTypes, kindNames, kinds } from './kinds.ts';
import { pieceKey } from './piece-key.ts';

/** Guidance of an ancestor that a nearer scope replaced. */
export type Overridden = Replaced;

/**
 * What a scope does not have although an ancestor says it, because a nearer scope replaced it: nearest first, each
 * once. `ancestors` holds the resolved scopes of its lineage; one that is missing is passed over.
 */
export function overriddenIn(
  scope: ResolvedScope,
  ancestors: ReadonlyMap<string, ResolvedScope>,
): readonly Overridden[] {
  const resolved = (name: string) => (name === scope.name ? scope : ancestors.get(name));
  const found = new Map<string, { readonly piece: Replaced; readonly kind: KindName }>();
  for (const child of scope.lineage.flatMap((name) => resolved(name) ?? [])) {
    const parents = child.metadata.parents.flatMap((name) => resolved(name) ?? []);
    for (const parent of parents) {
      for (const kind of kindNames) {
        for (const piece of replacedBy(kind, { child, parent, parents })) {
          const key = pieceKey(piece.category, piece.text, piece.origin);
          if (!found.has(key)) found.set(key, { piece, kind });
        }
      }
    }
  }
  const kept = new Map(kindNames.map((kind) => [kind, keptIn(kind, scope)]));
  return [...found.values()].flatMap(({ piece, kind }) => (kept.get(kind)?.(piece) ? [] : [piece]));
}

interface ResolvedFamily {
  readonly child: ResolvedScope;
  readonly parent: ResolvedScope;
  readonly parents: readonly ResolvedScope[];
}

function replacedBy<Name extends KindName>(
  kind: Name,
  { child, parent, parents }: ResolvedFamily,
): readonly Replaced[] {
  const contentOf = (scope: ResolvedScope): ScopeContent<KindTypes[Name]['merged']> => {
    const guidance: Guidance = scope;
    return { scope: scope.name, content: guidance[kind] };
  };
  return kinds[kind].replaced({
    child: contentOf(child),
    parent: contentOf(parent),
    parents: parents.map(contentOf),
  });
}

function keptIn<Name extends KindName>(kind: Name, scope: Guidance): (piece: Replaced) => boolean {
  return kinds[kind].kept(scope[kind]);
}
