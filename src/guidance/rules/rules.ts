import * as v from 'valibot';
import type { Group, GuidanceKind } from '../kind.ts';
import { categoriesShape, linksShape, originShape, whenShape } from '../shapes.ts';
import { commandmentsMerging, suggestionsMerging } from './merge-rules.ts';
import { keptSuggestions, replacedSuggestions } from './replaced-rules.ts';
import type { OwnRuleCategories, RuleCategories } from './rule.ts';

type RuleKindOf = GuidanceKind<OwnRuleCategories, RuleCategories>;

const shape = categoriesShape({
  when: whenShape,
  tags: v.array(v.string()),
  ...linksShape,
  rules: v.array(v.object({ text: v.string(), origin: originShape })),
  ids: v.array(v.string()),
});

/** Mandatory rules (MUST). */
export const commandments: RuleKindOf = {
  file: 'commandments',
  merging: commandmentsMerging,
  groups,
  // They add up, so that nothing is ever replaced.
  replaced: () => [],
  kept: () => () => false,
  shape: { commandments: shape },
  loadReader: async () => (await import('./read-rules.ts')).rulesReader('commandments'),
  loadWire: async () => (await import('./rules-wire.ts')).commandmentsWire,
  loadStarter: async () => (await import('./starter.ts')).starters.commandments,
};

/** Advice (SHOULD). */
export const suggestions: RuleKindOf = {
  file: 'suggestions',
  merging: suggestionsMerging,
  groups,
  replaced: replacedSuggestions,
  kept: keptSuggestions,
  shape: { suggestions: shape },
  loadReader: async () => (await import('./read-rules.ts')).rulesReader('suggestions'),
  loadWire: async () => (await import('./rules-wire.ts')).suggestionsWire,
  loadStarter: async () => (await import('./starter.ts')).starters.suggestions,
};

function* groups(categories: RuleCategories): Iterable<Group> {
  for (const [category, { when, rules }] of categories) yield { category, when, pieces: rules };
}
