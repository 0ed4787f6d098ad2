import type { Origin } from '../../model/origin.ts';
import { type MergeStep, mergeLineage } from '../../resolve/merging.ts';
import { atOnce } from '../../runtime/async/turns.ts';
import type { ReplacedSuggestion, ResolvedScope, ScopeParts } from '../guidance.ts';
import type { GuidanceKind, Piece, Slot } from '../kind.ts';
import { type KindName, type KindTypes, kindNames, kinds } from '../kinds.ts';
import { partOf } from './resolve-scope.ts';

/** What the merge made of one piece of one layer. */
export type Fate =
  | { readonly outcome: 'kept' }
  /** `by` stands for both: it has the same text, or has come round and is the same piece (`again`). */
  | { readonly outcome: 'same-as' | 'again'; readonly by: Standing }
  /** Its author does not have it served. */
  | { readonly outcome: 'draft' | 'retired'; readonly by: null }
  /** Null where a master's category without rules took its place. */
  | { readonly outcome: 'replaced-by'; readonly by: Standing | null };

const keptFate: Fate = { outcome: 'kept' };

/** What stands in the place of a piece: another one, or a heading with nothing under it. */
export interface Standing {
  /** Gives its id; null for a heading. */
  readonly id: (() => string) | null;
  readonly origin: Origin;
}

/** A piece of guidance as one layer has it, and what became of it. */
export interface Traced {
  readonly kind: KindName;
  readonly slot: Slot;
  readonly piece: Piece;
  /** Ten thousand rules need not be hashed to show one. */
  id(): string;
  /** As written. */
  readonly text: string;
  readonly layer: TracedLayer;
  readonly fate: Fate;
}

/** What is laid over other content: a scope's own files, or what the master `url` says of the scope. */
interface TracedLayer {
  readonly scope: string;
  /** Null for the scope's own files. */
  readonly url: string | null;
}

/**
 * Every piece of every layer that a scope is merged from, in the order in which they are laid (those of masters before
 * local ones, the farthest first), with what the merge made of it: it is the merge itself that is asked. It pauses: there may be tens
 * of thousands.
 */
export function tracingScope({ parts }: Pick<ResolvedScope, 'parts'>): Generator<void, readonly Traced[]> {
  return tracing(parts, () => true);
}

/** The pieces of all kinds whose fate is `wanted`. */
function* tracing(
  parts: ReadonlyMap<string, ScopeParts>,
  wanted: (fate: Fate) => boolean,
): Generator<void, readonly Traced[]> {
  const traced: Traced[] = [];
  for (const kind of kindNames) {
    for (const one of yield* tracingKind(kind, parts, wanted)) traced.push(one);
  }
  return traced;
}

function* tracingKind<Name extends KindName>(
  name: Name,
  parts: ReadonlyMap<string, ScopeParts>,
  wanted: (fate: Fate) => boolean,
): Generator<void, readonly Traced[]> {
  type Merged = KindTypes[Name]['merged'];
  const kind = kinds[name];
  const mergedParts = [...parts.values()].map((part) => partOf(part, name));
  const steps: MergeStep<Merged>[] = [];
  mergeLineage<KindTypes[Name]['own'], Merged>(mergedParts, kind.merging, (step) => steps.push(step));
  const fates = new Map<Piece, Fate>();
  for (const step of steps) {
    yield;
    for (const [piece, fate] of lostIn(step, kind)) fates.set(piece, fate);
  }
  yield;
  const fateOf = (piece: Piece) => fates.get(piece) ?? keptFate;
  const traced = (layer: TracedLayer, content: Merged): Traced[] =>
    [...kind.slots(content)].flatMap((slot) => {
      const fated: [KindTypes[Name]['one'], Fate][] = [
        ...slot.pieces.map((piece) => [piece, fateOf(piece)] as [typeof piece, Fate]),
        ...(slot.unserved ?? []).map(
          (piece) => [piece, { outcome: piece.status, by: null }] as [typeof piece, Fate],
        ),
      ];
      return fated
        .filter(([, fate]) => wanted(fate))
        .map(([piece, fate]) => ({
          kind: name,
          slot,
          piece,
          id: () => kind.idOf(piece),
          text: kind.textOf(piece),
          layer,
          fate,
        }));
    });
  const farthestFirst = [...parts]
    .map(([scope, part]) => ({ scope, part, of: partOf(part, name) }))
    .reverse();
  return [
    ...[false, true].flatMap((ofSource) =>
      farthestFirst.flatMap(({ scope, part, of }) =>
        of.remotes.flatMap((content, index) =>
          (part.remotes[index]?.ofSource ?? false) === ofSource
            ? traced({ scope, url: part.remotes[index]?.url ?? null }, content)
            : [],
        ),
      ),
    ),
    ...farthestFirst.flatMap(({ scope, of }) =>
      of.local === null ? [] : traced({ scope, url: null }, of.local),
    ),
  ];
}

