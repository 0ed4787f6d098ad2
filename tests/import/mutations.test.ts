import fc from 'fast-check';
import { it } from 'vitest';
import { runs } from '../support/runs.ts';
import { checkImport } from './check-mutations.ts';
import { mutatedFiles } from './mutations.ts';

it('accounts for every line of files that went wrong, and makes scopes without errors of them', async () => {
  await fc.assert(fc.asyncProperty(mutatedFiles(40), checkImport), { numRuns: runs(3) });
});
