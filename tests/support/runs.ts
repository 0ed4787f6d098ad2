const times = Number(process.env.FUZZ_TIMES ?? 1);

/** How often a law is tried: `count` times in CI, and FUZZ_TIMES as often in tests/long/laws.test.ts and the whole proof on Windows. */
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

/** Of things of several kinds one of each kind in CI, and all where FUZZ_TIMES asks for more. */
export function oneOfEach<One>(all: readonly One[], kindOf: (one: One) => unknown): readonly One[] {
  const kinds = all.map(kindOf);
  return times > 1 ? all : all.filter((_, at) => kinds.indexOf(kinds[at]) === at);
}
