import { expect, test } from 'vitest';
import { glossary } from '../../src/faces/http/explorer/parts/glossary.ts';
import { readMarkdown } from '../docs/markdown.ts';
import { httpClient, smallContent } from '../http/client.ts';

const rows = readMarkdown('docs/glossary.md').text.matchAll(/^\| \*\*(.+?)\*\* \| (.+) \|$/gm);
const plain = (text: string) => text.replaceAll('`', '');
const documented = new Map([...rows].map(([, word = '', meaning = '']) => [plain(word), plain(meaning)]));

test('the words beside a page mean what the glossary says', () => {
  for (const [word, meaning] of Object.entries(glossary)) expect(documented.get(word)).toBe(meaning);
});

test.each(['/', '/scopes/shop'])('%s explains its words, folded', async (path) => {
  const { get } = await httpClient(smallContent);
  const html = await (await get(path, { accept: 'text/html' })).text();
  expect(html).toContain('<details class="words"><summary>What these words mean</summary>');
  expect(html).toContain(`<dt>tag</dt><dd>${glossary.tag}</dd>`);
});
