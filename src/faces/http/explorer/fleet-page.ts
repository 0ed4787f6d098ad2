import type { AnswerOf } from '../../../service/ask.ts';
import type { getFleet } from '../../../service/operations/get-fleet.ts';
import { defineView } from './view.ts';

type FleetData = AnswerOf<typeof getFleet>['data'];

/** The readers that merge what this server has, and which of them are behind. */
export function fleetPage(data: FleetData): string {
  return fleetView({ title: 'Fleet', section: 'fleet', crumbs: [] }, data);
}

const fleetView = defineView<FleetData>(`
<h1>Fleet</h1>
<p class="lead">The readers that merge the scopes of this server, the latest first. Each names itself by its setting <code>reader_name</code>; those without one are counted together by version.</p>
<% if (it.readers.length === 0) { %><p class="empty">No reader has asked since this server started.</p><% } else { %>
<dl class="figures">
<div><dt>Readers</dt><dd><%= it.readers.length %></dd></div>
<div><dt>Behind</dt><dd><%= it.readers.filter((one) => !one.current).length %></dd></div>
</dl>
<div class="scroll" role="region" aria-label="Readers" tabindex="0"><table>
<thead><tr><th scope="col">Reader</th><th scope="col">Version</th><th scope="col">Last seen (UTC)</th><th scope="col">State</th><th scope="col">Scopes</th></tr></thead>
<tbody><% for (const one of it.readers) { %><tr><th scope="row"><%= one.name === null ? '(no name)' : one.name %></th><td><%= one.version === null ? 'unknown' : one.version %></td><td><time datetime="<%= one.last_seen %>"><%= one.last_seen.slice(0, 16).replace('T', ' ') %></time></td><td><span class="badge<%= one.current ? ' good' : ' bad' %>"><%= one.current ? 'current' : 'behind' %></span></td><td><% for (const held of one.scopes) { %><code><%= held.scope %></code><%= held.current ? '' : ' (behind)' %> <% } %></td></tr><% } %></tbody>
</table></div>
<% } %>
`);
