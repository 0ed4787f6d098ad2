import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { linesOf, project, report, tenka } from './vision.ts';

describe('matching', () => {
  test('is by name or full name, else as a glob', async () => {
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['pays *', 'pays', 'a > pays', '*', 'b > ?*', 'pays [x]']),
      'r.xml': report('a|pays *|failure', 'a|pays twice', 'b|pays', 'c|pays [x]', 'b|p'),
    });
    const { checks, checks_without_test } = await shop.import('r.xml');
    expect(checks.map(({ check, cases, passed }) => [check, cases, passed])).toEqual([
      ['pays *', 1, false],
      ['pays', 1, true],
      ['*', 5, false],
      ['b > ?*', 2, true],
      ['pays [x]', 1, true],
    ]);
    expect(checks_without_test).toEqual([{ scope: 'shop', ac: 'AC1.1', check: 'a > pays' }]);
  });

  test('wants every case to pass, over all reports of one call', async () => {
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['sums'], ['other']),
      'one.xml': report('a|sums', 'a|other'),
      'two.xml': report('b|sums|skipped'),
    });
    const { checks } = await shop.import('one.xml', 'two.xml');
    expect(checks).toMatchObject([
      { check: 'sums', cases: 2, passed: false },
      { check: 'other', cases: 1, passed: true },
    ]);
    const [sums, other] = await linesOf(shop);
    expect(sums?.source).toMatch(/^one\.xml and 1 more sha256:[0-9a-f]{16}$/);
    expect(other?.source).toMatch(/^one\.xml sha256:[0-9a-f]{16}$/);
  });

  test('counts a result for the scope that the story comes from', async () => {
    const shop = await project({
      'rules/team/tenka.yml': tenka(['sums']),
      'rules/shop/metadata.yml': 'parent: team\n',
      'rules/other/tenka.yml': tenka(['sums'], ['sums', { manual: 'looked at it', validated: true }]),
      'r.xml': report('a|sums'),
    });
    await shop.import('r.xml');
    expect((await linesOf(shop)).map(({ scope, ac }) => `${scope} ${ac}`)).toEqual([
      'other AC1.1',
      'other AC1.2',
      'team AC1.1',
    ]);
    const { stdout } = await shop.run(['tenka', 'validation', 'shop', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ validated: 1, total: 1 });
  });

  test('keeps the results of tests that checks of rules name, by the ids of the rules', async () => {
    const check = { test: 'replays *' };
    const rule = { id: 'replay', rule: 'Replay the first answer', check };
    const shop = await project({
      'rules/shop/commandments.yml': JSON.stringify({ api: { when: 'Always', ruleset: [rule] } }),
      'rules/shop/suggestions.yml': JSON.stringify({
        api: { ruleset: [{ rule: 'Be quick', check: { test: 'slow' } }] },
      }),
      'r.xml': report('a|replays a POST'),
    });
    const { checks, checks_without_test } = await shop.import('r.xml', '--prune');
    expect(checks).toMatchObject([{ scope: 'shop', ac: 'replay', check: 'replays *', passed: true }]);
    expect(checks_without_test).toMatchObject([{ scope: 'shop', check: 'slow' }]);
    const { stdout } = await shop.run(['checks', 'shop', '--format', 'json']);
    expect(JSON.parse(stdout).rules.map(({ state }: { state: string }) => state)).toEqual([
      'enforced',
      'unverified',
    ]);
  });

  test('takes out nothing while rules of the default scope are not known', async () => {
    const shop = await project({
      'rules/shop/metadata.yml': 'parent: company\n',
      'rules/shop/tenka.yml': tenka(['sums']),
      'r.xml': report('a|sums'),
    });
    const { pruned, warnings } = await shop.import('r.xml', '--prune', '--default-scope', 'shop');
    expect(pruned).toBe(0);
    expect(warnings).toEqual([
      '--prune took out no results, because the default scope is not whole: "precept doctor" tells why.',
    ]);
  });

  test('takes out nothing while the rules of a scope cannot be read', async () => {
    const rules = 'a:\n  ruleset:\n    - {rule: Sum well, id: sum-well, check: {test: sums}}\n';
    const file = 'rules/shop/commandments.yml';
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['adds']),
      [file]: rules,
      'r.xml': report('a|sums'),
    });
    expect((await shop.import('r.xml')).checks).toHaveLength(1);
    await writeFiles(shop.folder, { [file]: `${rules}b: [` });
    const { pruned, warnings } = await shop.import('r.xml', '--prune');
    expect([pruned, warnings]).toEqual([
      0,
      ['--prune took out no results, because the rules of a scope cannot be read: "precept lint" tells why.'],
    ]);
    await writeFiles(shop.folder, { [file]: '{}\n' });
    expect((await shop.import('r.xml', '--prune')).pruned).toBe(1);
  });

  test('reads suites within suites, attributes in any order and encodings', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>
      <testsuite><testsuite><testsuite name="x"><properties><property name="testcase" value="failure"/></properties>
      <testcase time="1" name="gr\u00fc\u00dft &#38; &lt;zahlt&gt;&#10;&#x41;" classname='a"b'><system-out><![CDATA[<failure/>]]></system-out>
      <properties><property name="x"><failure/></property></properties></testcase>
      </testsuite></testsuite><testcase name="alone" status="notrun"/></testsuite>`;
    const shop = await project({ 'rules/shop/tenka.yml': tenka(['a"b > grüßt & <zahlt>\nA', 'alone']) });
    await writeFile(path.join(shop.folder, 'latin.xml'), Buffer.from(text, 'latin1'));
    await writeFile(
      path.join(shop.folder, 'wide.xml'),
      Buffer.from(`\ufeff${text.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le'),
    );
    for (const file of ['latin.xml', 'wide.xml']) {
      const { checks } = await shop.import(file);
      expect(checks).toMatchObject([
        { cases: 1, passed: true },
        { check: 'alone', passed: false },
      ]);
    }
  });
});

