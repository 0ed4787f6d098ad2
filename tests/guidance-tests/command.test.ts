import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sax from 'sax';
import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { lint } from '../lint/lint.ts';
import { tempFolder } from '../support/folder.ts';

const company = {
  'company/commandments.yml': `
api.http:
  when: When adding or changing an HTTP endpoint
  paths: [src/api/**]
  ruleset: [Page lists with an opaque cursor, "Log for {{ scope.tags.team }}"]
api.errors: {when: When an endpoint answers with an error, ruleset: [Answer errors as problem details]}
`,
  'company/katas.yml': `
delivery.release:
  katas:
    cut-a-release: {when: When a version is released, procedure: "1. Tag the commit."}
`,
  'company/metadata.yml': 'tags: {team: all}\n',
  'shop/metadata.yml': 'parent: company\ntags: {team: checkout}\n',
  'shop/suggestions.yml': 'ui.forms: {when: When asking for input, ruleset: [Label every field]}\n',
  'alone/suggestions.yml': 'a: {ruleset: [Nothing here is about endpoints]}\n',
};
const green = `tests:
  pagination:
    task: Add pagination to the orders endpoint, HTTP, list
    files: [src/api/orders.ts]
    finds: [api.http]
    rules: {api.http: [Page lists]}
    not: {api.http: [offset], unknown: [anything]}
    max_tokens: 200
    inherited: true
  release:
    task: Release a version
    katas: [delivery.release/cut-a-release]
`;
const red = `tests:
  wrong:
    task: Add pagination to an endpoint
    finds:
      - api.http
      - ui.forms
    katas: [delivery.release/cut-release, api.http/cut-a-release]
    rules: {api.http: [page lists, Log for all], nothing.here: [x]}
    not: {api.http: [cursor]}
    max_tokens: 5
  whole:
    max_tokens: 10
`;

let sound: string;
let failing: string;
beforeAll(async () => {
  sound = await tempFolder({ ...company, 'company/tests.yml': green });
  failing = await tempFolder({ ...company, 'company/tests.yml': red });
});
const run = (cwd: string, argv: readonly string[] = []) => precept(['test', ...argv, '-r', '.'], { cwd });

