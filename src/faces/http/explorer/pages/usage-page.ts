import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { type UsageAsked, usageForm } from '../parts/usage-form.ts';
import { type DayChart, dayChart, dayChartView } from '../pictures/usage-chart.ts';
import { defineView } from '../view.ts';

type Usage = AnswerOf<typeof named.getUsage>;
type Entry = Usage['data']['entries'][number];

type Reach = NonNullable<Usage['data']['reach']>;

interface UsageData extends UsageAsked {
  /** Null for those who do not see sessions. */
  readonly reach: Reach | null;
  readonly moreClients: number;
  readonly since: string;
  readonly until: string;
  readonly isOn: boolean;
  readonly reads: number;
  readonly tokens: string;
  readonly read: readonly (Entry & { readonly share: number })[];
  readonly moreRead: number;
  readonly unread: readonly Entry[];
  readonly moreUnread: number;
  readonly chart: DayChart;
  readonly table: readonly { readonly day: string; readonly reads: number; readonly tokens: number }[];
}

/** Rows of each table. */
const shown = 50;

/** What is read and what is not, with pictures; each picture has a table that says the same. */
export function usagePage({ data, presentation }: Usage, sessions: Usage, asked: UsageAsked): string {
  const reach = sessions.data.reach ?? [];
  const { since, until } = data;
  const entries = presentation.all;
  const read = entries.filter(({ reads }) => reads > 0);
  const unread = entries.filter(({ reads }) => reads === 0);
  const most = read[0]?.reads ?? 1;
  const tokens = entries.reduce((sum, entry) => sum + entry.tokens, 0);
  return usageView(
    { title: 'Usage', section: 'usage', crumbs: [] },
    {
      ...asked,
      reach: presentation.isLimited ? null : reach.slice(0, shown),
      moreClients: Math.max(0, reach.length - shown),
      since,
      until,
      isOn: presentation.isOn,
      reads: entries.reduce((sum, entry) => sum + entry.reads, 0),
      tokens: tokens.toLocaleString('en-US'),
      read: read
        .slice(0, shown)
        .map((entry) => ({ ...entry, share: Math.round((200 * entry.reads) / most) })),
      moreRead: Math.max(0, read.length - shown),
      unread: unread.slice(0, shown),
      moreUnread: Math.max(0, unread.length - shown),
      chart: dayChart(presentation.days),
      table: presentation.days.filter(({ reads }) => reads > 0),
    },
  );
}

const place = `<td><a href="/scopes/<%= one.scope %>"><%= one.scope %></a></td><th scope="row"><code><%= one.kata === undefined ? one.category : one.category + '/' + one.kata %></code></th><td><%= one.kind === 'kata' ? 'kata' : 'rules' %></td>`;