describe('the validation file', () => {
  test('gets one line a matched check, in a folder made for it', async () => {
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['sums', 'sums'], ['fails'], ['nobody']),
      'reports/r.xml': report('a|sums', 'a|fails|error', 'a|else'),
    });
    const started = Date.now();
    await shop.import('reports/r.xml');
    const lines = await linesOf(shop);
    expect(lines).toEqual([
      expect.objectContaining({ scope: 'shop', ac: 'AC1.1', check: 'sums', passed: true }),
      expect.objectContaining({ scope: 'shop', ac: 'AC1.2', check: 'fails', passed: false }),
    ]);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual([
        ...['timestamp', 'scope', 'ac', 'check', 'passed', 'source', 'state', 'suite'],
      ]);
      expect(line.source).toMatch(/^reports\/r\.xml sha256:[0-9a-f]{16}$/);
      expect(Date.parse(line.timestamp)).toBeGreaterThanOrEqual(started - 1000);
    }
  });

  test('gets a line a matched check from each import, also of the same report', async () => {
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['sums'], ['more']),
      'a.xml': report('a|sums', 'a|more'),
    });
    for (const lines of [2, 4]) {
      expect((await shop.import('a.xml')).checks.map(({ recorded }) => recorded)).toEqual([true, true]);
      expect(await linesOf(shop)).toHaveLength(lines);
    }
    // The same report named three times is one report.
    const { checks } = await shop.import('a.xml', './a.xml', '[a].xml');
    expect(checks.map(({ cases }) => cases)).toEqual([1, 1]);
    expect(await linesOf(shop)).toHaveLength(6);
  });

  test('is not touched by a dry run, which says the same', async () => {
    const shop = await project({ 'rules/shop/tenka.yml': tenka(['sums']), 'r.xml': report('a|sums') });
    const dry = await shop.import('--dry-run', 'r.xml');
    expect(await linesOf(shop)).toEqual([]);
    const wet = await shop.import('r.xml');
    expect(dry).toEqual({
      ...wet,
      dry_run: true,
      checks: wet.checks.map((check) => ({ ...check, recorded: false })),
    });
    expect(wet.changes).toHaveLength(2);
  });

  test('has a torn last line closed, and keeps it', async () => {
    const shop = await project({ 'rules/shop/tenka.yml': tenka(['sums']), 'r.xml': report('a|sums') });
    const file = path.join(shop.folder, '.precept/validation.jsonl');
    await mkdir(path.dirname(file));
    await writeFile(file, '{"timestamp":"2026-01-01T00:00:00Z","scope":"sh');
    await shop.import('r.xml');
    const [torn, line, covered, end] = (await readFile(file, 'utf8')).split('\n');
    expect(torn).toMatch(/"sh$/);
    expect(JSON.parse(line ?? '')).toMatchObject({ check: 'sums', state: 'passed', suite: 's' });
    expect(JSON.parse(covered ?? '')).toMatchObject({ suites: ['s'] });
    expect(end).toBe('');
    const { stdout } = await shop.run(['tenka', 'validation', 'shop', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ validated: 1 });
  });

  test('that cannot be written is a fault with the reason', async () => {
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['sums']),
      'r.xml': report('a|sums'),
      'log/': '',
    });
    const { code, stdout, stderr } = await shop.run(['tenka', 'import', 'r.xml', '--validation-file', 'log']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^precept: The validation file cannot be (read|written): EISDIR[^\n]+Nothing was imported\.\n$/,
    );
  });
});

