import { parentsFirst } from '../../../resolve/category-order.ts';
import { joinMaps, type Merging, union } from '../../../resolve/merging.ts';
import { hasMore, joinMasters, joinRules } from '../record/join-rules.ts';
import type { OwnRuleCategories, OwnRuleCategory, Rule, RuleCategories, RuleCategory } from '../rule.ts';

type RuleMerging = Merging<OwnRuleCategories, RuleCategories>;

/** Commandments add up, along the line of parents and over masters. */
export const commandmentsMerging: RuleMerging = {
  none: new Map(),
  over: mergeCommandments,
  ofMasters: (answers) => joinMaps(answers, addUp),
  withoutEchoes: (remote) => remote,
  inOrder: parentsFirst,
};

/** The nearest suggestions of a category stand alone, unless they append; of several masters the first's do. */
export const suggestionsMerging: RuleMerging = {
  none: new Map(),
  over: mergeSuggestions,
  ofMasters: (answers) =>
    joinMaps<RuleCategory>(answers, (first, later) => ({
      ...first,
      when: first.when ?? later.when,
      always: first.always ?? later.always,
    })),
  withoutEchoes: withoutAppended,
  inOrder: parentsFirst,
};

/**
 * Commandments of a child over those of its parent (docs/inheritance.md: they add up). The parent's rules come first, the
 * same text is kept once at its first place, a `when` or `always` of the child's replaces, tags, paths
 * and links are united.
 */
function mergeCommandments(parent: RuleCategories, child: RuleCategories): RuleCategories {
  return mergeCategories(parent, child, (inherited, own) => ({
    when: own.when ?? inherited.when,
    always: own.always ?? inherited.always,
    ...unitedLabels(inherited, own),
    rules: distinctRules([...inherited.rules, ...own.rules]),
  }));
}

/** Commandments of two masters: those of the first in the list come first, and its `when` and details win. */
function addUp(first: RuleCategory, later: RuleCategory): RuleCategory {
  return {
    when: first.when ?? later.when,
    always: first.always ?? later.always,
    ...unitedLabels(first, later),
    rules: distinctRules([...first.rules, ...later.rules], joinMasters),
  };
}

/**
 * The masters' suggestions without what is a local appending (`+`) one come round through a circle of servers: the same
 * text from the same line of the same file. It is appended once.
 */
function withoutAppended(remote: RuleCategories, local: OwnRuleCategories): RuleCategories {
  const appended = [...local].filter(([key, { append }]) => append && remote.has(key));
  if (appended.length === 0) return remote;
  const suggestions = new Map(remote);
  for (const [key, { rules }] of appended) {
    const category = remote.get(key);
    if (category === undefined) continue;
    const own = new Set(rules.map(placeAndText));
    suggestions.set(key, {
      ...category,
      rules: category.rules.filter((rule) => !own.has(placeAndText(rule))),
    });
  }
  return suggestions;
}

function placeAndText({ text, origin: { scope, file, line } }: Rule): string {
  return JSON.stringify([scope, file, line, text]);
}

/**
 * Suggestions of a child over those of its parent: a category replaces the parent's whole, or appends to it where
 * it was written with `+`. What masters say may hold what a parent of theirs says, which is below already. One with nothing but drafts
 * and retired rules takes the place of nothing.
 */
function mergeSuggestions(
  parent: RuleCategories,
  child: ReadonlyMap<string, RuleCategory & Partial<Pick<OwnRuleCategory, 'unserved'>>>,
): RuleCategories {
  return mergeCategories(parent, child, (inherited, own) => {
    if (!own.append && (own.rules.length > 0 || own.unserved === undefined)) return own;
    return {
      when: own.when ?? inherited.when,
      always: own.always ?? inherited.always,
      ...unitedLabels(inherited, own),
      rules: appended(inherited.rules, notAmong(inherited.rules, own.rules)),
      append: inherited.append === true,
    };
  });
}

/** The rules that are not among those below: the layers of local files have each rule once, but masters' may have it again. */
function notAmong(below: readonly Rule[], rules: readonly Rule[]): readonly Rule[] {
  if (below.length === 0 || rules.every(({ origin }) => origin.server === 'local')) return rules;
  const known = new Set(below.map(pieceOf));
  return rules.filter((rule) => !known.has(pieceOf(rule)));
}

/** The inherited rules and what is appended to them, which takes the place of a rule whose id it has. */
function appended(inherited: readonly Rule[], own: readonly Rule[]): readonly Rule[] {
  const byId = new Map(own.flatMap((rule) => (rule.id === undefined ? [] : [[rule.id, rule]])));
  if (byId.size === 0) return [...inherited, ...own];
  const rules = inherited.map((rule) => (rule.id === undefined ? rule : (byId.get(rule.id) ?? rule)));
  const placed = new Set(rules);
  return [...rules, ...own.filter((rule) => !placed.has(rule))];
}

/** Names a rule by its server and place. */
function pieceOf({ text, origin: { server, scope, file, line, column } }: Rule): string {
  return JSON.stringify([server, scope, file, line, column, text]);
}

const nothing: RuleCategory = {
  when: null,
  tags: [],
  paths: [],
  see: [],
  always: null,
  rules: [],
  append: true,
};

function mergeCategories<Own extends RuleCategory>(
  parent: RuleCategories,
  child: ReadonlyMap<string, Own>,
  join: (inherited: RuleCategory, own: Own) => RuleCategory,
): RuleCategories {
  if (child.size === 0) return parent;
  const merged = new Map<string, RuleCategory>(parent);
  for (const [name, own] of child) {
    const { when, tags, paths, see, always, rules, append = false } = join(merged.get(name) ?? nothing, own);
    merged.set(name, { when, tags, paths, see, always, rules, ...(append && { append }) });
  }
  return merged;
}

/** What is united wherever rules are: tags, and what leads to the category and from it. */
function unitedLabels(
  first: RuleCategory,
  later: RuleCategory,
): Pick<RuleCategory, 'tags' | 'paths' | 'see'> {
  return {
    tags: union(first.tags, later.tags),
    paths: union(first.paths, later.paths),
    see: union(first.see, later.see),
  };
}

/** The rules, the same text once, at its first place; `join` makes one of two where one of them is more than its text. */
function distinctRules(
  rules: readonly Rule[],
  join: (first: Rule, later: Rule) => Rule = joinRules,
): readonly Rule[] {
  const distinct = new Map<string, Rule>();
  for (const rule of rules) {
    const first = distinct.get(rule.text);
    if (first === undefined) distinct.set(rule.text, rule);
    else if (hasMore(first) || hasMore(rule)) distinct.set(rule.text, join(first, rule));
  }
  return [...distinct.values()];
}
