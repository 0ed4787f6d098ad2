const times = Number(process.env.FUZZ_TIMES ?? 1);

/** How often a law is tried: `count` times in `npm test` and `npm run test:system`, and FUZZ_TIMES as often in tests/long/laws.test.ts. */
export function runs(count: number): number {
  return count * times;
}

/**
 * What a row of a grid is tried with: one of `all` in `npm run test:system`, another one in each row, and every one in
 * tests/long/laws.test.ts.
 */
export function inTurn<One>(all: readonly One[], row: number): readonly One[] {
  return times > 1 ? all : all.slice(row % all.length, (row % all.length) + 1);
}