test('imports at the same moment lose no line', async () => {
  const writers = 4;
  const checks = Array.from({ length: 300 }, (_, index) => `check number ${index}`);
  const shop = await project({ 'rules/shop/tenka.yml': tenka(checks) });
  const passing = (writer: number) =>
    checks.map((check, index) => `w${writer}|${check}|${index % 3 === 0 ? 'failure' : ''}`);
  for (let writer = 0; writer < writers; writer++) {
    await writeFile(path.join(shop.folder, `${writer}.xml`), report(...passing(writer)));
  }
  const outcomes = await Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      runProgram(['tenka', 'import', `${writer}.xml`, '-r', 'rules'], { cwd: shop.folder }),
    ),
  );
  for (const { code, stderr } of outcomes) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = await linesOf(shop);
  expect(lines).toHaveLength(writers * checks.length);
  const seen = new Set(lines.map(({ source, check }) => `${source.split(' ')[0]} ${check}`));
  expect(seen.size).toBe(writers * checks.length);
});

describe('what is told', () => {
  const files = {
    'rules/shop/tenka.yml': tenka(['sums'], ['fails'], ['nobody'], ['earlier']),
    'rules/broken/tenka.yml': 'tenka:\n  US1:\n    who: me\n    what: this\n',
    'rules/odd/tenka.yml': tenka(['sums']),
    'rules/odd/commandments.yml': 'a:\n  ruleset: [1]\n',
    'first.xml': report('a|sums|failure', 'a|fails', 'a|earlier'),
    'second.xml': report('a|sums', 'a|fails|failure', 'b|<else>'),
  };

  test('is for people: changes, checks without a test, cases without a check', async () => {
    const shop = await project(files);
    await shop.import('first.xml');
    const { code, stdout, stderr } = await shop.run(['tenka', 'import', 'second.xml']);
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "# Import of test results

      - second.xml: 2 passed, 1 failed, 0 skipped

      ## Status changes

      - odd \`US1\`: not_validated -> validated
      - odd \`AC1.1\`: not_validated -> validated
      - shop \`AC1.1\`: not_validated -> validated
      - shop \`AC1.2\`: validated -> not_validated
      - shop \`AC1.4\`: validated -> not_validated

      3 checks matched (2 passed, 1 did not), 3 recorded.

      ## Checks that did not pass

      - [ ] shop \`AC1.2\` test: fails (1 test case)

      ## Checks without any test

      - shop \`AC1.3\` test: nobody

      ## Checks whose test is gone from its suite (stale from now on)

      - shop \`AC1.4\` test: earlier

      1 check not in this report, kept as imported before.

      1 test case that no check names (--verbose lists them).
      "
    `);
    expect(stderr).toMatch(
      /^precept warn: Scope "broken" is left out[^\n]+broken\/tenka\.yml:3:5: `why` of story[^\n]+\n$/,
    );
  });

  test('is everything with --verbose', async () => {
    const shop = await project(files);
    await shop.import('first.xml');
    const { stdout } = await shop.run(['tenka', 'import', '--verbose', '--dry-run', 'second.xml']);
    expect(stdout).toMatchInlineSnapshot(`
      "# Import of test results (dry run, nothing is written)

      - second.xml: 2 passed, 1 failed, 0 skipped

      ## Status changes

      - odd \`US1\`: not_validated -> validated
      - odd \`AC1.1\`: not_validated -> validated
      - shop \`AC1.1\`: not_validated -> validated
      - shop \`AC1.2\`: validated -> not_validated
      - shop \`AC1.4\`: validated -> not_validated

      3 checks matched (2 passed, 1 did not), 3 would be recorded.

      ## Matched checks

      - [x] odd \`AC1.1\` test: sums (1 test case)
      - [x] shop \`AC1.1\` test: sums (1 test case)
      - [ ] shop \`AC1.2\` test: fails (1 test case)

      ## Checks without any test

      - shop \`AC1.3\` test: nobody

      ## Checks whose test is gone from its suite (stale from now on)

      - shop \`AC1.4\` test: earlier

      1 check not in this report, kept as imported before.

      ## Checks kept as imported before

      - shop \`AC1.4\` test: earlier

      1 test case that no check names:

      - b > <else>
      "
    `);
  });

  test('is how far it is, on a terminal alone: within a large report too, and wiped in the end', async () => {
    const cases = Array.from({ length: 60_000 }, (_, index) => `pkg.mod${index % 50}|case ${index}`);
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['pays']),
      'r.xml': report(...cases),
      'bad.xml': report('a|pays').replace('</testsuites>', ''),
    });
    const quiet = await shop.run(['tenka', 'import', '--dry-run', 'r.xml']);
    expect([quiet.code, quiet.stderr]).toEqual([0, '']);
    const { stderr } = await shop.run(['tenka', 'import', '--dry-run', 'r.xml'], { terminal: true });
    const shown = stderr.split('\r\u001b[K').slice(1);
    expect(shown[0]).toBe('1 of 1, 0 test cases: r.xml');
    expect(Number(/^1 of 1, (\d+) test cases: r\.xml$/.exec(shown[1] ?? '')?.[1])).toBeGreaterThan(0);
    expect(shown.at(-1)).toBe('');
    const refused = await shop.run(['tenka', 'import', 'bad.xml'], { terminal: true });
    expect(refused.stderr.split('\r\u001b[K')).toEqual([
      '',
      '1 of 1, 0 test cases: bad.xml',
      expect.stringContaining('bad.xml:3:1: the report is not well-formed'),
    ]);
  });

  test('is JSON and YAML too', async () => {
    const shop = await project(files);
    const { changes, warnings, unmatched_test_cases } = await shop.import('second.xml');
    expect(changes).toEqual([
      { scope: 'odd', ref: 'US1', from: 'not_validated', to: 'validated' },
      { scope: 'odd', ref: 'AC1.1', from: 'not_validated', to: 'validated' },
      { scope: 'shop', ref: 'AC1.1', from: 'not_validated', to: 'validated' },
    ]);
    expect(warnings).toHaveLength(1);
    expect(unmatched_test_cases).toEqual({ count: 1 });
    const { stdout } = await shop.run(['tenka', 'import', 'second.xml', '--format', 'yaml']);
    expect(stdout).toContain('dry_run: false');
    const bad = await shop.run(['tenka', 'import', 'second.xml', '--format', 'xml']);
    expect(bad.code).toBe(2);
  });
});

