// `npx tsx tests/records/compare.ts <old> <new>`: sends the same requests over REST, MCP and the command line to two
// built programs, and reports each answer that is not the same to the byte. `<old>` and `<new>` are checkouts or dist
// folders; build them first. `--faces rest,pages` chooses (all but the explorer's pages when left out), `--full` shows
// all that differs. `--save <file>.json` keeps the answers of `<old>`, and that file can stand for `<old>` as long as neither
// the requests nor the content changes. Exit code 1 where anything differs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { plain } from './plain.ts';
import { type Face, faces, type Recording, record } from './record.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    faces: { type: 'string', default: 'rest,mcp,cli' },
    full: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
});
const [older, newer] = positionals;
if (older === undefined || newer === undefined || positionals.length > 2) {
  throw new Error('Usage: npx tsx tests/records/compare.ts <old checkout or dist> <new checkout or dist>');
}
const wanted = values.faces.split(',').map((name): Face => {
  const face = faces.find((one) => one === name);
  if (face === undefined) throw new Error(`--faces takes ${faces.join(', ')}, not "${name}"`);
  return face;
});

const start = performance.now();
const [before, after] = await Promise.all([answersOf(older), answersOf(newer)]);
if (values.save !== undefined) writeFileSync(values.save, JSON.stringify([...before]));
const different = [...new Set([...before.keys(), ...after.keys()])].filter(
  (request) => before.get(request) !== after.get(request),
);
for (const request of different) report(request, before, after);
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(`${before.size} answers compared in ${seconds} s, ${different.length} differ.`);
process.exitCode = different.length === 0 ? 0 : 1;

/** What a built program answers, or answered when the file was saved. */
async function answersOf(place: string): Promise<Recording> {
  if (place.endsWith('.json')) return savedIn(place);
  return record(programOf(place), wanted);
}

/** The answers of a file, made plain anew: what varies may have been found out since they were saved. */
function savedIn(file: string): Recording {
  const saved = JSON.parse(readFileSync(file, 'utf8')) as [string, string][];
  return new Map(saved.map(([request, answer]) => [request, plain(answer, { names: new Map() })]));
}

/** The built program of a checkout or a dist folder. */
function programOf(folder: string): string {
  const found = [path.join(folder, 'dist/main.js'), path.join(folder, 'main.js')].find((file) =>
    existsSync(file),
  );
  if (found === undefined) throw new Error(`${folder} has no dist/main.js: run "npm run build" there first`);
  return path.resolve(found);
}

/** Prints a request and the lines between the first and the last that differ. */
function report(request: string, before: Recording, after: Recording): void {
  const old = (before.get(request) ?? '').split('\n');
  const own = (after.get(request) ?? '').split('\n');
  let head = 0;
  while (head < old.length && old[head] === own[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < own.length - head && old.at(-1 - tail) === own.at(-1 - tail))
    tail += 1;
  const shown = (sign: string, lines: readonly string[]) =>
    lines
      .slice(head, lines.length - tail)
      .slice(0, values.full ? undefined : 12)
      .map((line) => `${sign} ${values.full ? line : around(line)}`);
  console.log([`\n=== ${request}`, `line ${head + 1}:`, ...shown('-', old), ...shown('+', own)].join('\n'));

  /** The part of a long line near its first difference from the line that stands there in the other answer. */
  function around(line: string): string {
    const [one, other] = [old[head] ?? '', own[head] ?? ''];
    let at = 0;
    while (at < one.length && one[at] === other[at]) at += 1;
    if (line !== one && line !== other) at = 0;
    const from = Math.max(0, at - 80);
    return line.length <= 400 ? line : `${from > 0 ? '…' : ''}${line.slice(from, from + 400)}…`;
  }
}
