/** The value below which `share` (0 to 1) of the samples lie; samples need no order. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
  const value = sorted[index];
  if (value === undefined) throw new RangeError('no samples');
  return value;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/**
 * How far the ratios of runs that were made in turn lie from their median: half of them lie nearer than this share of it. Null for runs that
 * are no pairs.
 */
export function spreadOf({
  product,
  floor,
}: {
  readonly product: readonly number[];
  readonly floor: readonly number[];
}): number | null {
  if (product.length < 4 || product.length !== floor.length) return null;
  const ratios = product.map((value, run) => value / (floor[run] ?? value));
  const middle = median(ratios);
  return median(ratios.map((ratio) => Math.abs(ratio - middle))) / middle;
}

/**
 * Runs every subject in turn (A B A B …), so that what else the machine does hits all alike. Gives each subject's
 * results in order; those of the warm-up are thrown away.
 */
export async function interleave<Name extends string, Result>(
  rounds: { readonly runs: number; readonly warmup: number },
  subjects: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(subjects) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = -rounds.warmup; round < rounds.runs; round += 1) {
    for (const name of names) {
      const result = await subjects[name]();
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}