describe('precept test', () => {
  test('runs the tests of each scope, and those that are inherited below it', async () => {
    const { code, stdout, stderr } = await run(sound);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'ok      company  pagination',
      'ok      company  release',
      'ok      shop  pagination',
      '3 passed, 0 failed.',
      '',
    ]);
    expect((await run(sound, ['shop'])).stdout).toBe('ok      shop  pagination\n1 passed, 0 failed.\n');
  });

  test('names each difference, and the place that asks for it', async () => {
    const { code, stdout } = await run(failing, ['company', '--format', 'json']);
    expect(code).toBe(1);
    const { tests, ...counts } = JSON.parse(stdout);
    expect(counts).toEqual({ passed: 0, failed: 2, problems: [] });
    const at = tests.flatMap(
      ({ differences }: { differences: { line: number; column: number; message: string; file: string }[] }) =>
        differences.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`),
    );
    expect(at).toEqual([
      expect.stringMatching(
        /^company\/tests.yml:6:9 finds: `ui.forms` is not among the first 8: .*api.http.*; the scope has no such category$/,
      ),
      expect.stringMatching(
        /:7:13 katas: `delivery.release\/cut-release` is not among the first 8: .*; the scope has no such kata; did you mean "delivery.release\/cut-a-release"\?$/,
      ),
      expect.stringMatching(/:7:43 katas: `api.http\/cut-a-release` is not among/),
      expect.stringMatching(
        /:8:24 rules: no rule of `api.http` begins with "page lists"; it has: "Page lists with/,
      ),
      expect.stringMatching(/:8:65 rules: no rule of `nothing.here` begins with "x"; it has no rules/),
      expect.stringMatching(/:9:22 not: a rule of `api.http` contains "cursor": "Page lists/),
      expect.stringMatching(/:10:17 max_tokens: the rules of `finds` are about \d+ tokens, more than 5$/),
      expect.stringMatching(
        /:12:17 max_tokens: the rules of the whole scope are about \d+ tokens, more than 10$/,
      ),
    ]);
  });

  test('writes JUnit and workflow commands that hold any text', async () => {
    const odd = green.replace(
      '  release:',
      '  "a < b & \\"c\\"\\n\\u0001 ]]>":\n    max_tokens: 1\n  release:',
    );
    const folder = await tempFolder({ ...company, 'company/tests.yml': odd });
    const { code, stdout } = await run(folder, ['company', '--format', 'junit']);
    expect(code).toBe(1);
    const names: string[] = [];
    const elements: Record<string, number> = {};
    const parser = sax.parser(true);
    parser.onopentag = ({ name, attributes }) => {
      elements[name] = (elements[name] ?? 0) + 1;
      if (name === 'testcase') names.push(String(attributes.name));
    };
    parser.write(stdout).close();
    expect(elements).toEqual({ testsuites: 1, testsuite: 1, testcase: 3, failure: 1 });
    expect(names).toEqual(['pagination', 'a < b & "c"\n\ufffd ]]>', 'release']);
    const { stdout: commands } = await run(folder, ['company', '--format', 'github']);
    expect(commands).toMatch(
      /^::error file=company\/tests.yml,line=\d+,col=17,title=company%3A a < b .*::max_tokens: .*\n$/,
    );
  });

  test('ends with 1 for a scope that is nowhere, 0 without tests, 2 for another format', async () => {
    expect(await run(sound, ['shup'])).toMatchObject({ code: 1, stdout: '' });
    expect(await run(sound, ['alone'])).toMatchObject({
      code: 0,
      stdout: 'There are no tests: write them into tests.yml of a scope.\n',
    });
    expect(await run(sound, ['--format', 'xml'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('fails the tests of a scope that is not served', async () => {
    const folder = await tempFolder({
      ...company,
      'company/commandments.yml': 'a: {ruleset: [{x: 1}]}\n',
      'company/tests.yml': green,
    });
    const { code, stdout } = await run(folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAILED {2}company {2}pagination\n {8}company\/tests.yml:2:3: /);
  });
});

describe('a tests.yml with mistakes', () => {
  const broken = `tests:
  typo: {task: Add an endpoint, find: [api.http], finds: [api.http]}
  shape: {task: Add an endpoint, finds: api.http}
  empty: {}
  nothing: {finds: [api.http]}
  kata: {task: Release, katas: [cut-a-release], max_tokens: 0}
  name: {task: Release, finds: ["api..http"]}
  fine: {task: Add an endpoint, finds: [api.http]}
other: 1
`;

  test('is reported by lint and fails the command, and no answer', async () => {
    const folder = await tempFolder({ ...company, 'company/tests.yml': broken });
    const { problems } = await lint(folder);
    const said = problems.flatMap(({ file, line, severity, code }) =>
      file === 'company/tests.yml' ? [`${line} ${severity} ${code}`] : [],
    );
    expect(said).toEqual([
      '2 warning unknown-key',
      '3 error wrong-type',
      '4 error missing-value',
      '5 error missing-value',
      '6 error invalid-value',
      '7 error invalid-value',
      '9 warning unknown-key',
    ]);
    const { code, stdout } = await run(folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {6}company {2}fine$/m);
    expect(stdout).toMatch(
      /error {2}company\/tests.yml:3:41: `finds` of test `shape` is a string, not a list/,
    );
    expect(stdout.trimEnd().endsWith('2 passed, 0 failed, 5 errors in tests.yml.')).toBe(true);
    const rules = await precept(['rules', 'company', '-r', '.'], { cwd: folder });
    expect(rules).toMatchObject({ code: 0, stderr: '' });
  });

  test('of an ancestor fails the tests of the scopes below it, whether or not any test is inherited', async () => {
    const folder = await tempFolder({
      ...company,
      'company/tests.yml': 'tests: [',
      'alone/tests.yml': 'tests: [',
    });
    const { code, stdout } = await run(folder, ['shop']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/error {2}company\/tests.yml:1:/);
    expect(stdout).not.toContain('alone/tests.yml');
  });

  test.each([
    ['not YAML', 'tests: [', /yaml|flow|\]/i],
    ['a list', '- a\n', /the file is not a mapping/],
    ['tests as a list', 'tests: [a]\n', /`tests` is not a mapping of tests by name/],
    ['too large', `a: ${'x'.repeat(4 * 1024 * 1024)}`, /over 4 MiB/],
  ])('%s', async (_, text, says) => {
    const folder = await tempFolder({ ...company, 'shop/tests.yml': text });
    const { code, stdout } = await run(folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(says);
  });

  test('with line ends and a byte order mark of Windows has the same places', async () => {
    const folder = await tempFolder(company);
    await writeFile(join(folder, 'company/tests.yml'), `\ufeff${red.replaceAll('\n', '\r\n')}`);
    const [unix, windows] = await Promise.all(
      [failing, folder].map((one) => run(one, ['company', '--format', 'github'])),
    );
    expect(windows?.stdout).toBe(unix?.stdout);
  });
});

test('the schema for editors takes the tests of the examples', async () => {
  const { Ajv } = await import('ajv');
  const schema = JSON.parse(await readFile('schemas/tests.schema.json', 'utf8'));
  const isValid = new Ajv({ strict: false }).compile(schema);
  const { parse } = await import('yaml');
  for (const path of ['acme/rules/acme', 'acme/rules/checkout', 'meridian/rules/patient-portal']) {
    expect(isValid(parse(await readFile(`examples/${path}/tests.yml`, 'utf8'))), path).toBe(true);
  }
  expect(isValid({ tests: { a: { finds: 'api.http' } } })).toBe(false);
});

test.each([
  ['acme', 25],
  ['meridian', 5],
])('the tests of examples/%s pass, %i or more of them', async (name, count) => {
  const { code, stdout } = await precept(['test', '-r', `examples/${name}/rules`], { cwd: process.cwd() });
  expect(stdout).not.toContain('FAILED');
  expect(code).toBe(0);
  expect(Number(/(\d+) passed, 0 failed\.\n$/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(count);
});
