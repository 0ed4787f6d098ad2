import { expect, test } from 'vitest';
import { readEvals } from '../../src/guidance/evals/read-evals.ts';
import { folderSource } from '../../src/guidance/read/content-source.ts';
import { agents } from '../../src/service/eval/agents.ts';
import { tempFolder } from '../support/folder.ts';
import { documents, placeOf } from './markdown.ts';
import { snippetsFor } from './rules.ts';

test.each(snippetsFor('evals').map((snippet) => [placeOf(snippet), snippet] as const))(
  '%s can be read',
  async (_, { text }) => {
    const content = await readEvals(folderSource(await tempFolder({ 'shop/evals.yml': text })), 'shop');
    expect(content?.problems).toEqual([]);
    expect(content?.evals.length).toBeGreaterThan(0);
  },
);

test('the guide has a row for each agent, with the variables of its login', () => {
  const page = documents.find(({ file }) => file === 'docs/eval.md');
  const words = page?.codes.map(({ text }) => text) ?? [];
  for (const [name, { logins }] of Object.entries(agents))
    expect(words).toEqual(expect.arrayContaining([name, ...logins]));
});
