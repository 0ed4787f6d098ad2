import type { startsInTurn } from './first-answer.ts';
import { median, spreadOf } from './stats.ts';

/** One line of the table. A figure without `goal` is only shown. */
export interface Figure {
  readonly part: string;
  readonly what: string;
  readonly product: string;
  readonly floor: string;
  /** Product over floor; null where there is nothing to compare with. */
  readonly ratio: number | null;
  /** How far the ratios of single runs are from it: half of them lie nearer than this share. Not for runs that are no pairs. */
  readonly spread?: number | null;
  readonly goal: string;
  readonly met: boolean | null;
  /** Runs of each side. */
  readonly runs: number;
  readonly note?: string;
}

/** A bound on a ratio. */
export interface Goal {
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** A figure from the samples of both sides: the ratio of their medians against the goal. */
export function compare(
  about: { readonly part: string; readonly what: string; readonly unit: string; readonly note?: string },
  samples: { readonly product: readonly number[]; readonly floor: readonly number[] },
  goal: Goal,
): Figure {
  const product = median(samples.product);
  const floor = median(samples.floor);
  const ratio = product / floor;
  const { part, what, unit, note } = about;
  return {
    part,
    what,
    product: `${round(product)} ${unit}`,
    floor: `${round(floor)} ${unit}`,
    ratio,
    spread: spreadOf(samples),
    goal: goal.atMost === undefined ? `>= ${goal.atLeast}x` : `<= ${goal.atMost}x`,
    met: ratio <= (goal.atMost ?? Number.POSITIVE_INFINITY) && ratio >= (goal.atLeast ?? 0),
    runs: samples.product.length,
    ...(note !== undefined && { note }),
  };
}

/** The figures of two servers that were started in turn: the time that passed, and the processor time where the machine tells it. */
export function compareStarts(
  { part, what }: { readonly part: string; readonly what: string },
  { passed, taken }: Awaited<ReturnType<typeof startsInTurn>>,
  goal: Goal,
): Figure[] {
  return [
    compare({ part, what, unit: 'ms' }, passed, goal),
    taken === null
      ? unmeasured(part, `${what}, processor`, 'only Linux tells the processor time of another process')
      : compare({ part, what: `${what}, processor`, unit: 'ms' }, taken, goal),
  ];
}

/** A figure with a bound of its own, in the same unit: the median of the samples against it. */
export function bounded(
  { part, what, unit, note }: { part: string; what: string; unit: string; note?: string },
  samples: readonly number[],
  most: number,
): Figure {
  const product = median(samples);
  return {
    part,
    what,
    product: `${round(product)} ${unit}`,
    floor: '-',
    ratio: null,
    goal: `< ${most} ${unit}`,
    met: product < most,
    runs: samples.length,
    ...(note !== undefined && { note }),
  };
}

/** A figure that could not be taken, and why. */
export function unmeasured(part: string, what: string, note: string): Figure {
  return { part, what, product: '-', floor: '-', ratio: null, goal: '-', met: null, runs: 0, note };
}

function round(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-GB');
  return value.toPrecision(3);
}
