import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import type { Service } from '../../../../service/service.ts';
import { type Disputed, disputedOf, disputedView } from '../parts/disputed.ts';
import { defineView } from '../view.ts';

type PlacedSummary = AnswerOf<typeof named.feedbackSummary>['data'];
type MasterState = Awaited<ReturnType<Service['masterStates']>>[number];
type Surveyed = AnswerOf<typeof named.listMasters>['data'][number];

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

interface MasterItem extends Surveyed {
  readonly last: string | null;
  readonly since: string | null;
  readonly age: string | null;
  readonly copyAge: string | null;
}

/** The masters of this server as they are now; with `isShared` it does not say whose logins are sent there. */
export function mastersPage(
  masters: readonly Surveyed[],
  states: readonly MasterState[],
  isShared: boolean,
): string {
  const items = masters.map((master): MasterItem => {
    const known = states.find(({ url }) => url === master.url);
    return {
      ...master,
      login: isShared && master.login !== null ? 'yes' : master.login,
      last: known?.last_success ?? null,
      since: known?.since ?? null,
      age: known === undefined || known.age_seconds === null ? null : ageText(known.age_seconds),
      copyAge: master.copy === null ? null : ageText(master.copy.age_seconds),
    };
  });
  return mastersView({ title: 'Masters', section: 'masters', crumbs: [] }, { masters: items });
}

function ageText(seconds: number): string {
  const [size, unit] =
    seconds < 120
      ? [1, 'second']
      : seconds < 7200
        ? [60, 'minute']
        : seconds < 172_800
          ? [3600, 'hour']
          : [86_400, 'day'];
  const count = Math.floor(seconds / Number(size));
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

const mastersView = defineView<{ masters: readonly MasterItem[] }>(`
<h1>Masters</h1>
<p class="lead">The servers whose guidance is merged into this one's, the highest priority first.</p>
<% if (it.masters.length === 0) { %><p class="empty">This server has no masters: all guidance comes from its own files. The setting <code>master_server_url</code> names some.</p><% } else { %>
<ul class="cards wide masters">
<% for (const master of it.masters) { %>
<li class="card">
<h2><%= master.url %></h2>
<p><span class="badge<%= master.state === 'ok' ? ' good' : ' bad' %>"><%= master.state === 'ok' ? 'available' : master.state %></span></p>
<dl class="facts">
<% if (master.reason) { %><div><dt>Reason</dt><dd><%= master.reason %></dd></div><% } %>
<div><dt>Last answer</dt><dd><% if (master.last === null) { %>none yet<% } else { %><time datetime="<%= master.last %>"><%= master.last.replace('T', ' ').slice(0, 19) %> UTC</time> (<%= master.age %>)<% } %></dd></div>
<% if (master.since !== null) { %><div><dt>Unavailable since</dt><dd><time datetime="<%= master.since %>"><%= master.since.replace('T', ' ').slice(0, 19) %> UTC</time></dd></div><% } %>
<div><dt>Kind</dt><dd><%= { live: 'Precept server', static: 'published files', older: 'older server' }[master.kind] %></dd></div>
<div><dt>Version</dt><dd><%= master.version ?? 'unknown' %></dd></div>
<div><dt>Latency</dt><dd><%= master.latency_ms === null ? 'no answer' : master.latency_ms + ' ms' %></dd></div>
<div><dt>Scopes</dt><dd><%= master.scopes ?? 'unknown' %></dd></div>
<div><dt>Login</dt><dd><%= master.login ?? 'none' %></dd></div>
<div><dt>Copy</dt><dd><% if (master.copy === null) { %>none<% } else { %>as of <time datetime="<%= master.copy.as_of %>"><%= master.copy.as_of.replace('T', ' ').slice(0, 19) %> UTC</time> (<%= master.copyAge %>)<% } %></dd></div>
<div><dt>Signature</dt><dd><%= master.signature ?? (master.latency_ms === null ? 'unknown' : 'not asked for') %></dd></div>
</dl>
</li>
<% } %>
</ul>
<% } %>
`);
