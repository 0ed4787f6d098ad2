import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';
import type { named } from '../../../../service/operations.ts';
import { type Disputed, disputedOf, disputedView } from '../parts/disputed.ts';
import { createFilter, type Search } from '../parts/filter.ts';
import { textHtml } from '../parts/format-text.ts';
import { type Place, scopeHref, toPlace } from '../place.ts';
import { defineView } from '../view.ts';

type Conflicts = AnswerOf<typeof pageOperations.exploreConflicts>['data'];
type Pair = Conflicts['scopes'][number]['pairs'][number];
type Summary = AnswerOf<typeof named.feedbackSummary>['data'];

interface ShownRule {
  readonly kind: Pair['rules'][number]['kind'];
  readonly word: 'MUST' | 'SHOULD';
  readonly html: string;
  readonly category: string;
  readonly place: Place;
}

interface ShownPair {
  readonly relation: string;
  readonly isContradiction: boolean;
  readonly rules: readonly ShownRule[];
  /** How often agents have reported the two. */
  readonly reported: number;
  /** What silences the pair, to be copied. */
  readonly entry: string;
  readonly hidden: boolean;
}

interface ConflictsPage {
  readonly scopes: readonly {
    readonly scope: string;
    readonly href: string;
    readonly pairs: readonly ShownPair[];
    readonly more: number;
    readonly hidden: boolean;
  }[];
  readonly isCut: boolean;
  readonly unread: readonly { readonly name: string; readonly href: string }[];
  readonly disputed: readonly Disputed[];
  readonly search: Search;
}

/** Pairs on the page. */
const maxShown = 500;

const relations: Readonly<Record<string, string>> = {
  strength: 'MUST and SHOULD',
  polarity: 'Opposites',
  number: 'Different numbers',
  'same words': 'The same words',
  'similar words': 'Nearly the same words',
};

/** Rules that repeat or contradict each other: those that their words give away, and those that agents have reported. */
export function conflictsPage(conflicts: Conflicts, summary: Summary, query: string): string {
  const wanted = createFilter(query);
  const counts = new Map(
    summary.disputed.map(({ rules, count }) => [pairKey(rules.map(({ rule }) => rule)), count]),
  );
  let left = maxShown;
  const scopes = conflicts.scopes.map(({ scope, pairs: told, more: untold }) => {
    const pairs = told.slice(0, left);
    const more = untold + told.length - pairs.length;
    left -= pairs.length;
    const shown = pairs.map((pair) => toPair(pair, counts, (text) => wanted(scope, text)));
    const hidden = query !== '' && shown.every((pair) => pair.hidden);
    return { scope, href: scopeHref(scope), pairs: shown, more, hidden };
  });
  const all = scopes.flatMap(({ pairs }) => pairs);
  return view(
    { title: 'Conflicts', section: 'conflicts', crumbs: [] },
    {
      scopes,
      isCut: conflicts.is_cut,
      unread: conflicts.unread.map((name) => ({ name, href: scopeHref(name) })),
      disputed: disputedOf(summary),
      search: {
        label: 'Filter pairs',
        noun: all.length === 1 ? 'pair' : 'pairs',
        query,
        shown: all.filter(({ hidden }) => !hidden).length,
        total: all.length,
        hidden: [],
      },
    },
  );
}

function toPair(
  { code, reason, rules }: Pair,
  counts: ReadonlyMap<string, number>,
  wanted: (text: string) => boolean,
): ShownPair {
  const relation = relations[reason] ?? code;
  const texts = rules.map(({ text, category }) => `${text} ${category}`);
  return {
    relation,
    isContradiction: code === 'contradicting-rules',
    rules: rules.map(({ kind, category, text, origin }) => ({
      kind,
      word: kind === 'commandments' ? 'MUST' : 'SHOULD',
      html: textHtml(text),
      category,
      place: toPlace(origin),
    })),
    reported: counts.get(pairKey(rules.map(({ text }) => text))) ?? 0,
    entry: `lint_ignore:\n  - rules: [${rules.map(({ id }) => id).join(', ')}]`,
    hidden: !wanted([relation, ...texts].join(' ')),
  };
}

/** Two rules in any order, whatever their blanks. */
function pairKey(texts: readonly string[]): string {
  return JSON.stringify(texts.map((text) => text.replace(/\s+/g, ' ').trim()).sort());
}

const view = defineView<ConflictsPage>(`
<h1>Conflicts</h1>
<p class="lead">Rules that repeat or contradict each other. An agent that reads both has to guess which one counts.</p>
<section aria-labelledby="found">
<h2 id="found">Found in the rules</h2>
<% if (it.search.total === 0) { %><p class="empty">No two rules of a scope repeat or contradict each other, as far as their words tell.</p><% } else { %>
<p>Words alone do not tell what people mean: where both rules are right, <code>lint_ignore</code> in the scope's metadata.yml takes the pair off this list.</p>
<%~ include('@search', it.search) %>
<% for (const scope of it.scopes) { %>
<section class="conflicts" id="s-<%= scope.scope %>" data-group="<%= scope.scope %>" aria-label="Scope <%= scope.scope %>"<% if (scope.hidden) { %> hidden<% } %>>
<h3><a href="<%= scope.href %>"><%= scope.scope %></a></h3>
<ul class="cards wide"><% for (const pair of scope.pairs) { %>
<li class="card" data-item<% if (pair.hidden) { %> hidden<% } %>>
<div data-text>
<p class="meta"><span class="badge <%= pair.isContradiction ? 'bad' : 'open' %>"><%= pair.relation %></span><% if (pair.reported > 0) { %> <span class="badge bad">reported <%= pair.reported === 1 ? 'once' : pair.reported + ' times' %></span><% } %></p>
<ul class="rules"><% for (const rule of pair.rules) { %>
<li class="rule"><span class="word <%= rule.kind %>"><%= rule.word %></span>
<div><div class="text" dir="auto"><%~ rule.html %></div>
<p class="from"><code><%= rule.category %></code> · <%~ include('@place', rule) %></p></div></li>
<% } %></ul>
</div>
<details><summary>Both are meant</summary><pre><code><%= pair.entry %></code></pre></details>
</li>
<% } %></ul>
<% if (scope.more > 0) { %><p class="from">There are <%= scope.more %> more pairs in this scope; those that are most alike are shown.</p><% } %>
</section>
<% } %>
<p class="empty" id="filter-empty"<% if (it.search.shown > 0) { %> hidden<% } %>>No pair matches.</p>
<% } %>
<% if (it.isCut) { %><p class="notice">The rules are so many and so alike that not all of them were compared.</p><% } %>
<% if (it.unread.length > 0) { %><p class="notice">Not looked at, since they cannot be served: <% it.unread.forEach(({ name, href }, index) => { %><% if (index > 0) { %>, <% } %><a href="<%= href %>"><%= name %></a><% }) %>.</p><% } %>
</section>
<section aria-labelledby="reported">
<h2 id="reported">Reported by agents</h2>
<% if (it.disputed.length === 0) { %><p class="empty">No agent has reported rules that contradict each other.</p><% } else { %>
<p>Agents send these with <code>submit_feedback</code>; <a href="/feedback">Feedback</a> has the rest of what they say.</p>
${disputedView}
<% } %>
</section>
`);
