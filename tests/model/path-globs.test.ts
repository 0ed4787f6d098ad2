import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { createFileMatcher, whyBadGlob } from '../../src/model/names/path-globs.ts';
import { startProcessorClock } from '../support/in-time.ts';

const name = fc.stringMatching(/^\.?[ab]{1,3}(\.c)?$/);
const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const part = fc.oneof(
  fc.constantFrom('**', '*', '*.c', '?', 'a*', '*a*b', 'a?', '{a,b}', '{a,b*}.c', '.{a,b}', '{,a}b'),
  name,
);
const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

const matchesPath = (globs: readonly string[], path: string) => globs.some(createFileMatcher([path]));

test('agrees with picomatch', () => {
  const theirs = (wanted: string) =>
    picomatch(wanted, { dot: true, nonegate: true, noextglob: true, basename: !wanted.includes('/') });
  fc.assert(
    fc.property(glob, file, (wanted, path) => {
      expect(matchesPath([wanted], path)).toBe(theirs(wanted)(path));
    }),
    { numRuns: 2000 },
  );
});

describe('what a path may look like', () => {
  test.each([
    ['src/api/**', 'src/api/orders.ts', true],
    ['src/api/**', './src/api/orders.ts', true],
    ['src/api/**', 'src\\api\\orders.ts', true],
    ['src/api/**', '/home/me/shop/src/api/orders.ts', true],
    ['src/api/**', 'C:\\shop\\src\\api\\orders.ts', true],
    ['src/api/**', 'lib/src/api/orders.ts', false],
    ['src/api/**', 'src/Api/orders.ts', false],
    ['src/caf\u00e9/**', 'src/cafe\u0301/orders.ts', true],
    ['src/cafe\u0301/?.ts', 'src/caf\u00e9/e\u0301.ts', true],
    ['src/api/**', 'src/../src/api/orders.ts', true],
    ['src/api/**', 'src/api/../orders.ts', false],
    ['src/api/**', '../src/api/orders.ts', false],
    ['src/api/**', '/home/me/../you/src/./api/orders.ts', true],
    ['src/api/**', 'file:///home/me/shop/src/api/orders.ts#L3', true],
    ['src/my api/**', 'file:///c%3A/shop/src/my%20api/orders.ts', true],
    ['src/100%/**', 'file:///shop/src/100%/orders.ts', true],
    ['*.sql', 'db/changes/001.sql', true],
    ['./*.sql', 'db/changes/001.sql', false],
    ['./*.sql', '001.sql', true],
    ['.github/**', '.github/workflows/ci.yml', true],
    ['[a].ts', '[a].ts', true],
    ['[a].ts', 'a.ts', false],
    ['{a,b}.{ts,js}', 'x/b.js', true],
    ['src/**/*.{ts,tsx}', 'src/a/b/c.tsx', true],
    ['src/**', '', false],
    ['src/**', '/', false],
    ['/src/**', 'src/a.ts', false],
    ['!src/**', '!src/a.ts', false],
  ])('%s and %s: %s', (wanted, path, matches) => {
    expect(matchesPath([wanted], path)).toBe(matches);
    expect(matchesPath(['nothing', wanted], path)).toBe(matches);
  });

  test('none of no globs', () => expect(matchesPath([], 'a')).toBe(false));
});

test('a hostile glob takes no time', () => {
  const time = startProcessorClock();
  const long = 'a'.repeat(5000);
  for (const wanted of [
    `${'*a'.repeat(490)}b`,
    `${'**/'.repeat(330)}b`,
    '{'.repeat(990),
    '{a,{b,c}}'.repeat(100),
    `${'{a,b}'.repeat(190)}/*`,
    `${'*'.repeat(990)}b`,
  ]) {
    expect(whyBadGlob(wanted)).toBe(null);
    expect(matchesPath([wanted], `${'a/'.repeat(1000)}${long}`)).toBe(false);
  }
  expect(whyBadGlob('a'.repeat(1001))).toContain('longer');
  expect(matchesPath([long], long)).toBe(false);
  time.expectInTime(2000);
});
