import type { AnswerOf } from '../../../service/ask.ts';
import type { getFleet } from '../../../service/operations/get-fleet.ts';
import { defineView } from './view.ts';

type Fleet = AnswerOf<typeof getFleet>['data'];
type Reader = Fleet['readers'][number];

interface FleetData {
  readonly readers: readonly (Reader & { readonly moreScopes: number })[];
  readonly total: number;
  readonly behind: number;
  readonly more: number;
  /** Of the picture's width, the part of those that are current. */
  readonly share: number;
}

/** Readers that are shown, and scopes of each. */
const shown = 200;
const shownScopes = 12;
const width = 720;

/** The readers that merge what this server has, and which of them are behind: these first, since somebody has to look at them. */
export function fleetPage({ readers }: Fleet): string {
  const behind = readers.filter(({ current }) => !current);
  const sorted = [...behind, ...readers.filter(({ current }) => current)];
  return fleetView(
    { title: 'Fleet', section: 'fleet', crumbs: [] },
    {
      readers: sorted.slice(0, shown).map((reader) => ({
        ...reader,
        scopes: reader.scopes.toSorted((a, b) => Number(a.current) - Number(b.current)).slice(0, shownScopes),
        moreScopes: Math.max(0, reader.scopes.length - shownScopes),
      })),
      total: readers.length,
      behind: behind.length,
      more: Math.max(0, readers.length - shown),
      share: Math.round((width * (readers.length - behind.length)) / Math.max(1, readers.length)),
    },
  );
}

const fleetView = defineView<FleetData>(`
<h1>Fleet</h1>
<p class="lead">The readers that merge the scopes of this server, those that are behind first, then the latest. Each names itself by its setting <code>reader_name</code>; those without one are counted together by version.</p>
<% if (it.total === 0) { %><p class="empty">No reader has asked in the last 30 days, as far as this server knows.</p><% } else { %>
<dl class="figures">
<div><dt>Readers</dt><dd><%= it.total %></dd></div>
<div><dt>Behind</dt><dd><%= it.behind %></dd></div>
</dl>
<svg class="parts" viewBox="0 0 ${width} 16" role="img" aria-label="<%= it.total - it.behind %> current, <%= it.behind %> behind; the table below names them">
<% if (it.share > 0) { %><rect x="1" y="1" width="<%= Math.max(1, it.share - 2) %>" height="14"/><% } %><% if (it.share < ${width}) { %><rect class="behind" x="<%= it.share + 1 %>" y="1" width="<%= Math.max(1, ${width} - it.share - 2) %>" height="14"/><% } %>
</svg>
<div class="scroll" role="region" aria-label="Readers" tabindex="0"><table>
<thead><tr><th scope="col">Reader</th><th scope="col">State</th><th scope="col">Version</th><th scope="col">Last seen (UTC)</th><th scope="col">Scopes</th></tr></thead>
<tbody><% for (const one of it.readers) { %><tr><th scope="row"><%= one.name === null ? '(no name)' : one.name %></th><td><span class="badge<%= one.current ? ' good' : ' bad' %>"><%= one.current ? 'current' : 'behind' %></span></td><td><%= one.version === null ? 'unknown' : one.version %></td><td><time datetime="<%= one.last_seen %>"><%= one.last_seen.slice(0, 16).replace('T', ' ') %></time></td><td><% for (const held of one.scopes) { %><code><%= held.scope %></code><%= held.current ? '' : ' (behind)' %> <% } %><% if (one.moreScopes > 0) { %>and <%= one.moreScopes %> more<% } %></td></tr><% } %></tbody>
</table></div>
<% if (it.more > 0) { %><p class="from">And <%= it.more %> more: <code>precept fleet --format json</code> has all.</p><% } %>
<% } %>
`);
