import { didYouMean as nearestName } from '../model/nearest.ts';

const longestName = 40;
const mostNames = 500;

/** ` (did you mean "x"?)` or the empty string; a hostile text cannot make the search long. */
export function didYouMean(name: string, names: Iterable<string>): string {
  if (name.length > longestName) return '';
  const closest = nearestName(
    name,
    [...names].slice(0, mostNames).filter((other) => other.length <= longestName),
  );
  return closest === null ? '' : ` (did you mean "${closest}"?)`;
}
