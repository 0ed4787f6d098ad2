/**
 * For each line of `now` the place of the line of `before` that it is, as far as that is certain: lines at both ends that are the
 * same, and between them those that are there once on both sides, in the same order, with what is the same around them. Null
 * for all others.
 */
export function alignLines(before: readonly string[], now: readonly string[]): readonly (number | null)[] {
  const found: (number | null)[] = now.map(() => null);
  const taken = new Set<number>();
  /** Whether the two lines are the same one. */
  const pair = (from: number, at: number): boolean => {
    if (before[from] === undefined || before[from] !== now[at]) return false;
    if (found[at] !== null || taken.has(from)) return false;
    found[at] = from;
    taken.add(from);
    return true;
  };
  let start = 0;
  while (pair(start, start)) start++;
  let [a, b] = [before.length - 1, now.length - 1];
  while (pair(a, b)) [a, b] = [a - 1, b - 1];

  const places = once(before, start, a + 1);
  const anchors = [...once(now, start, b + 1)].flatMap(([text, at]): Anchor[] => {
    const from = places.get(text) ?? null;
    return from === null || at === null ? [] : [{ from, at }];
  });
  for (const { from, at } of inSameOrder(anchors)) {
    pair(from, at);
    // A neighbour that is the same belongs to it.
    for (let step = 1; pair(from - step, at - step); ) step++;
    for (let step = 1; pair(from + step, at + step); ) step++;
  }
  return found;
}

interface Anchor {
  readonly from: number;
  readonly at: number;
}

/** Each text of a part of the lines with its place; null for one that is there more than once. */
function once(lines: readonly string[], start: number, end: number): ReadonlyMap<string, number | null> {
  const places = new Map<string, number | null>();
  for (let at = start; at < end; at++) {
    const text = lines[at] as string;
    places.set(text, places.has(text) ? null : at);
  }
  return places;
}

/** The longest run of anchors whose `from` rises too (patience sorting). */
function inSameOrder(anchors: readonly Anchor[]): Anchor[] {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  anchors.forEach(({ from }, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[ends[middle] as number] as Anchor).from < from) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1];
    ends[low] = index;
  });
  const run: Anchor[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) run.push(anchors[at] as Anchor);
  return run.reverse();
}
