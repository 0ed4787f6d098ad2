import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { defineView } from '../view.ts';

type Fleet = AnswerOf<typeof named.getFleet>['data'];
type Reader = Fleet['readers'][number];

interface FleetData {
  readonly readers: readonly (Reader & {
    readonly behindIn: readonly string[];
    readonly currentIn: readonly string[];
    readonly moreScopes: number;
  })[];
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
      readers: sorted.slice(0, shown).map(toShown),
      total: readers.length,
      behind: behind.length,
      more: Math.max(0, readers.length - shown),
      share: Math.round((width * (readers.length - behind.length)) / Math.max(1, readers.length)),
    },
  );
}

/** A reader with some of its scopes, those in which it is behind first. */
function toShown(reader: Reader): FleetData['readers'][number] {
  const scopes = reader.scopes
    .toSorted((a, b) => Number(a.current) - Number(b.current))
    .slice(0, shownScopes);
  const namesOf = (current: boolean) =>
    scopes.filter((held) => held.current === current).map((held) => held.scope);
  return {
    ...reader,
    behindIn: namesOf(false),
    currentIn: namesOf(true),
    moreScopes: Math.max(0, reader.scopes.length - shownScopes),
  };
}

const names = `<% list.forEach((name, index) => { %><%= index > 0 ? ', ' : '' %><code><%= name %></code><% }) %>`;
const heldView = `<% for (const [words, list] of [['Behind in', one.behindIn], ['Current in', one.currentIn]]) { if (list.length > 0) { %><p><%= words %> ${names}</p><% } } %>\
<% if (one.moreScopes > 0) { %><p>and <%= one.moreScopes %> more</p><% } %>`;

const fleetView = defineView<FleetData>(`
<h1>Fleet</h1>
<p class="lead">The readers that merge the scopes of this server, those that are behind first, then the latest. Each names itself by its setting <code>reader_name</code>; those without one are counted together by version.</p>
<% if (it.total === 0) { %><p class="empty">No reader has asked in the last 30 days, as far as this server knows. A Precept becomes one when its setting <code>master_server_url</code> names this server.</p><% } else { %>
<dl class="figures">
<div><dt>Readers</dt><dd><%= it.total %></dd></div>
<div><dt>Behind</dt><dd><%= it.behind %></dd></div>
</dl>
<svg class="parts" viewBox="0 0 ${width} 16" role="img" aria-label="<%= it.total - it.behind %> current, <%= it.behind %> behind; the table below names them">
<% if (it.share > 0) { %><rect x="1" y="1" width="<%= Math.max(1, it.share - 2) %>" height="14"/><% } %><% if (it.share < ${width}) { %><rect class="behind" x="<%= it.share + 1 %>" y="1" width="<%= Math.max(1, ${width} - it.share - 2) %>" height="14"/><% } %>
</svg>
<div class="scroll" role="region" aria-label="Readers" tabindex="0"><table class="stacked" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Reader</th><th scope="col" role="columnheader">State</th><th scope="col" role="columnheader">Version</th><th scope="col" role="columnheader">Last seen (UTC)</th><th scope="col" role="columnheader">Scopes</th></tr></thead>
<tbody role="rowgroup"><% for (const one of it.readers) { %><tr role="row"><th scope="row" role="rowheader"><%= one.name === null ? '(no name)' : one.name %></th><td role="cell"><span class="badge<%= one.current ? ' good' : ' bad' %>"><%= one.current ? 'current' : 'behind' %></span></td><td role="cell" data-label="Version"><%= one.version === null ? 'unknown' : one.version %></td><td role="cell" data-label="Last seen"><time datetime="<%= one.last_seen %>"><%= one.last_seen.slice(0, 16).replace('T', ' ') %></time></td><td role="cell" class="held">${heldView}</td></tr><% } %></tbody>
</table></div>
<% if (it.more > 0) { %><p class="from">And <%= it.more %> more: <code>precept fleet --format json</code> has all.</p><% } %>
<% } %>
`);
