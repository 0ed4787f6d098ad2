// Proves that a server stays as it is under mixed load: stdio, REST, /mcp, pages, feedback, reloads, files that change and a master
// that comes and goes, for SOAK_SECONDS (600): every answer is right, memory does not grow, answers do not become slower, and
// nothing but the master's outages is logged. Memory is measured on Linux only. Takes SOAK_SECONDS.
import { expect, test } from 'vitest';
import { checkSound } from '../soak/check-soak.ts';
import { soak } from '../soak/mixed-load.ts';
import { quantile, slopeOf } from '../soak/process-memory.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 600);

test(`mixed load for ${seconds} s`, { timeout: (seconds + 120) * 1000 }, async () => {
  // With little room for garbage V8 soon takes what it needs, and what is held for good shows.
  const result = await soak(seconds, { NODE_OPTIONS: '--max-old-space-size=64' });
  const { memory, peak, changes, outages, reloads } = result;
  // These two wait for others: the watch of the files, and the master.
  const samples = result.samples.filter(({ what }) => what !== 'a change' && what !== 'POST reload');
  const warm = seconds * 1000 * 0.4;
  const last = seconds * 1000 * 0.7;

  const settled = memory.filter(([at]) => at >= warm);
  const size = quantile(
    settled.map(([, megabytes]) => megabytes),
    0.5,
  );
  const perMinute = slopeOf(settled) * 60_000;
  const grown = slopeOf(settled) * (seconds * 1000 - warm);
  const early = samples.filter(({ at }) => at > warm / 4 && at < warm);
  const late = samples.filter(({ at }) => at >= last);
  const p99 = (some: typeof samples) =>
    quantile(
      some.map(({ took }) => took),
      0.99,
    );
  process.stderr.write(
    `${seconds} s: ${samples.length} answers, ${changes} changes, ${outages} outages, ${reloads} reloads; ` +
      `RSS ${size.toFixed(0)} MiB, ${perMinute.toFixed(2)} MiB a minute, at most ${peak.toFixed(0)} MiB; ` +
      `p50 ${quantile(
        late.map(({ took }) => took),
        0.5,
      ).toFixed(1)} ms, p99 ${p99(early).toFixed(1)} then ${p99(late).toFixed(1)} ms\n`,
  );

  checkSound(result);
  expect(samples.length).toBeGreaterThan(seconds * 50);
  // What is left of the collector's ups and downs.
  expect(grown).toBeLessThan(Math.max(16, size * 0.1));
  expect(p99(late)).toBeLessThan(2 * p99(early) + 20);
});
