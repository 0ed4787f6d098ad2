import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';
import { reportName, type ShownState, shownState } from '../parts/check-states.ts';
import { type ExploredScope, type ScopeHead, scopeHead } from '../parts/scope-head.ts';
import { type HistoryChart, historyChart, historyChartView } from '../pictures/history-chart.ts';
import { scopeHref } from '../place.ts';
import { defineView } from '../view.ts';

interface HistoryData {
  readonly head: ScopeHead;
  readonly ac: string;
  /** Null for one that has left the stories. */
  readonly criterion: Pick<Criterion, 'given' | 'when' | 'then'> | null;
  readonly chart: HistoryChart | null;
  /** Newest first. */
  readonly results: readonly (ShownState & {
    readonly timestamp: string;
    readonly check: string;
    readonly report: string;
    readonly message: string | null;
  })[];
  readonly older: number;
}

type Criterion = AnswerOf<typeof pageOperations.exploreVision>['data']['stories'][number]['acs'][number];

/** What the checks of one acceptance criterion have shown over time: a picture, and a table that says the same. */
export function historyPage(options: {
  readonly scope: ExploredScope;
  readonly vision: AnswerOf<typeof pageOperations.exploreVision>['data'];
  readonly history: AnswerOf<typeof pageOperations.exploreHistory>['data'];
}): string {
  const { scope, vision, history } = options;
  const { ac, older } = history;
  const tenka = scopeHref(scope.name, '/tenka');
  const criterion = vision.stories.flatMap(({ acs }) => acs).find(({ ref }) => ref === ac) ?? null;
  const results = history.results.map(({ state, ...result }) => ({ ...result, ...shownState(state) }));
  return view(
    {
      title: `History of ${ac}, ${scope.name}`,
      section: 'scopes',
      crumbs: [
        { text: 'Scopes', href: '/' },
        { text: scope.name, href: scopeHref(scope.name) },
        { text: 'Vision', href: criterion === null ? tenka : `${tenka}#${ac}` },
        { text: ac, href: null },
      ],
      scope: { name: scope.name, tab: 'vision' },
    },
    {
      head: scopeHead(scope, 'vision'),
      ...{ ac, criterion, older },
      chart: historyChart(results),
      results: results.map((result) => ({ ...result, report: reportName(result.source) })).reverse(),
    },
  );
}

const view = defineView<HistoryData>(`
<%~ include('@tabs', { ...it.head, inside: true }) %>
<h1>History of <%= it.ac %></h1>
<% if (it.criterion === null) { %><p class="lead">It is not in the stories of this scope any more.</p><% } else { %>
<dl class="gwt"><div><dt>Given</dt><dd><%= it.criterion.given %></dd></div><div><dt>When</dt><dd><%= it.criterion.when %></dd></div><div><dt>Then</dt><dd><%= it.criterion.then %></dd></div></dl><% } %>
<% if (it.chart === null) { %><p class="empty">No results have been imported for it yet. <code>precept tenka import</code> reads them out of JUnit XML reports.</p><% } else { %>
<div class="scroll panel" role="region" aria-label="Picture of the results" tabindex="0">
${historyChartView}
</div>
<ul class="states" aria-label="Signs of the picture"><li class="passed"><svg class="history key" viewBox="0 0 12 12" aria-hidden="true"><g class="passed"><circle cx="6" cy="6" r="5"/></g></svg> passed</li><li class="failed"><svg class="history key" viewBox="0 0 12 12" aria-hidden="true"><g class="failed"><path d="M1 1l10 10m0 -10l-10 10"/></g></svg> failed</li><li class="skipped"><svg class="history key" viewBox="0 0 12 12" aria-hidden="true"><g class="skipped"><circle class="hollow" cx="6" cy="6" r="5"/></g></svg> skipped</li></ul>
<div class="scroll" role="region" aria-label="Results" tabindex="0"><table class="results">
<caption><%= it.results.length %> <%= it.results.length === 1 ? 'result' : 'results' %>, the newest first<% if (it.older > 0) { %>; <%= it.older %> older ones are in the file of results<% } %></caption>
<thead><tr><th scope="col">Time</th><th scope="col">Test</th><th scope="col">State</th><th scope="col">Report</th></tr></thead>
<tbody><% for (const result of it.results) { %><tr><th scope="row"><time datetime="<%= result.timestamp %>"><%= result.timestamp.slice(0, 16).replace('T', ' ') %></time></th><td><%= result.check %></td>\
<td class="<%= result.state %>"><span class="mark" aria-hidden="true"><%= result.sign %></span> <%= result.word %><% if (result.message) { %><br><span class="from"><%= result.message %></span><% } %></td><td><%= result.report %></td></tr>
<% } %></tbody>
</table></div>
<% } %>
`);
