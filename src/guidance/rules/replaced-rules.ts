import type { Family, Replaced } from '../kind.ts';
import { pieceKey } from '../piece-key.ts';
import type { Rule, RuleCategories } from './rule.ts';

/** The suggestions of a parent that its child does not have. */
export function replacedSuggestions({ child, parent, parents }: Family<RuleCategories>): Replaced[] {
  return [...parent.content].flatMap(([category, { rules }]) => {
    const present = new Set((child.content.get(category)?.rules ?? []).map(identity));
    const gone = rules.filter((rule) => !present.has(identity(rule)));
    if (gone.length === 0) return [];
    const by =
      parents.find(({ scope, content }) => {
        const theirs = content.get(category)?.rules ?? [];
        return (
          scope !== parent.scope && theirs.length > 0 && theirs.every((one) => present.has(identity(one)))
        );
      }) ?? child;
    return gone.map(({ text, origin }) => ({ kind: 'suggestion', category, text, origin, by: by.scope }));
  });
}

/** Whether a scope has a suggestion that was replaced: what one scope replaced may have come in by another way. */
export function keptSuggestions(content: RuleCategories): (piece: Replaced) => boolean {
  const kept = new Set(
    [...content].flatMap(([category, { rules }]) =>
      rules.map(({ text, origin }) => pieceKey(category, text, origin)),
    ),
  );
  return ({ category, text, origin }) => kept.has(pieceKey(category, text, origin));
}

function identity({ text, origin }: Rule): string {
  return pieceKey('', text, origin);
}
