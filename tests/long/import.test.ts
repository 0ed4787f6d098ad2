// 100,000 mutated files of every client: each line of each is accounted for, the scope of each batch has no errors, and a second
// import changes nothing. About ten minutes.
import fc from 'fast-check';
import { it } from 'vitest';
import { checkImport } from '../import/check-mutations.ts';
import { mutatedFiles } from '../import/mutations.ts';

it('accounts for every line of 100,000 files that went wrong', async () => {
  await fc.assert(fc.asyncProperty(mutatedFiles(200), checkImport), { numRuns: 500, endOnFailure: true });
}, 3_600_000);
