// Proves that a server stays as it is under mixed load: stdio, REST, /mcp, pages, feedback, reloads, files that change and a master
// that comes and goes, for SOAK_SECONDS (600): every answer is right, memory does not grow, answers do not become slower, and
// nothing but the master's outages is logged. Memory is measured on Linux only. Takes SOAK_SECONDS.
import { expect, test } from 'vitest';
import { checkSound } from '../soak/check-soak.ts';
import { type Sample, soak, yardstick } from '../soak/mixed-load.ts';
import { quantile, slopeOf } from '../soak/process-memory.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 600);

test(`mixed load for ${seconds} s`, { timeout: (seconds + 120) * 1000 }, async () => {
  // With little room for garbage V8 soon takes what it needs, and what is held for good shows.
  const result = await soak(seconds, { NODE_OPTIONS: '--max-old-space-size=64' });
  const { memory, peak, changes, outages, reloads } = result;
  const all = result.samples;
  // These two wait for others: the watch of the files, and the master.
  const others = ['a change', 'POST reload', yardstick];
  const samples = all.filter(({ what }) => !others.includes(what));
  const warm = seconds * 1000 * 0.4;
  const last = seconds * 1000 * 0.7;

  const settled = memory.filter(([at]) => at >= warm);
  const size = quantile(
    settled.map(([, megabytes]) => megabytes),
    0.5,
  );
  const perMinute = slopeOf(settled) * 60_000;
  const grown = slopeOf(settled) * (seconds * 1000 - warm);
  const isEarly = ({ at }: Sample) => at > warm / 4 && at < warm;
  const isLate = ({ at }: Sample) => at >= last;
  const p99 = (some: readonly Sample[]) =>
    quantile(
      some.map(({ took }) => took),
      0.99,
    );
  const [early, late] = [p99(samples.filter(isEarly)), p99(samples.filter(isLate))];
  const bare = all.filter(({ what }) => what === yardstick);
  const [bareEarly, bareLate] = [p99(bare.filter(isEarly)), p99(bare.filter(isLate))];
  process.stderr.write(
    `${seconds} s: ${samples.length} answers, ${changes} changes, ${outages} outages, ${reloads} reloads; ` +
      `RSS ${size.toFixed(0)} MiB, ${perMinute.toFixed(2)} MiB a minute, at most ${peak.toFixed(0)} MiB; ` +
      `p99 ${early.toFixed(1)} then ${late.toFixed(1)} ms, of a bare server ${bareEarly.toFixed(1)} then ${bareLate.toFixed(1)} ms\n`,
  );

  checkSound(result);
  expect(samples.length).toBeGreaterThan(seconds * 50);
  // What is left of the collector's ups and downs.
  expect(grown).toBeLessThan(Math.max(16, size * 0.1));
  // Where the machine itself becomes slower, a bare server does too.
  expect(late).toBeLessThan(2 * early * Math.max(1, bareLate / bareEarly) + 20);
});