describe('files', () => {
  const shopWith = () =>
    project({
      'rules/shop/tenka.yml': tenka(['sums', 'more']),
      'build/a/TEST-1.xml': report('a|sums'),
      'build/b/TEST-2.xml': report('a|more'),
      'build/b/notes.txt': 'no report',
      'build/node_modules/x/TEST-3.xml': 'no report',
      'odd [1].xml': report('a|sums|failure'),
    });

  test('may be globs, several, and named like globs', async () => {
    const shop = await shopWith();
    const names = async (...argv: string[]) => (await shop.import(...argv)).reports.map(({ name }) => name);
    expect(await names('build/**/TEST-*.xml')).toEqual(['build/a/TEST-1.xml', 'build/b/TEST-2.xml']);
    expect(await names('build/b/*.xml', 'build/{a,b}/*.xml')).toEqual([
      'build/b/TEST-2.xml',
      'build/a/TEST-1.xml',
    ]);
    expect(await names('odd [1].xml')).toEqual(['odd [1].xml']);
    expect(await names(path.join(shop.folder, 'build/a/TEST-1.xml'))).toEqual(['build/a/TEST-1.xml']);
    expect(await names(path.join(shop.folder, 'build/?/*.xml'))).toHaveLength(2);
  });

  test('outside of the working folder are known by their own name', async () => {
    const shop = await shopWith();
    const elsewhere = await project({ 'TEST-1.xml': report('a|sums') });
    const other = path.join(elsewhere.folder, 'TEST-1.xml');
    await appendFile(other, '<!-- x -->');
    const { reports } = await shop.import(other, 'build/a/TEST-1.xml');
    expect(reports.map(({ name }) => name)).toEqual(['TEST-1.xml', 'build/a/TEST-1.xml']);
    expect((await linesOf(shop)).map(({ source }) => source.split(' sha')[0])).toEqual([
      'TEST-1.xml and 1 more',
    ]);
  });

  test.each([
    ['nowhere.xml', /There is no file nowhere\.xml/],
    ['none/*.xml', /No file matches none\/\*\.xml; did the tests write/],
    ['build', /build is a folder; name the reports in it, like build\/\*\.xml/],
  ])('%s is a fault', async (pattern, says) => {
    const { code, stdout, stderr } = await (await shopWith()).run([
      'tenka',
      'import',
      'build/a/TEST-1.xml',
      pattern,
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^precept: [^\n]+\n$/);
    expect(stderr).toMatch(says);
  });

  test('there must be one, and a rules folder', async () => {
    const shop = await shopWith();
    expect((await shop.run(['tenka', 'import'])).code).toBe(2);
    const outcome = await runProgram(['tenka', 'import', 'build/a/TEST-1.xml'], { cwd: shop.folder });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('no rules folder was found') });
  });
});
