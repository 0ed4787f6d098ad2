import type { ScopeParts } from '../../../guidance/guidance.ts';
import type { Gap, UnavailableMaster } from '../../../model/guidance.ts';
import { absentGap, passedOverGap } from './gaps.ts';
import { type GatheredParts, older } from './gather-parts.ts';
import type { PassedOver } from './pass-over.ts';

/** What an answer of a scope has to say of its inheritance. */
export interface ScopeNotes {
  readonly gaps: readonly Gap[];
  readonly unavailable: readonly UnavailableMaster[];
}

/** The notes of a scope that is made of `parts`: of what it is made of alone, since that may be less than was gathered. */
export function notesOf(
  name: string,
  parts: ReadonlyMap<string, ScopeParts>,
  {
    namedAt,
    broken,
    gaps,
    unavailable: direct,
    foreign,
  }: Pick<GatheredParts, 'namedAt' | 'broken' | 'gaps' | 'unavailable' | 'foreign'>,
  { passedOver, maxDepth }: { readonly passedOver: readonly PassedOver[]; readonly maxDepth: number },
): ScopeNotes {
  const reached = reachedFrom(name, parts);
  const remotes = [...reached].flatMap((scope) => parts.get(scope)?.remotes ?? []);
  const unavailable = new Map(direct.map((one) => [one.url, one]));
  for (const one of remotes.flatMap((remote) => remote.unavailable))
    unavailable.set(one.url, older(unavailable.get(one.url), one));
  const missing = [...unavailable.values()];
  const named = [...namedAt].filter(([scope]) => scope !== name && reached.has(scope));
  const told = new Set(remotes.flatMap(({ warnings }) => warnings));
  return {
    gaps: [
      ...gaps,
      ...[...broken].flatMap(([scope, gap]) => (reached.has(scope) ? [gap] : [])),
      ...named.flatMap(([scope, place]) =>
        parts.has(scope) ? [] : [absentGap(scope, place, missing, foreign)],
      ),
      ...passedOver.flatMap((one) => (reached.has(one.scope) ? [passedOverGap(one, maxDepth)] : [])),
      ...[...told].map((text) => ({ absent: null, text })),
    ],
    unavailable: missing,
  };
}

/** The scope and all that local files and masters name as its ancestors, those that are nowhere too. */
export function reachedFrom(
  name: string,
  parts: ReadonlyMap<string, ScopeParts>,
  localOnly = false,
): ReadonlySet<string> {
  const reached = new Set([name]);
  for (const scope of reached) {
    const part = parts.get(scope);
    for (const parent of part?.local?.metadata.parents ?? []) reached.add(parent);
    if (localOnly) continue;
    for (const { absentParents } of part?.remotes ?? [])
      for (const parent of absentParents) reached.add(parent);
  }
  return reached;
}
