// `npm run bench`: the program against its floors, side by side; `npm run bench -- startup warm` runs some parts only, `beside` only where it is named.
// `npm run bench -- compare <folder>`: this program against the one built in another checkout; exit code 1 where it is slower by more than the runs differ.
// --runs N: runs of each side (15 or more); --seconds N: how long `fleet` lasts with each number of replicas (60); --keep: the ratios also go into bench/ratios.json; --program FILE: another built main.js instead of a fresh build.
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.ts';
import { compareBuilds, isWorse } from './compare.ts';
import { beside } from './parts/beside.ts';
import { cold } from './parts/cold.ts';
import { find } from './parts/find.ts';
import { first } from './parts/first.ts';
import { fleet } from './parts/fleet.ts';
import { growth } from './parts/growth.ts';
import { hook } from './parts/hook.ts';
import { httpMcp } from './parts/http-mcp.ts';
import { lsp } from './parts/lsp.ts';
import { masters } from './parts/masters.ts';
import { memory } from './parts/memory.ts';
import { publish } from './parts/publish.ts';
import { recall } from './parts/recall.ts';
import { render } from './parts/render.ts';
import { rest } from './parts/rest.ts';
import { startup } from './parts/startup.ts';
import { tools } from './parts/tools.ts';
import { warm } from './parts/warm.ts';
import { createBench, type Part } from './support/bench.ts';
import { type Figure, unmeasured } from './support/figure.ts';
import { table } from './support/table.ts';

const parts: Readonly<Record<string, Part>> = {
  startup,
  memory,
  warm,
  cold,
  first,
  hook,
  tools,
  render,
  growth,
  rest,
  'http-mcp': httpMcp,
  masters,
  publish,
  find,
  fleet,
  recall,
  lsp,
  beside,
};

/** Needs the npm registry, and is run only where it is named. */
const usual = Object.keys(parts).filter((name) => name !== 'beside');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '15' },
    program: { type: 'string' },
    keep: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
  },
});
const other = positionals[0] === 'compare' ? path.resolve(positionals[1] ?? '.', 'dist/main.js') : null;
if (other !== null && (positionals.length !== 2 || !existsSync(other))) {
  console.error(`There is no ${other}: give compare one checkout, built with "npm run build".`);
  process.exit(1);
}
const names = other === null ? positionals : [];
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(', ')}". The parts are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const here = fileURLToPath(new URL('.', import.meta.url));
const temporary = await mkdtemp(path.join(tmpdir(), 'precept-bench-'));
const program = values.program === undefined ? await freshBuild() : path.resolve(values.program);
const bench = createBench({ program, runs: Number(values.runs), seconds: Number(values.seconds), temporary });
const figures: Figure[] = [];
try {
  if (other !== null) figures.push(...(await compareBuilds(bench, other)));
  for (const name of other !== null ? [] : names.length > 0 ? names : usual) {
    process.stderr.write(`${name} …\n`);
    try {
      figures.push(...((await parts[name]?.(bench)) ?? []));
    } catch (error) {
      figures.push(unmeasured(name, 'failed', error instanceof Error ? error.message : String(error)));
    }
  }
} finally {
  await rm(temporary, { recursive: true, force: true });
}

const machine = {
  node: process.version,
  platform: process.platform,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
};
const results = { at: new Date().toISOString(), machine, figures };
if (other === null) await writeFile(path.join(here, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
if (values.keep) await keepRatios();
console.log(table(figures));
const worse = other === null ? [] : figures.filter(isWorse);
for (const { part, what } of worse) console.log(`Slower than before: ${part}, ${what}.`);
const mayLack = /memory|processor/;
const lacking = figures.filter(({ runs, part, what }) => runs === 0 && !mayLack.test(part + what));
process.exit(lacking.length + worse.length > 0 ? 1 : 0);

/** Puts the ratios of this run in the place of those that were kept of the same rows. */
async function keepRatios(): Promise<void> {
  const file = path.join(here, 'ratios.json');
  const kept: Record<string, object> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  for (const { part, what, ratio, spread = null, runs } of figures)
    if (ratio !== null)
      kept[`${part}: ${what}`] = {
        ratio: Number(ratio.toFixed(3)),
        spread: spread === null ? null : Number(spread.toFixed(3)),
        ...{ runs, node: process.versions.node },
      };
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Builds the program and gives the path of a copy, which no other build replaces while it is measured. */
async function freshBuild(): Promise<string> {
  await build();
  await cp(path.join(here, '../dist'), path.join(temporary, 'program/dist'), { recursive: true });
  await cp(path.join(here, '../package.json'), path.join(temporary, 'program/package.json'));
  return path.join(temporary, 'program/dist/main.js');
}
