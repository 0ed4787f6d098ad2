/** Names and values of a series' labels, in the order of the metric. */
export type Labels = Readonly<Record<string, string>>;

/** A value at this moment. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** A metric that is looked up when it is asked for. */
export interface Reading {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** The durations of one kind of work. */
export interface Durations {
  readonly name: string;
  readonly help: string;
}

export interface Metrics {
  /** Counts a duration, in seconds. */
  observe(durations: Durations, labels: Labels, seconds: number): void;
  /** All of it, with what is read now, as Prometheus text (version 0.0.4). */
  text(readings: readonly Reading[]): string;
}

/** Upper bounds in seconds: answers from a cache take microseconds, masters may take seconds. */
const bounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
/** Series of one metric. Labels are closed lists, so that there are never so many; this holds it. */
const maxSeries = 5000;

interface Series {
  readonly labels: Labels;
  /** By bound, each with what falls between it and the one before. */
  readonly counts: number[];
  count: number;
  sum: number;
}

export function createMetrics(): Metrics {
  const histograms = new Map<Durations, Map<string, Series>>();
  return {
    observe(durations, labels, seconds) {
      let all = histograms.get(durations);
      if (all === undefined) {
        all = new Map();
        histograms.set(durations, all);
      }
      const key = JSON.stringify(labels);
      let series = all.get(key);
      if (series === undefined) {
        if (all.size >= maxSeries) return;
        series = { labels, counts: bounds.map(() => 0), count: 0, sum: 0 };
        all.set(key, series);
      }
      series.count += 1;
      series.sum += seconds;
      const place = bounds.findIndex((bound) => seconds <= bound);
      if (place !== -1) series.counts[place] = (series.counts[place] ?? 0) + 1;
    },
    text: (readings) =>
      [
        ...[...histograms].map(([durations, all]) => histogramText(durations, all)),
        ...readings.map(readingText),
      ].join(''),
  };
}

function histogramText({ name, help }: Durations, all: ReadonlyMap<string, Series>): string {
  const lines = [...all.values()].flatMap(({ labels, counts, count, sum }) => {
    let below = 0;
    const buckets = bounds.map((bound, index) => {
      below += counts[index] ?? 0;
      return line(`${name}_bucket`, { ...labels, le: String(bound) }, below);
    });
    return [
      ...buckets,
      line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
      line(`${name}_sum`, labels, sum),
      line(`${name}_count`, labels, count),
    ];
  });
  return head(name, 'histogram', help) + lines.join('');
}

function readingText({ name, type, help, samples }: Reading): string {
  return head(name, type, help) + samples.map(({ labels, value }) => line(name, labels, value)).join('');
}

function head(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
