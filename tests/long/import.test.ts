// 100,000 mutated files of every client: each line of each is accounted for, the scope of each batch has no errors, and a second
// import changes nothing. About nine minutes of processor time: 5 ms a file, in projects of 500.
import fc from 'fast-check';
import { it } from 'vitest';
import { checkImport } from '../import/check-mutations.ts';
import { mutatedFiles } from '../import/mutations.ts';

it('accounts for every line of 100,000 files that went wrong', async () => {
  await fc.assert(fc.asyncProperty(mutatedFiles(500), checkImport), { numRuns: 200, endOnFailure: true });
}, 3_600_000);