/** The pieces that a step of the merge left out. */
function* lostIn<Own extends Merged, Merged, One extends Piece>(
  { step, taken, result, winner }: MergeStep<Merged>,
  kind: GuidanceKind<Own, Merged, One>,
): Iterable<[One, Fate]> {
  const known = new Map<Merged, ReadonlyMap<string, Slot<One>>>();
  const slotsOf = (content: Merged) => {
    const slots = known.get(content) ?? new Map([...kind.slots(content)].map((slot) => [slot.key, slot]));
    known.set(content, slots);
    return slots;
  };
  const left = slotsOf(result);
  const before = taken.map(slotsOf);
  for (const [key, winning] of slotsOf(winner)) {
    const kept = new Set(left.get(key)?.pieces.flatMap((piece) => [piece, (piece.itself ?? piece) as One]));
    const lost = before.flatMap((slots) =>
      (slots.get(key)?.pieces ?? []).filter((piece) => !kept.has(piece)),
    );
    if (lost.length === 0) continue;
    const isShared = step === 'echoes' || kind.addsUp;
    // The first of each text, and of each text of one place: thousands may have the same.
    const [byText, byPlace] = [new Map<string, One>(), new Map<string, One>()];
    const placeOf = (piece: One) => placeAndText(piece.origin, kind.textOf(piece));
    for (const piece of step === 'echoes' ? winning.pieces : kept) {
      const [text, place] = [kind.textOf(piece), placeOf(piece)];
      if (!byText.has(text)) byText.set(text, piece);
      if (!byPlace.has(place)) byPlace.set(place, piece);
    }
    for (const piece of lost) {
      const again = byPlace.get(placeOf(piece));
      const same = byText.get(kind.textOf(piece));
      if (again !== undefined) yield [piece, { outcome: 'again', by: standing(again, kind) }];
      else if (isShared && same !== undefined)
        yield [piece, { outcome: 'same-as', by: standing(same, kind) }];
      else yield [piece, { outcome: 'replaced-by', by: replacing(piece, winning, kind) }];
    }
  }
}

/** What stands in the place of a piece: what has its id, else the first of those that came. */
function replacing<One extends Piece>(
  { id }: Piece,
  { pieces, at }: Slot<One>,
  kind: Pick<GuidanceKind<never, never, One>, 'idOf'>,
): Standing | null {
  const first = (id === undefined ? undefined : pieces.find((piece) => piece.id === id)) ?? pieces[0];
  if (first !== undefined) return standing(first, kind);
  return at === undefined ? null : { id: null, origin: at };
}

function standing<One extends Piece>(
  piece: One,
  kind: Pick<GuidanceKind<never, never, One>, 'idOf'>,
): Standing {
  return { id: () => kind.idOf(piece), origin: piece.origin };
}

function placeAndText({ server, file, line, column }: Origin, text: string): string {
  return JSON.stringify([server, file, line, column, text]);
}

/** A piece of an ancestor that a scope does not have, because a nearer one stands in its place. */
export interface Replaced extends Pick<Traced, 'kind' | 'text'>, Pick<Slot, 'category' | 'name'> {
  readonly id: string;
  readonly origin: Origin;
  /** The scope whose content that is; null where nobody knows. */
  readonly by: string | null;
}

/** What of the layers of a scope is replaced, the nearest layer first. */
export function replacedIn(scope: Pick<ResolvedScope, 'parts'>): readonly Replaced[] {
  return atOnce(tracingReplaced(scope));
}

/** The same, with pauses. */
export function* tracingReplaced({
  parts,
}: Pick<ResolvedScope, 'parts'>): Generator<void, readonly Replaced[]> {
  const byLayer = new Map<string, Replaced[]>();
  for (const traced of yield* tracing(parts, ({ outcome }) => outcome === 'replaced-by')) {
    const { kind, slot, text, layer, piece, fate } = traced;
    if (fate.outcome !== 'replaced-by') continue;
    const key = `${layer.url ?? ''} ${layer.scope}`;
    const { category, name } = slot;
    const by = fate.by?.origin.scope ?? null;
    const one = { kind, category, name, id: traced.id(), text, origin: piece.origin, by };
    const others = byLayer.get(key);
    if (others === undefined) byLayer.set(key, [one]);
    else others.push(one);
  }
  return [...byLayer.values()].reverse().flat();
}

/** The suggestions of ancestors that a scope does not have: those replaced here, then those that masters name. */
export function replacedSuggestions(scope: Pick<ResolvedScope, 'parts'>): readonly ReplacedSuggestion[] {
  const here = replacedIn(scope).flatMap(({ kind, category, text, origin, by }) =>
    kind === 'suggestions' && category !== null ? [{ category, text, origin, by }] : [],
  );
  return [...here, ...replacedOnMasters(scope)];
}

/** What masters name as replaced by their own inheritance. */
export function replacedOnMasters({ parts }: Pick<ResolvedScope, 'parts'>): readonly ReplacedSuggestion[] {
  return [...parts.values()].flatMap(({ remotes }) => remotes.flatMap(({ replaced }) => replaced));
}
