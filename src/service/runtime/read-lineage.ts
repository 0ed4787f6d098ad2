import type { ScopeLayer } from '../../guidance/guidance.ts';
import type { Problem } from '../../model/problem.ts';
import type { LocalLayers } from './local-layers.ts';

/** A scope's own layer and those of its ancestors, as far as they are local. */
export interface Lineage {
  readonly layers: ReadonlyMap<string, ScopeLayer>;
  /** Parents without a local layer, and which scope names them. */
  readonly absent: ReadonlyMap<string, { child: string; problem: Problem | null }>;
}

/** The local layers of a scope's ancestors, a generation at a time and no further than may be served. */
export async function readLineage(
  local: LocalLayers,
  name: string,
  own: ScopeLayer | null,
  maxDepth: number,
): Promise<Lineage> {
  const layers = new Map(own === null ? [] : [[name, own]]);
  const absent = new Map<string, { child: string; problem: Problem | null }>();
  let generation = [...layers.values()];
  for (let depth = 0; generation.length > 0 && depth <= maxDepth; depth++) {
    const children = new Map<string, string>();
    for (const { name: child, metadata } of generation) {
      for (const parent of metadata.parents) {
        if (!layers.has(parent) && !absent.has(parent) && !children.has(parent)) children.set(parent, child);
      }
    }
    const found = await Promise.all([...children.keys()].map(local.layer));
    generation = [];
    [...children].forEach(([parent, child], index) => {
      const result = found[index] ?? null;
      if (result !== null && result.errors.length === 0) {
        layers.set(parent, result.layer);
        generation.push(result.layer);
      } else {
        absent.set(parent, { child, problem: result?.errors[0] ?? null });
      }
    });
  }
  return { layers, absent };
}
