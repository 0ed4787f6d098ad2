import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../src/service/eval/report/report-rules.ts';
import { neededAt, neededPairs } from '../../src/service/eval/statistics/needed-pairs.ts';
import { difference, exactP, type Pairs } from '../../src/service/eval/statistics/paired.ts';
import { wilson } from '../../src/service/eval/statistics/wilson.ts';

const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 100) / 100);

test.each([
  [3, 3, [0.44, 1]],
  [5, 5, [0.57, 1]],
  [10, 10, [0.72, 1]],
  [19, 20, [0.76, 0.99]],
  [35, 35, [0.9, 1]],
  [0, 0, [0, 1]],
])("Wilson's interval of %i of %i", (passes, runs, interval) => {
  expect(rounded(wilson(passes, runs))).toEqual(interval);
});

test.each([
  [5, 0, 0.0625],
  [6, 0, 0.03125],
  [0, 6, 0.03125],
  [9, 1, 0.021484375],
  [5, 5, 1],
  [0, 0, 1],
])('the exact test of %i against %i pairs', (better, worse, p) => {
  expect(exactP({ better, worse })).toBeCloseTo(p, 10);
});

test('the difference of pairs has an interval around it', () => {
  const { difference: value, interval } = difference({ pairs: 40, better: 10, worse: 2 });
  expect(value).toBeCloseTo(0.2, 10);
  expect(rounded(interval)).toEqual([0.03, 0.36]);
  expect(difference({ pairs: 0, better: 0, worse: 0 }).difference).toBe(0);
});

test.each([
  [0.2, 39],
  [0.3, 61],
  [0.4, 84],
  [0.5, 103],
])('an effect of 20 points needs, where a share of %d of the pairs differs, %i pairs', (share, pairs) => {
  expect(neededAt(share)).toBe(pairs);
});

describe('simulated agents of a known effect', () => {
  const experiments = 400;

  test.each([
    ['no effect', 0, ['helps', 'hurts']],
    ['20 points better', 0.2, ['hurts']],
    ['30 points better', 0.3, ['hurts']],
    ['20 points worse', -0.2, ['helps']],
  ] as const)('%s: at most 5 %% of the verdicts are wrong', (_, effect, wrong) => {
    const random = mulberry(Math.round(1000 + effect * 100));
    let mistakes = 0;
    let shown = 0;
    for (let index = 0; index < experiments; index++) {
      const verdict = experiment(effect, random);
      if ((wrong as readonly string[]).includes(verdict)) mistakes++;
      if (verdict === 'helps' || verdict === 'hurts') shown++;
    }
    expect(mistakes).toBeLessThanOrEqual(experiments * 0.05);
    // What is there is mostly seen at the number of runs that the report recommends.
    if (effect !== 0) expect(shown).toBeGreaterThanOrEqual(experiments * 0.7);
  });
});

/** A first look of five pairs, then as many as the report says until it asks for no more: what `precept eval` and its user do. */
function experiment(effect: number, random: () => number) {
  let all = pairsOf(5, effect, random);
  for (;;) {
    const verdict = verdictOf(all, all.pairs, all.pairs);
    const more = neededPairs(all) - all.pairs;
    if (verdict !== 'not shown' || more <= 0) return verdict;
    all = add(all, pairsOf(more, effect, random));
  }
}

function add(one: Pairs, other: Pairs): Pairs {
  return {
    pairs: one.pairs + other.pairs,
    better: one.better + other.better,
    worse: one.worse + other.worse,
  };
}

/** Pairs of runs that differ in 30 % of the cases by chance alone, and by as much more as the effect is large. */
function pairsOf(count: number, effect: number, random: () => number): Pairs {
  const pairs = { pairs: count, better: 0, worse: 0 };
  // A task that is easy is easy for both, so that fewer pairs differ than by chance.
  for (let index = 0; index < count; index++) {
    const draw = random();
    const base = 0.15 + Math.max(0, -effect);
    if (draw < base + effect) pairs.better++;
    else if (draw < 2 * base + effect) pairs.worse++;
  }
  return pairs;
}

/** Random numbers that are the same each time. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
