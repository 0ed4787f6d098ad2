import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { diff } from './diff.ts';

const rule = (category: string, text: string) => `${category}:\n  when: Now\n  ruleset: [${text}]\n`;

test('a rule that becomes a MUST, and one that changes its category, are one change each', async () => {
  const folder = await tempFolder({
    'old/s/suggestions.yml': rule('style', 'Use tabs') + rule('api', 'Page by cursor'),
    'new/s/commandments.yml': rule('style', 'Use tabs'),
    'new/s/suggestions.yml': rule('api.http', 'Page by cursor'),
  });
  const rules = (await diff(folder, ['old', 'new'])).changes.filter(({ element }) => element === 'rule');
  expect(rules).toHaveLength(2);
  expect(rules).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'commandments', category: 'style', field: 'strength', op: 'changed' },
      ...{ before: 'SHOULD', after: 'MUST', text: 'Use tabs' },
      from: { kind: 'suggestions', category: 'style' },
    }),
  );
  expect(rules).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'suggestions', category: 'api.http', field: 'category', op: 'changed' },
      ...{ before: 'api', after: 'api.http', text: 'Page by cursor' },
    }),
  );
  const { stdout } = await precept(['diff', 'old', 'new'], { cwd: folder });
  expect(stdout).toMatch(/style MUST \w+ strength ~ "SHOULD" -> "MUST" "Use tabs"/);
  expect(stdout).toMatch(/api\.http SHOULD \w+ category ~ "api" -> "api\.http" "Page by cursor"/);
});
