import type { Config } from '../../config/config.ts';
import type { ResultStore } from '../../guidance/stories/results/result-store.ts';
import type { Results } from '../../guidance/stories/results/results-of.ts';
import type { Lazy } from '../../runtime/async/lazy.ts';
import type { Authorize } from '../../runtime/http/send-with-login.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Database } from '../../store/database.ts';
import { createMeters, type Gauges, type Meters } from '../runtime/meters.ts';
import { createFeedbackDesk, type FeedbackDesk } from '../runtime/records/feedback-desk.ts';
import { createFleet, type Fleet } from '../runtime/records/fleet.ts';
import { openStore } from '../runtime/records/open-store.ts';
import { createResultDesk } from '../runtime/records/result-desk.ts';
import { createSharedFleet } from '../runtime/records/shared-fleet.ts';
import { createUsageDesk, type UsageDesk } from '../runtime/records/usage-desk.ts';

/** What is written down while guidance is served; the same for all callers. */
export interface Records {
  readonly feedback: FeedbackDesk;
  /** What was given out, counted. */
  readonly usage: UsageDesk;
  /** The imported test results as they are now; while a store does not answer, those that were read last. */
  results(): Promise<Results>;
  /** Where test results are kept. */
  resultStore(): Promise<ResultStore>;
  /** The readers that have asked for scopes. */
  readonly fleet: Fleet;
  /** The database that replicas share; null without one. */
  readonly store: Lazy<Database> | null;
  /** Counts durations; null unless the settings ask for metrics. */
  readonly metrics: Meters | null;
}

/** The records of a service, opened when first asked; metrics show the `gauges` of its other parts too. */
export function createRecords(
  config: Config,
  log: Logger,
  authorize: Authorize,
  gauges: Pick<Gauges, 'caches' | 'masters'>,
): Records {
  const store = openStore(config, log);
  const feedback = createFeedbackDesk(config, log, authorize, store);
  const usage = createUsageDesk(config, log, authorize, store);
  const results = createResultDesk(config, log, store);
  const allGauges: Gauges = {
    ...gauges,
    waiting: async () => (await feedback.open()).waiting(),
    store: store === null ? null : async () => (await store()).isUp(),
    sessions: usage.isOn ? () => usage.sessions() : null,
  };
  return {
    feedback,
    usage,
    results: () => results.read(),
    resultStore: () => results.open(),
    fleet: store === null ? createFleet() : createSharedFleet(store),
    store,
    metrics: config.settings.metrics ? createMeters(allGauges) : null,
  };
}
