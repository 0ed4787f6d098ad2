import { type Pairs, tellsApart } from './paired.ts';

/** The effect that a comparison should be able to show, as a difference of shares. */
const effect = 0.2;
/** How likely a comparison of that many pairs is to show it. */
const power = 0.8;
/** Where nothing is known yet, so many of the pairs differ. */
const usual = 0.3;
/** With an effect of 20 points at least these differ; more than the upper limit tells of nothing but noise. */
const [fewest, most] = [0.2, 0.9];
const mostPairs = 1000;

/** How many pairs an effect of 20 points needs, where about as many of them differ as in these. */
export function neededPairs({ pairs, better, worse }: Pairs): number {
  const share = pairs === 0 ? usual : (better + worse + usual * 10) / (pairs + 10);
  return neededAt(Math.round(Math.min(most, Math.max(fewest, share)) * 20) / 20);
}

const known = new Map<number, number>();

/** The fewest pairs from which the exact test shows the effect, where this share of the pairs differs. */
export function neededAt(share: number): number {
  const found = known.get(share);
  if (found !== undefined) return found;
  let pairs = 6;
  while (pairs < mostPairs && powerOf(pairs, share) < power) pairs++;
  known.set(share, pairs);
  return pairs;
}

/** How likely so many pairs are to show the effect. */
function powerOf(pairs: number, share: number): number {
  const up = Math.min(1, (share + effect) / (2 * share));
  let likely = 0;
  for (let differing = 0; differing <= pairs; differing++) {
    const shown = probabilities(differing, up).reduce(
      (sum, one, better) => (better * 2 > differing && isShown(better, differing - better) ? sum + one : sum),
      0,
    );
    likely += binomial(pairs, differing, share) * shown;
  }
  return likely;
}

const isShown = (better: number, worse: number) => tellsApart({ better, worse });

function probabilities(count: number, share: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => binomial(count, index, share));
}

/** How likely `hits` of `count` are, where each is as likely as `share`. */
function binomial(count: number, hits: number, share: number): number {
  if (share >= 1) return hits === count ? 1 : 0;
  return Math.exp(logChoose(count, hits) + hits * Math.log(share) + (count - hits) * Math.log1p(-share));
}

const logs: number[] = [0];

function logChoose(count: number, hits: number): number {
  return logFactorial(count) - logFactorial(hits) - logFactorial(count - hits);
}

function logFactorial(count: number): number {
  while (logs.length <= count) logs.push((logs.at(-1) ?? 0) + Math.log(logs.length));
  return logs[count] ?? 0;
}
