import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bench, Part } from '../support/bench.ts';
import { writeNeighbours, writeScope } from '../support/content.ts';
import { compare, type Figure } from '../support/figure.ts';
import { callLatencies } from '../support/latency.ts';
import { type McpProcess, startMcp } from '../support/mcp-process.ts';
import { quantile } from '../support/stats.ts';

const sizes = ['10', '1000', '10000'] as const;
type Size = (typeof sizes)[number];
const given = { scope_name: 'bench' };

/** A cached `get_rules` with ever more scopes beside it, and what a cold one touches on disk. */
export const growth: Part = async (bench) => {
  const folders = {} as Record<Size, string>;
  const servers = {} as Record<Size, McpProcess>;
  for (const size of sizes) {
    folders[size] = await bench.folder(`growth-${size}`);
    await writeScope(folders[size], 'bench', { rules: 100, categories: 10, templateEvery: 10 });
    await writeNeighbours(folders[size], Number(size));
    servers[size] = startMcp({ args: [bench.program, '--rules-path', folders[size]] });
    await servers[size].handshake();
  }
  const samples = await callLatencies(servers, { tool: 'get_rules', given, runs: bench.runs });
  await Promise.all(sizes.map((size) => servers[size].stop()));

  const p50 = (size: Size) => samples[size].map((run) => quantile(run, 0.5));
  const warm = (['1000', '10000'] as const).map((size) =>
    compare(
      { part: 'growth', what: `get_rules beside ${size} scopes (10)`, unit: 'us' },
      { product: p50(size), floor: p50('10') },
      { atMost: 1.2 },
    ),
  );
  return [...warm, await touched(bench, folders)];
};

/** File system calls of a fresh process that answers one `get_rules`. */
async function touched(bench: Bench, folders: Readonly<Record<Size, string>>): Promise<Figure> {
  const hook = path.join(await bench.folder('hooks'), 'count-files.cjs');
  await writeFile(hook, countFiles);
  const count = async (size: Size) => {
    let told = '';
    const server = startMcp({
      args: ['--require', hook, bench.program, '--rules-path', folders[size]],
      stderr: (text) => {
        told += text;
      },
    });
    await server.handshake();
    await server.callTool('get_rules', given);
    await server.stop();
    return Number(
      told
        .match(/touched \d+/g)
        ?.at(-1)
        ?.slice(8),
    );
  };
  const [few, many] = [await count('10'), await count('10000')];
  return compare(
    { part: 'growth', what: 'files touched cold, 10000 scopes (10)', unit: 'calls' },
    { product: [many], floor: [few] },
    { atMost: 1 },
  );
}

/** Counts what the program asks of node:fs/promises, and tells the sum after each call. */
const countFiles = `
const promises = require('node:fs/promises');
let touched = 0;
for (const name of ['readFile', 'readdir', 'stat', 'lstat', 'open', 'access', 'opendir', 'realpath']) {
  const original = promises[name];
  promises[name] = (...given) => {
    process.stderr.write('touched ' + ++touched + '\\n');
    return original(...given);
  };
}
require('node:module').syncBuiltinESMExports();
`;
