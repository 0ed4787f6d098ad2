import { bySegment } from '../../../model/category-path.ts';
import type { Origin } from '../../../model/origin.ts';
import type { AnswerOf } from '../../../service/ask.ts';
import type { getRules } from '../../../service/operations/get-rules.ts';
import { createFilter, type Search } from './filter.ts';
import { escapeHtml, textHtml } from './format-text.ts';
import { categoryId, type Link, type Place, scopeHref, toLink, toPlace } from './place.ts';
import { type ExploredScope, type Failures, type ScopeHead, scopeHead, scopeHeadView } from './scope-head.ts';
import { defineView } from './view.ts';

type RulesAnswer = AnswerOf<typeof getRules>;
type RuleCategory = RulesAnswer['presentation']['commandments'][number];

/** The strengths of rules, in the order of the page. */
const words = { commandments: 'MUST', suggestions: 'SHOULD' } as const;
type RuleKind = keyof typeof words;
const ruleKinds = Object.keys(words) as readonly RuleKind[];

interface RuleItem {
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
}

interface Replaced extends Pick<RuleItem, 'html' | 'place' | 'why'> {
  readonly by: string | null;
}

interface Section {
  readonly category: string;
  readonly id: string;
  readonly terms: string;
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly see: readonly Link[];
  readonly groups: readonly Group[];
  readonly replaced: readonly Replaced[];
  readonly hidden: boolean;
}

interface RulesPage {
  readonly head: ScopeHead;
  readonly raw: boolean;
  readonly rawHref: string;
  readonly renderedHref: string;
  readonly search: Search;
  readonly sections: readonly Section[];
  readonly failures: Failures;
}

interface RulesPageOptions {
  readonly scope: ExploredScope;
  readonly answer: RulesAnswer;
  readonly raw: boolean;
  readonly query: string;
}

/** The rules of a scope by category: where each comes from, and what it replaced. */
export function rulesPage(options: RulesPageOptions): string {
  const { scope, answer, raw, query } = options;
  const sections = toSections(options);
  const rules = sections.flatMap(({ groups }) => groups.flatMap((group) => group.rules));
  const here = scopeHref(scope.name);
  const kept = query === '' ? '' : `q=${encodeURIComponent(query)}`;
  return view(
    {
      title: `${scope.name}: rules`,
      section: 'scopes',
      crumbs: [{ text: 'Scopes', href: '/' }],
      scope: { name: scope.name, tab: 'rules' },
    },
    {
      head: scopeHead(scope, 'rules'),
      raw,
      rawHref: `${here}?raw=1${kept && `&${kept}`}`,
      renderedHref: `${here}${kept && `?${kept}`}`,
      search: {
        label: 'Filter rules',
        noun: rules.length === 1 ? 'rule' : 'rules',
        query,
        shown: rules.filter(({ hidden }) => !hidden).length,
        total: rules.length,
        hidden: raw ? [['raw', '1']] : [],
      },
      sections,
      failures: answer.data.template_failures ?? [],
    },
  );
}

/** A section for each category that has rules, or had some that were replaced. */
function toSections(options: RulesPageOptions): Section[] {
  const { scope, answer, query } = options;
  const { commandments, suggestions } = answer.presentation;
  const views = {
    commandments: new Map(commandments.map((view) => [view.category, view])),
    suggestions: new Map(suggestions.map((view) => [view.category, view])),
  };
  const names = [...new Set([...views.commandments.keys(), ...views.suggestions.keys()])].sort(bySegment);
  const toItem = createToItem(options);
  return names
    .map((category): Section => {
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
        return [toGroup(kind, found, when, ids, (...rule) => toItem(terms, ...rule))];
      });
      const replaced = toReplaced(scope, category);
      const hidden = query !== '' && groups.every(({ rules }) => rules.every((rule) => rule.hidden));
      return { category, id: categoryId(category), terms, when, tags, paths, see, groups, replaced, hidden };
    })
    .filter(({ groups, replaced }) => groups.length > 0 || replaced.length > 0);
}

