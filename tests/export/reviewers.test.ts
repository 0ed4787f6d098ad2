import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { project } from './export-project.ts';

const files = {
  '.precept/rules/s/commandments.yml': `api:
  when: When adding an endpoint
  paths: ['src/api/**']
  ruleset:
    - {rule: Page lists with a cursor, id: paging, why: Offsets skip rows}
`,
  '.precept/rules/s/suggestions.yml': `conduct:
  when: When committing a change
  ruleset: [Say how to undo it]
`,
};

test('each review bot gets the rules in its own file, with their paths and strength', async () => {
  const { run, read, written } = await project(files);
  for (const target of ['claude-review', 'bugbot', 'coderabbit', 'greptile'])
    expect(await run('s', '--to', target, '--write')).toMatchObject({ code: 0 });
  expect(Object.keys(await written())).toEqual([
    '.coderabbit.yaml',
    '.cursor/BUGBOT.md',
    '.greptile/rules.md',
    'REVIEW.md',
  ]);
  for (const name of ['REVIEW.md', '.cursor/BUGBOT.md', '.greptile/rules.md']) {
    const text = await read(name);
    expect(text, name).toContain(
      'Applies to: `src/api/**`\n\n- **MUST**: Page lists with a cursor\n  - Why: Offsets skip rows\n',
    );
    expect(text, name).toContain('- **SHOULD**: Say how to undo it\n');
  }
  const { reviews } = parse(await read('.coderabbit.yaml'));
  expect(reviews.path_instructions).toEqual([
    { path: 'src/api/**', instructions: expect.stringContaining('**MUST**: Page lists with a cursor') },
    { path: '**', instructions: expect.stringContaining('**SHOULD**: Say how to undo it') },
  ]);
});
