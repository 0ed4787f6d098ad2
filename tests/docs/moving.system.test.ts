import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeFiles } from '../support/folder.ts';
import { hasShell } from '../support/system.ts';
import { readMarkdown } from './markdown.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

/** The projects of people who follow docs/moving.md, by its headings, and what they see at the end of it. */
const walks: Readonly<Record<string, { files: Readonly<Record<string, string>>; sees: readonly string[] }>> =
  {
    'From AGENTS.md': {
      files: {
        'AGENTS.md': '# Shop\n\n## Style\n\n- Use tabs\n- Never use `any`\n',
        'CLAUDE.md': '@AGENTS.md\n',
        '.github/copilot-instructions.md': '## Style\n\n- Use tabs\n- Keep functions short\n',
        '.cursor/rules/react.mdc': '---\nglobs: **/*.tsx\n---\n\n- Use hooks\n',
        '.cursor/rules/sql.mdc': '---\ndescription: For SQL\n---\n\n- Name columns\n',
        '.claude/skills/ship/SKILL.md':
          '---\nname: ship\ndescription: When you ship\n---\n\n1. Tag\n2. Push\n',
      },
      sees: [
        '- **MUST**: Never use `any`',
        '- **SHOULD**: Keep functions short',
        '- **SHOULD**: Use hooks',
        '*For SQL*',
      ],
    },
    'From Cursor': {
      files: {
        '.cursor/rules/react.mdc':
          '---\ndescription: For React\nglobs: src/ui/**/*.tsx\n---\n\n- Use hooks\n',
        'AGENTS.md': '- Not taken\n',
      },
      sees: ['- `react`: For React (`src/ui/**/*.tsx`)', 'For your files:'],
    },
    'From skills': {
      files: {
        '.claude/skills/deploy/SKILL.md':
          '---\nname: deploy\ndescription: When you deploy\n---\n\n1. Run scripts/check.sh\n2. Push\n',
        '.claude/skills/deploy/scripts/check.sh': 'true\n',
      },
      sees: ['deploy', '1. Run scripts/check.sh\n2. Push'],
    },
    'From rulesync': {
      files: {
        '.rulesync/rules/overview.md': '---\nroot: true\ntargets: ["*"]\n---\n\n## Style\n\n- Be brief\n',
      },
      sees: ['- **SHOULD**: Be brief'],
    },
    'From an older rule server': {
      files: {
        '.rulebook/config/settings.toml': '[default]\nRULES_PATH = "../rules"\nTEAM = "Checkout"\n',
        '.rulebook/rules/base/commandments.yml': 'style:\n  ruleset: ["Ask {{ TEAM }}"]\n',
        '.rulebook/rules/shop/metadata.yml': 'parent: base\n',
        '.rulebook/rules/shop/suggestions.yml': 'api:\n  ruleset: ["{% set n = 50 %}Page by {{ n }}"]\n',
      },
      sees: ['- **MUST**: Ask Checkout', '- **SHOULD**: {% set n = 50 %}Page by {{ n }}'],
    },
    'From what Precept has exported': {
      files: {
        '.cursor/rules/shop/api.http.mdc':
          '---\ndescription: For routes\nglobs: src/api/**\nalwaysApply: false\n---\n<!-- precept:begin shop -->\n# Rules for shop: api.http\n\n## api.http\n\n*For routes*\n\n- **MUST**: Page lists\n<!-- precept:end -->\n',
      },
      sees: ['  - `http`: For routes (`src/api/**`)'],
    },
  };

const sections = readMarkdown('docs/moving.md').text.split(/^## /m).slice(1);

// Windows has no bash of its own.
describe.runIf(hasShell)('docs/moving.md, followed to the letter', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({}, {});
  });

  test('has a walk for every heading with commands', () => {
    const titles = sections
      .filter((section) => section.includes('```sh\n'))
      .map((section) => section.split('\n', 1)[0]);
    expect(titles).toEqual(Object.keys(walks));
  });

  test.each(Object.entries(walks))('%s', async (title, { files, sees }) => {
    const section = sections.find((one) => one.startsWith(`${title}\n`)) ?? '';
    const cwd = path.join(sandbox.folder, title.replaceAll(' ', '-'));
    await writeFiles(cwd, files);
    let seen = '';
    for (const [, block = ''] of section.matchAll(/```sh\n([\s\S]*?)```/g)) {
      const ended = await sandbox.run(block, { cwd });
      expect(ended, block).toMatchObject({ code: 0 });
      seen += ended.stdout;
    }
    for (const text of sees) expect(seen).toContain(text);
    for (const [name, text] of Object.entries(files))
      expect((await readFile(path.join(cwd, name), 'utf8')).startsWith(text), name).toBe(true);
  });
});
