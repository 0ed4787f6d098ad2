import { Fault } from '../../../model/fault.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import type { Difference } from '../../compare/change.ts';
import { createComparison } from '../../compare/comparison.ts';
import type { Side } from '../../runtime/diff-sides.ts';

/** Two sides, and which of their scopes may differ. */
export interface Sides {
  readonly before: Side;
  readonly after: Side;
  readonly mayDiffer: (name: string) => boolean;
}

/** Scopes that are compared at once: servers are asked for that many. */
const atOnce = 8;

/** All that differs in what every scope serves, or the one that is named. Fault: `scope-not-found`. */
export async function compareSides(
  { before, after, mayDiffer }: Sides,
  scope: string | null,
  about: Pick<Difference, 'from' | 'to' | 'notes' | 'folder'>,
): Promise<Difference> {
  const all = [...new Set([...before.names, ...after.names])].sort();
  if (scope !== null && !all.includes(scope)) throw noScope(scope, all);
  const names = all.filter((name) => (scope ?? name) === name && mayDiffer(name));
  const comparison = await createComparison();
  await inBatches(names, atOnce, async (name) => {
    const [was, is] = await Promise.all([before.serve(name), after.serve(name)]);
    comparison.add(name, was, is);
  });
  return comparison.finish(about);
}

function noScope(name: string, all: readonly string[]): Fault {
  const advice =
    all.length === 0 ? 'Neither source has any.' : `The nearest names are: ${nearest(name, all).join(', ')}.`;
  return new Fault('scope-not-found', `There is no scope "${name}" in either source. ${advice}`);
}
