import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';

const acme = `api:
  ruleset:
    - rule: Page lists
      id: cursor-paging
      why: Offsets skip rows
      good: GET /orders?cursor=a
      bad:
        - GET /orders?offset=1
        - |-
          first

          second
    - Plain
`;

test('what an export shows of rules is imported as it was', async () => {
  const cwd = await tempFolder({ '.precept/rules/acme/commandments.yml': acme });
  const exported = await precept(['export', 'acme', '--write'], { cwd });
  expect(exported.stderr + exported.code).toBe(`${exported.stderr}0`);
  const agents = await readFile(`${cwd}/AGENTS.md`, 'utf8');
  expect(agents).toContain(
    '- **MUST**: Page lists\n  - Why: Offsets skip rows\n  - Good: `GET /orders?cursor=a`\n',
  );
  for (let round = 0; round < 2; round++) {
    const { code, stderr } = await precept(['import', 'AGENTS.md', '--scope', 'mine', '--write'], { cwd });
    expect(stderr + code).toBe(`${stderr}0`);
    const { api } = parse(await readFile(`${cwd}/.precept/rules/mine/commandments.yml`, 'utf8'));
    const [{ id: _, ...record }, plain] = parse(acme).api.ruleset;
    expect(api.ruleset).toEqual([record, plain]);
  }
});

test.each([
  ['- Do it\n  Why: Since it counts\n', [{ rule: 'Do it', why: 'Since it counts' }]],
  ['- Do it\n  - **Why:** It\n    counts\n  - Bad: `a`\n', [{ rule: 'Do it', why: 'It\ncounts', bad: 'a' }]],
  ['- Do it\n  - Why: It\n  - and then that\n', ['Do it\n- Why: It\n- and then that']],
  ['- Do it\n  - Good:\n', ['Do it\n- Good:']],
])('lines below an item: %j', async (text, rules) => {
  const cwd = await tempFolder({ 'AGENTS.md': `# A\n\n## Api\n\n${text}` });
  await precept(['import', '--scope', 'mine', '--write'], { cwd });
  const { api } = parse(await readFile(`${cwd}/.precept/rules/mine/suggestions.yml`, 'utf8'));
  expect(api.ruleset).toEqual(rules);
});
