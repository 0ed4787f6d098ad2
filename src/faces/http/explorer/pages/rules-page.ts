import { categoryTree, type TreeEntry } from '../parts/category-tree.ts';
import type { Verdicts } from '../parts/check-verdicts.ts';
import { type Choice, chosenIn, isLong, plainOptions, type Search, toChoice } from '../parts/filter.ts';
import { type RuleQuery, writeRuleQuery } from '../parts/rule-query.ts';
import { type Chunk, writingPart } from '../parts/rules-part.ts';
import {
  gatheringSections,
  originKey,
  type RulesAnswer,
  type RulesSection,
} from '../parts/rules-sections.ts';
import type { ScopeAround } from '../parts/scope-around.ts';
import {
  type ExploredScope,
  type Failures,
  type ScopeHead,
  scopeHead,
  scopeHeadView,
} from '../parts/scope-head.ts';
import { scopeHref } from '../place.ts';
import { definePart, defineView } from '../view.ts';

interface RulesPage {
  readonly head: ScopeHead;
  readonly raw: boolean;
  readonly rawHref: string;
  readonly renderedHref: string;
  readonly search: Search;
  readonly choices: readonly Choice[];
  readonly isEmpty: boolean;
  /** HTML. */
  readonly tree: string;
  readonly chunks: readonly Chunk[];
  readonly isMany: boolean;
  readonly failures: Failures;
  readonly more: More | null;
  /** The page without a filter. */
  readonly everyHref: string;
  /** How a script may get what is not here: `load` all of it, `ask` again where that is too much; empty where nothing is missing. */
  readonly partial: 'load' | 'ask' | '';
}

/** What follows on other pages. */
interface More {
  readonly categories: number;
  readonly rules: number;
  readonly next: { readonly category: string; readonly href: string } | null;
  readonly first: string | null;
  readonly allHref: string;
}

interface RulesPageOptions extends ScopeAround {
  readonly answer: RulesAnswer;
  readonly query: RuleQuery;
  readonly verdicts: Verdicts;
}

/** Tags that can be chosen among, and categories beside those of a scope that has very many. */
const mostChoices = 1000;
/** Rules that a script may load for a filter that answers while one types. */
const maxLoaded = 4000;

/**
 * The rules of a scope by category, as a page: where each comes from, and what it replaced. A scope with many has several pages. It can
 * pause after each rule.
 */
export function* writingRulesPage(options: RulesPageOptions): Generator<void, string> {
  const { scope, answer, query } = options;
  const sections = yield* gatheringSections(options);
  const rules = sections.flatMap(({ groups }) => groups.flatMap((group) => group.rules));
  const here = scopeHref(scope.name);
  const hrefFor = (change: Partial<RuleQuery>) => `${here}${writeRuleQuery({ ...query, ...change })}`;
  const { chunks, shown, isWhole } = yield* writingPart(sections, scope.name, query);
  const choices = choicesOf(sections, scope, query);
  const entries = toEntries(sections, shown, query, hrefFor);
  return view(
    {
      title: `${scope.name}: rules`,
      section: 'scopes',
      crumbs: [{ text: 'Scopes', href: '/' }],
      scope: { name: scope.name, tab: 'rules' },
      keeps: sections.length > 0,
    },
    {
      head: scopeHead(scope, 'rules', options.children),
      raw: query.raw,
      rawHref: hrefFor({ raw: true }),
      renderedHref: hrefFor({ raw: false }),
      search: {
        label: 'Filter rules',
        noun: rules.length === 1 ? 'rule' : 'rules',
        query: query.words,
        shown: rules.filter(({ hidden }) => !hidden).length,
        total: rules.length,
        hidden: [...(query.raw ? [['raw', '1'] as const] : []), ...chosenIn(choices)],
      },
      choices,
      isEmpty: sections.length === 0,
      tree: treeView({ nodes: categoryTree(listed(entries)) }),
      chunks,
      isMany: shown.size > 6,
      failures: answer.data.template_failures ?? [],
      more: isWhole ? null : moreOf(sections, shown, query, hrefFor),
      everyHref: `${here}${query.raw ? '?raw=1' : ''}`,
      partial: isWhole ? '' : rules.length > maxLoaded ? 'ask' : 'load',
    },
  );
}

function toEntries(
  sections: readonly RulesSection[],
  shown: ReadonlySet<RulesSection>,
  query: RuleQuery,
  hrefFor: (change: Partial<RuleQuery>) => string,
): TreeEntry[] {
  const current = query.category === '' ? undefined : [...shown][0];
  return sections.map((section) => {
    const { category, count, hidden, id: part } = section;
    const isHere = shown.has(section);
    const href = isHere ? `#${part}` : hrefFor({ category }).replace(/^[^?]*/, '');
    return { category, count, hidden, part, href, isHere, isCurrent: section === current };
  });
}

/** What the tree lists: all where they are not too many for one step, else those around the part that is shown. */
function listed(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  if (!isLong(entries.length)) return entries;
  const here = Math.max(
    0,
    entries.findIndex(({ isHere }) => isHere),
  );
  return entries.slice(here, here + mostChoices);
}

