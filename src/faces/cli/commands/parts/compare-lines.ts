/** A line that two texts share, or that one of them alone has. */
export interface Step {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

/** Lines removed and added between two texts up to which the fewest are looked for; the time grows with their square. */
const maxChanges = 1000;

/**
 * The fewest lines to remove and to add that make one text of another (Myers, "An O(ND) Difference Algorithm"). Lines that follow each
 * other are removed together, and then added. Of texts with very many changes all from the first to the last is replaced.
 */
export function compareLines(old: readonly string[], now: readonly string[]): Step[] {
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && old[first] === now[first]) first++;
  let last = 0;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last++;
  const removed = old.slice(first, old.length - last);
  const added = now.slice(first, now.length - last);
  const changes = fewest(removed, added) ?? [...signed('-', removed), ...signed('+', added)];
  return [
    ...signed(' ', old.slice(0, first)),
    ...together(changes),
    ...signed(' ', old.slice(old.length - last)),
  ];
}

function signed(sign: Step['sign'], lines: readonly string[]): Step[] {
  return lines.map((line) => ({ sign, line }));
}

/** Null where there are too many changes. */
function fewest(old: readonly string[], now: readonly string[]): Step[] | null {
  const size = Math.min(old.length + now.length, maxChanges);
  /** How many lines of `old` are used up on each diagonal (lines of `old` less lines of `now`), after each change. */
  const reached: Map<number, number>[] = [];
  let before = new Map([[1, 0]]);
  for (let changes = 0; changes <= size; changes++) {
    const furthest = new Map<number, number>();
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let used = isAdded(before, diagonal, changes)
        ? (before.get(diagonal + 1) ?? 0)
        : (before.get(diagonal - 1) ?? 0) + 1;
      while (used < old.length && used - diagonal < now.length && old[used] === now[used - diagonal]) used++;
      furthest.set(diagonal, used);
      if (used >= old.length && used - diagonal >= now.length) return stepsBack(old, now, reached);
    }
    reached.push(furthest);
    before = furthest;
  }
  return null;
}

/** Whether the best way to a diagonal adds a line; the others remove one. */
function isAdded(before: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true;
  return diagonal !== changes && (before.get(diagonal - 1) ?? 0) < (before.get(diagonal + 1) ?? 0);
}

/** The steps from the end of both texts to their start, turned round. */
function stepsBack(
  old: readonly string[],
  now: readonly string[],
  reached: readonly ReadonlyMap<number, number>[],
): Step[] {
  const steps: Step[] = [];
  let left = old.length;
  let right = now.length;
  for (let changes = reached.length; changes > 0; changes--) {
    const before = reached[changes - 1] ?? new Map<number, number>();
    const adds = isAdded(before, left - right, changes);
    const from = left - right + (adds ? 1 : -1);
    const used = before.get(from) ?? 0;
    const start = adds ? used : used + 1;
    for (; left > start; left--, right--) steps.push({ sign: ' ', line: old[left - 1] ?? '' });
    if (adds) steps.push({ sign: '+', line: now[--right] ?? '' });
    else steps.push({ sign: '-', line: old[--left] ?? '' });
  }
  for (; left > 0; left--) steps.push({ sign: ' ', line: old[left - 1] ?? '' });
  return steps.reverse();
}

/** Changed lines that follow each other: those that are removed, then those that are added. */
function together(steps: readonly Step[]): Step[] {
  const sorted: Step[] = [];
  const added: Step[] = [];
  for (const step of steps) {
    if (step.sign === '+') {
      added.push(step);
      continue;
    }
    if (step.sign === ' ') sorted.push(...added.splice(0));
    sorted.push(step);
  }
  return [...sorted, ...added];
}
