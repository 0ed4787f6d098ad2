// `npm run test:windows [file] …`: the proof of tests/windows over the built program, by the Windows build of Node under Wine, then the tests
// of `npm test` but for the files that Wine cannot run; on Windows both by Node itself. `--proof` runs the proof alone, with one client of each
// kind and a tenth of the rounds; `--only <text>` runs a part of it, `--times <n>` runs it again and again. It installs nothing: what is missing is said, and skipped.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { notUnderWine } from '../tests/windows/not-under-wine.ts';
import { build } from './build.ts';
import { addRandom, nodeVersion, openWine, type Wine } from './windows/wine.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    proof: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const isProofAlone = values.proof || values.only !== '';
const { FUZZ_TIMES } = process.env;
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'quick', '--no-color'];

/** The proof in one file, which needs no package. */
async function bundleProof(folder: string): Promise<string> {
  const bundled = await rolldown({ cwd: root, input: 'tests/windows/proof.ts', platform: 'node' });
  const { output } = await bundled.generate({ format: 'es', codeSplitting: false });
  await bundled.close();
  const file = path.join(folder, 'proof.mjs');
  await writeFile(file, output[0].code);
  return file;
}

async function onWindows(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precept-proof-'));
  const proof = await bundleProof(folder);
  const program = path.join(root, 'dist', 'main.js');
  const failed = await times(async () => {
    const { status } = spawnSync(process.execPath, [proof, program, values.only], { stdio: 'inherit' });
    return status ?? 1;
  });
  await rm(folder, { recursive: true });
  if (failed || isProofAlone) return !failed;
  const suite = [...vitest, ...positionals];
  return spawnSync(process.execPath, suite, { cwd: root, stdio: 'inherit' }).status === 0;
}

async function underWine(wine: Wine): Promise<boolean> {
  const place = path.join(wine.drive, 'precept');
  await mkdir(place);
  for (const part of ['dist', 'schemas', 'examples', 'package.json'])
    await cp(path.join(root, part), path.join(place, part), { recursive: true });
  await bundleProof(place);
  const args = ['C:\\precept\\proof.mjs', 'C:\\precept\\dist\\main.js', values.only];
  if (await times(() => wine.node(args, { cwd: place, minutes: 15 }))) return false;
  return isProofAlone || runSuite(wine);
}

/** Runs the proof as often as was asked for; whether it failed. The whole one tries ten times as often what it tries again and again. */
async function times(run: () => Promise<number>): Promise<boolean> {
  process.env.FUZZ_TIMES = FUZZ_TIMES ?? (values.proof ? '1' : '10');
  for (let time = 1; time <= Number(values.times); time += 1) {
    if (values.times !== '1') console.log(`\nProof ${time} of ${values.times}`);
    if ((await run()) !== 0) return true;
  }
  process.env.FUZZ_TIMES = FUZZ_TIMES ?? '1';
  return false;
}

/** The tests of `npm test`, in a copy of the checkout with the packages that Windows takes. */
async function runSuite(wine: Wine): Promise<boolean> {
  if (!(await addRandom(wine))) {
    console.log(
      'Skipped: no x86_64-w64-mingw32-gcc makes what the tests need (Debian: gcc-mingw-w64-x86-64).',
    );
    return true;
  }
  const copy = path.join(wine.drive, 'suite');
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = stdout.split('\0').filter(Boolean);
  for (const file of files)
    await cp(path.join(root, file), path.join(copy, file), { force: true }).catch(() => {});
  const install = [
    'ci',
    '--silent',
    '--ignore-scripts',
    '--os=win32',
    '--cpu=x64',
    '--no-audit',
    '--no-fund',
  ];
  if (spawnSync('npm', install, { cwd: copy, stdio: 'inherit' }).status !== 0) {
    console.log('Skipped: the packages of Windows cannot be had from the npm registry.');
    return true;
  }
  const left = Object.entries(notUnderWine);
  console.log(`\nThe tests that need only Node, but for ${left.length} files:`);
  for (const [file, reason] of left) console.log(`  ${file}: ${reason}`);
  // What vitest is told to exclude, it excludes from no project.
  const isTest = /^tests\/(?!packaging\/|long\/).*(?<!\.system)\.test\.ts$/;
  const all = files.filter((file) => isTest.test(file) && !Object.hasOwn(notUnderWine, file));
  const wanted = positionals.length > 0 ? positionals : all;
  return (await wine.node([...vitest, ...wanted], { cwd: copy, minutes: 60 })) === 0;
}

await build();
if (process.platform === 'win32') process.exit((await onWindows()) ? 0 : 1);
const wine = await openWine();
if (typeof wine === 'string') {
  console.log(`The proof on Windows is skipped: ${wine}.`);
  process.exit(0);
}
console.log(`Node.js ${nodeVersion} for Windows, under Wine`);
const isGood = await underWine(wine).finally(wine.close);
process.exit(isGood ? 0 : 1);
