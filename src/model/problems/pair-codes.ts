/** What lint can say of two rules, the first that fits of each pair. */
export const pairCodes: readonly string[] = [
  'redundant-rule',
  'must-and-should',
  'contradicting-rules',
  'duplicate-rule',
  'near-duplicate-rule',
];
