import type { Change } from '../../../model/change.ts';
import type { LocalLayers } from './local-layers.ts';

/**
 * Whether a change may show in a scope: it is among those that changed, or inherits from one. Only metadata files are
 * read, as they are now: a scope that has lost the parent that changed has itself changed.
 */
export async function isTouched(local: LocalLayers, name: string, { scopes }: Change): Promise<boolean> {
  if (scopes === null) return true;
  const seen = new Set([name]);
  for (let generation = [name]; generation.length > 0; ) {
    if (generation.some((scope) => scopes.has(scope))) return true;
    const found = await Promise.all(generation.map(local.metadata));
    const parents = found.flatMap((metadata) =>
      metadata === null || metadata === 'broken' ? [] : metadata.parents,
    );
    generation = [...new Set(parents)].filter((parent) => !seen.has(parent));
    for (const parent of generation) seen.add(parent);
  }
  return false;
}
