import type { ResolvedScope } from './guidance.ts';
import { type Wires, writeWires } from './wires.ts';

/** Everything of a scope, raw and with its inheritance applied, for another server to merge (docs/formats.md). */
export function writeBundle(scope: ResolvedScope, wires: Wires) {
  const { description, tags } = scope.metadata;
  return {
    format: 1 as const,
    scope_name: scope.name,
    metadata: { description, tags, sources: scope.sources },
    ...writeWires(wires, scope),
    ...(scope.unavailable.length > 0 && { unavailable: scope.unavailable }),
  };
}
