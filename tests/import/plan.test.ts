import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { precept } from '../cli/command-line.ts';
import { type Project, project } from '../init/project.ts';
import { hasSignals } from '../support/system.ts';

const agents = `# Shop

## Writing tests

We test with vitest. It is fast.

- Never skip a test
- Name tests after behaviour
`;

const when = 'When writing tests';

interface Planned {
  readonly totals: Readonly<Record<string, number>>;
  readonly plan: { readonly categories: readonly Readonly<Record<string, unknown>>[] };
}

/** A project with an editor, which is a program of Node that changes the file it is given. */
async function edited(change: string, files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const shop = await project(
    { 'AGENTS.md': agents, ...files },
    { env: { EDITOR: `${process.execPath} ../editor.mjs` } },
  );
  const editor = path.join(shop.folder, '..', 'editor.mjs');
  const body = `import { readFileSync, writeFileSync } from 'node:fs';
const file = process.argv[2];
const text = readFileSync(file, 'utf8');
writeFileSync(file, (${change})(text));
`;
  await writeFile(editor, body);
  await chmod(editor, 0o755);
  const env = { EDITOR: `"${process.execPath}" "${editor}"` };
  return { ...shop, precept: (...args) => precept(args, { cwd: shop.folder, env, home: shop.home }) };
}

