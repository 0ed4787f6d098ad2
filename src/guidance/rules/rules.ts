import * as v from 'valibot';
import type { Group, GuidanceKind, Slot } from '../kind.ts';
import { categoriesShape, linksShape, originShape, whenShape } from '../shapes.ts';
import { commandmentsMerging, suggestionsMerging } from './kind/merge-rules.ts';
import { detailsShape } from './record/details-shape.ts';
import type { OwnRuleCategories, OwnRuleCategory, Rule, RuleCategories, RuleCategory } from './rule.ts';
import { ruleId } from './rule-id.ts';

type RuleKindOf = GuidanceKind<OwnRuleCategories, RuleCategories, Rule>;

const category = {
  when: whenShape,
  tags: v.array(v.string()),
  ...linksShape,
  rules: v.array(
    v.object({
      text: v.string(),
      written: v.exactOptional(v.string()),
      id: v.exactOptional(v.string()),
      ...detailsShape.entries,
      details_origin: v.exactOptional(v.pick(originShape, ['server', 'scope'])),
      origin: originShape,
    }),
  ),
  ids: v.array(v.string()),
};

/** Mandatory rules (MUST). */
export const commandments: RuleKindOf = {
  file: 'commandments',
  noun: 'MUST',
  merging: commandmentsMerging,
  groups,
  slots,
  addsUp: true,
  textOf: ({ text }) => text,
  idOf: (rule) => ruleId('commandments', rule),
  shape: { commandments: categoriesShape(category) },
  loadReader: async () => (await import('./kind/read-rules.ts')).rulesReader('commandments'),
  loadParts: async () => (await import('./kind/rule-parts.ts')).rulePartsOf('commandments'),
  loadWire: async () => (await import('./kind/rules-wire.ts')).commandmentsWire,
  loadStarter: async () => (await import('./kind/starter.ts')).starters.commandments,
};

/** Advice (SHOULD). */
export const suggestions: RuleKindOf = {
  file: 'suggestions',
  noun: 'SHOULD',
  merging: suggestionsMerging,
  groups,
  slots,
  addsUp: false,
  textOf: ({ text }) => text,
  idOf: (rule) => ruleId('suggestions', rule),
  shape: { suggestions: categoriesShape({ ...category, append: v.exactOptional(v.literal(true)) }) },
  loadReader: async () => (await import('./kind/read-rules.ts')).rulesReader('suggestions'),
  loadParts: async () => (await import('./kind/rule-parts.ts')).rulePartsOf('suggestions'),
  loadWire: async () => (await import('./kind/rules-wire.ts')).suggestionsWire,
  loadStarter: async () => (await import('./kind/starter.ts')).starters.suggestions,
};

function* groups(categories: RuleCategories): Iterable<Group> {
  for (const [category, { when, rules }] of categories) yield { category, when, pieces: rules };
}

function* slots(
  categories: ReadonlyMap<string, RuleCategory & Partial<Pick<OwnRuleCategory, 'at' | 'unserved'>>>,
): Iterable<Slot<Rule>> {
  for (const [category, { rules, unserved, at }] of categories) {
    yield {
      key: category,
      category,
      name: null,
      pieces: rules,
      ...(unserved && { unserved }),
      ...(at && { at }),
    };
  }
}
