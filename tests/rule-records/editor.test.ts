import { beforeAll, expect, test } from 'vitest';
import type { CompletionItem, Hover } from 'vscode-languageserver/node';
import { type Editor, type Place, startEditor } from '../lsp/editor.ts';
import { tempFolder } from '../support/folder.ts';

const files = {
  'acme/suggestions.yml': 'api:\n  when: Now\n  ruleset:\n    - {rule: Page lists, id: cursor-paging}\n',
  'shop/metadata.yml': 'parent: acme\ntags: {team: shop}\n',
  'shop/suggestions.yml':
    '+api:\n  ruleset:\n    - rule: Page by cursor\n      id: cursor-paging\n      why: Offsets skip rows\n      check: [{eslint: no-offset, paths: [src/**]}, {review: true}]\n      status: draft\n    - rule: Ask {{ origin.name }}\n',
  'shop/waivers.yml': 'waivers:\n  - rule: cursor-paging\n    reason: Later\n    until: 2099-01-31\n',
};

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor(await tempFolder(files), {});
  for (const name of Object.keys(files)) await editor.open(name);
});

const itemsAt = async (name: string, place: Place, text?: string) => {
  const before = editor.text(name);
  if (text !== undefined) await editor.type(name, text);
  const found = await editor.at<CompletionItem[]>('completion', name, place);
  if (text !== undefined) await editor.type(name, before);
  return found.map(({ label }) => label);
};
const hoverAt = async (name: string, place: Place) =>
  ((await editor.at<Hover | null>('hover', name, place))?.contents as { value: string } | undefined)?.value;

test('keys of a record, values of status, and ids are completed', async () => {
  const name = 'shop/suggestions.yml';
  const text = (last: string) => `+api:\n  ruleset:\n    - rule: One\n      ${last}\n`;
  expect(await itemsAt(name, [3, 6], text(''))).toEqual(
    expect.arrayContaining(['id', 'why', 'good', 'bad', 'check', 'status', 'review_by']),
  );
  expect(await itemsAt(name, [3, 14], text('status: '))).toEqual(['active', 'draft', 'retired']);
  expect(await itemsAt(name, [3, 10], text('id: '))).toEqual(['cursor-paging']);
  const inCheck = `${text('check:').trimEnd()}\n        \n`;
  expect(await itemsAt(name, [4, 8], inCheck)).toEqual(
    expect.arrayContaining(['pattern', 'eslint', 'paths']),
  );
  const waivers = 'waivers:\n  - rule: \n';
  expect(await itemsAt('shop/waivers.yml', [1, 10], waivers)).toContain('cursor-paging');
});

test('hover shows what a rule says, and what it is waived for', async () => {
  expect(await hoverAt('shop/suggestions.yml', '|Page by')).toContain('- Why: Offsets skip rows');
  expect(await hoverAt('shop/suggestions.yml', '|Page by')).toContain(
    '- Enforced by eslint `no-offset` for `src/**`\n- Enforced by review',
  );
  expect(await hoverAt('shop/suggestions.yml', 'sta|tus')).toContain(
    'draft and retired rules are not served',
  );
  expect(await hoverAt('shop/suggestions.yml', 'Ask {{ |origin')).toContain('Ask shop');
});