describe('the plan of an import', () => {
  it('has text, strength, category, the proposed when and paths of each rule', async () => {
    const shop = await project({
      'AGENTS.md': agents,
      '.cursor/rules/api.mdc': '---\nglobs: src/**\n---\n- Page with a cursor\n',
    });
    const { stdout } = await shop.precept('import', '--scope', 's');
    expect(stdout).toContain(`  writing-tests\n    when (proposed): ${when}\n`);
    expect(stdout).toContain('    MUST   Never skip a test\n    SHOULD Name tests after behaviour\n');
    expect(stdout).toContain('  api\n    paths: src/**\n    SHOULD Page with a cursor\n');
    expect(stdout).toContain('2 sources: 4 rules (1 MUST, 3 SHOULD) and 0 katas in 2 categories;');
    const json = JSON.parse(
      (await shop.precept('import', '--scope', 's', '--format', 'json')).stdout,
    ) as Planned;
    expect(json.totals).toEqual({ rules: 4, must: 1, should: 3, katas: 0, categories: 2 });
    expect(json.plan.categories).toContainEqual(
      expect.objectContaining({
        category: 'writing-tests',
        when,
        proposed: true,
        rules: expect.arrayContaining([{ strength: 'MUST', text: 'Never skip a test' }]),
      }),
    );
    expect(json.plan.categories).toContainEqual(
      expect.objectContaining({ category: 'api', when: null, proposed: false, paths: ['src/**'] }),
    );
  });

  it('shows when each kata is followed', async () => {
    const text = '## Deploy\n\nIt runs in CI.\n\n1. Merge\n2. Wait\n3. Look at it\n';
    const { stdout } = await (await project({ 'AGENTS.md': text })).precept('import', '--scope', 's');
    expect(stdout).toContain('  general\n    kata   deploy: It runs in CI.\n');
  });

  it('takes the situation that a heading names for the when of its kata', async () => {
    const text = '# Shop\n\n## Adding an endpoint\n\n1. Write it\n2. Test it\n3. Ship it\n';
    const { stdout } = await (await project({ 'AGENTS.md': text })).precept('import', '--scope', 's');
    expect(stdout).toContain('The plan of s:\n  description: Shop\n');
    expect(stdout).toContain('    kata   adding-an-endpoint (when proposed): When adding an endpoint\n');
  });

  it('takes the heading for the when of a kata that has a rule above its steps', async () => {
    const text =
      '## Feature flags\n\nNew features should have a flag.\n\n1. Register it\n2. Use it\n3. Ask for it\n';
    const { stdout } = await (await project({ 'AGENTS.md': text })).precept('import', '--scope', 's');
    expect(stdout).toContain('    SHOULD New features should have a flag.\n');
    expect(stdout).toContain('    kata   feature-flags (when proposed): Feature flags\n');
  });

  it.runIf(hasSignals)('has the when of each kata, which an editor may change', async () => {
    const text =
      '# Shop\n\n## Adding an endpoint\n\n1. Write it\n2. Test it\n3. Ship it\n\n## Ship\n\nIt takes an hour.\n\n1. Tag\n2. Push\n3. Wait\n';
    const shop = await edited(
      `(text) => {
        for (const line of ['adding-an-endpoint: When adding an endpoint # proposed', 'ship: It takes an hour.'])
          if (!text.includes('      - ' + line + '\\n')) throw new Error(text);
        return text.replace('When adding an endpoint # proposed', 'When you add a route').replace(/ship: .*/, 'ship');
      }`,
      { 'AGENTS.md': text },
    );
    expect(await shop.precept('import', '--scope', 's', '--edit')).toMatchObject({ code: 0 });
    expect(parse(await shop.read('.precept/rules/s/katas.yml'))).toEqual({
      general: {
        katas: {
          'adding-an-endpoint': { when: 'When you add a route', procedure: expect.any(String) },
          ship: { procedure: expect.any(String) },
        },
      },
    });
  });

  it.each([
    ['plan.json', (report: string) => report],
    ['plan.txt', (report: string) => `\uFEFF${report}`],
    ['plan.yml', () => '# What the scope is to have. Delete what\n# is not\n'],
    ['plan.yaml', () => 'description: Shop\ncategories:\n  a: {}\n'],
  ])('is no source of another import (%s)', async (name, textOf) => {
    const shop = await project({ 'AGENTS.md': agents });
    const { stdout } = await shop.precept('import', '--scope', 's', '--format', 'json');
    await writeFile(path.join(shop.folder, name), textOf(stdout));
    const refused = await shop.precept('import', name, '--scope', 's', '--write');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain(
      `"${name}" is a plan of precept import, which is not read again; change`,
    );
    expect(Object.keys(await shop.files()).sort()).toEqual(['AGENTS.md', name]);
  });

  it('is not what other text in braces is', async () => {
    const shop = await project({ 'notes.txt': '{ a }\n\n- Use tabs\n', 'b.json': '{"scope": 1}\n' });
    expect(await shop.precept('import', 'notes.txt', 'b.json', '--scope', 's')).toMatchObject({ code: 0 });
  });

  it('lists what a scope lacks that is there', async () => {
    const shop = await project({ 'AGENTS.md': agents });
    expect(await shop.precept('import', '--scope', 's', '--write')).toMatchObject({ code: 0 });
    const more = `${agents}- Never sleep\n- Be brief\n  - and kind\n\n## Ship\n\n1. Tag\n2. Push\n3. Watch\n`;
    await writeFile(path.join(shop.folder, 'AGENTS.md'), more);
    const lines =
      '  writing-tests MUST Never sleep\n  writing-tests SHOULD Be brief…\n  general kata ship\n\n';
    const refused = await shop.precept('import', '--scope', 's', '--write');
    expect(refused.stdout).toContain(`\nWhat the scope lacks:\n${lines}To be written with --write --into:\n`);
    const added = await shop.precept('import', '--scope', 's', '--write', '--into');
    expect(added.stdout).toContain(`\nAdded:\n${lines}Written:\n`);
    expect((await shop.precept('import', '--scope', 's')).stdout).not.toContain('lacks');
  });

  it('shows the examples of a rule below it', async () => {
    const text = '- Keep times in UTC\n  - Bad: `now()`\n  - Good: `now(UTC)`\n';
    const { stdout } = await (await project({ 'AGENTS.md': text })).precept('import', '--scope', 's');
    const below = `\n${' '.repeat(11)}`;
    expect(stdout).toContain(`    SHOULD Keep times in UTC${below}Good: now(UTC)${below}Bad: now()\n`);
  });

  it.runIf(hasSignals)('is what an editor leaves of it', async () => {
    const shop = await edited(
      `(text) => text.replace(/ +- SHOULD: We test[^\\n]*\\n/, '').replace('SHOULD: Name', 'MUST: Name')`,
    );
    const ended = await shop.precept('import', '--scope', 's', '--edit');
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(ended.stdout).toBe(
      `1 source: 2 rules (2 MUST, 0 SHOULD) and 0 katas in 1 category; 0 blocks skipped.\n\nWritten:\n  .precept/rules/s/metadata.yml\n  .precept/rules/s/commandments.yml\n`,
    );
    expect(await shop.read('.precept/rules/s/commandments.yml')).toBe(
      `# yaml-language-server: $schema=../../schemas/commandments.schema.json\n\nwriting-tests:\n  when: ${when}\n  ruleset:\n    - Never skip a test\n    - Name tests after behaviour\n`,
    );
    expect(Object.keys(await shop.files())).not.toContain('.precept/rules/s/suggestions.yml');
  });

  it.runIf(hasSignals)('of a scope that is there has what the scope lacks alone', async () => {
    const seen = async () => (await shop.read('../plan.yml')).replace(/^#.*\n/gm, '').trim();
    const shop = await edited(
      `(text) => { writeFileSync(new URL('plan.yml', import.meta.url), text); return text.replace(/ +- SHOULD: Tag[^\\n]*\\n/, ''); }`,
    );
    const edit = () => shop.precept('import', '--scope', 's', '--into', '--edit');
    await shop.precept('import', '--scope', 's', '--write');
    const before = await shop.files();
    expect(await edit()).toMatchObject({ code: 0, stderr: 'The scope s has all of it; nothing to do.\n' });
    expect(await shop.files()).toEqual(before);

    const more = `${agents}- Never {{ sleep\n\n## Ship\n\n- Tag it\n- Push it\n\n1. Do\n2. Re\n3. Mi\n`;
    await writeFile(path.join(shop.folder, 'AGENTS.md'), more);
    const ended = await edit();
    expect(await shop.read('../plan.yml')).toContain('# The scope is there: this is what it lacks,');
    expect(await seen()).toBe(
      'categories:\n  writing-tests:\n    rules:\n      - MUST: Never {{ sleep\n  ship:\n    rules:\n      - SHOULD: Tag it\n      - SHOULD: Push it\n  general:\n    katas:\n      - ship',
    );
    expect(ended.stdout).toMatch(
      /^1 source: 2 rules \(1 MUST, 1 SHOULD\) and 1 kata in 3 categories;.*\n\nAdded:\n {2}writing-tests MUST Never/,
    );
    expect(ended.stdout).not.toContain('say how strong they are');
    // What was left out is lacking again.
    await edit();
    expect(await seen()).toBe('categories:\n  ship:\n    rules:\n      - SHOULD: Tag it');
  });

  it.runIf(hasSignals)('marks what is proposed for the editor', async () => {
    const shop = await edited(
      `(text) => { if (!text.includes('when: ${when} # proposed')) throw text; return ''; }`,
    );
    const ended = await shop.precept('import', '--scope', 's', '--edit');
    expect(ended).toMatchObject({ code: 0, stderr: 'Nothing to write.\n' });
    expect(Object.keys(await shop.files())).toEqual(['AGENTS.md']);
  });

  it.runIf(hasSignals).each([
    [
      `() => 'categories: [1]'`,
      'line 1: `categories` is not a mapping; nothing is written, and your text is in ',
    ],
    [`() => 'categories: [2]'`, 'run the command again with VISUAL set to cp '],
    [
      `(text) => text.replace('categories:', 'categoris:')`,
      ': the plan has the key `categoris`; write `categories`; ',
    ],
    [
      `(text) => text.replace('description:', 'descripton:')`,
      'line 5: the plan has the key `descripton`; write `description`; nothing is written, and your text is in ',
    ],
    [`() => 'a: 1'`, 'line 1: the plan has the key `a`; it takes description, categories'],
    [`() => 'description: [a]'`, 'line 1: `description` is not a text'],
    [`() => '- a'`, 'the plan is not a mapping'],
    [`() => 'categories:\\n  A b: {}'`, 'line 2: "A b" is not the name of a category'],
    [`() => 'categories:\\n  a:\\n    ruls: [x]'`, 'line 3: `a` has the key `ruls`; write `rules`'],
    [`() => 'categories:\\n  a:\\n\\n    when: 3'`, 'line 4: `when` of `a` is not a text'],
    [`() => 'categories:\\n  a:\\n    rules: {MUST: x}'`, 'line 3: `rules` of `a` is not a list'],
    [`() => 'categories:\\n  a:\\n    paths:\\n      - 1'`, 'line 4: item 1 of `paths` of `a` is not a text'],
    [`() => 'categories:\\n  a: {rules: [x]}'`, 'line 2: rule 1 of `a` is not a mapping'],
    [
      `() => 'categories:\\n  a:\\n    rules:\\n      - MUST: x\\n      - Shuld: y'`,
      'line 5: rule 2 of `a` has the key `Shuld`; write `SHOULD`',
    ],
    [
      `() => 'categories:\\n  a:\\n    rules:\\n      - MUST: x\\n        why: [y]'`,
      'line 5: `why` of rule 1 of `a` is not a text',
    ],
    [
      `() => 'categories:\\n  a:\\n    rules:\\n      - MUST:'`,
      'line 4: rule 1 of `a` is not written as `- MUST: text` or `- SHOULD: text`',
    ],
    [`() => 'categories: {a: {katas: [{x: 1}]}}'`, 'is not written as `- name` or `- name: when`'],
    [
      `() => 'categories:\\n  a:\\n    katas:\\n      - none'`,
      'line 4: `a` names the kata "none", which the files do not have',
    ],
    [
      `() => 'categories:\\n  a:\\n    paths: [**/*.py]'`,
      'cannot be read: line 3, column 13: the alias `**/*.py` has no anchor before it. Put the glob in quotes, like "**/*.py"',
    ],
    [`() => 'a: ['`, 'the edited plan cannot be read: line 1, column 4: '],
    [`() => { process.exit(3); }`, 'ended with 3; nothing is written'],
  ])('that an editor spoils (%s) writes nothing', async (change, message) => {
    const shop = await edited(change);
    // The text stays there.
    vi.stubEnv('TMPDIR', path.dirname(shop.folder));
    onTestFinished(() => void vi.unstubAllEnvs());
    const ended = await shop.precept('import', '--scope', 's', '--edit');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect(Object.keys(await shop.files())).toEqual(['AGENTS.md']);
  });

  it('is asked for rule by rule on a terminal without an editor', async () => {
    const shop = await project({ 'AGENTS.md': agents });
    const ask = (input: string) =>
      precept(['import', '--scope', 's', '--edit'], {
        cwd: shop.folder,
        home: shop.home,
        terminal: true,
        input,
      });
    const left = await ask('d\nq\n');
    expect(left.stderr).toContain('Nothing to write.');
    expect(left.stdout).not.toContain('0 rules');
    expect(Object.keys(await shop.files())).toEqual(['AGENTS.md']);
    // An answer that means nothing is asked for again.
    const { stdout, code } = await ask('d\nno\ns\nm\n');
    expect(code).toBe(0);
    expect(stdout).toContain('1 of 3  writing-tests  SHOULD');
    expect(await shop.read('.precept/rules/s/commandments.yml')).toContain('- Name tests after behaviour');
    expect(await shop.read('.precept/rules/s/suggestions.yml')).toContain('- Never skip a test');
  });

  it('needs an editor or a terminal, and never one for a scope that is there', async () => {
    const shop = await project({ 'AGENTS.md': agents });
    expect(await shop.precept('import', '--scope', 's', '--edit')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--edit needs an editor in VISUAL or EDITOR'),
    });
  });
});
