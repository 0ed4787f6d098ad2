import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { type ExploredScope, type ScopeHead, scopeHead } from '../parts/scope-head.ts';
import { scopeHref } from '../place.ts';
import { defineView } from '../view.ts';

interface Part {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly rows: readonly { readonly ref: string; readonly text: string }[];
}

interface CoverageData {
  readonly head: ScopeHead;
  readonly tenka: string;
  readonly parts: readonly Part[];
}

/** What of a scope's vision is not tested. Names of tests are of all scopes: `showTests` is false for who may not see them. */
export function coveragePage(options: {
  readonly scope: ExploredScope;
  readonly coverage: AnswerOf<typeof named.getTenkaCoverage>['data'];
  readonly showTests: boolean;
}): string {
  const { scope, coverage, showTests } = options;
  const { criteria_without_checks, checks_without_results, tests_without_checks } = coverage;
  const tenka = scopeHref(scope.name, '/tenka');
  const tests: Part = {
    id: 'tests',
    title: 'Tests without a check',
    about: 'Tests of the last import that name a criterion, and that no check of it names.',
    rows: tests_without_checks.map(({ ref, test }) => ({ ref, text: test })),
  };
  return view(
    {
      title: `${scope.name}: coverage`,
      section: 'scopes',
      crumbs: [
        { text: 'Scopes', href: '/' },
        { text: scope.name, href: scopeHref(scope.name) },
        { text: 'Vision', href: tenka },
        { text: 'Coverage', href: null },
      ],
      scope: { name: scope.name, tab: 'vision' },
    },
    {
      head: scopeHead(scope, 'vision'),
      tenka,
      parts: [
        {
          id: 'criteria',
          title: 'Criteria without checks',
          about: 'What their author states is all that is known of them. Add checks to them in tenka.yml.',
          rows: criteria_without_checks.map(({ ref, story }) => ({ ref, text: story })),
        },
        {
          id: 'checks',
          title: 'Checks without results',
          about:
            'No report that was imported has a test of that name. "precept tenka import" names the nearest.',
          rows: checks_without_results.map(({ ref, check }) => ({ ref, text: check })),
        },
        ...(showTests ? [tests] : []),
      ],
    },
  );
}

const view = defineView<CoverageData>(`
<%~ include('@tabs', { ...it.head, inside: true }) %>
<h1>What is not tested</h1>
<p class="lead">Active acceptance criteria of <%= it.head.name %>, their checks and their tests.</p>
<% for (const part of it.parts) { %>
<section class="coverage" aria-labelledby="<%= part.id %>">
<h2 id="<%= part.id %>"><%= part.title %> <span class="count"><%= part.rows.length %></span></h2>
<p class="meta"><%= part.about %></p>
<% if (part.rows.length === 0) { %><p>None.</p><% } else { %><ul>
<% for (const { ref, text } of part.rows) { %><li><a href="<%= it.tenka %>#<%= ref %>"><%= ref %></a> <%= text %></li>
<% } %></ul><% } %>
</section>
<% } %>
`);
