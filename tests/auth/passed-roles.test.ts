import { expect, test } from 'vitest';
import { meetsConditions } from '../../src/auth/callers/passed-roles.ts';
import { startProcessorClock } from '../support/in-time.ts';

const condition = (pattern: string) => ({ scope: 'x', acceptedRoles: [pattern], rolesClaim: 'roles' });
const claims = { roles: ['a'.repeat(24), 'owner'] };
const issuer = 'https://issuer.example';
/** Patterns that take a while each, and less than any one of them may. */
const slow = (count: number, from = 0) => ({
  issuer,
  all: Array.from({ length: count }, (_, at) => condition(`(?:a|a)*b{${at + from + 1}}|owner`)),
});

test('a thousand conditions of a bundle have one budget together, and others have their turn', async () => {
  const access = slow(1000);
  const clock = startProcessorClock();
  expect(await meetsConditions(access, claims, 'http://a.example')).toBe(false);
  clock.expectInTime(2000);
  // They are not tried again.
  const again = startProcessorClock();
  expect(await meetsConditions(access, claims, 'http://a.example')).toBe(false);
  again.expectInTime(50);
});

test('all bundles of a master have one, and what another asks is answered', async () => {
  const clock = startProcessorClock();
  for (let bundle = 0; bundle < 40; bundle++)
    await meetsConditions(slow(1000, bundle * 1000), claims, 'http://b.example');
  clock.expectInTime(5000);
  const plain = { issuer, all: [condition('owner'), condition('own.*')] };
  expect(await meetsConditions(plain, claims, 'http://c.example')).toBe(true);
  expect(await meetsConditions({ issuer, all: [condition('other')] }, claims, 'http://c.example')).toBe(
    false,
  );
});

test('many conditions that cost nothing are all asked', async () => {
  // More than are looked at in one go.
  const all = Array.from({ length: 300 }, (_, at) => condition(`owner|x${at}`));
  expect(await meetsConditions({ issuer, all }, claims, 'http://d.example')).toBe(true);
});
