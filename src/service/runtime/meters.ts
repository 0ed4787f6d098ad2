import { lazy } from '../../runtime/async/lazy.ts';
import type { Metrics, Reading } from '../../runtime/metrics.ts';
import type { SessionTotal } from '../../usage/session-counter.ts';

/** How often something was found in a cache, and how often not. */
export interface CacheCount {
  readonly hits: number;
  readonly misses: number;
}

/** What a service can say of itself at any moment. */
export interface Gauges {
  readonly caches: () => Readonly<Record<string, CacheCount>>;
  readonly masters: () => Promise<readonly { readonly url: string; readonly state: string }[]>;
  readonly waiting: () => Promise<number>;
  /** Null without a store. */
  readonly store: (() => Promise<boolean>) | null;
  /** Sessions of clients, by how they were reached; null where these are not counted. */
  readonly sessions: (() => Promise<readonly SessionTotal[]>) | null;
}

/** The metrics of a service. */
export interface Meters {
  /** What durations are counted in. */
  open(): Promise<Metrics>;
  /** Everything as Prometheus text. */
  text(): Promise<string>;
}

export function createMeters({ caches, masters, waiting, store, sessions }: Gauges): Meters {
  const open = lazy(async () => (await import('../../runtime/metrics.ts')).createMetrics());
  async function readings(): Promise<Reading[]> {
    const counts = Object.entries(caches());
    const of = (key: keyof CacheCount) =>
      counts.map(([cache, count]) => ({ labels: { cache }, value: count[key] }));
    const states = await masters();
    const up = states.map(({ url, state }) => ({
      labels: { master: url },
      value: state === 'unavailable' ? 0 : 1,
    }));
    const queue = { labels: {}, value: await waiting() };
    const isUp = store === null ? null : await store();
    return [
      {
        name: 'precept_cache_hits_total',
        type: 'counter',
        help: 'Answers found in a cache.',
        samples: of('hits'),
      },
      {
        name: 'precept_cache_misses_total',
        type: 'counter',
        help: 'Answers not found in a cache.',
        samples: of('misses'),
      },
      {
        name: 'precept_master_up',
        type: 'gauge',
        help: 'Whether a master answered when it was last asked.',
        samples: up,
      },
      {
        name: 'precept_feedback_queue',
        type: 'gauge',
        help: 'Feedback that waits to be sent to the master.',
        samples: [queue],
      },
      ...(isUp === null ? [] : [storeReading(isUp)]),
      ...(sessions === null ? [] : [sessionReading(await sessions())]),
    ];
  }
  return {
    open,
    text: async () => (await open()).text(await readings()),
  };
}

function storeReading(isUp: boolean): Reading {
  const samples = [{ labels: {}, value: isUp ? 1 : 0 }];
  return { name: 'precept_store_up', type: 'gauge', help: 'Whether the database answers.', samples };
}

function sessionReading(totals: readonly SessionTotal[]): Reading {
  const samples = totals.map(({ client, reached, value }) => ({ labels: { client, reached }, value }));
  return {
    name: 'precept_sessions_total',
    type: 'counter',
    help: 'Sessions of clients that were connected, asked, or were shown guidance by a hook.',
    samples,
  };
}
