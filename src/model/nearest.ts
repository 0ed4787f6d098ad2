/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`: optimal string alignment distance. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current[column] = best;
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Whether one edit turns `a` into `b`. Lengths are compared first: at every start each variable meets each setting. */
export function isOneEditAway(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 1 && editDistance(a, b) === 1;
}

/** Up to `count` of `candidates` most like `word`, nearest first; case is ignored and ties keep their order. */
export function nearest(word: string, candidates: Iterable<string>, count = 3): string[] {
  const wanted = word.toLowerCase().slice(0, 200);
  return [...candidates]
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map((entry) => entry.candidate);
}

/** `; did you mean "x"?` for the end of a message, or nothing. Of a long word only the start is compared. */
export function meantInstead(word: string, candidates: Iterable<string>): string {
  const meant = didYouMean(word.slice(0, 60), candidates);
  return meant === null ? '' : `; did you mean "${meant}"?`;
}

/** The one candidate near enough to be what the author meant (a third of its letters wrong at most), or null. */
export function didYouMean(word: string, candidates: Iterable<string>): string | null {
  const [best] = nearest(word, candidates, 1);
  if (best === undefined) return null;
  const limit = Math.max(1, Math.floor(best.length / 3));
  return editDistance(word.toLowerCase(), best.toLowerCase()) <= limit ? best : null;
}
