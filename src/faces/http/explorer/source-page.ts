import { scopeHref } from './place.ts';
import { defineView } from './view.ts';

/** A content file as it is on disk, each line with its number and a name that links lead to. */
export function sourcePage(scope: string, file: string, text: string): string {
  return view(
    {
      title: `${scope}/${file}`,
      section: 'scopes',
      crumbs: [
        { text: 'Scopes', href: '/' },
        { text: scope, href: scopeHref(scope) },
      ],
      scope: { name: scope, tab: 'source' },
    },
    { scope, file, lines: text.replace(/\r?\n$/, '').split(/\r?\n/) },
  );
}

const view = defineView<{ scope: string; file: string; lines: readonly string[] }>(`
<h1><%= it.scope %>/<%= it.file %></h1>
<p class="lead">The file as it is on this server now.</p>
<div class="lines" role="region" aria-label="Text of <%= it.scope %>/<%= it.file %>" tabindex="0"><table>
<tbody><% it.lines.forEach((line, index) => { %><tr id="L<%= index + 1 %>"><th scope="row"><a href="#L<%= index + 1 %>"><%= index + 1 %></a></th><td><code><%= line %></code></td></tr>
<% }) %></tbody></table></div>
`);
