import { didYouMean } from '../model/nearest.ts';

const longestName = 40;
const mostNames = 500;

/** ` (did you mean "x"?)` or the empty string; a hostile text cannot make the search long. */
export function closestNameHint(name: string, names: Iterable<string>): string {
  if (name.length > longestName) return '';
  // Names whose lengths differ by more than a third cannot be meant, and comparing them is what takes time.
  const alike = ({ length }: string) =>
    length <= longestName && Math.abs(length - name.length) <= Math.max(1, length / 3);
  const closest = didYouMean(name, [...names].slice(0, mostNames).filter(alike));
  return closest === null ? '' : ` (did you mean "${closest}"?)`;
}
