import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import stringWidth from 'string-width';
import { beforeAll, describe, expect, test } from 'vitest';
import { problemCodes } from '../../src/model/problems/problem-codes.ts';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';

/** A project with an error, a warning and an info in one file, and an error in a file with an awkward name. */
let cwd: string;
beforeAll(async () => {
  cwd = await tempFolder({
    '.precept/rules/shop/commandments.yml':
      'a:\n  ruleset:\n    - "100%: ask {{ nobody }}, now"\n    - "Pay \\u202eno"\n',
    '.precept/rules/a, b: c#d/x': '',
  });
});

const run = (argv: readonly string[], terminal = false, env: Readonly<Record<string, string>> = {}) =>
  precept(['lint', ...argv], { cwd, terminal, env });
const file = '.precept/rules/shop/commandments.yml';

describe('text', () => {
  test('a block for each file, places, lines, cures, and a summary', async () => {
    const { code, stdout, stderr } = await run([]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toBe(`.precept/rules/a, b: c#d
  .precept/rules/a, b: c#d:1:1: warning: "a, b: c#d" cannot be the name of a scope [not-a-scope]
      Use 1 to 200 of A-Z, a-z, 0-9, "_" and "-"

${file}
  ${file}:1:1: info: nothing says when the category \`a\` applies [no-when]
      | a:
      | ^
      Add \`when\`, the situation that it is for: agents choose categories by it
  ${file}:3:21: error: "nobody" is not defined in scope "shop" [undefined-variable]
      | - "100%: ask {{ nobody }}, now"
      |                 ^^^^^^
      Define it or write {{ nobody | default('…') }}
  ${file}:4:12: warning: a hidden character, U+202E [hidden-text]
      | - "Pay \\u202eno"
      |        ^^^^^^
      Remove it, or say in visible characters what it means

1 error, 2 warnings, 1 info in 2 files.
`);
  });

  test('colour on terminals only, unless NO_COLOR is set', async () => {
    expect((await run([], true)).stdout).toContain('\u001b[31merror\u001b[0m');
    expect((await run([], true, { NO_COLOR: '1' })).stdout).not.toContain('\u001b');
  });

  test('what a terminal would act on is written out', async () => {
    const folder = await tempFolder({
      's/commandments.yml': 'a:\n  when: Now\n  ruleset: ["x\u202ey"] # \u0007\n',
    });
    const { stdout } = await precept(['lint', '.'], { cwd: folder });
    expect(stdout).toContain('["x\\u{202e}y"] # \\u{7}');
    expect(stdout).toContain(
      `\n      | ${' '.repeat('ruleset: ["x'.length)}${'^'.repeat('\\u{202e}'.length)}\n`,
    );
  });

  test('an info that a file has many times has its line and its cure below the first', async () => {
    const folder = await tempFolder({
      's/commandments.yml': 'a: {ruleset: [x]}\nb: {ruleset: [y]}\nc: {ruleset: [z]}\n',
      't/commandments.yml': 'a: {ruleset: [x]}\nb: {ruleset: [y]}\n',
    });
    const { stdout } = await precept(['lint', '.'], { cwd: folder });
    expect(stdout).toContain(`      Add \`when\`, the situation that it is for: agents choose categories by it
  s/commandments.yml:2:1: info: nothing says when the category \`b\` applies [no-when]
  s/commandments.yml:3:1: info: nothing says when the category \`c\` applies [no-when]

`);
    expect(stdout.match(/Add `when`/g)).toHaveLength(3);
  });

  test.each([
    ['the start', '', '', '- "{{ nobody }}'],
    ['the middle of a long line', 'x '.repeat(300), ' y'.repeat(300), '{{ nobody }}'],
    ['the end of a long line', 'x'.repeat(4000), '', '{{ nobody }}"'],
    ['wide characters', '漢字かな交じり文 '.repeat(3), '', '{{ nobody }}"'],
    ['wide characters on a long line', '漢字かな交じり文 '.repeat(60), '語'.repeat(60), '{{ nobody }}'],
    ['emoji of several parts', '👩‍👩‍👧‍👦🇸🇪é '.repeat(40), '👩🏽‍🚒'.repeat(20), '{{ nobody }}'],
    ['tabs', 'a\tb\t', '', '{{ nobody }}"'],
  ])('carets stand below what is meant: %s', async (_, before, after, shown) => {
    const text = `a:\n  when: Now\n  ruleset:\n    - "${before}{{ nobody }}${after}"\n`;
    const folder = await tempFolder({ 's/commandments.yml': text });
    const { stdout } = await precept(['lint', '.', '--lint', 'long-rule=off'], { cwd: folder });
    const [line = '', carets = ''] = stdout.split('\n').filter((one) => one.startsWith('      | '));
    expect(line).toContain(shown);
    expect(line.length).toBeLessThan(200);
    // A terminal's columns: what stands before the name takes as many as what stands before the carets.
    const left = line.slice(0, line.indexOf('nobody'));
    expect(stringWidth(left)).toBe(carets.indexOf('^'));
    expect(carets.trimEnd().slice(carets.indexOf('^'))).toBe('^'.repeat('nobody'.length));
  });

  test('a sound folder', async () => {
    const folder = await tempFolder({ 's/commandments.yml': 'a:\n  when: Now\n  ruleset: [x]\n' });
    expect(await precept(['lint', folder])).toMatchObject({
      code: 0,
      stdout: 'No problems found.\n',
      stderr: '',
    });
  });
});

test('json is a list of problems', async () => {
  const { stdout } = await run(['--format', 'json'], true);
  expect(JSON.parse(stdout)[2]).toEqual({
    code: 'undefined-variable',
    severity: 'error',
    file,
    line: 3,
    column: 21,
    end_line: 3,
    end_column: 27,
    message: '"nobody" is not defined in scope "shop"',
    hint: "Define it or write {{ nobody | default('…') }}",
    excerpt: '- "100%: ask {{ nobody }}, now"',
  });
  const sound = await tempFolder({ 's/': '' });
  expect((await precept(['lint', sound, '--format', 'json'])).stdout).toBe('[]\n');
});

test('github commands are escaped', async () => {
  const lines = (await run(['--format', 'github'], true)).stdout.split('\n');
  expect(lines).toEqual([
    '::warning file=.precept/rules/a%2C b%3A c#d,line=1,col=1,title=not-a-scope::"a, b: c#d" cannot be the name of a scope. Use 1 to 200 of A-Z, a-z, 0-9, "_" and "-"',
    expect.stringMatching(
      /^::notice file=\.precept\/rules\/shop\/commandments\.yml,line=1,col=1,title=no-when::/,
    ),
    expect.stringMatching(/^::error .*,line=3,col=21,title=undefined-variable::"nobody" is not/),
    expect.stringMatching(/^::warning .*,line=4,col=12,title=hidden-text::/),
    '',
  ]);
});

describe('sarif', () => {
  test('is valid against the official schema', async () => {
    // As @microsoft/jest-sarif 1.0.0-beta.0 (MIT) ships it; draft 4, of which only `id` differs from what Ajv reads.
    const schema = JSON.parse(
      await readFile(new URL('../fixtures/sarif-2.1.0-rtm.5.json', import.meta.url), 'utf8'),
    );
    const { $schema: _, id: __, ...draft7 } = schema;
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormats.default(ajv);
    const validate = ajv.compile(draft7);
    for (const target of [[], ['.precept/rules/shop']]) {
      const log = JSON.parse((await run([...target, '--format', 'sarif'])).stdout);
      expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(validate({ version: '2.1.0', runs: [{ results: 'none' }] })).toBe(false);
  });

  test('names rules, levels and places', async () => {
    const log = JSON.parse((await run(['--format', 'sarif'])).stdout);
    const [{ tool, results }] = log.runs;
    expect(tool.driver).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      informationUri: expect.stringMatching(/^https:/),
    });
    const page = await readFile(new URL('../../docs/lint.md', import.meta.url), 'utf8');
    for (const { id, helpUri } of tool.driver.rules) {
      expect(helpUri).toMatch(new RegExp(`^https://.+/docs/lint\\.md#${id}$`));
      expect(page).toContain(`<a id="${id}"></a>`);
    }
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(Object.keys(problemCodes));
    expect(results.map(({ level }: { level: string }) => level)).toEqual([
      'warning',
      'note',
      'error',
      'warning',
    ]);
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      '.precept/rules/a%2C%20b%3A%20c%23d',
    );
    expect(results[2]).toMatchObject({
      ruleId: 'undefined-variable',
      ruleIndex: Object.keys(problemCodes).indexOf('undefined-variable'),
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: file },
            region: { startLine: 3, startColumn: 21, endLine: 3, endColumn: 27 },
          },
        },
      ],
    });
  });

  test('a folder elsewhere is named by an absolute URI', async () => {
    const { stdout } = await precept(['lint', `${cwd}/.precept/rules`, '--format', 'sarif']);
    const [{ results }] = JSON.parse(stdout).runs;
    expect(results[2].locations[0].physicalLocation.artifactLocation.uri).toBe(
      pathToFileURL(path.join(cwd, file)).href,
    );
  });
});
