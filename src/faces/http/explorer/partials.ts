import { categoryTreeView, treeEntryView } from './parts/category-tree.ts';
import { lineageListView, lineageNodeView } from './parts/lineage-tree.ts';

/** Parts that several pages share, by name; each reads `it`. */
export const partials: Readonly<Record<string, string>> = {
  // it: {nodes: TreeNode[]}
  tree: categoryTreeView,

  // it: {name, entry: TreeEntry}
  'tree-entry': treeEntryView,

  // it: {list: LineageList}
  lineage: lineageListView,

  // it: {node: LineageNode}
  'lineage-node': lineageNodeView,

  // it: {place: Place}
  place: `<span class="place"><% if (it.place.server !== null) { %><span class="server"><%= it.place.server %></span> <% } %>\
<% if (it.place.href !== null) { %><a href="<%= it.place.href %>"><%= it.place.text %></a><% } else { %><%= it.place.text %><% } %></span>`,

  // it: {tags: string[]}
  tags: `<% if (it.tags.length > 0) { %><ul class="tags" aria-label="Tags"><% for (const tag of it.tags) { %><li><%= tag %></li><% } %></ul><% } %>`,

  // it: {paths: string[], see: {text, href}[]}
  links: `<% if (it.paths.length > 0) { %><p class="links">For files <% it.paths.forEach((path, index) => { %><%= index > 0 ? ', ' : '' %><code><%= path %></code><% }) %></p><% } %>\
<% if (it.see.length > 0) { %><p class="links">See also <% it.see.forEach(({ text, href }, index) => { %><%= index > 0 ? ', ' : '' %><% if (href === null) { %><%= text %><% } else { %><a href="<%= href %>"><%= text %></a><% } %><% }) %></p><% } %>`,

  // it: Section of a rule's page
  explained: `<div class="rule">
<span class="word <%= it.kind %>"><%= it.word %></span>
<div><div class="text" dir="auto"><%~ it.html %></div><%~ it.besides %>
<p class="from">about <%= it.tokens %> <%= it.tokens === 1 ? 'token' : 'tokens' %></p></div>
</div>
<% if (it.written !== null) { %><details class="written"><summary>As written</summary><pre dir="auto"><%= it.written %></pre></details><% } %>
<% if (it.variables.length > 0) { %><div class="scroll" role="region" aria-label="Values of <%= it.category %>" tabindex="0"><table class="values">
<thead><tr><th scope="col">Variable</th><th scope="col">Value</th><th scope="col">From</th></tr></thead>
<tbody><% for (const { name, value, source } of it.variables) { %><tr><th scope="row"><code><%= name %></code></th><td><% if (value === null) { %>none<% } else { %><code><%= value %></code><% } %></td><td><%= source %></td></tr><% } %></tbody>
</table></div><% } %>
<ol class="chain" aria-label="Its way through the scopes, the farthest first">
<% for (const step of it.steps) { %><li<% if (step.badge === null) { %> class="without"<% } %>>
<p><strong><% if (step.href !== null) { %><a href="<%= step.href %>"><%= step.scope %></a><% } else { %><%= step.scope %><% } %></strong> \
<% if (step.badge === null) { %><%= step.without %><% } else { %><span class="badge <%= step.badge.tone %>"><%= step.badge.text %></span><% } %>\
<% if (step.by !== null) { %> <%= step.by.words %> <strong><%= step.by.place.scope %></strong>, <%~ include('@place', step.by) %><% } %></p>
<% if (step.error !== null) { %><p class="trouble"><%= step.error %></p><% } %>
<% if (step.place !== null) { %><p class="from"><%~ include('@place', step) %><% if (step.edit !== null) { %> · <a href="<%= step.edit %>" rel="noreferrer" aria-label="Edit <%= step.place.text %>">Edit</a><% } %></p><% } %>
<% if (step.author !== null) { %><p class="from"><%= step.author.name %>, <time datetime="<%= step.author.date %>"><%= step.author.date.slice(0, 10) %></time>, <code title="<%= step.author.commit %>"><%= step.author.commit.slice(0, 10) %></code></p><% } %>
<% if (step.shallow) { %><p class="from">The clone is shallow: git does not know the author.</p><% } %>
</li><% } %>
</ol>
<% if (it.more > 0) { %><p class="from">and <%= it.more %> more</p><% } %>`,

  // it: {notices: {title, lines}[]}
  notices: `<% for (const { title, lines } of it.notices) { %><aside class="notice" aria-label="<%= title %>"><strong><%= title %></strong>\
<ul><% for (const line of lines) { %><li><%= line %></li><% } %></ul></aside><% } %>`,

  // it: {failures: TemplateFailure[]}
  failures: `<% if (it.failures.length > 0) { %>
<section class="failures" aria-labelledby="failures">
<h2 id="failures">Template failures</h2>
<p>These texts hold a template that could not be rendered. Agents get the rest without them.</p>
<dl><% for (const failure of it.failures.slice(0, 1000)) { %>
<div><dt><%= failure.element_type %>: <%= failure.element_identifier %></dt>
<dd><%= failure.error_message %><pre><code><%= failure.template_text %></code></pre></dd></div>
<% } %></dl>
<% if (it.failures.length > 1000) { %><p>And <%= it.failures.length - 1000 %> more.</p><% } %>
</section>
<% } %>`,

  // it: {name, tab, counts: {rules, katas, stories}, inside?: true on a page below the tab's own}
  tabs: `<nav class="tabs" aria-label="Parts of scope <%= it.name %>">
<% for (const [key, text, path, count] of [['rules', 'Rules', '', it.counts.rules], ['katas', 'Katas', '/katas', it.counts.katas], ['vision', 'Vision', '/tenka', it.counts.stories]]) { %>
<a href="/scopes/<%= encodeURIComponent(it.name) %><%= path %>"<% if (it.tab === key) { %> aria-current="<%= it.inside ? 'true' : 'page' %>"<% } %>><%= text %> <span class="count"><%= count %></span></a>
<% } %>
</nav>`,

  // it: Search
  search: `<form class="search" id="search" role="search" method="get">
<label for="filter"><%= it.label %></label>
<% for (const [name, value] of it.hidden) { %><input type="hidden" name="<%= name %>" value="<%= value %>"><% } %>
<input id="filter" name="q" type="search" value="<%= it.query %>" autocomplete="off" spellcheck="false" maxlength="200">
<button type="submit">Filter</button>
<p id="filter-status" role="status" data-noun="<%= it.noun %>"<% const by = [...it.hidden.filter(([name]) => name !== 'raw').map(([, value]) => value), ...(it.query === '' ? [] : ['“' + it.query + '”'])].join(', '); if (by !== '') { %> data-by="<%= by %>"<% } %>><%= it.query === '' && it.shown === it.total ? it.total + ' ' + it.noun : it.shown + ' of ' + it.total + ' ' + it.noun %></p>
</form>`,

  // it: {choices: Choice[], search: Search, partial?: 'ask' where a choice is not made at once}: what narrows the search; a form of its own, so that a search alone is a short address
  choices: `<% if (it.choices.length > 0) { %><form class="choices<%= it.partial === 'ask' ? ' asks' : '' %>" method="get" aria-label="Narrow down">
<% for (const [name, value] of [['q', it.search.query], ...it.search.hidden]) { if (value !== '' && !it.choices.some((choice) => choice.name === name)) { %><input type="hidden" name="<%= name %>" value="<%= value %>"><% } } %>
<% for (const choice of it.choices) { %>
<label><span><%= choice.label %></span> <select name="<%= choice.name %>" data-choice>
<% for (const { value, text } of choice.options) { %><option value="<%= value %>"<% if (value === choice.value) { %> selected<% } %>><%= text %></option><% } %></select></label><% } %>
<button type="submit">Apply</button>
</form><% } %>`,

  // it: {picture, title, description}
  flowchart: `<svg class="flowchart" viewBox="0 0 <%= it.picture.width %> <%= it.picture.height %>" width="<%= it.picture.width %>" height="<%= it.picture.height %>" role="img" aria-labelledby="chart-title chart-text">
<title id="chart-title"><%= it.title %></title>
<desc id="chart-text"><%= it.description %></desc>
<defs>
<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0.5L7.5 4L0 7.5Z"/></marker>
<marker id="head-retry" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0.5L7.5 4L0 7.5Z"/></marker>
</defs>
<% for (const edge of it.picture.edges) { %><path class="edge<%= edge.retry ? ' retry' : '' %>" d="<%= edge.path %>" marker-end="url(#<%= edge.retry ? 'head-retry' : 'head' %>)"/>
<% } %>
<% for (const edge of it.picture.edges) { for (const { text, x, y } of edge.labels) { %><text class="path-label<%= edge.retry ? ' retry' : '' %>" x="<%= x %>" y="<%= y %>"><%= text %></text>
<% } } %>
<% for (const node of it.picture.nodes) { %><g class="node <%= node.type %><%= node.reachable ? '' : ' unreachable' %>" data-step="<%= node.step %>">
<path d="<%= node.outline %>"/>
<text class="step" x="<%= node.number.x %>" y="<%= node.number.y %>"><%= node.number.text %></text>
<% if (node.role !== null) { %><text class="role" x="<%= node.role.x %>" y="<%= node.role.y %>"><%= node.role.text %></text><% } %>
<% for (const { text, x, y } of node.lines) { %><text x="<%= x %>" y="<%= y %>"><%= text %></text><% } %>
</g>
<% } %>
</svg>`,
};
