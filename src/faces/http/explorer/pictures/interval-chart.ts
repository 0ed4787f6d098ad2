import { roundCoordinate } from './svg-path.ts';

/** A share with its interval. */
export interface DrawnInterval {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Shares with their intervals, a row each, as SVG that takes its colours from the page's style. */
export interface IntervalChart {
  readonly width: number;
  readonly height: number;
  readonly base: number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly rows: readonly {
    readonly label: string;
    readonly y: number;
    readonly value: number;
    readonly low: number;
    readonly high: number;
  }[];
}

const width = 720;
const left = 24;
const right = width - 24;
const rowHeight = 44;
const maxRows = 40;
const maxLabel = 90;

/** Draws shares between `from` and 1. */
export function intervalChart(all: readonly DrawnInterval[], from: 0 | -1): IntervalChart {
  const shown = all.slice(0, maxRows);
  const xOf = (share: number) => roundCoordinate(left + ((share - from) / (1 - from)) * (right - left));
  const base = shown.length * rowHeight + 14;
  return {
    width,
    height: base + 22,
    base,
    ticks: (from === 0 ? [0, 0.5, 1] : [-1, 0, 1]).map((share) => ({
      x: xOf(share),
      label: from === 0 ? `${share * 100} %` : `${share > 0 ? '+' : ''}${share * 100}`,
    })),
    rows: shown.map(({ label, value, low, high }, index) => ({
      label: label.length > maxLabel ? `${label.slice(0, maxLabel - 1)}…` : label,
      y: index * rowHeight + 36,
      value: xOf(value),
      low: xOf(low),
      high: xOf(high),
    })),
  };
}

/** Reads `it.<name>`. The table beneath says the same. */
export function intervalChartView(name: string, about: string): string {
  return `<svg class="intervals" viewBox="0 0 <%= it.${name}.width %> <%= it.${name}.height %>" role="img" aria-label="${about}; the table below has the figures">
<% for (const tick of it.${name}.ticks) { %><line class="grid" x1="<%= tick.x %>" x2="<%= tick.x %>" y1="8" y2="<%= it.${name}.base %>"/><text class="tick" x="<%= tick.x %>" y="<%= it.${name}.height - 4 %>"><%= tick.label %></text><% } %>
<% for (const row of it.${name}.rows) { %><text x="8" y="<%= row.y - 12 %>"><%= row.label %></text><line class="interval" x1="<%= row.low %>" x2="<%= row.high %>" y1="<%= row.y %>" y2="<%= row.y %>"/><circle cx="<%= row.value %>" cy="<%= row.y %>" r="5"/><% } %>
</svg>`;
}
