import type { ShownState } from '../parts/check-states.ts';
import { roundCoordinate } from './svg-path.ts';

/** One result of a check. */
export interface ChartResult extends ShownState {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly check: string;
}

/** Results over time, a row for each check, as SVG that takes its colours from the page's style. */
export interface HistoryChart {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly first: string;
  readonly last: string;
  readonly rows: readonly {
    readonly label: string;
    readonly y: number;
    readonly marks: readonly (ShownState & {
      readonly x: number;
      readonly y: number;
      readonly day: string;
    })[];
  }[];
}

const width = 760;
const left = 12;
const right = width - 14;
const rowHeight = 46;
/** Rows and marks in a row that one can still tell from each other. */
const maxRows = 20;
const maxMarks = 200;
const maxLabel = 90;

/** The newest results of each check, from left to right; null where there are none. */
export function historyChart(results: readonly ChartResult[]): HistoryChart | null {
  const byCheck = new Map<string, ChartResult[]>();
  for (const result of results)
    byCheck.set(result.check, [...(byCheck.get(result.check) ?? []), result].slice(-maxMarks));
  const shown = [...byCheck].slice(0, maxRows);
  const times = shown.flatMap(([, list]) => list.map(({ timestamp }) => timestamp)).sort();
  const [first = '', last = ''] = [times[0], times.at(-1)];
  if (first === '') return null;
  const start = Date.parse(first);
  const span = Date.parse(last) - start;
  const xOf = (timestamp: string) => {
    // One moment stands where narrow screens begin to read.
    const share = span > 0 ? (Date.parse(timestamp) - start) / span : 0;
    return roundCoordinate(left + 8 + share * (right - left - 16));
  };
  return {
    ...{ width, left, right },
    height: shown.length * rowHeight + 26,
    first: first.slice(0, 10),
    last: last.slice(0, 10),
    rows: shown.map(([check, list], index) => {
      const y = index * rowHeight + 32;
      const marks = list.map(({ timestamp, state, sign, word }) => ({
        ...{ state, sign, word, y },
        x: xOf(timestamp),
        day: timestamp.slice(0, 10),
      }));
      return { label: check.length > maxLabel ? `${check.slice(0, maxLabel - 1)}…` : check, y, marks };
    }),
  };
}

/** Reads `it.chart`. The table beneath says the same: shapes tell the states apart, colours only help. */
export const historyChartView: string = `<svg class="history" viewBox="0 0 <%= it.chart.width %> <%= it.chart.height %>" role="img" aria-label="Results from <%= it.chart.first %> to <%= it.chart.last %>; the table below has them all">
<% for (const row of it.chart.rows) { %><text class="check" x="<%= it.chart.left %>" y="<%= row.y - 14 %>"><%= row.label %></text>
<line class="axis" x1="<%= it.chart.left %>" x2="<%= it.chart.right %>" y1="<%= row.y %>" y2="<%= row.y %>"/>
<% for (const { x, y, state, word, day } of row.marks) { %><g class="<%= state %>"><title><%= day %>: <%= word %></title>\
<% if (state === 'passed') { %><circle cx="<%= x %>" cy="<%= y %>" r="5"/><% } else if (state === 'failed') { %><path d="M<%= x - 5 %> <%= y - 5 %>l10 10m0 -10l-10 10"/><% } else { %><circle class="hollow" cx="<%= x %>" cy="<%= y %>" r="5"/><% } %></g>
<% } %><% } %>
<text class="day" x="<%= it.chart.left %>" y="<%= it.chart.height - 6 %>"><%= it.chart.first %></text><% if (it.chart.last !== it.chart.first) { %><text class="day last" x="<%= it.chart.right %>" y="<%= it.chart.height - 6 %>"><%= it.chart.last %></text><% } %>
</svg>`;
