import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { newPlace, runHere } from './hooks.ts';
import { mutations } from './mutations.ts';

test('no payload gives anything but nothing or one line of JSON', async () => {
  const place = await newPlace();
  const outside = await tempFolder();
  await fc.assert(
    fc.asyncProperty(mutations(place.project, outside), async ({ words, input, isOutside }) => {
      const { stdout, stderr } = await runHere(place, words, input);
      expect(stderr).toBe('');
      if (stdout === '') return;
      expect(isOutside).toBe(false);
      expect(stdout).toMatch(/^\{.*\}\n$/);
      expect(JSON.parse(stdout)).toBeTypeOf('object');
    }),
    { numRuns: 400 },
  );
});
