import { type Interval, z } from './wilson.ts';

/** Runs of two arms in pairs: how many pairs there are, and in how many of them one arm alone passed. */
export interface Pairs {
  readonly pairs: number;
  /** The arm passed, and what it is compared with did not. */
  readonly better: number;
  readonly worse: number;
}

/** Fewer pairs that differ are never a verdict: no test of them can be below 0.05. */
const fewestDiffering = 6;
const significant = 0.05;

/** The exact test of pairs (McNemar): how likely a difference as large as this one is where the arms do equally well. */
export function exactP({ better, worse }: Pick<Pairs, 'better' | 'worse'>): number {
  const differing = better + worse;
  let term = 0.5 ** differing;
  let tail = 0;
  for (let index = 0; index <= Math.min(better, worse); index++) {
    tail += term;
    term *= (differing - index) / (index + 1);
  }
  return Math.min(1, 2 * tail);
}

/** Whether pairs tell the arms apart. */
export function tellsApart(pairs: Pick<Pairs, 'better' | 'worse'>): boolean {
  return pairs.better + pairs.worse >= fewestDiffering && exactP(pairs) < significant;
}

/** The difference of two shares, with the interval of Bonett and Price. */
export function difference({ pairs, better, worse }: Pairs): {
  readonly difference: number;
  readonly interval: Interval;
} {
  const up = (better + 1) / (pairs + 2);
  const down = (worse + 1) / (pairs + 2);
  const half = z * Math.sqrt(Math.max(0, up + down - (up - down) ** 2) / (pairs + 2));
  return {
    difference: pairs === 0 ? 0 : (better - worse) / pairs,
    interval: [Math.max(-1, up - down - half), Math.min(1, up - down + half)],
  };
}
