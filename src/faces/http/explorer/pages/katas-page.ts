import { bySegment } from '../../../../model/names/category-path.ts';
import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { createFilter, createRoom, type Search } from '../parts/filter.ts';
import type { ScopeAround } from '../parts/scope-around.ts';
import { type Failures, replacedBy, type ScopeHead, scopeHead, scopeHeadView } from '../parts/scope-head.ts';
import { categoryId, type Link, type Place, scopeHref, toLink, toPlace } from '../place.ts';
import { definePart, defineView } from '../view.ts';

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

interface Section {
  readonly category: string;
  readonly id: string;
  readonly terms: string;
  readonly when: string | null;
  readonly paths: readonly string[];
  readonly see: readonly Link[];
  /** HTML. */
  readonly cards: string;
  readonly hidden: boolean;
}

interface KatasData {
  readonly head: ScopeHead;
  readonly search: Search;
  readonly sections: readonly Section[];
  readonly failures: Failures;
}

type KatasAnswer = AnswerOf<typeof named.getKataCategoryIndex>;

/** The katas of a scope by category, as a page. It can pause after each kata. */
export function* writingKatasPage(
  options: ScopeAround & { readonly answer: KatasAnswer; readonly query: string },
): Generator<void, string> {
  const { scope, answer, query } = options;
  const wanted = createFilter(query);
  const total = answer.data.categories.reduce((sum, { katas }) => sum + katas.length, 0);
  const room = createRoom(total);
  let matching = 0;
  const names = answer.data.categories.map(({ category }) => category).sort(bySegment);
  const replacedOf = replacedBy(scope, 'katas');
  const sections: Section[] = [];
  for (const { category, when, paths, see, katas, known } of inOrder(answer)) {
    const terms = [category, when ?? '', ...paths].join(' ');
    const cards: string[] = [];
    let isHidden = true;
    for (const { name, when: trigger } of katas) {
      yield;
      const kata = known.get(name);
      if (kata === undefined) continue;
      const hidden = !wanted(terms, name, trigger);
      if (!hidden) matching += 1;
      if (!room.take(hidden)) continue;
      isHidden &&= hidden;
      const { origin } = kata;
      const place = toPlace(origin);
      const inherited = origin.scope !== scope.name;
      const about = { name, href: kataHref(scope.name, category, name), when: trigger, paths: kata.paths };
      cards.push(
        cardView({ ...about, see: [], place, inherited, replaced: replacedOf(category, name), hidden }),
      );
    }
    if (cards.length === 0 && total > 0) continue;
    const links = see.map((text) => toLink(text, names));
    const id = categoryId(category);
    sections.push({ category, id, terms, when, paths, see: links, cards: cards.join(''), hidden: isHidden });
  }
  const head = scopeHead(scope, 'katas', options.children);
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
      sections,
      failures: answer.data.template_failures ?? [],
    },
  );
}

export function kataHref(scope: string, category: string, name: string): string {
  return scopeHref(scope, `/katas/${encodeURIComponent(category)}/${encodeURIComponent(name)}`);
}

/** The categories of an answer, sorted, each with its katas by name. */
function inOrder({ data, presentation: { found } }: KatasAnswer) {
  return data.categories
    .flatMap((entry, index) => {
      const category = found[index];
      return category === undefined ? [] : [{ ...category, ...entry, known: category.katas }];
    })
    .sort((a, b) => bySegment(a.category, b.category));
}

const cardView = definePart<KataItem>(
  `<li class="card" data-item<% if (it.hidden) { %> hidden<% } %>>
<div data-text><h3><a href="<%= it.href %>"><%= it.name %></a></h3>
<% if (it.when) { %><p><%= it.when %></p><% } %></div>
<%~ include('@links', it) %>
<p class="from"><% if (it.inherited) { %>from <strong><%= it.place.scope %></strong> · <% } %><%~ include('@place', it) %></p>
<% for (const place of it.replaced) { %><p class="from">replaces that of <strong><%= place.scope %></strong> · <%~ include('@place', { place }) %></p><% } %>
</li>
`,
);

const view = defineView<KatasData>(`
${scopeHeadView}
<% if (it.sections.length === 0) { %><p class="empty">This scope has no katas. They stand in its <code>katas.yml</code>; <code>precept lint</code> says what is wrong with one.</p><% } else { %>
<div class="tools"><%~ include('@search', it.search) %></div>
<% for (const section of it.sections) { %>
<section class="category" id="<%= section.id %>" data-group="<%= section.terms %>" aria-labelledby="<%= section.id %>-name"<% if (section.hidden) { %> hidden<% } %>>
<h2 id="<%= section.id %>-name"><a href="#<%= section.id %>"><%= section.category %></a></h2>
<% if (section.when) { %><p class="when"><%= section.when %></p><% } %>
<%~ include('@links', section) %>
<ul class="cards">
<%~ section.cards %></ul>
</section>
<% } %>
<p class="empty" id="filter-empty"<% if (it.search.shown > 0) { %> hidden<% } %>>No kata matches.</p>
<% } %>
<%~ include('@failures', it) %>
`);
