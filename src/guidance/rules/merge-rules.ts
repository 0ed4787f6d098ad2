import type { Rule, RuleCategories, RuleCategory } from './rule.ts';

/**
 * Commandments of a child over those of its parent (docs/authoring.md: they add up). The parent's rules come first, the
 * same text is kept once at its first place, a `when` of the child's replaces, tags are united.
 */
export function mergeCommandments(parent: RuleCategories, child: RuleCategories): RuleCategories {
  return mergeCategories(parent, child, (inherited, own) => ({
    when: own.when ?? inherited.when,
    tags: union(inherited.tags, own.tags),
    rules: distinctRules([...inherited.rules, ...own.rules]),
  }));
}

/**
 * Suggestions of a child over those of its parent: a category replaces the parent's whole, or appends to it where
 * it was written with `+`.
 */
export function mergeSuggestions(
  parent: RuleCategories,
  child: ReadonlyMap<string, RuleCategory & { append?: boolean }>,
): RuleCategories {
  return mergeCategories(parent, child, (inherited, own) => {
    if (!own.append) return own;
    return {
      when: own.when ?? inherited.when,
      tags: union(inherited.tags, own.tags),
      rules: [...inherited.rules, ...own.rules],
    };
  });
}

const nothing: RuleCategory = { when: null, tags: [], rules: [] };

function mergeCategories<Own extends RuleCategory>(
  parent: RuleCategories,
  child: ReadonlyMap<string, Own>,
  join: (inherited: RuleCategory, own: Own) => RuleCategory,
): RuleCategories {
  if (child.size === 0) return parent;
  const merged = new Map<string, RuleCategory>(parent);
  for (const [name, own] of child) {
    const { when, tags, rules } = join(merged.get(name) ?? nothing, own);
    merged.set(name, { when, tags, rules });
  }
  return merged;
}

/** The items of both lists, each once, in the order of their first appearance. */
export function union<Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  return [...new Set([...first, ...second])];
}

/** The rules, the same text once, at its first place. */
export function distinctRules(rules: readonly Rule[]): readonly Rule[] {
  const seen = new Set<string>();
  return rules.filter(({ text }) => !seen.has(text) && seen.add(text));
}
