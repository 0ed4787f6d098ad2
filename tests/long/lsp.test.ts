// Random edits of the example files, 100,000 at full length: the server never ends, and what it shows at last is what lint
// says of the files as they are then. LSP_EDITS=1000 takes a minute.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lint } from '../lint/lint.ts';
import { type Editor, startEditor } from '../lsp/editor.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';

const edits = Number(process.env.LSP_EDITS ?? 100_000);
const between = 250;
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

async function examples(): Promise<Record<string, string>> {
  const root = 'examples/acme/rules';
  const found: Record<string, string> = {};
  for (const name of await readdir(root, { recursive: true })) {
    if (name.endsWith('.yml')) found[name] = await readFile(path.join(root, name), 'utf8');
  }
  return found;
}

/** A text with one part of it taken out, doubled, or something else in its place. */
function spoil(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  const length = Math.floor(random() ** 4 * 200);
  const middle = text.slice(at, at + length);
  const piece = pieces[Math.floor(random() * pieces.length)] ?? '';
  const put = random() < 0.3 ? '' : random() < 0.2 ? middle + middle : piece;
  return text.slice(0, at) + put + text.slice(at + length);
}

async function agrees(editor: Editor, texts: Readonly<Record<string, string>>): Promise<void> {
  const folder = await tempFolder(texts);
  const { problems } = await lint(folder);
  for (const name of Object.keys(texts)) {
    const shown = (await editor.problems(name)).map(({ code, range }) => `${code} ${range.start.line + 1}`);
    const said = problems.filter(({ file }) => file === name).map(({ code, line }) => `${code} ${line}`);
    expect(shown.sort(), name).toEqual(said.sort());
  }
}

test(`${edits} random edits end nothing and leave nothing stale`, async () => {
  const original = await examples();
  expect(Object.keys(original).length).toBeGreaterThan(5);
  const folder = await tempFolder();
  await writeFiles(folder, original);
  const editor = await startEditor(folder);
  for (const name of Object.keys(original)) await editor.open(name);
  const texts = { ...original };
  const names = Object.keys(original);
  const values = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), 4000);
  let step = 0;
  const random = () => values[step++ % values.length] ?? 0;
  for (let count = 1; count <= edits; count++) {
    const name = names[Math.floor(random() * names.length)] ?? '';
    // Now and then from the beginning, or there would soon be nothing but broken YAML.
    const isFresh = random() < 0.05;
    texts[name] = isFresh
      ? (original[name] ?? '')
      : spoil(texts[name] ?? '', random).replaceAll('\uFEFF', '');
    await editor.type(name, texts[name] ?? '');
    if (count % 7 === 0)
      await editor.at('completion', name, [Math.floor(random() * 20), Math.floor(random() * 20)]);
    if (count % 11 === 0)
      await editor.at('hover', name, [Math.floor(random() * 20), Math.floor(random() * 20)]);
    if (count % between === 0) {
      step += 1;
      await agrees(editor, texts);
    }
  }
  await agrees(editor, texts);
  expect(editor.stderr()).toBe('');
  expect(await editor.stop()).toBe(0);
});