const usageView = defineView<UsageData>(`
<h1>Usage</h1>
<p class="lead">Which categories and katas are given out, and which never are. Counted are days, scopes and names; nothing of the task or the person.</p>
${usageForm('/usage', 'usage')}
<dl class="figures">
<div><dt>Reads</dt><dd><%= it.reads %></dd></div>
<div><dt>Tokens, about</dt><dd><%= it.tokens %></dd></div>
<div><dt>Read</dt><dd><%= it.read.length + it.moreRead %></dd></div>
<div><dt>Never read</dt><dd><%= it.unread.length + it.moreUnread %></dd></div>
</dl>
<section aria-labelledby="by-day"><h2 id="by-day">Reads a day</h2>
<p class="from">From <time datetime="<%= it.since %>"><%= it.since %></time> to <time datetime="<%= it.until %>"><%= it.until %></time>, UTC.<% if (it.chart.first > it.since) { %> The picture begins with <time datetime="<%= it.chart.first %>"><%= it.chart.first %></time>.<% } %></p>
<% if (it.table.length === 0) { %><p class="empty">Nothing was read on these days.</p><% } else { %>
${dayChartView}
<details><summary>The figures</summary>
<div class="scroll" role="region" aria-label="Table of reads a day" tabindex="0"><table>
<thead><tr><th scope="col">Day</th><th scope="col" class="number">Reads</th><th scope="col" class="number">Tokens, about</th></tr></thead>
<tbody><% for (const one of it.table) { %><tr><th scope="row"><%= one.day %></th><td class="number"><%= one.reads %></td><td class="number"><%= one.tokens %></td></tr><% } %></tbody>
</table></div></details><% } %></section>
<% if (it.reach !== null) { %><section aria-labelledby="reach"><h2 id="reach">Reach</h2>
<p class="lead">The sessions of each client: how many asked for guidance, and how many a hook showed some.</p>
<% if (it.reach.length === 0) { %><p class="empty">No session was counted on these days.</p><% } else { %>
<div class="scroll" role="region" aria-label="Table of sessions by client" tabindex="0"><table>
<thead><tr><th scope="col">Client</th><th scope="col" class="number">Connected</th><th scope="col" class="number">Asked</th><th scope="col" class="number">Shown by a hook</th><th scope="col">What to do</th></tr></thead>
<tbody><% for (const one of it.reach) { %><tr><th scope="row"><%= one.client %></th><td class="number"><%= one.connected %></td><td class="number"><%= one.asked %></td><td class="number"><%= one.shown %></td><td><%= one.cure ?? '' %></td></tr><% } %></tbody>
</table></div>
<% if (it.moreClients > 0) { %><p class="from">And <%= it.moreClients %> more: <code>precept usage --reach</code> has all.</p><% } %><% } %></section><% } %>
<section aria-labelledby="most"><h2 id="most">Most read</h2>
<% if (it.read.length === 0) { %><p class="empty">Nothing was read on these days.</p><% } else { %>
<div class="scroll" role="region" aria-label="Table of what is read most" tabindex="0"><table>
<thead><tr><th scope="col">Scope</th><th scope="col">Category or kata</th><th scope="col">Kind</th><th scope="col" class="number">Reads</th><th scope="col"><span class="hidden-text">Share</span></th><th scope="col" class="number">Tokens, about</th><th scope="col" class="number">MCP</th><th scope="col" class="number">REST</th><th scope="col" class="number">CLI</th><th scope="col" class="number">Explorer</th></tr></thead>
<tbody><% for (const one of it.read) { %><tr>${place}<td class="number"><%= one.reads %></td><td><svg class="bar" viewBox="0 0 200 10" aria-hidden="true"><rect width="<%= one.share %>" height="10"/></svg></td><td class="number"><%= one.tokens %></td><td class="number"><%= one.faces.mcp %></td><td class="number"><%= one.faces.rest %></td><td class="number"><%= one.faces.cli %></td><td class="number"><%= one.faces.explorer %></td></tr><% } %></tbody>
</table></div>
<% if (it.moreRead > 0) { %><p class="from">And <%= it.moreRead %> more: <code>precept usage --format csv</code> has all.</p><% } %><% } %></section>
<section aria-labelledby="never"><h2 id="never">Never read</h2>
<% if (it.unread.length === 0) { %><p class="empty"><%= it.read.length === 0 ? 'There is nothing to read.' : 'Everything was read.' %></p><% } else { %>
<div class="scroll" role="region" aria-label="Table of what is never read" tabindex="0"><table>
<thead><tr><th scope="col">Scope</th><th scope="col">Category or kata</th><th scope="col">Kind</th><th scope="col">Last read</th></tr></thead>
<tbody><% for (const one of it.unread) { %><tr>${place}<td><% if (one.last_read === null) { %>never<% } else { %><time datetime="<%= one.last_read %>"><%= one.last_read.slice(0, 10) %></time><% } %></td></tr><% } %></tbody>
</table></div>
<% if (it.moreUnread > 0) { %><p class="from">And <%= it.moreUnread %> more: <code>precept usage --unread</code> has all.</p><% } %><% } %></section>
`);
