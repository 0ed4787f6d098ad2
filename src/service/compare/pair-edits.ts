import type { PartRule } from '../../guidance/part.ts';
import type { ListDifference } from './compare-lists.ts';

/** Rules of one gap that are looked at for a pair, and characters of each: an edit is small, and a rewrite is not an edit. */
const maxRules = 20;
const maxLength = 500;
/** What two texts have in common at least to be one text that was edited. */
const minLikeness = 0.5;

type Found = Extract<ListDifference<PartRule>, { readonly op: 'added' | 'removed' }>;

/**
 * Which removed rule became which added one: both have the same id of their author's, or both are written by the same scope behind the same rule that stayed, and alike. The
 * same pairs are found in every scope that inherits them, since what other scopes say does not count.
 */
export function pairEdits(
  before: readonly PartRule[],
  after: readonly PartRule[],
  differences: readonly ListDifference<PartRule>[],
): ReadonlyMap<Found, Found> {
  const single = (op: Found['op']) =>
    new Map(
      differences.flatMap((one): [string, Found][] =>
        one.op === op && one.count === 1 ? [[one.item.text, one]] : [],
      ),
    );
  const [removed, added] = [single('removed'), single('added')];
  const pairs = pairById([...removed.values()], [...added.values()]);
  for (const [gone, come] of pairs) {
    removed.delete(gone.item.text);
    added.delete(come.item.text);
  }
  if (removed.size === 0 || added.size === 0) return pairs;
  const gaps = byGap(after, added);
  for (const [gap, gone] of byGap(before, removed)) {
    const candidates = new Map(first(gaps.get(gap) ?? []).map((one) => [one, bigrams(one)]));
    for (const one of candidates.size === 0 ? [] : first(gone)) {
      const partner = nearest(bigrams(one), candidates);
      if (partner === null) continue;
      candidates.delete(partner);
      pairs.set(one, partner);
    }
  }
  return pairs;
}

/** A rule keeps the id that its author gave it, whatever becomes of its words. */
function pairById(removed: readonly Found[], added: readonly Found[]): Map<Found, Found> {
  const come = new Map(added.flatMap((one) => (one.item.id === undefined ? [] : [[one.item.id, one]])));
  return new Map(
    removed.flatMap((one): [Found, Found][] => {
      const partner = one.item.id === undefined ? undefined : come.get(one.item.id);
      return partner === undefined ? [] : [[one, partner]];
    }),
  );
}

function first(found: Iterable<Found>): Found[] {
  return [...found].slice(0, maxRules);
}

/** The differing rules by the scope that wrote them and the rule of its own before them that does not differ. */
function byGap(rules: readonly PartRule[], differing: ReadonlyMap<string, Found>): Map<string, Set<Found>> {
  const gaps = new Map<string, Set<Found>>();
  const stayed = new Map<string, string>();
  for (const { text, origin } of rules) {
    const found = differing.get(text);
    if (found === undefined) {
      stayed.set(origin.scope, text);
      continue;
    }
    const gap = JSON.stringify([origin.scope, stayed.get(origin.scope) ?? null]);
    const known = gaps.get(gap);
    if (known === undefined) gaps.set(gap, new Set([found]));
    else known.add(found);
  }
  return gaps;
}

type Bigrams = ReadonlySet<string>;

function nearest(own: Bigrams, candidates: ReadonlyMap<Found, Bigrams>): Found | null {
  let best: Found | null = null;
  let most = 0;
  for (const [candidate, theirs] of candidates) {
    let common = 0;
    for (const pair of own) if (theirs.has(pair)) common++;
    const likeness = (2 * common) / Math.max(1, own.size + theirs.size);
    if (likeness < minLikeness || likeness <= most) continue;
    best = candidate;
    most = likeness;
  }
  return best;
}

/** Each two characters that stand side by side: this holds for scripts that do not part words too. */
function bigrams({ item }: Found): Bigrams {
  const plain = item.text.slice(0, maxLength).toLowerCase();
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= plain.length; at++) pairs.add(plain.slice(at, at + 2));
  return pairs;
}
