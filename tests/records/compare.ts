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
import { reworded } from './reworded.ts';

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
  (request) => !isSame(before.get(request), after.get(request)),
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

/** Whether two answers are equal but for what was meant to change: texts of then are taken for those of now. */
function isSame(then: string | undefined, now: string | undefined): boolean {
  return then === now || (then !== undefined && now !== undefined && inOldWords(then) === inOldWords(now));
}

function inOldWords(answer: string): string {
  return reworded.reduce((text, [then, now]) => text.replaceAll(now, then), answer);
}

/** Prints a request and the lines that differ: pair by pair, or as a block where their number differs too. */
function report(request: string, before: Recording, after: Recording): void {
  const old = inOldWords(before.get(request) ?? 'no answer').split('\n');
  const own = inOldWords(after.get(request) ?? 'no answer').split('\n');
  let head = 0;
  while (head < old.length && old[head] === own[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, own.length) - head && old.at(-1 - tail) === own.at(-1 - tail)) tail += 1;
  const [then, now] = [old.slice(head, old.length - tail), own.slice(head, own.length - tail)];
  const lines =
    then.length === now.length
      ? then.flatMap((line, at) => (line === now[at] ? [] : pairOf(line, now[at] ?? '')))
      : [...then.map((line) => `- ${line}`), ...now.map((line) => `+ ${line}`)];
  const most = values.full ? lines.length : 24;
  const more = lines.length > most ? [`… ${lines.length - most} more lines; --full shows them`] : [];
  console.log([`\n=== ${request}`, `line ${head + 1}:`, ...lines.slice(0, most), ...more].join('\n'));
}

/** Two lines, cut down to what stands around their first difference where they are long. */
function pairOf(then: string, now: string): string[] {
  let at = 0;
  while (at < then.length && then[at] === now[at]) at += 1;
  const from = Math.max(0, at - 80);
  const shown = (line: string) =>
    values.full || line.length <= 400 ? line : `${from > 0 ? '…' : ''}${line.slice(from, from + 300)}…`;
  return [`- ${shown(then)}`, `+ ${shown(now)}`];
}
