import { fileURLToPath } from 'node:url';
import { peaksInTurn } from './parts/memory.ts';
import type { Bench } from './support/bench.ts';
import { writeScope } from './support/content.ts';
import { compare, compareStarts, type Figure } from './support/figure.ts';
import { startsInTurn } from './support/first-answer.ts';
import { callLatencies } from './support/latency.ts';
import { startMcp } from './support/mcp-process.ts';
import { quantile } from './support/stats.ts';
import { examples } from './support/tasks.ts';

/** The least share that a figure is worse by where it counts as slower. */
const least = 0.05;
const goal = { atMost: 1 };

/** The program under test against another build of it, a `main.js`: starts, first answers, memory, and warm answers, both in turn. */
export async function compareBuilds(bench: Bench, other: string): Promise<Figure[]> {
  const folder = await bench.folder('compare');
  await writeScope(folder, 'large', { rules: 10_000, categories: 400, templateEvery: 10 });
  await writeScope(folder, 'small', { rules: 100, categories: 10, templateEvery: 10 });
  const acme = fileURLToPath(new URL('acme/rules', examples));
  const both = (rules: string) => ({
    product: { args: [bench.program, '--rules-path', rules] },
    floor: { args: [other, '--rules-path', rules] },
  });
  const rounds = { runs: bench.runs, warmup: 2 };

  const figures: Figure[] = [];
  const starts = await startsInTurn(rounds, both(acme), (server) => server.request('tools/list', {}));
  figures.push(...compareStarts({ part: 'startup', what: 'spawn to tools/list' }, starts, goal));
  const peaks = await peaksInTurn(rounds, both(acme));
  if (peaks !== null)
    figures.push(compare({ part: 'memory', what: 'peak RSS after tools/list', unit: 'MiB' }, peaks, goal));
  for (const [part, rules, scope_name] of [
    ['first', acme, 'checkout'],
    ['cold', folder, 'large'],
  ] as const) {
    const answers = await startsInTurn(rounds, both(rules), (server) =>
      server.callTool('get_rules', { scope_name }),
    );
    figures.push(...compareStarts({ part, what: `first get_rules of ${scope_name}` }, answers, goal));
  }

  const { product, floor } = both(folder);
  const servers = { product: startMcp(product), floor: startMcp(floor) };
  await Promise.all([servers.product.handshake(), servers.floor.handshake()]);
  const call = { tool: 'get_rules', given: { scope_name: 'small' }, runs: bench.runs };
  const warm = await callLatencies(servers, call);
  await Promise.all([servers.product.stop(), servers.floor.stop()]);
  const p50 = (runs: readonly number[][]) => runs.map((run) => quantile(run, 0.5));
  const medians = { product: p50(warm.product), floor: p50(warm.floor) };
  figures.push(compare({ part: 'warm', what: 'get_rules, 100 rules, p50', unit: 'us' }, medians, goal));
  return figures;
}

/**
 * Whether a figure is worse by more than its runs differ. The time that passes does not count where the processor time is known: it
 * depends on what else the machine does.
 */
export function isWorse({ part, what, ratio, spread }: Figure): boolean {
  if (ratio === null || (part !== 'memory' && part !== 'warm' && !what.endsWith('processor'))) return false;
  return ratio > 1 + Math.max(least, 2 * (spread ?? 0));
}
