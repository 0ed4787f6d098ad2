import { bySegment } from '../../../model/category-path.ts';
import type { Origin } from '../../../model/origin.ts';
import type { AnswerOf } from '../../../service/ask.ts';
import type { getRules } from '../../../service/operations/get-rules.ts';
import { createFilter } from './filter.ts';
import { escapeHtml, textHtml } from './format-text.ts';
import { categoryId, type Link, type Place, scopeHref, toLink, toPlace } from './place.ts';
import { isNarrowed, type RuleQuery } from './rule-query.ts';
import type { ExploredScope } from './scope-head.ts';

export type RulesAnswer = AnswerOf<typeof getRules>;
type RuleCategory = RulesAnswer['presentation']['commandments'][number];

/** The strengths of rules, in the order of the page. */
const words = { commandments: 'MUST', suggestions: 'SHOULD' } as const;
type RuleKind = keyof typeof words;
const ruleKinds = Object.keys(words) as readonly RuleKind[];

export interface RuleItem {
  readonly id: string;
  /** What links lead to; null for all but the first rule of that id. */
  readonly anchor: string | null;
  /** The page that says why it is here. */
  readonly why: string;
  /** HTML: the rule, formatted or as written. */
  readonly html: string;
  readonly place: Place;
  readonly inherited: boolean;
  readonly hidden: boolean;
}

interface Group {
  readonly kind: RuleKind;
  readonly word: 'MUST' | 'SHOULD';
  readonly when: string | null;
  readonly rules: readonly RuleItem[];
  readonly hidden: boolean;
}

interface Replaced extends Pick<RuleItem, 'html' | 'place' | 'why'> {
  readonly by: string | null;
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
  readonly count: number;
  readonly hidden: boolean;
}

interface SectionsOptions {
  readonly scope: ExploredScope;
  readonly answer: RulesAnswer;
  readonly query: RuleQuery;
}

/** A section for each category that has rules, or had some that were replaced; hidden where nothing in it is asked for. */
export function rulesSections(options: SectionsOptions): RulesSection[] {
  const { scope, answer, query } = options;
  const { commandments, suggestions } = answer.presentation;
  const views = {
    commandments: new Map(commandments.map((view) => [view.category, view])),
    suggestions: new Map(suggestions.map((view) => [view.category, view])),
  };
  const replacedIn = replacedByCategory(scope);
  const names = [...new Set([...views.commandments.keys(), ...views.suggestions.keys()])].sort(bySegment);
  const toItem = createToItem(options);
  const narrowed = isNarrowed(query);
  return names
    .map((category): RulesSection => {
      const both = ruleKinds.flatMap((kind) => views[kind].get(category) ?? []);
      const tags = [...new Set(both.flatMap((view) => view.tags))].sort();
      const when = both[0]?.when ?? null;
      const paths = [...new Set(both.flatMap((view) => view.paths))];
      const see = [...new Set(both.flatMap((view) => view.see))].map((text) => toLink(text, names));
      const terms = [category, ...new Set(both.map((view) => view.when ?? '')), ...tags, ...paths].join(' ');
      const groups = ruleKinds.flatMap((kind): Group[] => {
        const found = views[kind].get(category);
        if (found === undefined || found.rules.length === 0) return [];
        const ids = answer.data[kind][category]?.ids ?? [];
        return [toGroup(kind, found, when, ids, (...rule) => toItem({ kind, tags, terms }, ...rule))];
      });
      const rules = groups.flatMap((group) => group.rules);
      const hidden = narrowed && rules.every((rule) => rule.hidden);
      const replaced = replacedIn.get(category) ?? [];
      const [id, count] = [categoryId(category), rules.length];
      return { category, id, terms, when, tags, paths, see, groups, replaced, count, hidden };
    })
    .filter(({ groups, replaced }) => groups.length > 0 || replaced.length > 0);
}

interface Around {
  readonly kind: RuleKind;
  readonly tags: readonly string[];
  readonly terms: string;
}

/** Makes the items of a page, from top to bottom: links lead to the first of each id. */
function createToItem({ scope, query }: SectionsOptions) {
  const { strength, layer, origin: from, tag, raw } = query;
  const wanted = createFilter(query.words);
  const anchors = new Set<string>();
  return ({ kind, tags, terms }: Around, text: string, id: string, origin: Origin): RuleItem => {
    const isFirst = !anchors.has(id);
    anchors.add(id);
    const place = toPlace(origin);
    const inherited = origin.scope !== scope.name;
    const fits =
      (strength === '' || strength === words[kind].toLowerCase()) &&
      (layer === '' || inherited === (layer === 'inherited')) &&
      (from === '' || from === originKey(place)) &&
      (tag === '' || tags.includes(tag)) &&
      wanted(terms, text);
    return {
      id,
      // Of a large scope most are not shown.
      get html() {
        return raw ? rawHtml(text) : textHtml(text);
      },
      anchor: isFirst ? id : null,
      why: whyHref(scope, id),
      place,
      inherited,
      hidden: !fits,
    };
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
    const one: Replaced = {
      get html() {
        return textHtml(text);
      },
      why: whyHref(scope, id),
      place: toPlace(origin),
      by,
    };
    const others = found.get(category);
    if (others === undefined) found.set(category, [one]);
    else others.push(one);
  }
  return found;
}

function whyHref(scope: ExploredScope, id: string): string {
  return scopeHref(scope.name, `/rules/${id}`);
}

function toGroup(
  kind: RuleKind,
  { when, rules, written }: RuleCategory,
  shownWhen: string | null,
  ids: readonly string[],
  toItem: (text: string, id: string, origin: Origin) => RuleItem,
): Group {
  const items = written.map(({ origin }, index) => toItem(rules[index] ?? '', ids[index] ?? '', origin));
  const hidden = items.every((item) => item.hidden);
  return { kind, word: words[kind], when: when === shownWhen ? null : when, rules: items, hidden };
}

/** Text exactly as written. */
function rawHtml(text: string): string {
  return `<pre>${escapeHtml(text.trimEnd())}</pre>`;
}
