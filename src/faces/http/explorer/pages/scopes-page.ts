import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';
import { type Choice, chosenIn, createFilter, plainOptions, type Search, toChoice } from '../parts/filter.ts';
import { glossaryView } from '../parts/glossary.ts';
import { lineageTree, maxLines } from '../parts/lineage-tree.ts';
import { type Counts, missingMasters, type Notice, tagTexts } from '../parts/scope-head.ts';
import { type LineagePicture, lineagePicture } from '../pictures/lineage-picture.ts';
import { scopeHref } from '../place.ts';
import { defineView } from '../view.ts';

type Scopes = AnswerOf<typeof pageOperations.exploreScopes>['data'];

/** A scope as the list shows it; one that cannot be served has its `trouble` only. */
export interface ScopeCard {
  readonly name: string;
  readonly href: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parents: readonly string[];
  /** The masters that name them. */
  readonly parentServers: readonly string[];
  readonly sources: readonly string[];
  readonly counts: Counts | null;
  readonly trouble: string | null;
  /** Scopes in its lineage: more than any of its ancestors has. */
  readonly generation: number;
  readonly hidden: boolean;
}

interface ScopesData {
  readonly cards: readonly ScopeCard[];
  /** For few scopes and a wide screen. */
  readonly picture: LineagePicture | null;
  /** Null where one scope is all there is. */
  readonly tree: ReturnType<typeof lineageTree> | null;
  readonly search: Search;
  readonly choices: readonly Choice[];
  readonly whyEmpty: string;
  readonly notices: readonly Notice[];
}

/** A higher picture would push the list of scopes out of sight, and hide the roots in its middle. */
const maxHeight = 420;

/** Tags that can be chosen among: any other still narrows the page by its address. */
const mostChoices = 1000;

/** The start: who inherits from whom, from the roots on, and all scopes as a list. `tag` is one as `tagTexts` writes it. */
export function scopesPage({ scopes, unavailable, why_empty }: Scopes, query: string, tag: string): string {
  const wanted = createFilter(query);
  const cards = scopes.map((one) => toCard(one, wanted, tag));
  const picture = cards.length > 1 && cards.length <= maxLines ? lineagePicture(cards) : null;
  const tags = [...new Set(cards.flatMap((card) => card.tags))].slice(0, mostChoices).sort();
  const choices = toChoice('tag', 'Tag', tag, plainOptions(tags));
  return view(
    { title: 'Scopes', section: 'scopes', crumbs: [], keeps: cards.length > 0 },
    {
      cards,
      picture: picture !== null && picture.height <= maxHeight ? picture : null,
      tree: cards.length > 1 ? lineageTree(cards, query + tag !== '') : null,
      search: {
        label: 'Filter scopes',
        noun: cards.length === 1 ? 'scope' : 'scopes',
        query,
        shown: cards.filter(({ hidden }) => !hidden).length,
        total: cards.length,
        hidden: chosenIn(choices),
      },
      choices,
      whyEmpty: why_empty ?? '',
      notices: missingMasters(unavailable),
    },
  );
}

function toCard(
  { name, trouble, scope }: Scopes['scopes'][number],
  wanted: ReturnType<typeof createFilter>,
  tag: string,
): ScopeCard {
  const href = scopeHref(name);
  if (scope === null) {
    const nothing = {
      description: '',
      tags: [],
      parents: [],
      parentServers: [],
      sources: [],
      counts: null,
      generation: 0,
    };
    return { name, href, ...nothing, trouble, hidden: tag !== '' || !wanted(name) };
  }
  const { description, sources, counts, lineage } = scope;
  const parents = scope.parents.map((parent) => parent.name);
  const servers = new Set(scope.parents.map(({ server }) => server).filter((server) => server !== 'local'));
  const tags = tagTexts(scope.tags);
  return {
    name,
    href,
    description,
    tags,
    parents,
    parentServers: [...servers],
    sources,
    counts,
    trouble: null,
    generation: lineage.length,
    hidden: (tag !== '' && !tags.includes(tag)) || !wanted(name, description, ...tags),
  };
}

