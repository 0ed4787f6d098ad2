import { bySegment } from '../../../model/category-path.ts';
import type { AnswerOf } from '../../../service/ask.ts';
import type { getKataCategoryIndex } from '../../../service/operations/get-kata-category-index.ts';
import { createFilter, createRoom, type Search } from './filter.ts';
import { categoryId, type Link, type Place, scopeHref, toLink, toPlace } from './place.ts';
import { type ExploredScope, type Failures, type ScopeHead, scopeHead, scopeHeadView } from './scope-head.ts';
import { defineView } from './view.ts';

interface KataItem {
  readonly name: string;
  readonly href: string;
  readonly when: string | null;
  readonly paths: readonly string[];
  /** Katas have none of their own. */
  readonly see: readonly [];
  readonly place: Place;
  readonly inherited: boolean;
  readonly replaced: readonly Place[];
  readonly hidden: boolean;
}

interface KatasData {
  readonly head: ScopeHead;
  readonly search: Search;
  readonly sections: readonly {
    readonly category: string;
    readonly id: string;
    readonly terms: string;
    readonly when: string | null;
    readonly paths: readonly string[];
    readonly see: readonly Link[];
    readonly katas: readonly KataItem[];
    readonly hidden: boolean;
  }[];
  readonly failures: Failures;
}

/** The katas of a scope by category. */
export function katasPage(options: {
  readonly scope: ExploredScope;
  readonly answer: AnswerOf<typeof getKataCategoryIndex>;
  readonly query: string;
}): string {
  const { scope, answer, query } = options;
  const wanted = createFilter(query);
  const { found } = answer.presentation;
  const total = answer.data.categories.reduce((sum, { katas }) => sum + katas.length, 0);
  const room = createRoom(total);
  let matching = 0;
  const names = answer.data.categories.map(({ category }) => category).sort(bySegment);
  const sections = answer.data.categories
    .flatMap((entry, index) => {
      const category = found[index];
      return category === undefined ? [] : [{ ...category, ...entry, known: category.katas }];
    })
    .sort((a, b) => bySegment(a.category, b.category))
    .map(({ category, when, paths, see, katas, known }) => {
      const terms = [category, when ?? '', ...paths].join(' ');
      const items = katas.flatMap((entry): KataItem[] => {
        const kata = known.get(entry.name);
        if (kata === undefined) return [];
        const { origin } = kata;
        const hidden = !wanted(terms, entry.name, entry.when);
        if (!hidden) matching += 1;
        if (!room.take(hidden)) return [];
        return [
          {
            ...entry,
            paths: kata.paths,
            see: [],
            href: kataHref(scope.name, category, entry.name),
            place: toPlace(origin),
            inherited: origin.scope !== scope.name,
            replaced: replacedPlaces(scope, category, entry.name),
            hidden,
          },
        ];
      });
      const hidden = items.every((item) => item.hidden);
      const links = see.map((text) => toLink(text, names));
      return { category, id: categoryId(category), terms, when, paths, see: links, katas: items, hidden };
    });
  const head = scopeHead(scope, 'katas');
  return view(
    {
      title: `${scope.name}: katas`,
      section: 'scopes',
      crumbs: [{ text: 'Scopes', href: '/' }],
      scope: { name: scope.name, tab: 'katas' },
    },
    {
      head: { ...head, notices: [...head.notices, ...room.notices('katas')] },
      search: {
        label: 'Filter katas',
        noun: total === 1 ? 'kata' : 'katas',
        query,
        shown: matching,
        total,
        hidden: [],
      },
      sections: sections.filter(({ katas }) => katas.length > 0 || total === 0),
      failures: answer.data.template_failures ?? [],
    },
  );
}

export function kataHref(scope: string, category: string, name: string): string {
  return scopeHref(scope, `/katas/${encodeURIComponent(category)}/${encodeURIComponent(name)}`);
}

/** Where the katas are written that this one replaced. */
export function replacedPlaces({ overridden }: ExploredScope, category: string, name: string): Place[] {
  return overridden
    .filter((one) => one.kind === 'katas' && one.category === category && one.name === name)
    .map(({ origin }) => toPlace(origin));
}

const view = defineView<KatasData>(`
${scopeHeadView}
<% if (it.sections.length === 0) { %><p class="empty">This scope has no katas.</p><% } else { %>
<div class="tools"><%~ include('@search', it.search) %></div>
<% for (const section of it.sections) { %>
<section class="category" id="<%= section.id %>" data-group="<%= section.terms %>" aria-labelledby="<%= section.id %>-name"<% if (section.hidden) { %> hidden<% } %>>
<h2 id="<%= section.id %>-name"><a href="#<%= section.id %>"><%= section.category %></a></h2>
<% if (section.when) { %><p class="when"><%= section.when %></p><% } %>
<%~ include('@links', section) %>
<ul class="cards">
<% for (const kata of section.katas) { %>
<li class="card" data-item<% if (kata.hidden) { %> hidden<% } %>>
<div data-text><h3><a href="<%= kata.href %>"><%= kata.name %></a></h3>
<% if (kata.when) { %><p><%= kata.when %></p><% } %></div>
<%~ include('@links', kata) %>
<p class="from"><% if (kata.inherited) { %>from <strong><%= kata.place.scope %></strong> · <% } %><%~ include('@place', kata) %></p>
<% for (const place of kata.replaced) { %><p class="from">replaces that of <strong><%= place.scope %></strong> · <%~ include('@place', { place }) %></p><% } %>
</li>
<% } %>
</ul>
</section>
<% } %>
<p class="empty" id="filter-empty"<% if (it.search.shown > 0) { %> hidden<% } %>>No kata matches.</p>
<% } %>
<%~ include('@failures', it) %>
`);
