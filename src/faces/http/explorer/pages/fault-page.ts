import type { Fault } from '../../../../model/fault.ts';
import { defineView } from '../view.ts';

interface FaultData {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly next: string | null;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

/** What went wrong, for people; `links` lead to what they may have meant. */
export function faultPage(fault: Fault, links: FaultData['links']): string {
  const { status, message, errors = [] } = fault;
  const title = titleOf(fault);
  return view(
    { title, section: null, crumbs: [{ text: 'Scopes', href: '/' }] },
    { title, status, detail: message, next: nextOf(fault), errors, links },
  );
}

function titleOf({ status, code }: Fault): string {
  if (status === 404) return 'Not found';
  if (status === 403) return 'Not open to you';
  if (status === 503) return 'Not available at the moment';
  return code === 'internal' ? 'Something went wrong' : 'This cannot be shown';
}

/** What to do about it; null where the message, or what is to be fixed, says so. */
function nextOf({ status, code }: Fault): string | null {
  if (status === 403)
    return 'Ask whoever looks after it to give your account the role that it takes. If you have another account, sign out and sign in with that.';
  if (status === 503) return 'Load the page again in a minute.';
  return code === 'internal'
    ? 'Load the page again. If that does not help, tell whoever runs this server.'
    : null;
}

const view = defineView<FaultData>(`
<h1><%= it.title %></h1>
<p class="lead"><%= it.detail %></p>
<% if (it.links.length > 0) { %>
<p>Did you mean one of these?</p>
<ul class="links"><% for (const { text, href } of it.links) { %><li><a href="<%= href %>"><%= text %></a></li><% } %></ul>
<% } %>
<% if (it.errors.length > 0) { %>
<section aria-labelledby="errors"><h2 id="errors">To be fixed</h2>
<ul class="rules"><% for (const { path, message } of it.errors) { %><li class="rule"><div><p class="text"><%= message %></p><p class="from"><%= path %></p></div></li><% } %></ul></section>
<% } %>
<section aria-labelledby="next"><h2 id="next">What now</h2>
<ul><% if (it.next !== null) { %><li><%= it.next %></li><% } %>
<li><a href="/">All scopes</a> with what each is about</li>
<li><a href="/find">Find</a> rules and katas by their words</li></ul></section>
`);