const view = defineView<ScopesData>(`
<h1>Scopes</h1>
<p class="lead">Rules, katas and vision, from the organisation down to the project.<% if (it.picture !== null) { %><span class="if-wide"> A scope inherits from the scopes to its left.</span><% } %></p>
${glossaryView('scope', 'parent', 'lineage', 'tag', 'kata')}
<%~ include('@notices', it) %>
<% if (it.cards.length === 0) { %><p class="empty">There are no scopes: <%= it.whyEmpty %>.</p>
<p>A scope is a folder with YAML files, in the rules folder. This writes a first one:</p>
<p class="command"><code data-copy>precept init</code></p><% } else { %>
<div class="tools kept">
<%~ include('@search', it.search) %>
<%~ include('@choices', it) %>
</div>
<% if (it.tree !== null) { %>
<section class="panel lineage-panel" aria-labelledby="lineage">
<h2 id="lineage">Lineage</h2>
<% if (it.picture !== null) { %>
<div class="scroll if-wide" role="region" aria-label="Picture of the lineage" tabindex="0">
<svg class="lineage" viewBox="0 0 <%= it.picture.width %> <%= it.picture.height %>" width="<%= it.picture.width %>" height="<%= it.picture.height %>" role="group" aria-labelledby="lineage-title">
<title id="lineage-title">Which scope inherits from which</title>
<% for (const path of it.picture.paths) { %><path class="edge" d="<%= path %>"/><% } %>
<% for (const { card, box, lines } of it.picture.nodes) { %>
<a href="<%= card.href %>" data-for="s-<%= card.name %>"<% if (card.hidden) { %> class="aside"<% } %> aria-label="<%= card.name %><%= card.parents.length > 0 ? ', inherits from ' + card.parents.join(' and ') : '' %>">
<g class="node<%= card.trouble === null ? '' : ' trouble' %>"><rect x="<%= box.x %>" y="<%= box.y %>" width="<%= box.width %>" height="<%= box.height %>" rx="6"/>
<% for (const { text, x, y } of lines) { %><text x="<%= x %>" y="<%= y %>"><%= text %></text><% } %></g></a>
<% } %>
</svg>
</div>
<% } %>
<div class="scroll lineage-tree<% if (it.picture !== null) { %> if-narrow<% } %>" role="region" aria-label="Tree of the lineage" tabindex="0"><%~ include('@lineage', { list: it.tree }) %></div>
</section>
<% } %>
<section aria-labelledby="all">
<h2 id="all">All scopes</h2>
<ul class="cards<% if (it.cards.length > 25) { %> many<% } %>">
<% for (const card of it.cards) { %>
<li class="card" id="s-<%= card.name %>" data-item<% if (card.hidden) { %> hidden<% } %>>
<h3 data-text><a href="<%= card.href %>"><%= card.name %></a></h3>
<% if (card.trouble !== null) { %><p class="trouble"><strong>Cannot be served.</strong> <%= card.trouble %></p><% } else if (card.counts !== null) { %>
<% if (card.description.trim() !== '') { %><p data-text><%= card.description %></p><% } %>
<p class="meta"><a href="<%= card.href %>"><%= card.counts.rules %> <%= card.counts.rules === 1 ? 'rule' : 'rules' %></a><% if (card.counts.katas > 0) { %> · <a href="<%= card.href %>/katas"><%= card.counts.katas %> <%= card.counts.katas === 1 ? 'kata' : 'katas' %></a><% } %><% if (card.counts.stories > 0) { %> · <a href="<%= card.href %>/tenka"><%= card.counts.stories %> <%= card.counts.stories === 1 ? 'story' : 'stories' %></a><% } %></p>
<p class="meta"><% if (card.parents.length > 0) { %>inherits from <%= card.parents.join(', ') %><% if (card.parentServers.length > 0) { %> (<%= card.parentServers.join(', ') %>)<% } %> · <% } %>source: <%= card.sources.join(', ') %></p>
<div data-text><%~ include('@tags', card) %></div>
<% } %>
</li>
<% } %>
</ul>
<p class="empty" id="filter-empty"<% if (it.search.shown > 0) { %> hidden<% } %>>No scope matches. <a href="/">All scopes</a></p>
</section>
<% } %>
`);
