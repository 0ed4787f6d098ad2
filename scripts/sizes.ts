// `tsx scripts/sizes.ts`: how large the code of dist/ is, against the sizes that scripts/sizes.json keeps. `--keep` keeps those of now.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundle } from './build.ts';

/** In bytes: as it is, and after gzip. */
export interface Size {
  readonly bytes: number;
  readonly gzip: number;
}

/** By what is measured: a file of dist/ without the hash of its name, `other files`, `all code`, and `package`. */
export type Sizes = Readonly<Record<string, Size>>;

const keptFile = fileURLToPath(new URL('sizes.json', import.meta.url));
/** Smaller files are counted together. */
const small = 20_000;
/** The share and the bytes that anything may grow by before somebody decides that it may. */
const allowed = { share: 0.05, bytes: 2000 };

/** The sizes of the code that is built now. */
export async function codeSizes(): Promise<Sizes> {
  const { code } = await bundle(false);
  const sizes: Record<string, Size> = {};
  const add = (name: string, { bytes, gzip }: Size) => {
    const before = sizes[name] ?? { bytes: 0, gzip: 0 };
    sizes[name] = { bytes: before.bytes + bytes, gzip: before.gzip + gzip };
  };
  for (const [file, content] of code) {
    const bytes = Buffer.byteLength(content);
    const size = { bytes, gzip: gzipSync(content).length };
    add(bytes < small ? 'other files' : file.replace(/-[\w-]{8}\.js$/, ''), size);
    add('all code', size);
  }
  return sizes;
}

/** What has grown by more than is allowed since it was kept, or was not there: one line each. */
export function grown(sizes: Sizes, kept: Sizes = readKept()): string[] {
  return Object.entries(sizes).flatMap(([name, { bytes }]) => {
    const before = kept[name]?.bytes;
    if (before === undefined) return [`${name} is new: ${bytes} bytes`];
    if (bytes <= Math.max(before * (1 + allowed.share), before + allowed.bytes)) return [];
    return [`${name} grew from ${before} to ${bytes} bytes`];
  });
}

/** Keeps sizes beside those that are kept already, and forgets files that are gone. */
export function keep(sizes: Sizes): void {
  const all = { package: readKept().package ?? { bytes: 0, gzip: 0 }, ...sizes };
  const sorted = Object.fromEntries(Object.entries(all).sort(([, a], [, b]) => b.bytes - a.bytes));
  writeFileSync(keptFile, `${JSON.stringify(sorted, null, 2)}\n`);
}

function readKept(): Sizes {
  return JSON.parse(readFileSync(keptFile, 'utf8'));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sizes = await codeSizes();
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(11);
  const rows = Object.entries(sizes).sort(([, a], [, b]) => b.bytes - a.bytes);
  console.log(`${''.padEnd(28)}${'size'.padStart(11)}${'gzip'.padStart(11)}`);
  for (const [name, { bytes, gzip }] of rows) console.log(`${name.padEnd(28)}${kB(bytes)}${kB(gzip)}`);
  if (process.argv.includes('--keep')) keep(sizes);
  const problems = grown(sizes);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error('Make it smaller, or keep the new sizes: npm run sizes -- --keep');
    process.exitCode = 1;
  }
}
