import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { platform } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import { type BenchEditor, startEditor } from '../support/editor.ts';
import { bounded, type Figure, unmeasured } from '../support/figure.ts';
import { median } from '../support/stats.ts';

const size = { scopes: 200, rules: 50, categories: 5, templateEvery: 10, endings: 12 };
const divisions = 9;
/** Milliseconds, and mebibytes. */
const goals = { start: 400, keystroke: 150, completion: 50, memory: 150 };
/** The line of the first rule of a generated file, from 0. */
const ruleLine = 4;
const warmup = 3;

interface Samples {
  readonly wall: number[];
  /** Of the server, all its threads. */
  readonly processor: number[];
}

/** What an editor waits for in a folder of 200 scopes and 10,000 rules: the start, a keystroke, a list of completions. */
export const lsp: Part = async (bench) => {
  const home = await bench.folder('lsp');
  const rules = path.join(home, '.precept', 'rules');
  await writeTree(rules);
  const args = [bench.program, 'lsp', '--stdio'];
  const [leaf, root] = ['team-100', 'organisation'].map((name) => path.join(rules, name, 'commandments.yml'));
  if (leaf === undefined || root === undefined) throw new Error('no files');

  const starts: Samples = { wall: [], processor: [] };
  for (let run = -1; run < bench.runs; run += 1) {
    let editor: BenchEditor | null = null;
    const before = performance.now();
    editor = await startEditor(args, home);
    await editor.open(leaf);
    if (run >= 0) {
      starts.wall.push(performance.now() - before);
      starts.processor.push((await processorTime(editor)) ?? 0);
    }
    await editor.stop();
  }

  const editor = await startEditor(args, home);
  await editor.open(leaf);
  await settled(editor);
  const keystrokes = await timed(editor, bench.runs, () => editor.touch(leaf, ruleLine));
  const completions = await timed(editor, bench.runs, () => editor.completion(leaf, ruleLine - 1, 2));
  await editor.open(root);
  const above = await timed(editor, bench.runs, () => editor.touch(root, ruleLine));
  await settled(editor);
  const peak = await peakMemory(editor);
  await editor.stop();
  const least = await startEditor(
    [await bench.floor(new URL('../floor/lsp-server.ts', import.meta.url))],
    home,
  );
  await least.open(leaf);
  await least.touch(leaf, ruleLine);
  const floor = await peakMemory(least);
  await least.stop();
  const figure = (what: string, { wall, processor }: Samples, most: number): Figure => {
    const note = `${what}: ${median(processor).toFixed(0)} ms of processor time`;
    return bounded({ part: 'lsp', what, unit: 'ms', note }, wall, most);
  };
  return [
    figure('start until the first problems', starts, goals.start),
    figure('problems after a keystroke', keystrokes, goals.keystroke),
    figure('problems after a keystroke that all scopes inherit', above, goals.keystroke),
    figure('completion', completions, goals.completion),
    peak === null
      ? unmeasured('lsp', 'peak RSS', 'only Linux reports the peak of another process')
      : bounded(
          { part: 'lsp', what: 'peak RSS', unit: 'MiB', note: memoryNote(floor) },
          [peak],
          goals.memory,
        ),
  ];
};

function memoryNote(floor: number | null): string {
  return `peak RSS: a language server that does nothing takes ${floor?.toFixed(0)} MiB`;
}

/** One scope above nine, above all the others. */
async function writeTree(rules: string): Promise<void> {
  await mkdir(rules, { recursive: true });
  for (let index = 0; index < size.scopes; index += 1) {
    const [name, parent] =
      index === 0
        ? ['organisation']
        : index <= divisions
          ? [`division-${index}`, 'organisation']
          : [`team-${index}`, `division-${(index % divisions) + 1}`];
    const given = { ...size, first: index * size.rules, ...(parent !== undefined && { parent }) };
    await writeScope(rules, name ?? '', given);
  }
}

async function timed(editor: BenchEditor, runs: number, work: () => Promise<unknown>): Promise<Samples> {
  const samples: Samples = { wall: [], processor: [] };
  for (let run = -warmup; run < runs; run += 1) {
    const before = (await processorTime(editor)) ?? 0;
    const start = performance.now();
    await work();
    const elapsed = performance.now() - start;
    // Memory is cleared up after the answer, and counts.
    await setTimeout(20);
    if (run < 0) continue;
    samples.wall.push(elapsed);
    samples.processor.push(((await processorTime(editor)) ?? 0) - before);
  }
  return samples;
}

/** Waits until the server has nothing more to do, as far as the system can tell. */
async function settled(editor: BenchEditor): Promise<void> {
  for (let before = -1; ; ) {
    const now = (await processorTime(editor)) ?? 0;
    // It looks for changed files now and then.
    if (before >= 0 && now - before <= 20) return;
    before = now;
    await setTimeout(500);
  }
}

/** Milliseconds, in steps of ten; null where the system has no /proc. */
async function processorTime({ child }: BenchEditor): Promise<number | null> {
  if (platform !== 'linux') return null;
  const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function peakMemory({ child }: BenchEditor): Promise<number | null> {
  if (platform !== 'linux') return null;
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