function moreOf(
  sections: readonly RulesSection[],
  shown: ReadonlySet<RulesSection>,
  query: RuleQuery,
  hrefFor: (change: Partial<RuleQuery>) => string,
): More {
  const wanted = sections.filter(({ hidden }) => !hidden);
  const last = [...shown].at(-1);
  const rest = last === undefined ? [] : wanted.slice(wanted.indexOf(last) + 1);
  const [next] = rest;
  return {
    categories: rest.length,
    rules: rest.reduce((sum, { count }) => sum + count, 0),
    next: next === undefined ? null : { category: next.category, href: hrefFor({ category: next.category }) },
    first: query.category === '' ? null : hrefFor({ category: '' }),
    allHref: hrefFor({ category: '', all: true }),
  };
}

/** What rules can be told apart by here. */
function choicesOf(sections: readonly RulesSection[], scope: ExploredScope, query: RuleQuery): Choice[] {
  const groups = sections.flatMap((section) => section.groups);
  const rules = groups.flatMap((group) => group.rules);
  const strengths = ['MUST', 'SHOULD'].filter((word) => groups.some((group) => group.word === word));
  const hasBoth = rules.some(({ inherited }) => inherited) && rules.some(({ inherited }) => !inherited);
  const origins = new Map(
    rules.map(({ place }) => {
      const from = place.server === null ? '' : ` (${place.server})`;
      return [originKey(place), `${place.scope}${from}`];
    }),
  );
  const byDistance = [...origins].sort(([a], [b]) => distance(scope, a) - distance(scope, b));
  const tags = [...new Set(sections.flatMap((section) => section.tags))].sort();
  return [
    ...toChoice(
      'strength',
      'Strength',
      query.strength,
      strengths.map((text) => ({ value: text.toLowerCase(), text })),
    ),
    ...toChoice('layer', 'Layer', query.layer, hasBoth ? layers : []),
    ...toChoice(
      'origin',
      'Origin',
      query.origin,
      byDistance.map(([value, text]) => ({ value, text })),
    ),
    ...toChoice('tag', 'Tag', query.tag, plainOptions(tags.slice(0, mostChoices)), 1),
  ];
}

const layers = [
  { value: 'own', text: 'Own' },
  { value: 'inherited', text: 'Inherited' },
];

function distance({ lineage }: ExploredScope, key: string): number {
  const at = lineage.indexOf(key.split(' ')[0] ?? '');
  return at === -1 ? lineage.length : at;
}

const treeView = definePart<{ nodes: ReturnType<typeof categoryTree> }>(`<%~ include('@tree', it) %>`);

const view = defineView<RulesPage>(`
${scopeHeadView}
<p class="command"><code data-copy>precept rules <%= it.head.name %></code></p>
<% if (it.isEmpty) { %><p class="empty">This scope has no rules.<% if (it.head.sources.includes('local')) { %> Its own stand in <code><%= it.head.name %>/commandments.yml</code> (MUST) and <code><%= it.head.name %>/suggestions.yml</code> (SHOULD); <code>precept lint</code> checks them.<% } %></p><% } else { %>
<div class="tools kept">
<%~ include('@search', it.search) %>
<%~ include('@choices', it) %>
<nav class="switch" aria-label="Templates">
<a href="<%= it.renderedHref %>" data-keeps<% if (!it.raw) { %> aria-current="true"<% } %>>Rendered</a>
<a href="<%= it.rawHref %>" data-keeps<% if (it.raw) { %> aria-current="true"<% } %>>Raw</a>
</nav>
</div>
<div class="columns">
<nav class="toc" aria-label="Categories">
<h2>Categories</h2>
<%~ it.tree %>
</nav>
<div id="parts" data-scope="<%= it.head.name %>"<% if (it.partial !== '') { %> data-partial="<%= it.partial %>"<% } %><% if (it.isMany) { %> class="many"<% } %>>
<% for (const { html, hidden } of it.chunks) { %><div class="chunk"<% if (hidden) { %> hidden<% } %>><%~ html %></div>
<% } %><p class="empty" id="filter-empty"<% if (it.search.shown > 0) { %> hidden<% } %>>No rule matches. <a href="<%= it.everyHref %>">All rules</a></p>
<% if (it.more !== null) { %><nav class="more" aria-label="More rules">
<% if (it.more.next !== null) { %><p>Next: <a href="<%= it.more.next.href %>"><%= it.more.next.category %></a>, and <%= it.more.rules %> <%= it.more.rules === 1 ? 'rule' : 'rules' %> in <%= it.more.categories %> <%= it.more.categories === 1 ? 'category' : 'categories' %> from there</p><% } %>
<p><% if (it.more.first !== null) { %><a href="<%= it.more.first %>">From the beginning</a> · <% } %><a href="<%= it.more.allHref %>">All on one page</a></p>
</nav><% } %>
</div>
</div>
<% } %>
<%~ include('@failures', it) %>
`);
