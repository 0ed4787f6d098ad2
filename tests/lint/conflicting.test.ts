import { expect, test } from 'vitest';
import { conflicting, harmless } from './conflicting.ts';

test('five pairs of each sort are planted, each rule once in its category', () => {
  const counts = [...new Set(conflicting.map(({ sort }) => sort))].map(
    (sort) => conflicting.filter((pair) => pair.sort === sort).length,
  );
  expect(counts).toEqual([5, 5, 5, 5, 5]);
  const rules = conflicting.flatMap((pair) => pair.rules);
  expect(new Set(rules.map(({ at }) => at)).size).toBe(rules.length);
  for (const [first, second] of harmless) expect(first).not.toBe(second);
});
