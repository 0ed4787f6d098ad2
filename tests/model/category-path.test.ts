import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bySegment } from '../../src/model/names/category-path.ts';

const path = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '0', '-', '_', ' '), maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((segments) => segments.join('.'));

test('dot paths are ordered as their lists of segments are', () => {
  fc.assert(
    fc.property(path, path, (a, b) => {
      expect(Math.sign(bySegment(a, b))).toBe(compareLists(a.split('.'), b.split('.')));
    }),
  );
});

function compareLists([x, ...left]: readonly string[], [y, ...right]: readonly string[]): number {
  if (x === undefined || y === undefined) return Number(y === undefined) - Number(x === undefined);
  if (x === y) return compareLists(left, right);
  return x < y ? -1 : 1;
}
