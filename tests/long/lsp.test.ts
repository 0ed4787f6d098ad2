// Random edits of the example files, 100,000 at full length by two editors at once: each edit is judged before the next of its file,
// the server never ends, and what it shows every few hundred edits is what lint says of the files as they are then. Ten minutes on two
// free cores; LSP_EDITS=2000 takes a quarter of one.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lint } from '../lint/lint.ts';
import { type Editor, startEditor } from '../lsp/editor.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { seed } from '../support/seed.ts';

const edits = Number(process.env.LSP_EDITS ?? 100_000);
const editors = 2;
/** The share of the files that a round edits: a scope is read anew for one edit in it as for one in each of its files. */
const share = 0.9;
/** Edits between two comparisons of all files with lint. */
const between = 750;
const pieces = [
  '\n',
  ' ',
  '  ',
  ':',
  '- ',
  '"',
  "'",
  '{{',
  '}}',
  '[',
  ']',
  '{',
  '&a',
  '*a',
  '|',
  '#',
  '+',
  '\t',
  '\r',
  'api',
  'ruleset',
  '\u{1F600}',
  '\uFEFF',
];

type Random = () => number;

function randomOf(own: number): Random {
  const real = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const values = fc.sample(real, { numRuns: 20_011, seed: own });
  let step = 0;
  return () => values[step++ % values.length] ?? 0;
}

async function examples(): Promise<Record<string, string>> {
  const root = 'examples/acme/rules';
  const found: Record<string, string> = {};
  for (const name of await readdir(root, { recursive: true })) {
    if (name.endsWith('.yml')) found[name] = await readFile(path.join(root, name), 'utf8');
  }
  return found;
}

/** A text with one part of it taken out, doubled, or something else in its place. */
function spoil(text: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  const length = Math.floor(random() ** 4 * 200);
  const middle = text.slice(at, at + length);
  const piece = pieces[Math.floor(random() * pieces.length)] ?? '';
  const put = random() < 0.3 ? '' : random() < 0.2 ? middle + middle : piece;
  return text.slice(0, at) + put + text.slice(at + length);
}

/** Waits until the editor shows of all files what lint says of them. */
async function agrees(editor: Editor, texts: Readonly<Record<string, string>>): Promise<void> {
  const folder = await tempFolder(texts);
  const { problems } = await lint(folder);
  const said = new Map(Object.keys(texts).map((name) => [name, [] as string[]]));
  for (const { file, code, line, column, end_line, end_column, message, hint } of problems) {
    said.get(file)?.push(`${code} ${line}:${column} ${end_line}:${end_column} ${message}. ${hint}`);
  }
  for (const [name, expected] of said) {
    const shown = () =>
      (editor.shown(name)?.diagnostics ?? []).map(({ code, range: { start, end }, message }) => {
        const [from, to] = [start, end].map(({ line, character }) => `${line + 1}:${character + 1}`);
        return `${code} ${from} ${to} ${message}`;
      });
    await expect.poll(() => shown().sort(), { message: name }).toEqual(expected.sort());
  }
}

/** What was published of a version of a file is said once: at first nothing is missing, and nothing is added. */
function saidOnce(editor: Editor, name: string): void {
  const version = editor.shown(name)?.version;
  const said = editor.published.filter((one) => one.uri === editor.uri(name) && one.version === version);
  expect(said, `${name}, version ${version}`).toHaveLength(1);
}

async function edit(
  original: Readonly<Record<string, string>>,
  count: number,
  random: Random,
): Promise<void> {
  const folder = await tempFolder();
  await writeFiles(folder, original);
  const editor = await startEditor(folder);
  const names = Object.keys(original);
  for (const name of names) await editor.open(name);
  const texts = { ...original };
  const pick = () => names[Math.floor(random() * names.length)] ?? '';
  const place = () => [Math.floor(random() * 20), Math.floor(random() * 20)] as const;
  const type = async (name: string) => {
    // Now and then from the beginning, or there would soon be nothing but broken YAML.
    const isFresh = random() < 0.05;
    const text = isFresh ? (original[name] ?? '') : spoil(texts[name] ?? '', random).replaceAll('\uFEFF', '');
    texts[name] = text;
    await editor.type(name, text);
  };
  let compared = 0;
  for (let done = 0, round = 1; done < count; round++) {
    const edited = names.filter(() => random() < share).slice(0, count - done);
    for (const name of edited) await type(name);
    const asked = pick();
    await editor.at('completion', asked, place());
    if (round % 3 === 0) await editor.at('hover', asked, place());
    await editor.judged(edited);
    done += edited.length;
    if (done - compared < between && done < count) continue;
    compared = done;
    await agrees(editor, texts);
    const last = pick();
    editor.published.length = 0;
    await type(last);
    await editor.judged([last]);
    await agrees(editor, texts);
    saidOnce(editor, last);
    done += 1;
  }
  expect(editor.stderr()).toBe('');
  expect(await editor.stop()).toBe(0);
}

test(`${edits} random edits end nothing and leave nothing stale`, async () => {
  const original = await examples();
  expect(Object.keys(original).length).toBeGreaterThan(5);
  const count = Math.ceil(edits / editors);
  await Promise.all(
    Array.from({ length: editors }, (_, index) => edit(original, count, randomOf(seed + index))),
  );
});
