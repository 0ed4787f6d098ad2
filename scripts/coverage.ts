// `npm run coverage [-- <test file>…]`: how much of src/ the tests run, in their own processes and in the programs they start.
// Fails where tests fail or a goal is missed, and reports then too.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mergeProcessCovs, type ProcessCov } from '@bcoe/v8-coverage';
import convert from 'ast-v8-to-istanbul';
import coverage, { type CoverageMap } from 'istanbul-lib-coverage';
import { parseAstAsync } from 'vitest/node';
import { build } from './build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const reports = path.join(root, 'reports/coverage');
const counted = path.join(reports, 'coverage-final.json');
const goals = { lines: 90, branches: 85 };

interface Counts {
  readonly covered: number;
  readonly total: number;
}

interface FileCounts {
  readonly name: string;
  readonly lines: Counts;
  readonly branches: Counts;
}

const children = await mkdtemp(path.join(tmpdir(), 'precept-coverage-'));
try {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = [
    ...['run', '--coverage', '--coverage.reporter=json', `--coverage.reportsDirectory=${reports}`],
    '--coverage.reportOnFailure',
    ...process.argv.slice(2),
  ];
  // That of an earlier run says nothing of this one.
  await rm(counted, { force: true });
  const env = { ...process.env, PRECEPT_CHILD_COVERAGE: children };
  const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, env, stdio: 'inherit' });

  const own = coverage.createCoverageMap(JSON.parse(await readFile(counted, 'utf8')));
  const theirs = await childCoverage(await readProcesses(children));
  await report(own.files().map((file) => countsOf(file, own, theirs)));
  if (status !== 0) {
    console.error('Some tests failed, so that this may be less than they run when they pass.');
    process.exitCode = 1;
  }
} finally {
  await rm(children, { recursive: true, force: true });
  await build();
}

/** What all programs that the tests started ran of dist/, a file each. Those that were killed reported nothing. */
async function readProcesses(folder: string): Promise<ProcessCov> {
  const prefix = pathToFileURL(`${dist}${path.sep}`).href;
  let merged: ProcessCov = { result: [] };
  for (const name of await readdir(folder)) {
    const { result } = parse(await readFile(path.join(folder, name), 'utf8'));
    merged = mergeProcessCovs([merged, { result: result.filter(({ url }) => url.startsWith(prefix)) }]);
  }
  return merged;
}

/** A program that was killed as it wrote has reported nothing either. */
function parse(text: string): ProcessCov {
  try {
    return JSON.parse(text);
  } catch {
    return { result: [] };
  }
}

async function childCoverage({ result }: ProcessCov): Promise<CoverageMap> {
  const map = coverage.createCoverageMap({});
  for (const script of result) {
    const file = fileURLToPath(script.url);
    const code = await readFile(file, 'utf8');
    const sourceMap = JSON.parse(await readFile(`${file}.map`, 'utf8'));
    // The build puts lines before what the bundler mapped.
    const mapped = /^(?:#!.*\n|import\{createRequire as createRequire_\}.*\n)*/.exec(code)?.[0] ?? '';
    sourceMap.mappings = ';'.repeat(mapped.split('\n').length - 1) + sourceMap.mappings;
    // A module's own code begins at 0 here, so that what its first lines are mapped to counts.
    const ast = parseAstAsync(code.replace(/^#!/, '//'));
    map.merge(await convert({ code, ast, coverage: script, wrapperLength: 0, sourceMap }));
  }
  return map;
}

/**
 * What was run of a file. A line was run if either ran it. Branches have other places once they are bundled, so that they cannot
 * be told apart: the better of both counts, which is the least that is true.
 */
function countsOf(file: string, own: CoverageMap, theirs: CoverageMap): FileCounts {
  const name = path.relative(root, file).split(path.sep).join('/');
  const { branches } = own.fileCoverageFor(file).toSummary();
  if (!theirs.data[file]) return { name, branches, lines: own.fileCoverageFor(file).toSummary().lines };
  const bundled = theirs.fileCoverageFor(file).toSummary().branches;
  const better = bundled.covered * branches.total > branches.covered * bundled.total ? bundled : branches;
  own.addFileCoverage(theirs.data[file]);
  return { name, branches: better, lines: own.fileCoverageFor(file).toSummary().lines };
}

/** Prints the sum and the files that have most lines that nothing ran, and stores each file's counts. */
async function report(files: readonly FileCounts[]): Promise<void> {
  await writeFile(path.join(reports, 'summary.json'), `${JSON.stringify(files, null, 2)}\n`);
  const missing = ({ lines }: FileCounts) => lines.total - lines.covered;
  for (const { name, lines, branches } of [...files].sort((a, b) => missing(b) - missing(a)).slice(0, 15))
    console.log(`${show(lines)} lines  ${show(branches)} branches  ${name}`);
  for (const kind of ['lines', 'branches'] as const) {
    const sum = { covered: 0, total: 0 };
    for (const file of files) {
      sum.covered += file[kind].covered;
      sum.total += file[kind].total;
    }
    console.log(`${kind}: ${show(sum)} (${sum.covered} of ${sum.total}); the goal is ${goals[kind]} %`);
    if ((sum.covered / sum.total) * 100 < goals[kind]) process.exitCode = 1;
  }
}

function show({ covered, total }: Counts): string {
  return `${(total === 0 ? 100 : (covered / total) * 100).toFixed(1)} %`.padStart(7);
}
