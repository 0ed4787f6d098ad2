import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../init/project.ts';
import { blocksOf, contentOf, imported, reportOf, rulesOf } from './imported.ts';

const agents = `# Shop

The service that takes orders.

## Code style

- Use tabs
- Never use \`any\`
- **MUST**: Write tests first
- SHOULD: Never skip reviews, unless two people agree
- Run the linter
  \`\`\`sh
  npm run lint
  \`\`\`

## Release

When main is green:

1. Tag the commit
2. Push the tag
3. Tell the team
`;

describe('precept import', () => {
  it('takes no name of a file for a description', async () => {
    const report = await imported({
      'AGENTS.md': '# Agents\n\n- Use tabs\n',
      'CLAUDE.md': '# CLAUDE.md\n\n- Be kind\n',
    });
    expect(contentOf(report, 'metadata')).toEqual({ description: 'Agents' });
    const parts = { 'docs/style.md': '# Style\n\n- Be brief\n', '.cursor/rules/a.mdc': '# A\n\n- Be kind\n' };
    const several = await imported({ ...parts, 'CLAUDE.md': '# One\n\n@docs/style.md\n\n# Two\n\n- Ask\n' });
    expect(contentOf(several, 'metadata')).toEqual({});
    const alone = await imported({ 'CLAUDE.md': '# CLAUDE.md\n\n- Be kind\n' });
    expect(blocksOf(alone, 'CLAUDE.md')).toEqual([
      '1 skipped a title that is the name of the file',
      '3 rule general',
    ]);
    expect(Object.keys((alone as { files: object }).files)).toEqual(['s/suggestions.yml']);
    for (const title of ['CLAUDE.md', 'README.md', '`copilot-instructions.md`']) {
      const other = await imported({ 'AGENTS.md': `# ${title}\n\n- Be kind\n` });
      expect(blocksOf(other, 'AGENTS.md')[0]).toBe('1 skipped a title that is the name of a file');
      expect(contentOf(other, 'metadata')).toEqual({});
    }
  });

  it('names a file among the rules of Cursor that Cursor does not read', async () => {
    const files = { '.cursor/rules/a.mdc': '- Be kind\n', '.cursor/rules/plain.md': '- Ask\n- Tell\n' };
    const report = await imported(files);
    expect(blocksOf(report, '.cursor/rules/plain.md')).toEqual([
      '1-2 skipped its client does not read it; name the file to import it',
    ]);
    expect(rulesOf(report)).toEqual(['a SHOULD Be kind']);
    expect(rulesOf(await imported(files, '.cursor/rules/plain.md'))).toEqual([
      'plain SHOULD Ask',
      'plain SHOULD Tell',
    ]);
    const { '.cursor/rules/plain.md': plain } = files;
    const only = { '.cursor/rules/plain.md': plain };
    expect(rulesOf(await imported(only, '.cursor/rules'))).toHaveLength(2);
    expect(rulesOf(await imported({ ...only, 'AGENTS.md': '@.cursor/rules/plain.md\n' }))).toHaveLength(2);
  });

  it('makes rules, katas and a description of AGENTS.md, and accounts for each block of it', async () => {
    const report = await imported({ 'AGENTS.md': agents });
    expect(report).toMatchObject({ scope: 's', unaccounted: 0, written: false });
    expect(rulesOf(report)).toEqual([
      'code-style MUST Never use `any`',
      'code-style MUST Write tests first',
      'general SHOULD The service that takes orders.',
      'code-style SHOULD Use tabs',
      'code-style SHOULD Never skip reviews, unless two people agree',
      'code-style SHOULD Run the linter\n```sh\nnpm run lint\n```',
    ]);
    expect(contentOf(report, 'metadata')).toEqual({ description: 'Shop' });
    expect(contentOf(report, 'katas')).toEqual({
      general: {
        katas: {
          release: {
            when: 'When main is green:',
            procedure: '1. Tag the commit\n2. Push the tag\n3. Tell the team',
          },
        },
      },
    });
    expect(blocksOf(report, 'AGENTS.md')).toEqual([
      '1 description',
      '3 rule general',
      '5 category code-style',
      '7 rule code-style',
      '8 rule code-style',
      '9 rule code-style',
      '10 rule code-style',
      '11-14 rule code-style',
      '16 kata general/release',
      '18 when general/release',
      '20-22 kata general/release',
    ]);
    expect(report.counts).toEqual({
      ...{ rule: 6, kata: 2, when: 1, description: 1, paths: 0, category: 1, skipped: 0 },
    });
  });

  it('prints the plan, and writes nothing without --write', async () => {
    const shop = await project({ 'AGENTS.md': agents });
    const { code, stdout, stderr } = await shop.precept('import', '--scope', 'shop');
    expect(code).toBe(0);
    expect(stdout).toContain('  11-14     rule        code-style\n');
    expect(stdout).toContain('3 of 6 rules say how strong they are; the others are SHOULD (--default).');
    expect(stdout).toContain('  .precept/rules/shop/commandments.yml\n');
    expect(stderr).toContain('--write does it');
    expect(Object.keys(await shop.files())).toEqual(['AGENTS.md']);
  });

  it('writes a scope that is served and has no mistakes', async () => {
    const shop = await project({ 'AGENTS.md': agents });
    expect(await shop.precept('import', '--scope', 'shop', '--write')).toMatchObject({ code: 0 });
    expect(await shop.precept('lint', '--format', 'json')).toMatchObject({ code: 0 });
    const { stdout } = await shop.precept('rules', 'shop');
    expect(stdout).toContain('- **MUST**: Never use `any`\n');
    expect(await shop.precept('kata', 'shop', 'release')).toMatchObject({
      stdout: '1. Tag the commit\n2. Push the tag\n3. Tell the team\n',
    });
  });

  it('changes nothing the second time, and adds what is new with --into alone', async () => {
    const shop = await project({ 'AGENTS.md': agents });
    const write = (...args: string[]) => shop.precept('import', '--scope', 'shop', '--write', ...args);
    await write();
    const before = await shop.files();
    expect(await write()).toMatchObject({
      code: 0,
      stderr: 'The scope shop has all of it; nothing to do.\n',
    });
    expect(await shop.files()).toEqual(before);

    const more = await project({ ...before, 'AGENTS.md': `${agents}\n## Tests\n\n- Test it\n` });
    const refused = await more.precept('import', '--scope', 'shop', '--write');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('--into');
    expect((await more.files())['.precept/rules/shop/suggestions.yml']).toBe(
      before['.precept/rules/shop/suggestions.yml'],
    );
    expect(await more.precept('import', '--scope', 'shop', '--write', '--into')).toMatchObject({ code: 0 });
    expect((await more.files())['.precept/rules/shop/suggestions.yml']).toBe(
      `${before['.precept/rules/shop/suggestions.yml']}tests:\n  ruleset:\n    - Test it\n`,
    );
  });

  it('keeps the comments, the order and the changes of a scope that it adds to', async () => {
    const own = `# ours\nbackend: # nested\n  api:\n    when: When an endpoint changes\n    ruleset:\n      - Keep it # why\ncode-style:\n  ruleset: [Use tabs]\n`;
    const shop = await project({
      'AGENTS.md': '## Code style\n\n- Use tabs\n- Use spaces in YAML\n',
      '.precept/rules/s/commandments.yml': own,
    });
    const report = await reportOf(shop, '--write', '--into');
    expect(report.written).toBe(true);
    // "Use tabs" has been made stronger since, and is there.
    expect(await shop.read('.precept/rules/s/commandments.yml')).toBe(own);
    expect(rulesOf(report)).toEqual(['code-style SHOULD Use spaces in YAML']);
  });

  it('adds a category before the last one of a file, and an item to that, with all else as it was written', async () => {
    const own = `b:\n  paths: [src/api/**]\n  ruleset:\n    - rule: Page\n      check: {pattern: offset, paths: ["src/**"]}\nc:\n  ruleset:\n    - Keep it\n`;
    const shop = await project({
      'AGENTS.md': '## q\n\n- Quote it\n\n## c\n\n- Keep it\n- Close it\n',
      '.precept/rules/s/suggestions.yml': own,
    });
    await reportOf(shop, '--write', '--into');
    expect(await shop.read('.precept/rules/s/suggestions.yml')).toBe(
      `${own}    - Close it\nq:\n  ruleset:\n    - Quote it\n`,
    );
  });

  it('adds globs and a kata to the last category of a file in their places', async () => {
    const rules = 'api:\n  ruleset: # all\n  - Page it\n';
    const katas = 'skills:\n  katas:\n    ship: {procedure: Tag it} # by hand\n';
    const shop = await project({
      '.cursor/rules/api.mdc': '---\nglobs: src/**\n---\n- Page it\n- Close it\n',
      '.claude/skills/move/SKILL.md': '---\nname: move\ndescription: Now\n---\nMove it\n',
      '.precept/rules/s/suggestions.yml': rules,
      '.precept/rules/s/katas.yml': katas,
    });
    await reportOf(shop, '--write', '--into');
    expect(await shop.read('.precept/rules/s/suggestions.yml')).toBe(
      `${rules}  - Close it\n  paths:\n    - src/**\n`,
    );
    expect(await shop.read('.precept/rules/s/katas.yml')).toBe(
      `${katas}    move:\n      when: Now\n      procedure: Move it\n`,
    );
  });

  it('names the rule of before a change of its file, which it keeps', async () => {
    const text =
      '## Style\n\n- Keep functions under 50 lines\n- Never use `var`\n- Be brief\n- Never use tabs\n';
    const shop = await project({ 'AGENTS.md': text });
    await shop.precept('import', '--scope', 's', '--write');
    const changed = text
      .replace('50', '40')
      .replace('- Be', '- Be kind\n- Be')
      .replace('use `var`', 'ever use `var`')
      .replace('tabs', 'blanks');
    await writeFile(path.join(shop.folder, 'AGENTS.md'), changed);
    const { stderr } = await shop.precept('import', '--scope', 's', '--write', '--into');
    expect(stderr).toContain(
      'Kept: "SHOULD Keep functions under 50 lines" of `style` in s, which no file has; remove it if "Keep functions under 40 lines" replaces it.\n',
    );
    expect(stderr).toContain('Kept: "MUST Never use `var`" of `style` in s, which no file has; remove it if');
    expect(stderr).not.toMatch(/Be|tabs/);
    // Both are there now, and the import has nothing to add.
    expect((await shop.precept('import', '--scope', 's')).stderr).not.toContain('Kept');
  });

  it('serves braces of templates as they were written', async () => {
    const text = 'Write {{ name }}, {% if x %}, {# note #}, {{{ raw }}} and {{{{ four }}}}';
    const shop = await project({ 'AGENTS.md': `- ${text}\n` });
    await reportOf(shop, '--write');
    expect((await shop.precept('rules', 's')).stdout).toContain(`- **SHOULD**: ${text}\n`);
    expect(await shop.precept('lint')).toMatchObject({ code: 0 });
  });

  it('brings a skill with its files, which the kata then serves', async () => {
    const shop = await project({
      '.claude/skills/deploy/SKILL.md':
        '---\nname: deploy\ndescription: When you deploy\n---\n\n1. Run scripts/check.sh\n',
      '.claude/skills/deploy/scripts/check.sh': 'echo {{ ok }}\n',
    });
    const ended = await shop.precept('import', '--scope', 's', '--write');
    expect(ended).toMatchObject({ code: 0, stderr: 'Next: precept katas s, and precept lint.\n' });
    const lint = JSON.parse((await shop.precept('lint', '--format', 'json')).stdout) as {
      severity: string;
    }[];
    expect(lint.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const { stdout } = await shop.precept('kata', 's', 'deploy');
    expect(stdout).toContain('`skill://s/skills/deploy/scripts/check.sh`');
    expect(await shop.read('.precept/rules/s/files/deploy/scripts/check.sh')).toBe('echo {{ ok }}\n');
  });

  it('leaves alone what was exported, and reads it where the file or the folder of its client is named', async () => {
    const shop = await project({
      '.precept/rules/shop/commandments.yml':
        'api.http: {when: For *.ts, paths: [src/**], ruleset: [Never break it]}\n',
      '.precept/rules/shop/katas.yml': 'c: {katas: {ship: {when: Now, procedure: 1. Tag}}}\n',
      'AGENTS.md': '- Mine\n',
    });
    await shop.precept('export', 'shop', '--to', 'agents,cursor,skills', '--write');
    const why = 'skipped exported by Precept; name the file to read it';
    const found = await reportOf(shop);
    expect(rulesOf(found)).toEqual(['general SHOULD Mine']);
    expect(contentOf(found, 'katas')).toEqual({});
    expect(found.unaccounted).toBe(0);
    expect(blocksOf(found, '.agents/skills/ship/SKILL.md')).toEqual([`1-7 ${why}`]);
    expect(blocksOf(found, '.cursor/rules/shop/api.http.mdc')).toEqual([
      expect.stringMatching(`^1-.*${why}$`),
    ]);
    expect(Object.keys(contentOf(found, 'suggestions'))).toEqual(['general']);
    expect(contentOf(found, 'commandments')).toEqual({});
    expect(blocksOf(found, 'AGENTS.md').at(-1)).toMatch(new RegExp(`${why}$`));
    expect(rulesOf(await reportOf(shop, '.'))).toEqual(['general SHOULD Mine']);

    const cursor = await reportOf(shop, '.cursor/rules');
    expect(contentOf(cursor, 'commandments')).toEqual({
      'api.http': { when: 'For *.ts', paths: ['src/**'], ruleset: ['Never break it'] },
    });
    expect(blocksOf(cursor, '.cursor/rules/shop/api.http.mdc').slice(0, 3)).toEqual([
      '1 skipped the frame of the frontmatter',
      '2 skipped the export says it below',
      '3 paths',
    ]);
    const skill = await reportOf(shop, '.agents/skills/ship/SKILL.md');
    expect(contentOf(skill, 'katas')).toEqual({
      skills: { katas: { ship: { when: 'Now', procedure: '1. Tag' } } },
    });
  });

  it('proposes of an export that somebody has edited what was edited alone', async () => {
    const shop = await project({
      '.precept/rules/company/commandments.yml':
        'style: {when: When you write code, ruleset: [Never log tokens]}\napi: {paths: [src/api/**], ruleset: ["Version {{ scope.name }}, see @docs/a.md"]}\n',
      '.precept/rules/company/suggestions.yml':
        'style: {ruleset: [{rule: Use tabs, why: We all do}, "Long:\\n\\n```sh\\nls\\n```"]}\n',
      '.precept/rules/s/metadata.yml': 'parent: company\n',
      '.precept/rules/s/commandments.yml': 'style: {ruleset: [Ask first]}\n',
    });
    await shop.precept('export', 's', '--write');
    const text = (await shop.read('AGENTS.md'))
      .replace('Never log tokens', 'Never log tokens or names')
      .replace('<!-- precept:end', '- **SHOULD**: Be brief\n<!-- precept:end');
    const edited = await project({ ...(await shop.files()), 'AGENTS.md': text });
    const { stdout, stderr } = await edited.precept('import', 'AGENTS.md', '--scope', 's');
    expect(stdout).toContain(
      '4 rules of the export are there already (3 in company, 1 in s), and not in the plan.\n',
    );
    expect(stdout).toContain(
      'The plan of s:\n  style\n    MUST   Never log tokens or names\n    SHOULD Be brief\n\n',
    );
    expect(stderr).toContain(
      'Kept: "MUST Never log tokens" of `style` in company, which the file no longer has.\n',
    );
    const report = await reportOf(edited, 'AGENTS.md', '--write', '--into');
    expect(report.unaccounted).toBe(0);
    expect(contentOf(report, 'suggestions')).toEqual({ '+style': { ruleset: ['Be brief'] } });
    expect(await edited.read('.precept/rules/s/commandments.yml')).toContain('Never log tokens or names');
    const served = (await edited.precept('rules', 's')).stdout;
    expect(served).toContain('- **SHOULD**: Use tabs');
    expect(served).toContain('- **SHOULD**: Be brief');
  });

  it.each([
    ['SHOULD', 'MUST', 'suggestions', 'commandments'],
    ['MUST', 'SHOULD', 'commandments', 'suggestions'],
  ])('names a rule of an edited export that was %s and is %s', async (was, is, kind, other) => {
    const shop = await project({
      [`.precept/rules/s/${kind}.yml`]: 'style: {when: Now, ruleset: [Wait for the event, Use tabs]}\n',
    });
    await shop.precept('export', 's', '--write');
    const text = (await shop.read('AGENTS.md')).replace(`**${was}**: Wait`, `**${is}**: Wait`);
    const edited = await project({ ...(await shop.files()), 'AGENTS.md': text });
    const before = await edited.files();
    for (const [flags, code] of [
      [[], 0],
      [['--write', '--into'], 1],
    ] as const) {
      const told = await edited.precept('import', 'AGENTS.md', '--scope', 's', ...flags);
      expect(told.code).toBe(code);
      expect(told.stderr).toBe(
        `Differs: "Wait for the event" of \`style\` is ${is} in the file and ${was} in s/${kind}.yml:1. The import changes no strength: move the rule to ${other}.yml by hand.\nUntil the strengths are the same, an export with --overwrite writes that of the guidance.\nNothing to write.\n`,
      );
      expect(told.stdout).toContain(`skipped     it is ${was} in s/${kind}.yml:1\n`);
      expect(told.stdout).not.toContain(`${is.padEnd(6)} Wait`);
    }
    expect(await edited.files()).toEqual(before);
  });

  it('proposes paths of folders that headings name, and lines for the schemas of editors', async () => {
    const shop = await project({
      'AGENTS.md':
        '# `src`\n\n## Frontend (`packages/web`)\n\n- Use hooks\n\n### Style\n\n- Be brief\n\n## `src/gone/` and `any`\n\n- Ask\n',
      'packages/web/index.ts': '',
      'src/index.ts': '',
    });
    const report = await reportOf(shop);
    expect(blocksOf(report, 'AGENTS.md')).toContain('3 paths frontend-packages-web');
    expect(contentOf(report, 'suggestions')).toEqual({
      'frontend-packages-web': { paths: ['packages/web/**'], ruleset: ['Use hooks'] },
      'frontend-packages-web.style': { paths: ['packages/web/**'], ruleset: ['Be brief'] },
      'src-gone-and-any': { ruleset: ['Ask'] },
    });
    expect((await shop.precept('import', '--scope', 's')).stdout).toContain(
      '    paths (proposed): packages/web/**\n',
    );
    expect(report.files['s/suggestions.yml']).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/schemas\/suggestions\.schema\.json\n\n/,
    );
  });

  it('takes what is about all files, among others, for that', async () => {
    const report = await imported({ '.cursor/rules/x.mdc': '---\nglobs: src/**,**/*\n---\n- a b\n' });
    expect(contentOf(report, 'suggestions')).toEqual({ x: { ruleset: ['a b'] } });
  });

  it.each([
    [['import'], 2, '--scope is missing'],
    [['import', '--scope', 'a b'], 2, '--scope takes'],
    [['import', '--scope', 's', '--default', 'may'], 2, '--default takes one of must, should'],
    [['import', '--scope', 's', '--category', 'a..b'], 2, '--category takes a category'],
    [['import', '--scope', 's'], 1, 'nothing to import'],
    [['import', '--scope', 's', '--from', 'rulesync'], 1, 'nothing of rulesync to import'],
    [['import', 'nowhere.md', '--scope', 's'], 2, '"nowhere.md" cannot be read (ENOENT)'],
  ])('refuses %j', async (args, code, message) => {
    const shop = await project();
    const ended = await shop.precept(...args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});
