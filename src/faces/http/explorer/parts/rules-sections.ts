import { bySegment } from '../../../../model/names/category-path.ts';
import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { categoryId, type Link, type Place, toLink, toPlace } from '../place.ts';
import { type Verdicts, verdictKey } from './check-verdicts.ts';
import { createFilter } from './filter.ts';
import { type Beside, besideWords } from './rule-details.ts';
import { isNarrowed, type RuleQuery } from './rule-query.ts';
import type { ExploredScope } from './scope-head.ts';

export type RulesAnswer = AnswerOf<typeof named.getRules>;
type RuleCategory = RulesAnswer['presentation']['commandments'][number];

/** The strengths of rules, in the order of the page. */
const words = { commandments: 'MUST', suggestions: 'SHOULD' } as const;
type RuleKind = keyof typeof words;
const ruleKinds = Object.keys(words) as readonly RuleKind[];

export interface RuleItem {
  /** As the answer has it. */
  readonly text: string;
  /** Whether it is the first of its id, which links lead to. */
  readonly isFirst: boolean;
  /** Its id, which takes a hash: of a large scope most rules are not shown. */
  id(): string;
  readonly place: Place;
  readonly inherited: boolean;
  readonly beside: Beside;
  readonly hidden: boolean;
}

interface Group {
  readonly kind: RuleKind;
  readonly word: 'MUST' | 'SHOULD';
  readonly when: string | null;
  readonly rules: readonly RuleItem[];
  readonly hidden: boolean;
}

interface Replaced extends Pick<RuleItem, 'text' | 'place'> {
  readonly id: string;
  /** The scope whose rules stand in its place. */
  readonly by: string | null;
}

interface Unserved extends Pick<RuleItem, 'text' | 'place'> {
  readonly id: string;
  readonly word: 'MUST' | 'SHOULD';
  /** Why agents do not get it. */
  readonly status: string;
}

/** A category as a part of the page. */
export interface RulesSection {
  readonly category: string;
  readonly id: string;
  readonly terms: string;
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly see: readonly Link[];
  readonly groups: readonly Group[];
  readonly replaced: readonly Replaced[];
  readonly unserved: readonly Unserved[];
  readonly count: number;
  readonly hidden: boolean;
}

interface SectionsOptions {
  readonly scope: ExploredScope;
  readonly answer: RulesAnswer;
  readonly query: RuleQuery;
  readonly verdicts: Verdicts;
}

/**
 * A section for each category that has rules, or had some that were replaced; hidden where nothing in it is asked for. It can pause after
 * each rule.
 */
export function* gatheringSections(options: SectionsOptions): Generator<void, RulesSection[]> {
  const { scope, answer, query, verdicts } = options;
  const { commandments, suggestions } = answer.presentation;
  const views = {
    commandments: new Map(commandments.map((view) => [view.category, view])),
    suggestions: new Map(suggestions.map((view) => [view.category, view])),
  };
  const replacedIn = replacedByCategory(scope);
  const unservedIn = unservedByCategory(scope);
  const names = [...new Set([...views.commandments.keys(), ...views.suggestions.keys()])].sort(bySegment);
  const toItem = createToItem(options);
  const narrowed = isNarrowed(query);
  const sections: RulesSection[] = [];
  for (const category of names) {
    const both = ruleKinds.flatMap((kind) => views[kind].get(category) ?? []);
    const tags = [...new Set(both.flatMap((view) => view.tags))].sort();
    const when = both[0]?.when ?? null;
    const paths = [...new Set(both.flatMap((view) => view.paths))];
    const terms = [category, ...new Set(both.map((view) => view.when ?? '')), ...tags, ...paths].join(' ');
    const groups: Group[] = [];
    for (const kind of ruleKinds) {
      const found = views[kind].get(category);
      if (found === undefined || found.rules.length === 0) continue;
      groups.push(yield* gatheringGroup(found, when, { kind, tags, terms, verdicts }, toItem));
    }
    const replaced = replacedIn.get(category) ?? [];
    const unserved = unservedIn.get(category) ?? [];
    if (groups.length === 0 && replaced.length === 0 && unserved.length === 0) continue;
    const see = [...new Set(both.flatMap((view) => view.see))].map((text) => toLink(text, names));
    const hidden = narrowed && groups.every((group) => group.hidden);
    const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
    const id = categoryId(category);
    sections.push({ category, id, terms, when, tags, paths, see, groups, replaced, unserved, count, hidden });
    yield;
  }
  return sections;
}

