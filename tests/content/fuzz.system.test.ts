import { expect, test } from 'vitest';
import { contentFile, contentKinds } from '../../src/guidance/content-files.ts';
import { readScope } from '../../src/guidance/read/read-scope.ts';
import { testService } from '../support/service.ts';
import { checkSpoilt, checkSpoiltScopes } from './check-spoilt.ts';
import { sound } from './spoilt-files.ts';

// tests/long/content.test.ts does the same with 100,000 files.

test('the content that is to be spoilt is sound', async () => {
  const files = Object.fromEntries(
    contentKinds.map((kind) => [`it/${contentFile(kind)}`, sound[kind] ?? '']),
  );
  const { rulesPath } = await testService(files);
  expect((await readScope(rulesPath, 'it'))?.problems).toEqual([]);
});

test('random and spoilt files are served, or refused with a place in the file and a cure; nothing else happens', async () => {
  const { served, refused } = await checkSpoilt(100);
  // Were one of the two rare, the test would show little.
  expect(Math.min(served, refused)).toBeGreaterThan(10);
});

test('a folder of 30 such scopes is linted and served by the program', async () => {
  const { served, refused } = await checkSpoiltScopes(30);
  expect(Math.min(served, refused)).toBeGreaterThan(3);
});
