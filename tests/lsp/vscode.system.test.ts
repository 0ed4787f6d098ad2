import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { packExtension } from '../../scripts/pack-vscode.ts';
import { tempFolder } from '../support/folder.ts';
import { startEditor } from './editor.ts';

test('the packed extension has all that its manifest names, and a server that works', async () => {
  const folder = await tempFolder({ 's/metadata.yml': 'parent: nobody\n' });
  const files = unzipSync(await readFile(await packExtension(folder)));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['[Content_Types].xml', 'extension.vsixmanifest', 'extension/LICENSE.txt']),
  );
  const text = (name: string) => Buffer.from(files[name] ?? []).toString();
  const manifest = JSON.parse(text('extension/package.json'));
  const named: string[] = [
    manifest.main,
    ...manifest.contributes.languages.map((one: { configuration: string }) => one.configuration),
    ...manifest.contributes.yamlValidation.map((one: { url: string }) => one.url),
  ];
  for (const name of named) expect(Object.keys(files)).toContain(`extension/${name.replace('./', '')}`);
  expect(text('extension.vsixmanifest')).toContain(`Version="${manifest.version}"`);
  const types = text('[Content_Types].xml');
  for (const ending of new Set(Object.keys(files).map((name) => path.extname(name)))) {
    if (ending !== '' && ending !== '.xml') expect(types).toContain(`Extension="${ending}"`);
  }
  // Of the program and of the extension.
  for (const name of ['yaml', 'vscode-languageserver', 'vscode-languageclient']) {
    expect(text('extension/THIRD-PARTY-LICENSES')).toMatch(
      new RegExp(`^${name} \\d[\\d.]* \\(\\w+\\)$`, 'm'),
    );
  }
  // Only the editor itself is asked for what is not in the file.
  const required = [...text('extension/extension.cjs').matchAll(/\brequire\(["`]([^"`]+)["`]\)/g)].map(
    ([, name]) => name,
  );
  expect(required).toContain('vscode');
  const outside = required.filter((name = '') => name !== 'vscode' && !isBuiltin(name));
  expect(outside).toEqual([]);

  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) continue;
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  const program = path.join(folder, 'extension/dist/main.js');
  const editor = await startEditor(folder, { program, argv: ['lsp'] });
  await editor.open('s/metadata.yml');
  expect((await editor.problems('s/metadata.yml')).map(({ code }) => code)).toEqual(['unknown-parent']);
  expect(await editor.stop()).toBe(0);
});
