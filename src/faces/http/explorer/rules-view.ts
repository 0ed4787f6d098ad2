import { shownOf } from './filter.ts';
import type { RulesSection } from './rules-sections.ts';
import { definePart } from './view.ts';

/** A category with its rules, and what they replaced. */
export function sectionView(section: RulesSection): string {
  return view({ ...section, shownOf });
}

const view = definePart<RulesSection & { readonly shownOf: typeof shownOf }>(
  `<section class="category" id="<%= it.id %>" data-group="<%= it.terms %>" aria-labelledby="<%= it.id %>-name"<% if (it.hidden) { %> hidden<% } %>>
<h2 id="<%= it.id %>-name"><a href="#<%= it.id %>"><%= it.category %></a></h2>
<% if (it.when !== null && it.when.trim() !== '') { %><p class="when"><%= it.when %></p><% } %>
<%~ include('@tags', it) %>\
<%~ include('@links', it) %>
<% for (const group of it.groups) { %>\
<% if (group.when !== null && group.when.trim() !== '') { %><p class="when"><%= group.when %></p><% } %>
<ul class="rules" aria-label="<%= group.word %>"<% if (group.hidden) { %> hidden<% } %>>
<% const shown = it.shownOf(group.rules); for (const rule of shown) { %>
<li class="rule" <% if (rule.anchor !== null) { %>id="<%= rule.anchor %>" <% } %>data-item<% if (rule.hidden) { %> hidden<% } %>>
<span class="word <%= group.kind %>"><%= group.word %></span>
<div><div class="text" data-text dir="auto"><%~ rule.html %></div>
<p class="from"><% if (rule.inherited) { %>from <strong><%= rule.place.scope %></strong> · <% } %><%~ include('@place', rule) %> · <a href="<%= rule.why %>">Why</a><% if (rule.anchor !== null) { %> · <a href="#<%= rule.anchor %>">Link</a><% } %></p></div>
</li>
<% } %>
</ul>
<% if (shown.length < group.rules.length) { %><p class="empty">This page shows <%= shown.length %> of <%= group.rules.length %> rules. Filter by words to see others.</p><% } %>
<% } %>
<% if (it.replaced.length > 0) { %>
<details class="replaced">
<summary><%= it.replaced.length === 1 ? '1 suggestion is' : it.replaced.length + ' suggestions are' %> replaced</summary>
<ul><% for (const one of it.shownOf(it.replaced)) { %>
<li><div class="text" dir="auto"><%~ one.html %></div><p class="from">from <strong><%= one.place.scope %></strong> · <%~ include('@place', one) %> · replaced<% if (one.by !== null) { %> by <strong><%= one.by %></strong><% } %> · <a href="<%= one.why %>">Why</a></p></li>
<% } %></ul>
</details>
<% } %>
</section>
`,
);
