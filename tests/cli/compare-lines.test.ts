import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLines } from '../../src/faces/cli/commands/parts/compare-lines.ts';

const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 20 });
const sided = (steps: ReturnType<typeof compareLines>, other: string) =>
  steps.filter(({ sign }) => sign !== other).map(({ line }) => line);

test('what is compared gives both texts again, and no line is removed and added in vain', () => {
  fc.assert(
    fc.property(few, few, (old, now) => {
      const steps = compareLines(old, now);
      expect(sided(steps, '+')).toEqual(old);
      expect(sided(steps, '-')).toEqual(now);
      const shared = steps.filter(({ sign }) => sign === ' ').length;
      expect(shared).toBe(longestShared(old, now));
    }),
  );
});

test('a line at the start and one at the end leave what is between them', () => {
  const middle = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
  const steps = compareLines(['old', ...middle], ['new', ...middle, 'more']);
  expect(steps.filter(({ sign }) => sign !== ' ')).toEqual([
    { sign: '-', line: 'old' },
    { sign: '+', line: 'new' },
    { sign: '+', line: 'more' },
  ]);
});

test('texts that share nothing are replaced as a whole', () => {
  const old = Array.from({ length: 5000 }, (_, at) => `old ${at}`);
  const now = Array.from({ length: 5000 }, (_, at) => `new ${at}`);
  const steps = compareLines(old, now);
  expect(steps.map(({ sign }) => sign).join('')).toBe('-'.repeat(5000) + '+'.repeat(5000));
});

/** The length of the longest common subsequence, by the textbook. */
function longestShared(old: readonly string[], now: readonly string[]): number {
  let above = new Array<number>(now.length + 1).fill(0);
  for (const line of old) {
    const row = [0];
    for (const [at, other] of now.entries())
      row.push(line === other ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0));
    above = row;
  }
  return above.at(-1) ?? 0;
}
