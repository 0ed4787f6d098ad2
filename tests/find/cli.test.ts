import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { content } from './content.ts';

let rules: string;
beforeAll(async () => {
  rules = await tempFolder({ ...content, 'other/commandments.yml': 'a: {ruleset: [Say this: broken]}\n' });
});
const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  precept([...argv, '-r', rules], { env });
const names = (stdout: string) => [...stdout.matchAll(/^- `([^`]+)`/gm)].map(([, name]) => name);

describe('precept find', () => {
  test('takes the first word for the scope where there is one of that name', async () => {
    const { code, stdout, stderr } = await run(['find', 'shop', 'answer', 'with', 'errors']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^# Categories of scope shop that fit\n/);
    expect(names(stdout)[0]).toBe('api.errors');
    expect(stdout).toMatch(/\n\nNothing else of 6 categories matches these words\.\n$/);
  });

  test('takes all words for the task otherwise, and the default scope', async () => {
    const { code, stdout, stderr } = await run(['find', 'answer', 'errors', '--max-results', '1'], {
      PRECEPT_DEFAULT_SCOPE: 'shop',
    });
    expect(code).toBe(0);
    expect(stderr).toBe('precept: no scope is given, so this is about the default_scope "shop"\n');
    expect(names(stdout)).toEqual(['api.errors']);
    const named = await run(['find', 'company', 'answer', 'errors'], { PRECEPT_DEFAULT_SCOPE: 'shop' });
    expect(named.stderr).toBe(
      'precept: the first word names a scope, so this is about "company", not the default_scope "shop"\n',
    );
    expect(named.stdout).toMatch(/^# Categories of scope company that fit\n/);
    const nowhere = await run(['find', 'shup', 'errors']);
    expect(nowhere).toMatchObject({ code: 1, stdout: '' });
    expect(nowhere.stderr).toMatch(
      /^precept: There is no scope "shup", and no default_scope is set\. .*shop/,
    );
  });

  test('looks for files', async () => {
    const { stdout } = await run(['find', 'shop', '--files', 'db/1.sql,src/api/a.ts', '--format', 'json']);
    expect(JSON.parse(stdout).for_files.map(({ category }: { category: string }) => category)).toEqual([
      'api.http',
      'data.sql',
    ]);
    const { stdout: each } = await run(['find', 'shop', '--files', 'db/1.sql', '--files', 'src/api/a.ts']);
    expect(names(each)).toEqual(['api.http', 'data.sql']);
    const { stdout: windows } = await run(['find', 'shop', '--files', 'C:\\work\\shop\\src\\api\\a.ts']);
    expect(windows).toContain('For your files:\n\n- `api.http`');
  });

  test.each([
    [['find'], /needs words to search for, or --files/],
    [['find', 'shop'], /needs words to search for, or --files/],
    [['find', 'shop', 'a', '--max-results', '99'], /--max-results: must be a whole number from 1 to 50/],
    [['find', 'shop', 'a', '--max-results', 'x'], /--max-results takes a whole number, not "x"/],
    [['search'], /needs words to search for/],
  ])('%j is wrong usage', async (argv, says) => {
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
  });
});

describe('precept search', () => {
  test('finds a rule once, where it is written, with the scopes that it reaches', async () => {
    const { code, stdout } = await run(['search', 'opaque', 'cursors', '--format', 'json']);
    expect(code).toBe(0);
    const { hits, warnings } = JSON.parse(stdout);
    expect(hits).toEqual([
      {
        category: 'api.http',
        text: 'Page lists with an opaque cursor',
        origin: { server: 'local', scope: 'company', file: 'company/commandments.yml', line: 8 },
        scopes: ['company', 'shop'],
        score: expect.any(Number),
      },
    ]);
    expect(warnings).toEqual([
      expect.stringMatching(/^Scope "other" has invalid content: other\/commandments\.yml:1:/),
    ]);
  });

  test('finds katas too, and shows a template as its own scope has it, or as it is written', async () => {
    const { stdout } = await run(['search', 'release', '--format', 'json']);
    expect(JSON.parse(stdout).hits[0]).toMatchObject({
      category: 'delivery.release',
      kata: 'cut-release',
      text: 'When main is green',
      scopes: ['company', 'shop'],
    });
    const { stdout: text } = await run(['search', 'header']);
    expect(text).toMatch(
      /^> \*\*Incomplete:\*\* Scope "other" has invalid content: .*\n\n# Found in 2 scopes\n\n/,
    );
    expect(text).toContain(
      '- `api.http`: Ask {{ scope.tags.team }} before you add a header\n  company/commandments.yml:9, in company, shop\n',
    );
    const below = await tempFolder({
      'a/commandments.yml': 'x: {when: Now, ruleset: [Ask the owner]}\n',
      'b/commandments.yml': 'y: {when: Now, ruleset: [Be brief]}\n',
    });
    const { stdout: one } = await precept(['search', 'owner', '-r', '.'], { cwd: below });
    expect(one).toMatch(/^# Found in 1 of 2 scopes\n\n/);
    expect((await run(['search', 'xylophone'])).stdout).toContain('Nothing in 2 scopes fits "xylophone".');
  });

  test('finds a category without a `when` by that of the category above it, which has no rules', async () => {
    const folder = await tempFolder({
      's/commandments.yml': `migrations: {when: How to write database migrations, ruleset: []}
migrations.naming: {ruleset: [Begin names with the day]}
review: {ruleset: [Check that each write locks the account]}
`,
    });
    const { stdout } = await precept(['find', 's', 'write', 'a', 'migration', '-r', folder]);
    expect(names(stdout)[0]).toBe('migrations.naming');
  });
});
