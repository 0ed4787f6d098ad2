import { rangeOfScalar } from '../content/text/place-in-scalar.ts';
import { kinds } from '../guidance/kinds.ts';
import type { Snapshot } from './snapshot.ts';

/** A few words behind a line, from 1. */
export interface InlayHint {
  readonly line: number;
  readonly text: string;
}

/** What the suggestions of a file replace: `replaces 3 suggestions of acme`. */
export function inlayHints(snapshot: Snapshot, name: string, scope: string): readonly InlayHint[] {
  if (name !== `${scope}/${kinds.suggestions.file}.yml`) return [];
  const merged = snapshot.merged(scope);
  if (merged === null) return [];
  return merged.scope.outline.guidance.suggestions.flatMap(({ category, append }): InlayHint[] => {
    if (category === null || append) return [];
    const rules = merged.inherited.suggestions.get(category.name)?.rules ?? [];
    if (rules.length === 0) return [];
    const owners = [...new Set(rules.map(({ origin }) => origin.scope))].join(' and ');
    const what = rules.length === 1 ? '1 suggestion' : `${rules.length} suggestions`;
    return [{ line: rangeOfScalar(category.key.scalar).line, text: `replaces ${what} of ${owners}` }];
  });
}
