import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';
import { type ExploredScope, type ScopeHead, scopeHead } from '../parts/scope-head.ts';
import { type IntervalChart, intervalChart, intervalChartView } from '../pictures/interval-chart.ts';
import { scopeHref } from '../place.ts';
import { defineView } from '../view.ts';

type Report = AnswerOf<typeof pageOperations.exploreEvals>['data']['reports'][number];
type Rule = Report['rules'][number];

interface EvalsData {
  readonly head: ScopeHead;
  readonly latest: Report | null;
  readonly shares: IntervalChart;
  readonly shareRows: readonly { readonly label: string; readonly text: string }[];
  readonly rules: readonly (Rule & { readonly href: string; readonly change: string })[];
  readonly history: IntervalChart;
  readonly historyRows: readonly {
    readonly label: string;
    readonly id: string;
    readonly verdict: string;
    readonly change: string;
    readonly pairs: number;
  }[];
}

/** Whether the rules of a scope help: the latest evaluation, and those before it, each with a picture and a table that says the same. */
export function evalsPage(scope: ExploredScope, reports: readonly Report[]): string {
  const [latest = null] = reports;
  const shares = (latest?.evals ?? []).flatMap(({ name, arms }) =>
    arms.map(({ arm, rate, interval: [low = 0, high = 1], passes, runs }) => ({
      label: `${name}: ${arm}`,
      value: rate,
      low,
      high,
      text: `${passes} of ${runs}, ${percent(low)} to ${percent(high)}`,
    })),
  );
  const history = reports.flatMap(({ created, commit, rules }) =>
    rules
      .filter(({ pairs }) => pairs > 0)
      .map((rule) => ({
        label: `${created.slice(0, 10)}${commit === null ? '' : ` ${commit.slice(0, 8)}`}`,
        id: rule.id,
        verdict: rule.verdict,
        change: changeOf(rule),
        pairs: rule.pairs,
        value: rule.difference,
        low: rule.interval[0] ?? -1,
        high: rule.interval[1] ?? 1,
      })),
  );
  return view(
    {
      title: `Evaluations of ${scope.name}`,
      section: 'scopes',
      crumbs: [
        { text: 'Scopes', href: '/' },
        { text: scope.name, href: scopeHref(scope.name) },
        { text: 'Evaluations', href: null },
      ],
      scope: { name: scope.name, tab: 'rules' },
    },
    {
      head: scopeHead(scope, null),
      latest,
      shares: intervalChart(shares, 0),
      shareRows: shares,
      rules: (latest?.rules ?? []).map((rule) => ({
        ...rule,
        href: scopeHref(scope.name, `/rules/${encodeURIComponent(rule.id)}`),
        change: changeOf(rule),
      })),
      history: intervalChart(
        history.map((one) => ({ ...one, label: `${one.label}: ${one.id}, ${one.verdict}` })),
        -1,
      ),
      historyRows: history,
    },
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `+40 points, -8 to +71`. */
function changeOf({ pairs, difference, interval: [low = -1, high = 1] }: Rule): string {
  const points = (share: number) => `${share > 0 ? '+' : ''}${Math.round(share * 100)}`;
  return pairs === 0 ? 'not compared' : `${points(difference)} points, ${points(low)} to ${points(high)}`;
}

const view = defineView<EvalsData>(`
<%~ include('@tabs', { ...it.head, inside: true }) %>
<h1>Evaluations</h1>
<% if (it.latest === null) { %><p class="empty">No evaluation of this scope is kept here. <code>precept eval <%= it.head.name %></code> runs those of its evals.yml.</p><% } else { %>
<p class="lead">Runs of an agent with these rules and without them, of which the latest is from <time datetime="<%= it.latest.created %>"><%= it.latest.created.slice(0, 10) %></time>: <%= it.latest.done %> of <%= it.latest.planned %> runs<% if (it.latest.commit !== null) { %>, at commit <code><%= it.latest.commit.slice(0, 12) %></code><% } %>.</p>
<section aria-labelledby="rules"><h2 id="rules">Rules</h2>
<% if (it.rules.length === 0) { %><p class="empty">No evaluation names a rule.</p><% } else { %>
<div class="scroll" role="region" aria-label="Table of rules" tabindex="0"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">Verdict</th><th scope="col">Difference</th><th scope="col">Against</th><th scope="col" class="number">Pairs</th><th scope="col" class="number">Offered</th><th scope="col" class="number">Read</th><th scope="col" class="number">Followed</th><th scope="col" class="number">Runs</th></tr></thead>
<tbody><% for (const one of it.rules) { %><tr><th scope="row"><a href="<%= one.href %>"><code><%= one.id %></code></a></th><td><%= one.verdict %><% if (one.runs_needed !== undefined) { %>; <%= one.runs_needed %> pairs would show 20 points<% } %></td><td><%= one.change %></td><td><%= one.against ?? 'no arm' %></td><td class="number"><%= one.pairs %></td><td class="number"><%= one.offered %></td><td class="number"><%= one.read %></td><td class="number"><%= one.followed %></td><td class="number"><%= one.runs %></td></tr><% } %></tbody>
</table></div><% } %></section>
<section aria-labelledby="shares"><h2 id="shares">Runs that passed</h2>
<div class="scroll panel" role="region" aria-label="Picture of the shares" tabindex="0">
${intervalChartView('shares', 'Shares of runs that passed, with intervals of 95 %')}
</div>
<details class="figured"><summary>The figures</summary>
<div class="scroll" role="region" aria-label="Table of the shares" tabindex="0"><table>
<thead><tr><th scope="col">Evaluation and arm</th><th scope="col">Passed</th></tr></thead>
<tbody><% for (const one of it.shareRows) { %><tr><th scope="row"><%= one.label %></th><td><%= one.text %></td></tr><% } %></tbody>
</table></div></details></section>
<% if (it.historyRows.length > 0) { %><section aria-labelledby="history"><h2 id="history">Over time</h2>
<div class="scroll panel" role="region" aria-label="Picture of the differences" tabindex="0">
${intervalChartView('history', 'Differences that rules make, the latest first, with intervals of 95 %')}
</div>
<details class="figured"><summary>The figures</summary>
<div class="scroll" role="region" aria-label="Table of the differences" tabindex="0"><table>
<thead><tr><th scope="col">Day and commit</th><th scope="col">Rule</th><th scope="col">Verdict</th><th scope="col">Difference</th><th scope="col" class="number">Pairs</th></tr></thead>
<tbody><% for (const one of it.historyRows) { %><tr><th scope="row"><%= one.label %></th><td><code><%= one.id %></code></td><td><%= one.verdict %></td><td><%= one.change %></td><td class="number"><%= one.pairs %></td></tr><% } %></tbody>
</table></div></details></section><% } %><% } %>
`);