interface Around {
  readonly kind: RuleKind;
  readonly tags: readonly string[];
  readonly terms: string;
  readonly verdicts: Verdicts;
}

type ToItem = (
  around: Around,
  text: string,
  rule: RuleCategory['written'][number],
  idOf: RuleCategory['idOf'],
  beside: Beside,
) => RuleItem;

/** Makes the items of a page, from top to bottom: links lead to the first of each id. */
function createToItem({ scope, query }: SectionsOptions): ToItem {
  const { strength, layer, origin: from, tag } = query;
  const wanted = createFilter(query.words);
  const seen: Readonly<Record<RuleKind, Set<string>>> = { commandments: new Set(), suggestions: new Set() };
  return ({ kind, tags, terms }, text, rule, idOf, beside) => {
    // An id is made of these two.
    const { written = rule.text, id = written } = rule;
    const isFirst = !seen[kind].has(id);
    seen[kind].add(id);
    const place = toPlace(rule.origin);
    const inherited = rule.origin.scope !== scope.name;
    const fits =
      (strength === '' || strength === words[kind].toLowerCase()) &&
      (layer === '' || inherited === (layer === 'inherited')) &&
      (from === '' || from === originKey(place)) &&
      (tag === '' || tags.includes(tag)) &&
      wanted(terms, text, besideWords(beside));
    return { text, isFirst, id: () => idOf(rule), place, inherited, beside, hidden: !fits };
  };
}

/** Where a rule comes from, in one word of a query: the scope, and the server if that is another. */
export function originKey({ scope, server }: Pick<Place, 'scope' | 'server'>): string {
  return server === null ? scope : `${scope} ${server}`;
}

function replacedByCategory(scope: ExploredScope): ReadonlyMap<string, Replaced[]> {
  const found = new Map<string, Replaced[]>();
  for (const { kind, category, id, text, origin, by } of scope.overridden) {
    if (kind !== 'suggestions' || category === null) continue;
    const one: Replaced = { text, id, place: toPlace(origin), by };
    const others = found.get(category);
    if (others === undefined) found.set(category, [one]);
    else others.push(one);
  }
  return found;
}

function unservedByCategory({ unserved }: ExploredScope): ReadonlyMap<string, readonly Unserved[]> {
  const found = new Map<string, Unserved[]>();
  for (const { kind, category, id, text, origin, status } of unserved) {
    const word = words[kind as RuleKind];
    const one: Unserved = { text, id, place: toPlace(origin), word, status };
    found.set(category, [...(found.get(category) ?? []), one]);
  }
  return found;
}

function* gatheringGroup(
  { category, when, rules, written, idOf, details, waivers }: RuleCategory,
  shownWhen: string | null,
  around: Around,
  toItem: ToItem,
): Generator<void, Group> {
  const items: RuleItem[] = [];
  for (const [index, rule] of written.entries()) {
    const own = details?.[index] ?? null;
    const verdicts =
      own?.check === undefined
        ? []
        : (around.verdicts.get(verdictKey(around.kind, category, idOf(rule))) ?? []);
    const beside = { details: own, waivers: waivers?.[index] ?? [], verdicts };
    items.push(toItem(around, rules[index] ?? '', rule, idOf, beside));
    yield;
  }
  const hidden = items.every((item) => item.hidden);
  const { kind } = around;
  return { kind, word: words[kind], when: when === shownWhen ? null : when, rules: items, hidden };
}
