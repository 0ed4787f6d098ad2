import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Location, WorkspaceEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { type Editor, startEditor } from './editor.ts';

/** Makes edits in the files of a folder, and gives the names of those that it changed. */
async function make({ changes = {} }: WorkspaceEdit, folder: string): Promise<string[]> {
  for (const [uri, edits] of Object.entries(changes)) {
    const file = fileURLToPath(uri);
    const text = await readFile(file, 'utf8');
    // Editors show a text without its byte order mark, and put it back.
    const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    const document = TextDocument.create(uri, 'yaml', 1, text.slice(mark.length));
    await writeFile(file, mark + TextDocument.applyEdits(document, edits));
  }
  return Object.keys(changes)
    .map((uri) => path.relative(folder, fileURLToPath(uri)).split(path.sep).join('/'))
    .sort();
}
const rename = (editor: Editor, name: string, place: string, newName: string) =>
  editor.at<WorkspaceEdit>('rename', name, place, { newName });
const read = (folder: string, name: string) => readFile(path.join(folder, name), 'utf8');

const rules = (key: string) => `${key}:\n  when: Now\n  ruleset:\n    - Rule\n`;

describe('a category is renamed', () => {
  test('in all scopes tied by inheritance that have it, in all kinds, with what is below it', async () => {
    const folder = await tempFolder({
      'base/commandments.yml': rules('api'),
      'left/metadata.yml': 'parent: base\n',
      'left/suggestions.yml': rules('+api'),
      'right/metadata.yml': 'parents: [base]\n',
      'right/katas.yml': 'api:\n  errors:\n    when: Now\n    katas:\n      do-it: 1. Do\n',
      'below/metadata.yml': 'parents: [right]\n',
      'below/commandments.yml': `${rules('own').replace('ruleset', 'see: [api.errors]\n  ruleset')}`,
      'alone/commandments.yml': rules('api'),
    });
    const editor = await startEditor(folder);
    await editor.open('left/suggestions.yml');
    const changed = await make(await rename(editor, 'left/suggestions.yml', '+|api', 'web'), folder);
    expect(changed).toEqual([
      'base/commandments.yml',
      'below/commandments.yml',
      'left/suggestions.yml',
      'right/katas.yml',
    ]);
    expect(await read(folder, 'right/katas.yml')).toMatch(/^web:\n {2}errors:/);
    expect(await read(folder, 'below/commandments.yml')).toContain('see: [web.errors]');
    await editor.stop();
  });

  test('and what is written around its name stays: marks, line ends, quotes, "+"', async () => {
    const folder = await tempFolder({
      'base/commandments.yml': `\uFEFF${rules('api').replaceAll('\n', '\r\n')}api.errors:\r\n  ruleset: [x]\r\n`,
      'left/metadata.yml': 'parent: base\n',
      'left/suggestions.yml': `${rules('+api')}other:\n  see: [api, api.errors, apis]\n  ruleset: [x]\n`,
      'left/tests.yml':
        'tests:\n  one:\n    task: api\n    finds: [api.errors]\n    not:\n      "api": [x]\n    katas: ["api/do-it"]\n',
      'alone/commandments.yml': rules('api'),
    });
    const editor = await startEditor(folder);
    await editor.open('left/suggestions.yml');
    await make(await rename(editor, 'left/suggestions.yml', '+|api', 'web.http'), folder);
    expect(await read(folder, 'base/commandments.yml')).toBe(
      `\uFEFF${rules('web.http').replaceAll('\n', '\r\n')}web.http.errors:\r\n  ruleset: [x]\r\n`,
    );
    expect(await read(folder, 'left/suggestions.yml')).toBe(
      `${rules('+web.http')}other:\n  see: [web.http, web.http.errors, apis]\n  ruleset: [x]\n`,
    );
    expect(await read(folder, 'left/tests.yml')).toBe(
      'tests:\n  one:\n    task: api\n    finds: [web.http.errors]\n    not:\n      "web.http": [x]\n    katas: ["web.http/do-it"]\n',
    );
    expect(await read(folder, 'alone/commandments.yml')).toBe(rules('api'));
    await editor.stop();
  });

  test('also where it is written below others', async () => {
    const nested = 'web:\n  api:\n    when: Now\n    ruleset: [x]\n    errors:\n      ruleset: [y]\n';
    const folder = await tempFolder({ 's/commandments.yml': nested, 's/suggestions.yml': rules('web.api') });
    const editor = await startEditor(folder);
    await editor.open('s/commandments.yml');
    const ready = await editor.at('prepareRename', 's/commandments.yml', 'a|pi:');
    expect(ready).toEqual({
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } },
      placeholder: 'web.api',
    });
    await make(await rename(editor, 's/commandments.yml', 'a|pi:', 'http'), folder);
    expect(await read(folder, 's/commandments.yml')).toBe(nested.replace('api', 'http'));
    expect(await read(folder, 's/suggestions.yml')).toBe(rules('web.http'));
    await editor.stop();
  });

  test.each([
    ['taken', 'There is a category "other" already, at s/suggestions.yml:1.', 'other'],
    ['malformed', '"a b" cannot be the name of a category', 'a b'],
    ['empty', '"" cannot be the name of a category', ''],
  ])('but not to a name that is %s', async (_, why, wanted) => {
    const folder = await tempFolder({
      's/commandments.yml': rules('api'),
      's/suggestions.yml': rules('other'),
    });
    const editor = await startEditor(folder);
    await editor.open('s/commandments.yml');
    await expect(rename(editor, 's/commandments.yml', 'api', wanted)).rejects.toMatchObject({
      message: expect.stringContaining(why),
    });
    expect(await editor.at('prepareRename', 's/commandments.yml', 'Rule')).toBeNull();
    await editor.stop();
  });

  test('over 50 files, and what every scope serves is the same but for the name', async () => {
    const files: Record<string, string> = {
      'base/commandments.yml': `${rules('api')}${rules('api.errors')}${rules('apis')}`,
    };
    for (let one = 0; one < 50; one++) {
      files[`s${one}/metadata.yml`] = `parent: ${one === 0 ? 'base' : `s${Math.floor((one - 1) / 7)}`}\n`;
      files[`s${one}/suggestions.yml`] = rules(one % 2 === 0 ? '+api' : 'api').replace('Rule', `Rule ${one}`);
    }
    const before = await tempFolder(files);
    const folder = await tempFolder();
    await cp(before, folder, { recursive: true });
    const editor = await startEditor(folder);
    await editor.open('s7/suggestions.yml');
    // From a scope in the middle those beside it are found, too.
    const context = { includeDeclaration: true };
    const references = await editor.at<Location[]>('references', 's7/suggestions.yml', 'api', { context });
    const found = references.map(({ uri }) => path.relative(folder, fileURLToPath(uri)));
    const changed = await make(await rename(editor, 's7/suggestions.yml', 'api', 'apia'), folder);
    expect(changed).toHaveLength(51);
    expect(found.map((file) => file.split(path.sep).join('/')).sort()).toEqual(changed);
    await editor.stop();
    const { stdout } = await precept(['diff', before, folder, '--format', 'json']);
    const { scopes } = JSON.parse(stdout);
    expect(scopes).toHaveLength(51);
    for (const scope of scopes) expect(scope.after).toEqual(scope.before);
    const served = async (rulesPath: string) =>
      (await precept(['rules', 's44', '--rules-path', rulesPath])).stdout;
    expect((await served(before)).replaceAll(/\bapi\b/g, 'apia')).toBe(await served(folder));
  });
});

describe('the node of a flowchart is renamed', () => {
  const chart = (id: string) =>
    `delivery:\n  when: Now\n  katas:\n    ship: |\n      #!fcyaml\n      flowchart:\n        nodes:\n          - {id: ${id}, type: process, description: build, next: "check"}\n          - id: check\n            type: decision\n            description: Green?\n            next: {yes: done, no: ${id}}\n          - {id: done, type: terminator, description: Over}\n    other: |\n      #!fcyaml\n      flowchart:\n        nodes:\n          - {id: build, type: process, description: x}\n`;

  test('with the paths that lead to it, in its flowchart alone', async () => {
    const folder = await tempFolder({ 's/katas.yml': chart('build') });
    const editor = await startEditor(folder);
    await editor.open('s/katas.yml');
    await make(await rename(editor, 's/katas.yml', 'no: |build', 'make'), folder);
    expect(await read(folder, 's/katas.yml')).toBe(chart('make'));
    await expect(rename(editor, 's/katas.yml', 'no: |build', 'done')).rejects.toMatchObject({
      message: 'The flowchart has a node "done" already.',
    });
    await editor.stop();
  });
});
