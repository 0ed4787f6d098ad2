import { describe, expect, test } from 'vitest';
import { isRolePattern, maxRoleLength } from '../../src/model/names/role-pattern.ts';
import { startProcessorClock } from '../support/in-time.ts';

describe('a pattern of roles', () => {
  test.each([
    'owner',
    'team-.+',
    'org:[^:]+:team:[^:]+:role:.*',
    '(?:dev|ops)(?:-lead)?',
    '(?<unit>\\d{4})-(a|b|c|d)',
    'realm\\/\\p{L}+',
    '[()*+|]{1,3}',
    'a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t',
    '(ab)*',
    '(a|b){3}',
  ])('%s is taken', (pattern) => {
    expect(isRolePattern(pattern)).toBe(true);
  });

  // Each takes minutes, or more, on a role of 200 signs that nearly fits.
  test.each([
    ['(a+)+', 'a'],
    ['(a*)*', 'a'],
    ['(?:a|a)+', 'a'],
    ['(?:a|aa)*', 'a'],
    ['(a?){100}', 'a'],
    [`${'a?'.repeat(60)}${'a'.repeat(60)}`, 'a'],
    ['(a|a)'.repeat(60), 'a'],
    ['.*.*.*.*.*', 'a'],
    ['(?:a{0,150}){2,}', 'a'],
    ['(a*)\\1\\1', 'a'],
    ['(?=(a+))\\1b', 'a'],
    ['a{1,200}'.repeat(5), 'a'],
  ])('%s is refused', (pattern) => {
    expect(isRolePattern(pattern)).toBe(false);
  });

  test('the slowest that are taken end soon', () => {
    for (const pattern of ['.*.*.*x', '(?:.*a|.*b|.*c)(?:.*d)(?:.*e)x', '(a|a|a|a|a|a|a|a|a|a){6}x']) {
      if (!isRolePattern(pattern)) continue;
      const clock = startProcessorClock();
      expect(new RegExp(`^(?:${pattern})$`, 'u').test('a'.repeat(maxRoleLength))).toBe(false);
      clock.expectInTime(2000, pattern);
    }
    expect(isRolePattern('.*.*.*x')).toBe(true);
  });
});
