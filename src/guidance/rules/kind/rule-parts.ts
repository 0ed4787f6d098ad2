import type { Part } from '../../part.ts';
import type { RuleCategories, RuleKind } from '../rule.ts';
import { ruleId } from '../rule-id.ts';

/** Takes rules of one strength apart: a part for each category, with its rules. */
export function rulePartsOf(kind: RuleKind): (categories: RuleCategories) => Iterable<Part> {
  const idOf: Part['idOf'] = (rule) => ruleId(kind, rule);
  return function* parts(categories) {
    for (const [category, { rules, always, ...said }] of categories) {
      const fields = { ...said, ...(always !== null && { always }) };
      const origin = rules[0]?.origin ?? null;
      yield { element: 'category', category, name: null, fields, rules, idOf, origin };
    }
  };
}
