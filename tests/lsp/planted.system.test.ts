import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { lint } from '../lint/lint.ts';
import { planted } from '../lint/planted.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { type Editor, startEditor } from './editor.ts';

/** What can be opened in an editor: a mistake in a folder, or in a file of megabytes, cannot. */
const cases = planted.filter(
  ({ code, files }) =>
    !['unreadable-file', 'unportable-name'].includes(code) && Object.keys(files).length > 0,
);
/** What `lint --fix` says where there is nothing for it. */
const nothing = /Nothing can be fixed without you/;
const severities = { error: 1, warning: 2, info: 3 };

let root: string;
let editor: Editor;
beforeAll(async () => {
  root = await tempFolder();
  for (const [index, { files }] of cases.entries()) {
    for (const [name, content] of Object.entries(files)) {
      // What is beside the rules of a project, is so here too.
      const file = name.startsWith('.precept/') ? `${index}/${name}` : `${index}/.precept/rules/${name}`;
      await writeFiles(root, { [file]: typeof content === 'string' ? content : '' });
      if (typeof content !== 'string') await writeFile(path.join(root, file), content);
    }
  }
  editor = await startEditor(root);
});

test.each(cases.map((one, index) => [`${one.code} at ${one.at}`, one, index] as const))(
  'the editor shows what lint says of %s',
  async (_, { at }, index) => {
    const rules = path.join(root, `${index}/.precept/rules`);
    const file = at.replace(/:\d+:\d+$/, '');
    const name = `${index}/.precept/rules/${file}`;
    await editor.open(name);
    const shown = await editor.problems(name);
    const { problems } = await lint(rules);
    const said = problems.filter((problem) => problem.file === file);
    expect(said.length).toBeGreaterThan(0);
    expect(shown).toEqual(
      said.map((problem) => ({
        range: {
          start: { line: problem.line - 1, character: problem.column - 1 },
          end: { line: problem.end_line - 1, character: problem.end_column - 1 },
        },
        severity: severities[problem.severity],
        code: problem.code,
        codeDescription: { href: expect.stringContaining(`docs/lint.md#${problem.code}`) },
        source: 'precept',
        message: `${problem.message}. ${problem.hint}`,
        ...(problem.related && { relatedInformation: expect.any(Array) }),
      })),
    );
    const [all] = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: editor.uri(name) },
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: [], only: ['source.fixAll'] },
    });
    const edits = all?.edit?.changes?.[editor.uri(name)] ?? [];
    const document = TextDocument.create(name, 'yaml', 1, editor.text(name));
    const fixed = TextDocument.applyEdits(document, edits);
    await editor.close(name);
    if (edits.length === 0) expect((await lint(rules, ['--fix'])).stderr).toMatch(nothing);
    else {
      await lint(rules, ['--fix']);
      expect(await readFile(path.join(root, name), 'utf8')).toBe(fixed);
    }
  },
);
