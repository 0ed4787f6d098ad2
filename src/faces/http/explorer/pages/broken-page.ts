import type { pageFacts } from '../../../../service/operations/explorer.ts';
import { escapeHtml } from '../parts/format-text.ts';
import { type Place, toPlace } from '../place.ts';
import { defineView } from '../view.ts';

type ShownProblem = ReturnType<typeof pageFacts.shownProblems>[number];

interface BrokenPage {
  readonly scope: string;
  readonly problems: readonly (ShownProblem & {
    readonly place: Place;
    readonly messageHtml: string;
    readonly cureHtml: string;
  })[];
}

/** A scope whose files have mistakes: each with its place, the line it is in, and how to fix it. */
export function brokenPage(scope: string, problems: readonly ShownProblem[]): string {
  const placed = problems.map((problem) => {
    const place = toPlace({ ...problem, server: 'local', scope });
    const { message, cure, column } = problem;
    const sentence = message.charAt(0).toUpperCase() + message.slice(1);
    return {
      ...problem,
      place: { ...place, text: `${place.text}:${column}` },
      messageHtml: withCode(sentence),
      cureHtml: withCode(cure),
    };
  });
  return view(
    { title: `${scope}: cannot be served`, section: null, crumbs: [{ text: 'Scopes', href: '/' }] },
    { scope, problems: placed },
  );
}

/** HTML of a message of ours, in which names stand between backticks. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

const view = defineView<BrokenPage>(`
<h1><%= it.scope %> cannot be served</h1>
<p class="lead">Its files have <%= it.problems.length === 1 ? 'a mistake' : it.problems.length + ' mistakes' %>. Whoever asks for it gets an error until that is fixed; scopes that inherit from it are served without its part, and say so. All others are served.</p>
<ol class="mistakes"><% for (const problem of it.problems) { %>
<li>
<p class="from"><%~ include('@place', problem) %></p>
<h2><%~ problem.messageHtml %></h2>
<% if (problem.before + problem.within + problem.after !== '') { %><pre role="region" aria-label="Line <%= problem.line %> of <%= problem.file %>" tabindex="0"><code><%= problem.before %><% if (problem.within !== '') { %><mark><%= problem.within %></mark><% } %><%= problem.after %><% if (problem.carets !== '') { %>
<span class="carets" aria-hidden="true"><%= problem.carets %></span><% } %></code></pre><% } %>
<p><strong>To fix it:</strong> <%~ problem.cureHtml %>.</p>
</li>
<% } %></ol>
<p><code>precept lint</code> finds the mistakes of all scopes at once. <a href="/">All scopes</a></p>
`);
