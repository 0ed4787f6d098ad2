import { isWithinEdits } from '../../../model/text/nearest.ts';

/** Letters of a name for which one edit more tells a mistake, and the most edits that do. */
const lettersAnEdit = 8;
const mostEdits = 3;
/** Characters of a name for which one edit tells little. */
const short = 4;
const mostLength = 300;

/**
 * The test that the name in a check nearly is, written as the check has it: with the class before it or without. Null for none: names that
 * differ by digits alone are often both right.
 */
export function meantTest(check: string, tests: Iterable<string>): string | null {
  if (check.length < short || check.length > mostLength) return null;
  const most = Math.min(mostEdits, Math.max(1, Math.floor(check.length / lettersAnEdit)));
  const written = check.toLowerCase();
  const letters = (text: string) => text.replace(/\d+/g, '');
  for (const test of tests) {
    const name = check.includes(' > ') ? test : (test.split(' > ').at(-1) ?? test);
    const other = name.toLowerCase();
    if (name === check || Math.abs(other.length - written.length) > most) continue;
    if (other !== written && letters(other) === letters(written)) continue;
    if (isWithinEdits(written, other, most)) return name;
  }
  return null;
}
