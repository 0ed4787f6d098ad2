import type { ResolvedScope } from './guidance.ts';
import { type Wires, writeWires } from './wires.ts';

/** Everything of a scope, raw and with its inheritance applied, for another server to merge (docs/formats.md). */
export function writeBundle(scope: ResolvedScope, wires: Wires) {
  const { description, tags } = scope.metadata;
  const absent = scope.gaps.flatMap((gap) => gap.absent ?? []);
  const warnings = scope.gaps.flatMap((gap) => (gap.absent === null ? [gap.text] : []));
  return {
    format: 1 as const,
    scope_name: scope.name,
    metadata: { description, tags, sources: scope.sources },
    parents: scope.descent.parents.map((parent) => parent.name),
    lineage: scope.descent.lineage,
    ...writeWires(wires, scope),
    ...(absent.length > 0 && { absent_parents: absent }),
    ...(warnings.length > 0 && { warnings }),
    ...(scope.unavailable.length > 0 && { unavailable: scope.unavailable }),
  };
}
