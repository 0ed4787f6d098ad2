// Proves that no content file crashes a reader, that each is served or refused, and that every problem has a place that the
// file has and a cure: 100,000 generated and spoilt files of all kinds through the reader and the service, 3,000 of them through
// `precept lint` and a server. Takes about 7 minutes. FUZZ_SEED tries other files.
import { expect, test } from 'vitest';
import { checkSpoilt, checkSpoiltScopes } from '../content/check-spoilt.ts';

const told = (what: string, { served, refused }: { served: number; refused: number }) =>
  process.stderr.write(`${what}: ${served} served, ${refused} refused\n`);

test('100,000 files', async () => {
  const outcomes = await checkSpoilt(100_000);
  told('100,000 files', outcomes);
  expect(Math.min(outcomes.served, outcomes.refused)).toBeGreaterThan(10_000);
});

test('3,000 scopes in one folder, linted and served', async () => {
  const outcomes = await checkSpoiltScopes(3_000);
  told('3,000 scopes', outcomes);
  expect(Math.min(outcomes.served, outcomes.refused)).toBeGreaterThan(300);
});