/** Makes the items of a page, from top to bottom: links lead to the first of each id. */
function createToItem({ scope, raw, query }: RulesPageOptions) {
  const wanted = createFilter(query);
  const anchors = new Set<string>();
  return (terms: string, text: string, id: string, origin: Origin): RuleItem => {
    const isFirst = !anchors.has(id);
    anchors.add(id);
    return {
      html: raw ? rawHtml(text) : textHtml(text),
      anchor: isFirst ? id : null,
      why: whyHref(scope, id),
      place: toPlace(origin),
      inherited: origin.scope !== scope.name,
      hidden: !wanted(terms, text),
    };
  };
}

function toReplaced(scope: ExploredScope, category: string): Replaced[] {
  return scope.overridden
    .filter((one) => one.kind === 'suggestions' && one.category === category)
    .map(({ id, text, origin, by }) => ({
      html: textHtml(text),
      why: whyHref(scope, id),
      place: toPlace(origin),
      by,
    }));
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
  return { kind, word: words[kind], when: when === shownWhen ? null : when, rules: items };
}

/** Text exactly as written. */
function rawHtml(text: string): string {
  return `<pre>${escapeHtml(text.trimEnd())}</pre>`;
}

const view = defineView<RulesPage>(`
${scopeHeadView}
<div class="tools">
<%~ include('@search', it.search) %>
<nav class="switch" aria-label="Templates">
<a href="<%= it.renderedHref %>"<% if (!it.raw) { %> aria-current="true"<% } %>>Rendered</a>
<a href="<%= it.rawHref %>"<% if (it.raw) { %> aria-current="true"<% } %>>Raw</a>
</nav>
</div>
<% if (it.sections.length === 0) { %><p class="empty">This scope has no rules.</p><% } else { %>
<div class="columns">
<nav class="toc" aria-label="Categories">
<h2>Categories</h2>
<ul><% for (const section of it.sections) { %><li data-for="<%= section.id %>"<% if (section.hidden) { %> hidden<% } %>><a href="#<%= section.id %>"><%= section.category %></a></li><% } %></ul>
</nav>
<div>
<% for (const section of it.sections) { %>
<section class="category" id="<%= section.id %>" data-group="<%= section.terms %>" aria-labelledby="<%= section.id %>-name"<% if (section.hidden) { %> hidden<% } %>>
<h2 id="<%= section.id %>-name"><a href="#<%= section.id %>"><%= section.category %></a></h2>
<% if (section.when !== null && section.when.trim() !== '') { %><p class="when"><%= section.when %></p><% } %>
<%~ include('@tags', section) %>
<%~ include('@links', section) %>
<% for (const group of section.groups) { %>
<% if (group.when !== null && group.when.trim() !== '') { %><p class="when"><%= group.when %></p><% } %>
<ul class="rules" aria-label="<%= group.word %>">
<% for (const rule of group.rules) { %>
<li class="rule" <% if (rule.anchor !== null) { %>id="<%= rule.anchor %>" <% } %>data-item<% if (rule.hidden) { %> hidden<% } %>>
<span class="word <%= group.kind %>"><%= group.word %></span>
<div><div class="text" data-text dir="auto"><%~ rule.html %></div>
<p class="from"><% if (rule.inherited) { %>from <strong><%= rule.place.scope %></strong> · <% } %><%~ include('@place', rule) %> · <a href="<%= rule.why %>">Why</a></p></div>
</li>
<% } %>
</ul>
<% } %>
<% if (section.replaced.length > 0) { %>
<details class="replaced">
<summary><%= section.replaced.length === 1 ? '1 suggestion is' : section.replaced.length + ' suggestions are' %> replaced</summary>
<ul><% for (const one of section.replaced) { %>
<li><div class="text" dir="auto"><%~ one.html %></div><p class="from">from <strong><%= one.place.scope %></strong> · <%~ include('@place', one) %> · replaced<% if (one.by !== null) { %> by <strong><%= one.by %></strong><% } %> · <a href="<%= one.why %>">Why</a></p></li>
<% } %></ul>
</details>
<% } %>
</section>
<% } %>
<p class="empty" id="filter-empty"<% if (it.search.shown > 0) { %> hidden<% } %>>No rule matches.</p>
</div>
</div>
<% } %>
<%~ include('@failures', it) %>
`);
