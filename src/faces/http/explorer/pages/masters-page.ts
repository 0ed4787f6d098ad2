import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import type { Service } from '../../../../service/service.ts';
import { defineView } from '../view.ts';

type MasterState = Awaited<ReturnType<Service['masterStates']>>[number];
type Surveyed = AnswerOf<typeof named.listMasters>['data'][number];

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
