import type { Fault } from '../../../model/fault.ts';
import { defineView } from './view.ts';

interface FaultData {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

/** What went wrong, for people; `links` lead to what they may have meant. */
export function faultPage(fault: Fault, links: FaultData['links']): string {
  const { status, message, errors = [], code } = fault;
  const title =
    status === 404 ? 'Not found' : code === 'internal' ? 'Something went wrong' : 'This cannot be shown';
  return view(
    { title, section: null, crumbs: [{ text: 'Scopes', href: '/' }] },
    { title, status, detail: message, errors, links },
  );
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
<ul><% if (it.status >= 500) { %><li>Try again. If it stays, who runs this server finds the reason in its log.</li><% } %>
<li><a href="/">All scopes</a> with what each is about</li>
<li><a href="/find">Find</a> rules and katas by their words</li></ul></section>
`);
