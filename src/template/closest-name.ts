import { didYouMean } from '../model/text/nearest.ts';

const longestName = 40;
const mostNames = 500;

/** ` (did you mean "x"?)` or the empty string; a hostile text cannot make the search long. */
export function closestNameHint(name: string, names: Iterable<string>): string {
  return searchNearest(name, names).find();
}

/** The same, not begun yet, and what it will cost in steps of a template. */
export function searchNearest(name: string, names: Iterable<string>): { cost: number; find: () => string } {
  const likely: string[] = [];
  let seen = 0;
  let cost = 0;
  if (name.length <= longestName) {
    for (const candidate of names) {
      if (++seen > mostNames) break;
      // Names whose lengths differ by more than a third cannot be meant, and comparing them is what takes time.
      const { length } = candidate;
      if (length > longestName || Math.abs(length - name.length) > Math.max(1, length / 3)) continue;
      likely.push(candidate);
      cost += (name.length * length) >> 2;
    }
  }
  const find = () => {
    const closest = likely.length === 0 ? null : didYouMean(name, likely);
    return closest === null ? '' : ` (did you mean "${closest}"?)`;
  };
  return { cost, find };
}
