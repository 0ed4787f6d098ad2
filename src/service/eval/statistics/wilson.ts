/** The lower and upper end of an interval. */
export type Interval = readonly [low: number, high: number];

/** What an interval of 95 % takes of the normal distribution. */
export const z = 1.96;

/** Wilson's interval of a share, from `passes` of `runs`; everything is possible without runs. */
export function wilson(passes: number, runs: number): Interval {
  if (runs === 0) return [0, 1];
  const share = passes / runs;
  const square = z * z;
  const scale = 1 + square / runs;
  const centre = (share + square / (2 * runs)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / runs + square / (4 * runs * runs))) / scale;
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
