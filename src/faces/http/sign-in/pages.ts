import { pagePolicy } from '../explorer/page-policy.ts';
import { defineView } from '../explorer/view.ts';
import { belowPrefix } from '../guard/below-prefix.ts';
import { baseHeaders } from '../guard/headers.ts';

/** A page that says what is the matter, and what to do next. */
export interface Note {
  readonly status: number;
  readonly title: string;
  readonly lead: string;
  readonly next: string;
  readonly links?: readonly { readonly text: string; readonly href: string }[];
}

/**
 * The response with such a page, in the frame of the explorer without what takes a sign-in. `prefix` is what a proxy takes off the paths
 * of this server.
 */
export function noteResponse(
  note: Note,
  request: Request,
  { prefix, headers = {} }: { prefix: string; headers?: Readonly<Record<string, string>> },
): Response {
  const frame = { title: note.title, section: null, crumbs: [], bare: true };
  const html = belowPrefix(view(frame, { links: [], ...note }), prefix);
  return new Response(request.method === 'HEAD' ? null : html, {
    status: note.status,
    headers: {
      ...baseHeaders,
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(html)),
      'Content-Security-Policy': pagePolicy,
      'Cache-Control': 'no-store',
      ...(note.status === 503 && { 'Retry-After': '30' }),
    },
  });
}

const view = defineView<Required<Note>>(`
<h1><%= it.title %></h1>
<p class="lead"><%= it.lead %></p>
<p><%= it.next %></p>
<% if (it.links.length > 0) { %><p class="actions"><% for (const { text, href } of it.links) { %><a href="<%= href %>" rel="noreferrer"><%= text %></a> <% } %></p><% } %>
`);
