import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { type UsageAsked, usageForm } from '../parts/usage-form.ts';
import { scopeHref } from '../place.ts';
import { defineView } from '../view.ts';

type Usage = AnswerOf<typeof named.getRuleUsage>;
type Entry = Usage['data']['unseen'][number];

interface List {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly entries: readonly (Entry & { readonly href: string })[];
  readonly more: number;
}

/** Rows of each table. */
const shown = 50;

/** The rules that need somebody to look at them, by what reviews found, each with what to do. */
export function ruleUsagePage({ data, presentation: { isOn } }: Usage, asked: UsageAsked): string {
  const list = (id: 'ignored' | 'needless' | 'unseen', title: string, about: string): List => ({
    ...{ id, title, about },
    entries: data[id].slice(0, shown).map((entry) => ({
      ...entry,
      href: scopeHref(entry.scope, `/rules/${encodeURIComponent(entry.id)}`),
    })),
    more: Math.max(0, data[id].length - shown),
  });
  const lists = [
    list('ignored', 'Ignored', 'Read, and violated all the same.'),
    list('needless', 'Needless', 'Often relevant and never violated, also where nobody read them.'),
    list('unseen', 'Unseen', 'Never relevant to a change in this time.'),
  ];
  const frame = { title: 'What becomes of rules', section: 'usage', crumbs: [] } as const;
  return view(frame, { ...asked, isOn, lists });
}

const view = defineView<UsageAsked & { readonly isOn: boolean; readonly lists: readonly List[] }>(`
<h1>What becomes of rules</h1>
<p class="lead">What <code>precept review --run</code> found of the rules, counted by rule and day. <a href="/usage">Usage</a> says what is read.</p>
${usageForm('/usage/rules', 'rules')}
<% for (const list of it.lists) { %>
<section aria-labelledby="<%= list.id %>"><h2 id="<%= list.id %>"><%= list.title %></h2><p class="from"><%= list.about %></p>
<% if (list.entries.length === 0) { %><p class="empty">There are none.</p><% } else { %>
<div class="scroll" role="region" aria-label="Table of rules: <%= list.title %>" tabindex="0"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">Scope</th><th scope="col" class="number">Relevant</th><th scope="col" class="number">Violated</th><th scope="col" class="number">Waived</th><th scope="col" class="number">Reads</th><th scope="col">Next</th></tr></thead>
<tbody><% for (const one of list.entries) { %><tr><th scope="row"><a href="<%= one.href %>"><code><%= one.id %></code></a> <%= one.rule %></th><td><%= one.scope %></td><td class="number"><%= one.relevant %></td><td class="number"><%= one.violated %></td><td class="number"><%= one.waived %></td><td class="number"><%= one.reads %></td><td><%= one.next %></td></tr><% } %></tbody>
</table></div>
<% if (list.more > 0) { %><p class="from">And <%= list.more %> more: <code>precept usage --rules --format json</code> has all.</p><% } %><% } %></section>
<% } %>
`);
