import { inBatches } from '../../runtime/async/in-batches.ts';

/** Scopes that are looked up for one page: each may ask every master. */
const mostLookedUp = 1000;
const atOnce = 32;

/** What `look` gives for each of these scopes, in their order: of more than one page looks up, for the first ones. */
export function lookUpScopes<Result>(
  names: readonly string[],
  look: (name: string) => Promise<Result>,
): Promise<Result[]> {
  return inBatches(names.slice(0, mostLookedUp), atOnce, look);
}
