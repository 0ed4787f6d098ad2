import { formatTokens } from '../../../../model/text/tokens.ts';
import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';
import { createRoom, type Room } from '../parts/filter.ts';
import { textHtml } from '../parts/format-text.ts';
import { categoryId, type Place, scopeHref, toPlace } from '../place.ts';
import { definePart, defineView } from '../view.ts';

type Compared = AnswerOf<typeof pageOperations.compareScopes>['data'];
type Item = Compared['sections'][number]['both'][number];

interface ItemView {
  readonly label: string;
  /** What colours the label: `commandments` or `suggestions`, empty for the rest. */
  readonly kind: string;
  readonly html: string;
  readonly place: Place | null;
}

interface ItemsView {
  readonly count: number;
  /** HTML. */
  readonly items: string;
}

interface SectionView {
  readonly title: string;
  readonly id: string;
  readonly sides: readonly (ItemsView & { readonly name: string })[];
  readonly both: ItemsView;
}

interface ComparePage {
  readonly names: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly swapped: string;
  readonly hint: string;
  readonly sides: readonly { readonly name: string; readonly href: string; readonly size: string }[];
  /** Those in which something differs. */
  readonly sections: readonly SectionView[];
  readonly same: readonly SectionView[];
  readonly notices: ReturnType<Room['notices']>;
}

/** Names of scopes that the boxes suggest at most: more make the page slow, and any may be typed. */
const maxNames = 1000;

/** Two scopes beside each other, as a page; `compared` is null while fewer than two are named. It can pause after each piece. */
export function* writingComparePage(options: {
  readonly names: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly compared: Compared | null;
}): Generator<void, string> {
  const { names, from, to, compared } = options;
  const found = compared?.sections ?? [];
  const room = createRoom(
    found.reduce((sum, { left, right, both }) => sum + left.length + right.length + both.length, 0),
  );
  const all: SectionView[] = [];
  for (const section of found) all.push(yield* writingSection(section, [from, to], room));
  const differs = ({ sides }: SectionView) => sides.some(({ count }) => count > 0);
  const title = compared === null ? 'Compare two scopes' : `${from} and ${to}`;
  const sides = compared === null ? [] : [compared.left, compared.right];
  return view(
    { title, section: 'scopes', crumbs: [{ text: 'Scopes', href: '/' }] },
    {
      names: names.slice(0, maxNames),
      from,
      to,
      swapped: `/compare?from=${encodeURIComponent(to)}&to=${encodeURIComponent(from)}`,
      hint: hintOf(from, to),
      sides: sides.map(({ name, rules, katas, tokens }) => ({
        name,
        href: scopeHref(name),
        size: `${rules} ${rules === 1 ? 'rule' : 'rules'}, ${katas} ${katas === 1 ? 'kata' : 'katas'}, about ${formatTokens(tokens)} tokens`,
      })),
      sections: all.filter(differs),
      same: all.filter((section) => !differs(section)),
      notices: room.notices('pieces'),
    },
  );
}

function hintOf(from: string, to: string): string {
  if (from === '' && to === '') return 'Name two scopes.';
  if (from === '' || to === '') return 'Name the other scope.';
  return from === to ? 'Both are the same scope: name another one.' : '';
}

function* writingSection(
  { category, left, right, both }: Compared['sections'][number],
  [from, to]: readonly [string, string],
  room: Room,
): Generator<void, SectionView> {
  return {
    title: category ?? 'Scope and vision',
    id: categoryId(category ?? ' scope'),
    sides: [
      { name: from, ...(yield* writingItems(left, room)) },
      { name: to, ...(yield* writingItems(right, room)) },
    ],
    both: yield* writingItems(both, room),
  };
}

function* writingItems(items: readonly Item[], room: Room): Generator<void, ItemsView> {
  const html: string[] = [];
  for (const item of items) {
    if (!room.take(false)) break;
    html.push(itemView(toItem(item)));
    yield;
  }
  return { count: html.length, items: html.join('') };
}

function toItem({ label, text, origin }: Item): ItemView {
  const kind = label.startsWith('MUST') ? 'commandments' : label.startsWith('SHOULD') ? 'suggestions' : '';
  return { label, kind, html: textHtml(text), place: origin === null ? null : toPlace(origin) };
}

const itemView = definePart<ItemView>(
  `<li><span class="word <%= it.kind %>"><%= it.label %></span><div class="text"><%~ it.html %></div>\
<% if (it.place !== null) { %><p class="from">from <strong><%= it.place.scope %></strong> · <%~ include('@place', it) %></p><% } %></li>`,
);

const view = defineView<ComparePage>(`
<h1><% if (it.sides.length === 0) { %>Compare two scopes<% } else { %><%= it.from %> and <%= it.to %><% } %></h1>
<p class="lead">What two scopes serve, with all that they inherit, as it is written.</p>
<form class="search" role="search" method="get" action="/compare">
<label for="from">Scope</label>
<input id="from" name="from" value="<%= it.from %>" list="names" autocomplete="off" spellcheck="false" maxlength="200" required>
<label for="to">and</label>
<input id="to" name="to" value="<%= it.to %>" list="names" autocomplete="off" spellcheck="false" maxlength="200" required>
<button type="submit">Compare</button>
<% if (it.sides.length > 0) { %><a href="<%= it.swapped %>">Swap</a><% } %>
<datalist id="names"><% for (const name of it.names) { %><option value="<%= name %>"></option><% } %></datalist>
</form>
<% if (it.hint !== '') { %><p class="empty"><%= it.hint %></p><% } %>
<% if (it.sides.length > 0) { %>
<div class="sides totals"><% for (const side of it.sides) { %><p><a href="<%= side.href %>"><%= side.name %></a><span class="meta"><%= side.size %></span></p><% } %></div>
<%~ include('@notices', it) %>
<% if (it.sections.length === 0) { %><p class="empty">Both serve the same.</p><% } %>
<% for (const section of it.sections) { %>
<section class="category" aria-labelledby="<%= section.id %>">
<h2 id="<%= section.id %>"><%= section.title %></h2>
<div class="sides"><% for (const side of section.sides) { %>
<div class="side"><h3>Only in <%= side.name %></h3>
<% if (side.count === 0) { %><p class="empty">Nothing</p><% } else { %><ul class="items"><%~ side.items %></ul><% } %>
</div>
<% } %></div>
<% if (section.both.count > 0) { %><details class="replaced"><summary><%= section.both.count %> in both</summary><ul class="items"><%~ section.both.items %></ul></details><% } %>
</section>
<% } %>
<% if (it.same.length > 0) { %>
<section aria-labelledby="same"><h2 id="same">The same in both</h2>
<% for (const section of it.same) { %><details class="replaced"><summary><%= section.title %>: <%= section.both.count %></summary><ul class="items"><%~ section.both.items %></ul></details><% } %>
</section>
<% } %>
<% } %>
`);
