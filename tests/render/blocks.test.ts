import { expect, it } from 'vitest';
import { project } from '../init/project.ts';

const files = {
  '.precept/rules/s/commandments.yml': `build:
  ruleset:
    - |
      \`\`\`bash
      # all of it
      make build
      \`\`\`
    - |
      | a | b |
      |---|---|
      | c | d |
    - Test it
`,
};

const shown = `- **MUST**: As follows:

  \`\`\`bash
  # all of it
  make build
  \`\`\`
- **MUST**: As follows:

  | a | b |
  |---|---|
  | c | d |
- **MUST**: Test it
`;

it('a rule that begins with a block stands whole below a lead-in, in answers and in exports', async () => {
  const shop = await project(files);
  expect((await shop.precept('rules', 's')).stdout).toContain(shown);
  await shop.precept('export', 's', '--write');
  expect(await shop.read('AGENTS.md')).toContain(shown);
});

it('a rule in a tag ends its block before the tag does', async () => {
  const shop = await project({ ...files, '.precept/settings.yml': 'commandments_xml_tag: must\n' });
  const { stdout } = await shop.precept('rules', 's');
  expect(stdout).toContain('  ```\n  </must>\n');
});
