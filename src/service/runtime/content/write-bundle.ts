import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { authorsToTell } from '../../../guidance/resolve/text-authors.ts';
import { replacedSuggestions } from '../../../guidance/resolve/trace-scope.ts';
import { waiversToTell } from '../../../guidance/waivers/resolve-waivers.ts';
import { writeWaiver } from '../../../guidance/waivers/waiver.ts';
import { accessOf } from '../../../guidance/wire/bundle-access.ts';
import { maxReplaced } from '../../../guidance/wire/bundle-shape.ts';
import { type Wires, writeWires } from '../../../guidance/wire/wires.ts';
import { withoutColumn } from '../../../model/origin.ts';

/**
 * Everything of a scope, raw and with its inheritance applied, for another server to merge (docs/formats.md). `issuer` is the one whose tokens this server
 * asks its callers for; null for none.
 */
export function writeBundle(scope: ResolvedScope, wires: Wires, issuer: string | null = null) {
  const { description, tags } = scope.metadata;
  const auth = accessOf(scope, issuer);
  const replaced = replacedSuggestions(scope)
    .slice(0, maxReplaced)
    .map(({ category, text, origin, by }) => ({ category, text, origin: withoutColumn(origin), by }));
  const { tags_of, when_origins } = authorsToTell(scope);
  const waivers = waiversToTell(scope);
  const absent = scope.gaps.flatMap((gap) => gap.absent ?? []);
  const warnings = scope.gaps.flatMap((gap) => (gap.absent === null ? [gap.text] : []));
  return {
    format: 1 as const,
    scope_name: scope.name,
    metadata: { description, tags, sources: scope.sources },
    parents: scope.descent.parents.map((parent) => parent.name),
    lineage: scope.descent.lineage,
    ...writeWires(wires, scope),
    ...(Object.keys(tags_of).length > 0 && { tags_of }),
    ...(Object.keys(when_origins).length > 0 && { when_origins }),
    ...(waivers.length > 0 && { waivers: waivers.map(writeWaiver) }),
    ...(replaced.length > 0 && { replaced }),
    ...(auth !== null && { auth }),
    ...(absent.length > 0 && { absent_parents: absent }),
    ...(warnings.length > 0 && { warnings }),
    ...(scope.unavailable.length > 0 && { unavailable: scope.unavailable }),
  };
}
