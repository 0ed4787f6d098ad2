import { firstLineOf, pageLines, scopeHref, sourceHref } from '../place.ts';
import { defineView } from '../view.ts';

interface SourcePage {
  readonly scope: string;
  readonly file: string;
  /** The number of the first line that is shown. */
  readonly first: number;
  readonly lines: readonly string[];
  /** Where the file has more lines than a page: how many, and the pages before and after. */
  readonly more: {
    readonly total: number;
    readonly before: string | null;
    readonly after: string | null;
  } | null;
}

/**
 * A content file as it is on disk, each line with its number and a name that links lead to. Of a long one it shows the part that has the
 * line `from`: a page is written in one step, and a broken file may have millions of lines.
 */
export function sourcePage(scope: string, file: string, text: string, from: number): string {
  const { first, lines, total } = partOf(text.replace(/\r?\n$/, ''), from);
  const hrefOf = (line: number) => (line < 1 || line > total ? null : sourceHref(scope, file, line));
  const more = { total, before: hrefOf(first - pageLines), after: hrefOf(first + pageLines) };
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
    { scope, file, first, lines, more: total > pageLines ? more : null },
  );
}

/** The lines of the page that has the line `from`, and how many there are; the first page where there is no such line. */
function partOf(text: string, from: number): { first: number; lines: readonly string[]; total: number } {
  const beginning: string[] = [];
  const lines: string[] = [];
  const first = firstLineOf(from);
  let total = 0;
  for (let start = 0; start >= 0; ) {
    const end = text.indexOf('\n', start);
    total += 1;
    const wanted =
      total <= pageLines ? beginning : total >= first && total < first + pageLines ? lines : null;
    wanted?.push(text.slice(start, end < 0 ? text.length : end).replace(/\r$/, ''));
    start = end < 0 ? -1 : end + 1;
  }
  return lines.length > 0 ? { first, lines, total } : { first: 1, lines: beginning, total };
}

const view = defineView<SourcePage>(`
<h1><%= it.scope %>/<%= it.file %></h1>
<p class="lead">The file as it is on this server now.<% if (it.more !== null) { %> Lines <%= it.first %> to <%= it.first + it.lines.length - 1 %> of <%= it.more.total %>.<% } %></p>
<div class="lines" role="region" aria-label="Text of <%= it.scope %>/<%= it.file %>" tabindex="0"><table>
<tbody><% it.lines.forEach((line, index) => { const at = it.first + index; %><tr id="L<%= at %>"><th scope="row"><a href="#L<%= at %>"><%= at %></a></th><td><code><%= line %></code></td></tr>
<% }) %></tbody></table></div>
<% if (it.more !== null) { %><nav class="more" aria-label="More lines">
<p><% if (it.more.before !== null) { %><a href="<%= it.more.before %>">Lines before</a><% } if (it.more.before !== null && it.more.after !== null) { %> · <% } if (it.more.after !== null) { %><a href="<%= it.more.after %>">Lines after</a><% } %></p>
</nav><% } %>
`);
