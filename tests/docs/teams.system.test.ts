import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../support/folder.ts';
import { gitRepository } from '../support/git.ts';
import { hasShell } from '../support/system.ts';
import { placeOf, readMarkdown, type Snippet } from './markdown.ts';
import { createSandbox } from './sandbox.ts';

const { snippets } = readMarkdown('docs/teams.md');
const isSettings = ({ text }: Snippet) => text.startsWith('sources:');
const fileOf = ({ before }: Snippet) => (/`([^`]+\.yml)`/.exec(before)?.[1] ?? '').replace('<scope>', 'shop');

// Windows has no bash of its own.
test.runIf(hasShell)('a project gets the rules of company and team, as the guide says', async () => {
  const yaml = snippets.filter((one) => one.language === 'yaml' && !isSettings(one));
  const shared = yaml.filter((one) => fileOf(one).startsWith('rules/'));
  expect(shared).toHaveLength(3);
  const repository = await gitRepository(Object.fromEntries(shared.map((one) => [fileOf(one), one.text])));
  const sandbox = await createSandbox({}, {});
  const cwd = path.join(sandbox.folder, 'home/shop');
  await writeFiles(cwd, { 'README.md': '# Shop\n' });
  expect(await sandbox.run('precept init', { cwd })).toMatchObject({ code: 0 });

  let seen = '';
  let lines = 0;
  for (const snippet of snippets) {
    const { language, text } = snippet;
    if (isSettings(snippet)) {
      const local = text.replace('https://github.com/acme/rules', repository);
      await appendFile(path.join(cwd, fileOf(snippet)), local);
    } else if (language === 'yaml' && !shared.includes(snippet)) {
      await appendFile(path.join(cwd, fileOf(snippet)), text);
    } else if (language === 'sh') {
      const ended = await sandbox.run(text, { cwd });
      expect(ended, placeOf(snippet)).toMatchObject({ code: 0 });
      seen = ended.stdout + ended.stderr;
      if (text.includes('explain')) expect(seen).toMatch(/- acme on .*rules, acme\/commandments\.yml:/);
    } else if (seen !== '') {
      // The first block of text draws the folder.
      for (const line of text.trim().split('\n')) expect(seen, placeOf(snippet)).toContain(line);
      lines += text.trim().split('\n').length;
    }
  }
  expect(lines).toBeGreaterThan(6);
  expect(await readFile(path.join(cwd, 'precept.lock'), 'utf8')).toContain('"commit"');
});
