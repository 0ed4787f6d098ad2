import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bench, Part } from '../support/bench.ts';
import { compare, type Figure, unmeasured } from '../support/figure.ts';
import { startsInTurn } from '../support/first-answer.ts';
import type { Launch } from '../support/mcp-process.ts';
import { peaksInTurn } from './memory.ts';
import { startupPair } from './startup.ts';

/** Servers that people run beside this one, and the arguments that they need. */
const others: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  '@modelcontextprotocol/server-memory': () => [],
  '@modelcontextprotocol/server-filesystem': (folder) => [folder],
  '@modelcontextprotocol/server-everything': () => [],
  '@upstash/context7-mcp': () => [],
};

/** Start and peak memory next to other servers, in their newest versions of the npm registry. There is no goal: they do other things. */
export const beside: Part = async (bench) => {
  const folder = await bench.folder('beside');
  const reason = await install(folder);
  if (reason !== null) return [unmeasured('beside', 'start and memory', reason)];
  const { product } = await startupPair(bench);
  const figures: Figure[] = [];
  for (const [name, argumentsIn] of Object.entries(others)) {
    const { program, version } = await installed(folder, name);
    const floor = { args: [program, ...argumentsIn(folder)], stderr: () => {} };
    figures.push(...(await sideBySide(bench, `${name} ${version}`, { product, floor })));
  }
  return figures;
};

/** Installs the servers, without running any script of theirs; gives why it could not, or null. */
async function install(folder: string): Promise<string | null> {
  await writeFile(path.join(folder, 'package.json'), '{"private": true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  const { status } = spawnSync('npm', [...args, ...Object.keys(others).map((name) => `${name}@latest`)], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  return status === 0 ? null : 'the servers cannot be had from the npm registry';
}

async function installed(folder: string, name: string): Promise<{ program: string; version: string }> {
  const home = path.join(folder, 'node_modules', name);
  const { version, bin } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')) as {
    version: string;
    bin: string | Readonly<Record<string, string>>;
  };
  const [program = ''] = typeof bin === 'string' ? [bin] : Object.values(bin);
  return { program: path.join(home, program), version };
}

async function sideBySide(
  { runs }: Bench,
  what: string,
  pair: { readonly product: Launch; readonly floor: Launch },
): Promise<Figure[]> {
  const shown = (unit: 'ms' | 'MiB', samples: { product: number[]; floor: number[] }): Figure => ({
    ...compare({ part: 'beside', what: `${what}, ${unit}`, unit }, samples, {}),
    goal: '',
    met: null,
  });
  const { passed } = await startsInTurn({ runs, warmup: 2 }, pair, (server) =>
    server.request('tools/list', {}),
  );
  const peaks = await peaksInTurn({ runs, warmup: 1 }, pair);
  return [
    shown('ms', passed),
    peaks === null
      ? unmeasured('beside', `${what}, memory`, 'only Linux tells the peak of another process')
      : shown('MiB', peaks),
  ];
}
