import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { replaceFile, tempFolder, writeFiles } from '../support/folder.ts';
import { type Editor, startEditor } from './editor.ts';
import { codes, file, metadata, project, rules } from './project.ts';

describe('diagnostics follow what is typed', () => {
  let folder: string;
  let editor: Editor;
  beforeAll(async () => {
    folder = await project();
    editor = await startEditor(folder);
  });

  test('a sound file has none, and says so with its version', async () => {
    await editor.open(file('base/suggestions.yml'));
    expect(await editor.problems(file('base/suggestions.yml'))).toEqual([]);
    expect(editor.shown(file('base/suggestions.yml'))?.version).toBe(1);
  });

  test('an unsaved mistake is reported where it is, as lint words it', async () => {
    await editor.open(file('leaf/metadata.yml'));
    await editor.type(file('leaf/metadata.yml'), 'description: A scope\nparent: bse\n');
    const [problem] = await editor.problems(file('leaf/metadata.yml'));
    expect(problem).toEqual({
      range: { start: { line: 1, character: 8 }, end: { line: 1, character: 11 } },
      severity: 1,
      code: 'unknown-parent',
      codeDescription: {
        href: 'https://github.com/precept-mcp/precept/blob/main/docs/lint.md#unknown-parent',
      },
      source: 'precept',
      message: 'there is no scope "bse". Did you mean "base"?',
    });
    await editor.type(file('leaf/metadata.yml'), metadata);
    expect(await editor.problems(file('leaf/metadata.yml'))).toEqual([]);
  });

  test('files that depend on a buffer follow it, and those that do not stay quiet', async () => {
    await editor.type(file('base/suggestions.yml'), rules.replace('api', 'apis'));
    await expect
      .poll(() => codes(editor.shown(file('leaf/suggestions.yml'))?.diagnostics ?? []))
      .toContain('append-to-nothing');
    expect(editor.shown(file('leaf/suggestions.yml'))?.version).toBeUndefined();
    expect(editor.shown(file('other/metadata.yml'))).toBeUndefined();
    await editor.close(file('base/suggestions.yml'));
    await expect.poll(() => editor.shown(file('leaf/suggestions.yml'))?.diagnostics).toEqual([]);
    expect(editor.shown(file('base/suggestions.yml'))?.diagnostics).toEqual([]);
  });

  test('what is written to disk behind the editor is seen', async () => {
    await editor.open(file('leaf/suggestions.yml'));
    expect(await editor.problems(file('leaf/suggestions.yml'))).toEqual([]);
    await replaceFile(path.join(folder, file('base/suggestions.yml')), rules.replace('api', 'apis'));
    await expect
      .poll(() => codes(editor.shown(file('leaf/suggestions.yml'))?.diagnostics ?? []))
      .toContain('append-to-nothing');
  });

  test('a mistake in the settings is reported in their file, and the rules are judged by its cure', async () => {
    const name = '.precept/settings.yml';
    await editor.open(name);
    expect(await editor.problems(name)).toEqual([]);
    await editor.type(name, 'log_level: loud\n');
    await editor.problems(name);
    await expect
      .poll(() =>
        editor
          .shown(name)
          ?.diagnostics.map(({ message }) => message)
          .join(),
      )
      .toContain('setting log_level');
    const [wrong] = editor.shown(name)?.diagnostics ?? [];
    expect(wrong).toMatchObject({ code: 'setting-value', range: { start: { line: 0, character: 11 } } });
    await editor.type(name, 'lgo_level: warn\nlint:\n  unknown-parent: warning\n');
    await editor.problems(name);
    await expect.poll(() => codes(editor.shown(name)?.diagnostics ?? [])).toEqual(['setting-name']);
    await editor.type(file('leaf/metadata.yml'), 'parent: nobody\n');
    const [problem] = await editor.problems(file('leaf/metadata.yml'));
    expect(problem).toMatchObject({ code: 'unknown-parent', severity: 2 });
  });
});

test('an edited file gets all its problems at once, those that other scopes bring about too, and these follow', async () => {
  const ruleset = (rules: readonly string[]) =>
    `api:\n  when: Changing the API\n  ruleset:\n${rules.map((rule) => `    - ${rule}\n`).join('')}`;
  const own = ['Never log request bodies of customers', 'Ask {{ scope.tags.team }} before {{ nobody }} does'];
  const folder = await tempFolder({
    [file('left/metadata.yml')]: 'description: Left\n',
    [file('left/commandments.yml')]: ruleset(own),
    [file('right/metadata.yml')]: 'description: Right\n',
    [file('right/commandments.yml')]: ruleset(['Always log request bodies of customers']),
    [file('both/metadata.yml')]: 'description: Both\nparents: [left, right]\ntags:\n  team: checkout\n',
    [file('both/commandments.yml')]: ruleset(['Page by 50']),
  });
  const editor = await startEditor(folder);
  const [left, both] = [file('left/commandments.yml'), file('both/commandments.yml')];
  await editor.open(left);
  await editor.problems(left);
  const below = () => codes(editor.shown(both)?.diagnostics ?? []);
  for (const rules of [[...own, 'Page by 50'], own, [...own, 'Page by 20'], [...own, 'Page by 50']]) {
    await editor.type(left, ruleset(rules));
    const found = codes(await editor.problems(left));
    expect(found).toEqual(expect.arrayContaining(['contradicting-rules', 'undefined-variable']));
  }
  await expect.poll(below).toEqual(['redundant-rule']);
  await editor.type(left, ruleset(own));
  await expect.poll(below).toEqual([]);
  const versions = editor.published
    .filter(({ uri }) => uri === editor.uri(left))
    .map(({ version }) => version);
  expect(versions).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await editor.stop()).toBe(0);
});

test('line ends, byte order marks and text beyond the first plane are counted as editors count', async () => {
  const text = '\uFEFFparent: nobody\r\ndescription: "😀" \r\n';
  const folder = await tempFolder({ '.precept/rules/s/metadata.yml': text });
  const editor = await startEditor(folder);
  await editor.open(file('s/metadata.yml'), text);
  const found = await editor.problems(file('s/metadata.yml'));
  expect(found.map(({ code, range }) => [code, range.start, range.end])).toEqual([
    ['unknown-parent', { line: 0, character: 9 }, { line: 0, character: 15 }],
    ['trailing-blanks', { line: 1, character: 17 }, { line: 1, character: 18 }],
  ]);
  await editor.stop();
});

test('a new file of a new scope, and a file that no one can read, end nothing', async () => {
  const folder = await project();
  const editor = await startEditor(folder);
  await editor.open(file('fresh/metadata.yml'), 'parent: nobody\n');
  expect(codes(await editor.problems(file('fresh/metadata.yml')))).toEqual(['unknown-parent']);
  await writeFiles(folder, { [file('locked/katas.yml/')]: '' });
  await writeFile(path.join(folder, file('stray')), '');
  await editor.open(file('stray'), '');
  expect(codes(await editor.problems(file('stray')))).toEqual(['not-a-scope']);
  expect(await editor.stop()).toBe(0);
});
