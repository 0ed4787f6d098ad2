import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { listRuns, openRunStore, type RunStore } from './run-store.ts';

type Checkout = Pick<Config, 'checkout'>;

/** The folder below which experiments are kept. */
export function evalsFolder({ checkout }: Checkout): string {
  return join(checkout, '.precept', 'evals');
}

/** The latest experiment of a scope, or one by its name; null where none is kept. */
export async function findRun({ checkout }: Checkout, scope: string, run?: string): Promise<RunStore | null> {
  const folder = evalsFolder({ checkout });
  for (const name of await listRuns(folder)) {
    if (run !== undefined && name !== run) continue;
    const store = await openRunStore(folder, name, { within: checkout });
    if (store?.plan.scope_name === scope) return store;
  }
  return null;
}

/** Experiments that are looked at for how long a run takes. */
const mostLookedAt = 20;

/** Seconds that a run of the same agent took in the latest experiment that has any; null where none is kept. */
export async function secondsOfRun({ checkout }: Checkout, agent: string): Promise<number | null> {
  const folder = evalsFolder({ checkout });
  for (const name of (await listRuns(folder)).slice(0, mostLookedAt)) {
    const store = await openRunStore(folder, name, { within: checkout }).catch(() => null);
    const seconds = store?.plan.agent === agent ? await store.seconds() : null;
    if (seconds !== null) return seconds;
  }
  return null;
}
