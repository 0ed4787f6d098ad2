import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { scopeHref } from '../place.ts';
import { defineView } from '../view.ts';

type Found = AnswerOf<typeof named.reviewChange>['data'];
type Rule = Found['rules'][number];

interface Asked {
  readonly names: readonly string[];
  readonly scope: string;
  readonly patch: string;
  /** Null where there is no patch yet. */
  readonly found: Found | null;
}

interface Shown extends Omit<Rule, 'checks' | 'chosen'> {
  readonly href: string;
  readonly reasons: readonly string[];
  readonly checks: readonly string[];
}

interface ReviewData extends Asked {
  readonly rules: readonly Shown[];
}

/** Files that a reason names. */
const mostNamed = 5;

/** Which rules concern a patch that somebody pastes, each with the reason. */
export function reviewPage(asked: Asked): string {
  const rules = (asked.found?.rules ?? []).map(
    (rule): Shown => ({
      ...rule,
      href: scopeHref(asked.scope, `/rules/${encodeURIComponent(rule.id)}`),
      reasons: rule.chosen.map(reasonText),
      checks: rule.checks.map(
        (check) => Object.entries(check).map(([key, value]) => `${key} ${value}`)[0] ?? '',
      ),
    }),
  );
  return view({ title: 'Rules for a change', section: 'review', crumbs: [] }, { ...asked, rules });
}

function reasonText({ by, files = [] }: Rule['chosen'][number]): string {
  const named = files.slice(0, mostNamed).join(', ');
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  const words = {
    paths: 'its paths',
    check: 'the paths of its check',
    words: 'words',
    always: 'every change',
  };
  return `${words[by]}${named === '' ? '' : `: ${named}${more}`}`;
}

const view = defineView<ReviewData>(`
<h1>Rules for a change</h1>
<p class="lead">Paste a patch, as <code>git diff</code> prints it, to see which rules of a scope concern it, and why. No check runs; <code>precept review --run</code> runs them in a checkout.</p>
<form class="find panel" action="/review" method="post">
<p><label for="review-scope">Scope</label><select id="review-scope" name="scope"><% for (const name of it.names) { %><option<% if (name === it.scope) { %> selected<% } %>><%= name %></option><% } %></select></p>
<p><label for="review-patch">Patch</label><textarea id="review-patch" name="patch" rows="12" spellcheck="false"><%= it.patch %></textarea></p>
<p><button>Show the rules</button></p>
</form>
<% if (it.found !== null) { const { policy, files, left_out } = it.found; %>
<p class="from"><%= policy.rules %> <%= policy.rules === 1 ? 'rule' : 'rules' %> of <%= policy.scopes %> <%= policy.scopes === 1 ? 'scope' : 'scopes' %>, digest <code><%= policy.digest.slice(0, 12) %></code></p>
<% if (!policy.complete) { %><p class="notice">Incomplete: <%= policy.incomplete %></p><% } %>
<section aria-labelledby="files"><h2 id="files">Files <span class="count"><%= files.length %></span></h2>
<ul class="hits"><% for (const file of files) { %><li><code><%= file.path %></code> <span class="from"><%= file.status %><% if (file.old) { %> from <code><%= file.old %></code><% } %></span></li><% } %></ul></section>
<section aria-labelledby="rules"><h2 id="rules">Rules <span class="count"><%= it.rules.length %></span></h2>
<% if (it.rules.length === 0) { %><p class="empty">No rule concerns this change.</p><% } else { %>
<ul class="hits"><% for (const rule of it.rules) { %><li><p class="text"><strong><%= rule.strength %></strong> <%= rule.rule %></p><% if (rule.why) { %><p>Why: <%= rule.why %></p><% } %><p class="from"><a href="<%= rule.href %>"><code><%= rule.id %></code></a> · <code><%= rule.category %></code> · <%= rule.reasons.join('; ') %><% for (const check of rule.checks) { %> · <code><%= check %></code><% } %></p></li><% } %></ul><% } %>
<% if (left_out.length > 0) { %><p class="from">Left out, to stay within the tokens: <% for (const one of left_out) { %><code><%= one.id %></code> <% } %></p><% } %></section>
<% } %>
`);
