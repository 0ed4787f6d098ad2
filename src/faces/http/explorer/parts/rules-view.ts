import { utcDay } from '../../../../model/utc-day.ts';
import { type Place, scopeHref } from '../place.ts';
import { definePart } from '../view.ts';
import { shownOf } from './filter.ts';
import { escapeHtml, textHtml } from './format-text.ts';
import { besideHtml } from './rule-details.ts';
import type { RuleItem, RulesSection } from './rules-sections.ts';

/** The scope whose page it is, and whether texts are shown as written. */
export interface Showing {
  readonly scope: string;
  readonly raw: boolean;
}

/** A category with its rules, and what they replaced, as HTML. It can pause after each rule. */
export function* writingSection(section: RulesSection, { scope, raw }: Showing): Generator<void, string> {
  const whyHref = (id: string) => scopeHref(scope, `/rules/${id}`);
  const today = utcDay();
  const groups: ShownGroup[] = [];
  for (const { rules, ...group } of section.groups) {
    const shown = shownOf(rules);
    const html: string[] = [];
    for (const rule of shown) {
      const { text, isFirst, place, inherited, beside, hidden } = rule;
      const id = rule.id();
      const links = { anchor: isFirst ? id : null, why: whyHref(id) };
      const inHtml = raw ? rawHtml(text) : textHtml(text);
      const besides = besideHtml(beside, today);
      html.push(ruleView({ ...group, ...links, html: inHtml, besides, place, inherited, hidden }));
      yield;
    }
    groups.push({ ...group, html: html.join(''), shown: shown.length, total: rules.length });
  }
  const replaced: string[] = [];
  for (const { text, id, place, by } of shownOf(section.replaced)) {
    replaced.push(replacedView({ html: textHtml(text), why: whyHref(id), place, by }));
    yield;
  }
  const unserved: string[] = [];
  for (const { text, id, place, word, status } of shownOf(section.unserved)) {
    unserved.push(unservedView({ html: textHtml(text), why: whyHref(id), place, word, status }));
    yield;
  }
  const replacedHtml = replaced.join('');
  return sectionView({ ...section, groups, replacedHtml, unservedHtml: unserved.join('') });
}

/** Text exactly as written. */
function rawHtml(text: string): string {
  return `<pre>${escapeHtml(text.trimEnd())}</pre>`;
}

type Group = Omit<RulesSection['groups'][number], 'rules'>;

interface ShownGroup extends Group {
  readonly html: string;
  readonly shown: number;
  readonly total: number;
}

interface ShownRule extends Pick<Group, 'kind' | 'word'>, Pick<RuleItem, 'place' | 'inherited' | 'hidden'> {
  /** What links lead to; null for all but the first rule of that id. */
  readonly anchor: string | null;
  /** The page that says why it is here. */
  readonly why: string;
  readonly html: string;
  /** What it says beside its text. */
  readonly besides: string;
}

const ruleView = definePart<ShownRule>(
  `<li class="rule" <% if (it.anchor !== null) { %>id="<%= it.anchor %>" <% } %>data-item<% if (it.hidden) { %> hidden<% } %>>
<span class="word <%= it.kind %>"><%= it.word %></span>
<div><div class="text" data-text dir="auto"><%~ it.html %></div><%~ it.besides %>
<p class="from"><% if (it.inherited) { %>from <strong><%= it.place.scope %></strong> · <% } %><%~ include('@place', it) %> · <a href="<%= it.why %>">Why</a><% if (it.anchor !== null) { %> · <a href="#<%= it.anchor %>">Link</a><% } %></p></div>
</li>
`,
);

const replacedView = definePart<
  Pick<ShownRule, 'html' | 'why'> & { readonly place: Place; readonly by: string | null }
>(
  `<li><div class="text" dir="auto"><%~ it.html %></div><p class="from">from <strong><%= it.place.scope %></strong> · <%~ include('@place', it) %> · replaced<% if (it.by !== null) { %> by <strong><%= it.by %></strong><% } %> · <a href="<%= it.why %>">Why</a></p></li>
`,
);

const unservedView = definePart<
  Pick<ShownRule, 'html' | 'why'> & { readonly place: Place; readonly word: string; readonly status: string }
>(
  `<li><div class="text" dir="auto"><%~ it.html %></div><p class="from"><span class="badge open"><%= it.status %></span> <%= it.word %> from <strong><%= it.place.scope %></strong> · <%~ include('@place', it) %> · <a href="<%= it.why %>">Why</a></p></li>
`,
);

interface ShownSection extends Omit<RulesSection, 'groups'> {
  readonly groups: readonly ShownGroup[];
  readonly replacedHtml: string;
  readonly unservedHtml: string;
}

const sectionView = definePart<ShownSection>(
  `<section class="category" id="<%= it.id %>" data-group="<%= it.terms %>" aria-labelledby="<%= it.id %>-name"<% if (it.hidden) { %> hidden<% } %>>
<h2 id="<%= it.id %>-name"><a href="#<%= it.id %>"><%= it.category %></a></h2>
<% if (it.when !== null && it.when.trim() !== '') { %><p class="when"><%= it.when %></p><% } %>
<%~ include('@tags', it) %>\
<%~ include('@links', it) %>
<% for (const group of it.groups) { %>\
<% if (group.when !== null && group.when.trim() !== '') { %><p class="when"><%= group.when %></p><% } %>
<ul class="rules" aria-label="<%= group.word %>"<% if (group.hidden) { %> hidden<% } %>>
<%~ group.html %></ul>
<% if (group.shown < group.total) { %><p class="empty">This page shows <%= group.shown %> of <%= group.total %> rules. Filter by words to see others.</p><% } %>
<% } %>
<% if (it.replaced.length > 0) { %>
<details class="replaced">
<summary><%= it.replaced.length === 1 ? '1 suggestion is' : it.replaced.length + ' suggestions are' %> replaced</summary>
<ul><%~ it.replacedHtml %></ul>
</details>
<% } %>
<% if (it.unserved.length > 0) { %>
<details class="unserved">
<summary><%= it.unserved.length === 1 ? '1 rule is' : it.unserved.length + ' rules are' %> not served</summary>
<ul><%~ it.unservedHtml %></ul>
</details>
<% } %>
</section>
`,
);
