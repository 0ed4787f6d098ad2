import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { root } from './markdown.ts';

/** What the check of words says of a README.md. */
async function judge(text: string): Promise<{ code: number | null; lines: string[] }> {
  const cwd = await tempFolder({ 'README.md': text });
  await cp(path.join(root, '.vale.ini'), path.join(cwd, '.vale.ini'));
  await cp(path.join(root, 'styles'), path.join(cwd, 'styles'), { recursive: true });
  const command = [
    path.join(root, 'node_modules/tsx/dist/cli.mjs'),
    path.join(root, 'scripts/check-words.ts'),
  ];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
  return { code: status, lines: stderr.split('\n').filter(Boolean) };
}

test('a page in plain words passes, whatever its code, tables and comments hold', async () => {
  const long = 'what lies below '.repeat(20);
  const text = `# Rules\n\n<!-- ${long} -->\n\nWrite \`what lies below\` as code.\n\n| a |\n|---|\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n`;
  expect(await judge(text)).toEqual({ code: 0, lines: [] });
});

test('each kind of mistake is named with its line', async () => {
  const { code, lines } = await judge(
    [
      '# Rules',
      'What a scope has is shown.\n',
      'The schemas lie beside the rules.\n',
      'Read the file anew.\n',
      `${'A rule is short and good. '.repeat(6)}\n`,
      `A scope${' and a scope'.repeat(11)}.\n`,
    ].join('\n'),
  );
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^README\.md:2 Precept\.Subjects: "What a scope has is shown\." hides the subject/),
    expect.stringMatching(/^README\.md:4 Precept\.Place: "lie beside" is a metaphor of place/),
    'README.md:6 Precept.Terms: Write "again" instead of "anew".',
    'README.md:8 Precept.Lines: A line has more than 120 characters.',
    'README.md:10 Precept.Lines: A line has more than 120 characters.',
    expect.stringMatching(/^README\.md:10 Precept\.SentenceLength: A sentence has more than 30 words/),
  ]);
});

test('a page of long sentences and words is above the grade', async () => {
  const { lines } = await judge(
    'Organisational documentation necessitates considerable individual familiarisation.\n\n' +
      'Comprehensive architectural explanations accumulate unnecessary terminological complications.\n',
  );
  expect(lines).toEqual([
    expect.stringMatching(/^README\.md:1 Precept\.Grade: The Flesch-Kincaid grade is \d\d\.\d/),
  ]);
});
