import type { Origin } from '../model/origin.ts';
import type { ResolvedScope } from './guidance.ts';
import type { Rule } from './rules/rule.ts';

/** Guidance of an ancestor that a nearer scope replaced. */
export interface Overridden {
  readonly kind: 'suggestion' | 'kata' | 'story';
  /** The category; empty for a story. */
  readonly category: string;
  /** The rule as written, the kata's name, or the story's id. */
  readonly text: string;
  readonly origin: Origin;
  /** The scope whose content stands in its place. */
  readonly by: string;
}

/**
 * What a scope does not have although an ancestor says it, because a nearer scope replaced it: nearest first, each
 * once. `ancestors` holds the resolved scopes of its lineage; one that is missing is passed over.
 */
export function overriddenIn(
  scope: ResolvedScope,
  ancestors: ReadonlyMap<string, ResolvedScope>,
): readonly Overridden[] {
  const resolved = (name: string) => (name === scope.name ? scope : ancestors.get(name));
  const found = new Map<string, Overridden>();
  for (const child of scope.lineage.flatMap((name) => resolved(name) ?? [])) {
    const parents = child.metadata.parents.flatMap((name) => resolved(name) ?? []);
    const all = parents.flatMap((parent) => [
      ...suggestions(parent, child, parents),
      ...katas(parent, child),
      ...stories(parent, child),
    ]);
    for (const one of all) {
      const key = keyOf(one.category, one.text, one.origin);
      if (!found.has(key)) found.set(key, one);
    }
  }
  // What one scope replaced may have come in by another way.
  const kept = new Set(
    [...scope.suggestions].flatMap(([category, { rules }]) =>
      rules.map(({ text, origin }) => keyOf(category, text, origin)),
    ),
  );
  return [...found]
    .filter(([key, { kind }]) => kind !== 'suggestion' || !kept.has(key))
    .map(([, one]) => one);
}

function suggestions(
  parent: ResolvedScope,
  child: ResolvedScope,
  parents: readonly ResolvedScope[],
): Overridden[] {
  return [...parent.suggestions].flatMap(([category, { rules }]) => {
    const present = new Set((child.suggestions.get(category)?.rules ?? []).map(identity));
    const gone = rules.filter((rule) => !present.has(identity(rule)));
    if (gone.length === 0) return [];
    const isKept = (other: ResolvedScope) => {
      const theirs = other.suggestions.get(category)?.rules ?? [];
      return other !== parent && theirs.length > 0 && theirs.every((rule) => present.has(identity(rule)));
    };
    const by = parents.find(isKept)?.name ?? child.name;
    return gone.map(({ text, origin }) => ({ kind: 'suggestion' as const, category, text, origin, by }));
  });
}

function katas(parent: ResolvedScope, child: ResolvedScope): Overridden[] {
  return [...parent.katas].flatMap(([category, { katas: theirs }]) =>
    [...theirs.values()].flatMap(({ name, origin }): Overridden[] => {
      const now = child.katas.get(category)?.katas.get(name)?.origin;
      if (now === undefined || samePlace(now, origin)) return [];
      return [{ kind: 'kata', category, text: name, origin, by: now.scope }];
    }),
  );
}

function stories(parent: ResolvedScope, child: ResolvedScope): Overridden[] {
  return [...parent.stories.values()].flatMap(({ id, origin }): Overridden[] => {
    const now = child.stories.get(id)?.origin;
    if (now === undefined || samePlace(now, origin)) return [];
    return [{ kind: 'story', category: '', text: id, origin, by: now.scope }];
  });
}

function samePlace(a: Origin, b: Origin): boolean {
  return a.server === b.server && a.file === b.file && a.line === b.line;
}

function identity({ text, origin }: Rule): string {
  return keyOf('', text, origin);
}

function keyOf(category: string, text: string, { server, file, line }: Origin): string {
  return JSON.stringify([category, server, file, line, text]);
}
