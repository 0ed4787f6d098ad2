import { kataIndexAnswer } from '../../../guidance/katas/kata-index.ts';
import type { Overridden } from '../../../guidance/overridden.ts';
import type { TemplateFailure } from '../../../render/text-renderer.ts';
import { bySegment } from '../../../resolve/order.ts';
import { createFilter, type Search } from './filter.ts';
import { categoryId, type Place, scopeHref, toPlace } from './place.ts';
import { type FilteredPage, type ScopeHead, scopeHead, scopeHeadView } from './scope-head.ts';
import { defineView } from './view.ts';

interface KataItem {
  readonly name: string;
  readonly href: string;
  readonly when: string | null;
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
    readonly katas: readonly KataItem[];
    readonly hidden: boolean;
  }[];
  readonly failures: readonly TemplateFailure[];
}

/** The katas of a scope by category. */
export function katasPage(options: FilteredPage): string {
  const { scope, texts, fallbackWhen, overridden, query } = options;
  const wanted = createFilter(query);
  const entries = kataIndexAnswer(scope, texts, fallbackWhen).data.categories;
  const sections = [...entries]
    .sort((a, b) => bySegment(a.category, b.category))
    .map(({ category, when, katas }) => {
      const terms = `${category} ${when ?? ''}`;
      const items = katas.flatMap((entry): KataItem[] => {
        const kata = scope.katas.get(category)?.katas.get(entry.name);
        if (kata === undefined) return [];
        return [
          {
            ...entry,
            href: kataHref(scope.name, category, entry.name),
            place: toPlace(kata.origin),
            inherited: kata.origin.scope !== scope.name,
            replaced: replacedPlaces(overridden, category, entry.name),
            hidden: !wanted(terms, entry.name, entry.when),
          },
        ];
      });
      const hidden = items.every((item) => item.hidden);
      return { category, id: categoryId(category), terms, when, katas: items, hidden };
    });
  const all = sections.flatMap(({ katas }) => katas);
  const shown = all.filter(({ hidden }) => !hidden).length;
  return view(
    {
      title: `${scope.name}: katas`,
      section: 'scopes',
      crumbs: [{ text: 'Scopes', href: '/' }],
      scope: { name: scope.name, tab: 'katas' },
    },
    {
      head: scopeHead(scope, 'katas'),
      search: {
        label: 'Filter katas',
        noun: all.length === 1 ? 'kata' : 'katas',
        query,
        shown,
        total: all.length,
        hidden: [],
      },
      sections,
      failures: texts.failures,
    },
  );
}

export function kataHref(scope: string, category: string, name: string): string {
  return scopeHref(scope, `/katas/${encodeURIComponent(category)}/${encodeURIComponent(name)}`);
}

/** Where the katas are written that this one replaced. */
export function replacedPlaces(overridden: readonly Overridden[], category: string, name: string): Place[] {
  return overridden
    .filter((one) => one.kind === 'kata' && one.category === category && one.text === name)
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
<ul class="cards">
<% for (const kata of section.katas) { %>
<li class="card" data-item<% if (kata.hidden) { %> hidden<% } %>>
<div data-text><h3><a href="<%= kata.href %>"><%= kata.name %></a></h3>
<% if (kata.when) { %><p><%= kata.when %></p><% } %></div>
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
