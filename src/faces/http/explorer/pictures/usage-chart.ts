import type { UsageDay } from '../../../../usage/usage-report.ts';

/** A picture of reads per day, as SVG that takes its colours from the page's style. */
export interface DayChart {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** The line that the highest bar reaches, and what it stands for. */
  readonly top: number;
  readonly base: number;
  readonly most: number;
  /** The same in a few letters, like 12K. */
  readonly label: string;
  readonly first: string;
  readonly last: string;
}

/** Days that have a bar of their own. */
const maxBars = 120;
const width = 720;
const height = 180;
const left = 52;
const top = 14;
const base = height - 26;

/** The last days as bars. */
export function dayChart(all: readonly UsageDay[]): DayChart {
  const days = all.slice(-maxBars);
  const most = Math.max(1, ...days.map(({ reads }) => reads));
  const step = (width - left) / Math.max(1, days.length);
  const bars = days.map(({ reads }, index) => {
    const tall = Math.round(((base - top) * reads * 10) / most) / 10;
    return {
      x: Math.round((left + index * step) * 10) / 10,
      y: Math.round((base - tall) * 10) / 10,
      width: Math.max(1, Math.round(step * 8) / 10),
      height: tall,
    };
  });
  const label = most.toLocaleString('en', { notation: 'compact' });
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  return { ...{ width, height, bars, top, base, most, label }, first, last };
}

/** Reads `it.chart`. The table beneath says the same. */
export const dayChartView: string = `<svg class="days" viewBox="0 0 <%= it.chart.width %> <%= it.chart.height %>" role="img" aria-label="Reads a day from <%= it.chart.first %> to <%= it.chart.last %>, at most <%= it.chart.most %>; the table below has the figures">
<line class="grid" x1="52" x2="<%= it.chart.width %>" y1="<%= it.chart.top %>" y2="<%= it.chart.top %>"/>
<line class="axis" x1="52" x2="<%= it.chart.width %>" y1="<%= it.chart.base %>" y2="<%= it.chart.base %>"/>
<text class="end" x="46" y="<%= it.chart.top + 4 %>"><%= it.chart.label %></text><text class="end" x="46" y="<%= it.chart.base + 4 %>">0</text>
<% for (const bar of it.chart.bars) { %><rect x="<%= bar.x %>" y="<%= bar.y %>" width="<%= bar.width %>" height="<%= bar.height %>"/><% } %>
<text x="52" y="<%= it.chart.height - 6 %>" text-anchor="start"><%= it.chart.first %></text><text class="end" x="<%= it.chart.width %>" y="<%= it.chart.height - 6 %>"><%= it.chart.last %></text>
</svg>`;
