import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { type Disputed, disputedOf, disputedView } from '../parts/disputed.ts';
import { defineView } from '../view.ts';

type PlacedSummary = AnswerOf<typeof named.feedbackSummary>['data'];

interface FeedbackData {
  readonly summary: PlacedSummary;
  readonly disputed: readonly Disputed[];
}

/** What agents reported: categories they missed, rules that contradict each other. */
export function feedbackPage(summary: PlacedSummary): string {
  const disputed = disputedOf(summary);
  return feedbackView({ title: 'Feedback', section: 'feedback', crumbs: [] }, { summary, disputed });
}

const feedbackView = defineView<FeedbackData>(`
<h1>Feedback</h1>
<p class="lead">What agents say of the guidance: categories they missed, and rules that contradict each other.</p>
<% if (it.summary.total === 0) { %><p class="empty">No feedback is open. Agents report it with <code>submit_feedback</code>, people with <code>precept feedback</code>.</p><% } else { %>
<dl class="figures">
<div><dt>Entries</dt><dd><%= it.summary.total %></dd></div>
<div><dt>Contradictory rules</dt><dd><%= it.summary.contradictory_rules %></dd></div>
<div><dt>Missed categories</dt><dd><%= it.summary.missed_categories %></dd></div>
</dl>
<p class="from">From <time datetime="<%= it.summary.first_seen %>"><%= it.summary.first_seen.slice(0, 10) %></time> to <time datetime="<%= it.summary.last_seen %>"><%= it.summary.last_seen.slice(0, 10) %></time>.</p>
<% } %>
<% if (it.summary.unreadable > 0) { %><p class="notice"><%= it.summary.unreadable === 1 ? '1 line of the log is' : it.summary.unreadable + ' lines of the log are' %> unreadable.</p><% } %>
<% if (it.summary.missed.length > 0) { %>
<section aria-labelledby="missed"><h2 id="missed">Categories missed most</h2>
<div class="scroll" role="region" aria-label="Table of missed categories" tabindex="0"><table>
<thead><tr><th scope="col">Category</th><th scope="col" class="number">Times</th><th scope="col"><span class="hidden-text">Share</span></th><th scope="col">Last</th><th scope="col">Latest reason</th></tr></thead>
<tbody><% for (const one of it.summary.missed) { %><tr><th scope="row"><code><%= one.category %></code></th><td class="number"><%= one.count %></td><td><svg class="bar" viewBox="0 0 200 10" aria-hidden="true"><rect width="<%= Math.round((200 * one.count) / it.summary.missed[0].count) %>" height="10"/></svg></td><td><time datetime="<%= one.last_seen %>"><%= one.last_seen.slice(0, 10) %></time></td><td><%= one.last_reason %></td></tr><% } %></tbody>
</table></div></section>
<% } %>
<% if (it.disputed.length > 0) { %>
<section aria-labelledby="disputed"><h2 id="disputed">Rules disputed most</h2>
${disputedView}</section>
<% } %>
<% if (it.summary.proposals.length > 0) { %>
<section aria-labelledby="proposals"><h2 id="proposals">What could be done</h2>
<ul class="cards"><% for (const one of it.summary.proposals) { %>
<li class="card"><p class="meta"><%= one.kind === 'see' ? 'Missed together' : 'Disputed' %> <%= one.count === 1 ? 'once' : one.count + ' times' %></p>
<% if (one.rules) { %><p>Reconcile two rules:</p><ul class="pair"><% for (const rule of one.rules) { %><li><p><%= rule.rule %></p><p class="from"><code><%= rule.category %></code></p></li><% } %></ul><% } else { %><p>Link <code><%= one.category %></code> to <code><%= one.see %></code> with <code>see</code>.</p><% } %></li>
<% } %></ul></section>
<% } %>
`);
