const longestName = 40;
const mostNames = 500;

/** The one of `names` that is at most two letters away from `name` (one for short names), or undefined. */
export function closestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  let best: string | undefined;
  let bestDistance = name.length < 4 ? 2 : 3;
  let seen = 0;
  for (const other of names) {
    seen += 1;
    if (seen > mostNames) break;
    if (Math.abs(other.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name.toLowerCase(), other.toLowerCase());
    if (distance < bestDistance) {
      best = other;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` (did you mean "x"?)` or the empty string. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const closest = closestName(name, names);
  return closest === undefined ? '' : ` (did you mean "${closest}"?)`;
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + change,
        ),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
