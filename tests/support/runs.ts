const times = Number(process.env.FUZZ_TIMES ?? 1);

/** How often a law is tried: `count` times in `npm test`, and FUZZ_TIMES as often in tests/long/laws.test.ts. */
export function runs(count: number): number {
  return count * times;
}
