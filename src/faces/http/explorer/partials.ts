/** Parts that several pages share, by name; each reads `it`. */
export const partials: Readonly<Record<string, string>> = {
  // it: {place: Place}
  place: `<span class="place"><% if (it.place.server !== null) { %><span class="server"><%= it.place.server %></span> <% } %>\
<% if (it.place.href !== null) { %><a href="<%= it.place.href %>" aria-label="Source: <%= it.place.text %>"><%= it.place.text %></a><% } else { %><%= it.place.text %><% } %></span>`,

  // it: {tags: string[]}
  tags: `<% if (it.tags.length > 0) { %><ul class="tags" aria-label="Tags"><% for (const tag of it.tags) { %><li><%= tag %></li><% } %></ul><% } %>`,

  // it: {paths: string[], see: {text, href}[]}
  links: `<% if (it.paths.length > 0) { %><p class="links">For files <% it.paths.forEach((path, index) => { %><%= index > 0 ? ', ' : '' %><code><%= path %></code><% }) %></p><% } %>\
<% if (it.see.length > 0) { %><p class="links">See also <% it.see.forEach(({ text, href }, index) => { %><%= index > 0 ? ', ' : '' %><% if (href === null) { %><%= text %><% } else { %><a href="<%= href %>"><%= text %></a><% } %><% }) %></p><% } %>`,

  // it: {notices: {title, lines}[]}
  notices: `<% for (const { title, lines } of it.notices) { %><aside class="notice" aria-label="<%= title %>"><strong><%= title %></strong>\
<ul><% for (const line of lines) { %><li><%= line %></li><% } %></ul></aside><% } %>`,

  // it: {failures: TemplateFailure[]}
  failures: `<% if (it.failures.length > 0) { %>
<section class="failures" aria-labelledby="failures">
<h2 id="failures">Template failures</h2>
<p>These texts hold a template that could not be rendered. Agents get the rest without them.</p>
<dl><% for (const failure of it.failures) { %>
<div><dt><%= failure.element_type %>: <%= failure.element_identifier %></dt>
<dd><%= failure.error_message %><pre><code><%= failure.template_text %></code></pre></dd></div>
<% } %></dl>
</section>
<% } %>`,

  // it: {name, tab, counts: {rules, katas, stories}}
  tabs: `<nav class="tabs" aria-label="Parts of scope <%= it.name %>">
<% for (const [key, text, path, count] of [['rules', 'Rules', '', it.counts.rules], ['katas', 'Katas', '/katas', it.counts.katas], ['vision', 'Vision', '/vision', it.counts.stories]]) { %>
<a href="/scopes/<%= encodeURIComponent(it.name) %><%= path %>"<% if (it.tab === key) { %> aria-current="page"<% } %>><%= text %> <span class="count"><%= count %></span></a>
<% } %>
</nav>`,

  // it: {label, noun, query, shown, total, hidden: [name, value][]}
  search: `<form class="search" role="search" method="get">
<label for="filter"><%= it.label %></label>
<% for (const [name, value] of it.hidden) { %><input type="hidden" name="<%= name %>" value="<%= value %>"><% } %>
<input id="filter" name="q" type="search" value="<%= it.query %>" autocomplete="off" spellcheck="false" maxlength="200">
<button type="submit">Filter</button>
<p id="filter-status" role="status" data-noun="<%= it.noun %>"><%= it.query === '' ? it.total + ' ' + it.noun : it.shown + ' of ' + it.total + ' ' + it.noun %></p>
</form>`,

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
