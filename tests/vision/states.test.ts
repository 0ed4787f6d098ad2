import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { type HttpClient, httpClient, jsonOf } from '../http/client.ts';
import { startProcessorClock } from '../support/in-time.ts';
import { linesOf, type Project, project, report, tenka } from './vision.ts';

interface Check {
  readonly text: string;
  readonly passed: boolean;
  readonly state: string;
  readonly last_run: string | null;
  readonly source: string | null;
  readonly message: string | null;
}

async function checksOf(shop: Project, ...more: string[]): Promise<Check[]> {
  const { stdout } = await shop.run(['tenka', 'validation', 'shop', '--format', 'json', ...more]);
  const { acs } = JSON.parse(stdout) as { acs: { checks: Check[] }[] };
  return acs.flatMap(({ checks }) => checks);
}
const statesOf = async (shop: Project, ...more: string[]) =>
  (await checksOf(shop, ...more)).map(({ text, state, passed }) => `${text} ${state} ${passed}`);

describe('a check', () => {
  test('says what it showed last, when and where, and why it failed', async () => {
    const xml = `<testsuites><testsuite name="cart"><testcase name="ok"/>
      <testcase name="off"><skipped/></testcase>
      <testcase name="attribute"><failure message="\u202eexpected 2&#10;to be 3">a stack</failure></testcase>
      <testcase name="body"><error><![CDATA[

   Error: no such cart ${'x'.repeat(300)}
   at line 3]]></error></testcase></testsuite></testsuites>`;
    const checks = ['ok', 'off', 'attribute', 'body', 'nobody', { manual: 'seen', validated: true }];
    const shop = await project({
      'rules/shop/tenka.yml': tenka(...checks.map((check) => [check])),
      'r.xml': xml,
    });
    await shop.import('r.xml');
    const found = await checksOf(shop);
    expect(found.map(({ text, state, passed }) => [text, state, passed])).toEqual([
      ['ok', 'passed', true],
      ['off', 'skipped', false],
      ['attribute', 'failed', false],
      ['body', 'failed', false],
      ['nobody', 'not_run', false],
      ['seen', 'passed', true],
    ]);
    expect(found[0]).toMatchObject({
      last_run: expect.stringMatching(/Z$/),
      source: expect.stringMatching(/^r\.xml sha256:/),
      message: null,
    });
    expect(found[2]?.message).toBe('expected 2');
    expect(found[3]?.message).toMatch(/^Error: no such cart x+…$/);
    expect(found[3]?.message).toHaveLength(200);
    expect(found[4]).toMatchObject({ last_run: null, source: null, message: null });
    const day = new Date().toISOString().slice(0, 10);
    const { stdout } = await shop.run(['tenka', 'validation', 'shop']);
    expect(stdout).toContain(`  - failed: \`attribute\` (${day}, r.xml): expected 2\n`);
    expect(stdout).toContain('  - not_run: `nobody`\n');
    expect(stdout).toContain('  - passed: `seen` (manual)\n');
  });

  test('is stale once a later import covers its suite without it, and stays where the suite is another', async () => {
    const other = report('z|kept').replace('name="s"', 'name="other"');
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['stays'], ['goes'], ['kept']),
      'one.xml': report('a|stays', 'a|goes'),
      'other.xml': other,
      'two.xml': report('a|stays'),
    });
    await shop.import('one.xml', 'other.xml');
    expect(await statesOf(shop)).toEqual(['stays passed true', 'goes passed true', 'kept passed true']);
    const imported = await shop.run(['tenka', 'import', 'two.xml', '--format', 'json']);
    expect(JSON.parse(imported.stdout)).toMatchObject({
      checks_that_vanished: [{ ac: 'AC1.2', check: 'goes' }],
      changes: [
        { ref: 'US1', from: 'validated', to: 'not_validated' },
        { ref: 'AC1.2', from: 'validated', to: 'not_validated' },
      ],
    });
    expect(await statesOf(shop)).toEqual(['stays passed true', 'goes stale false', 'kept passed true']);
    await shop.import('one.xml');
    expect((await statesOf(shop))[1]).toBe('goes passed true');
  });

  test('is stale after some days, and results of older versions have a state too', async () => {
    const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const line = (ac: string, check: string, days: number, passed = true) =>
      JSON.stringify({ timestamp: before(days), scope: 'shop', ac, check, passed, source: 'r.xml' });
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['new'], ['old'], ['bad']),
      '.precept/validation.jsonl': `${[line('AC1.1', 'new', 2), line('AC1.2', 'old', 4), line('AC1.3', 'bad', 4, false)].join('\n')}\n`,
    });
    expect(await statesOf(shop)).toEqual(['new passed true', 'old passed true', 'bad failed false']);
    expect(await statesOf(shop, '--validation-max-age-days', '3')).toEqual([
      'new passed true',
      'old stale false',
      'bad stale false',
    ]);
  });
});

test('an import names the nearest tests, and takes out what no story has any more', async () => {
  const shop = await project({
    'rules/shop/tenka.yml': tenka(['pays by card'], ['gone soon'], ['unrelatd']),
    'r.xml': report('a|pays by credit card', 'a|gone soon', 'a|unrelated'),
  });
  const first = await shop.run(['tenka', 'import', 'r.xml']);
  expect(first.stdout).toContain('test: pays by card; nearest tests: `a > pays by credit card`\n');
  expect(first.stdout).toContain('test: unrelatd; nearest tests: `a > unrelated`\n');
  expect(await linesOf(shop)).toHaveLength(1);
  await writeFile(path.join(shop.folder, 'rules/shop/tenka.yml'), tenka(['pays by card']));
  const file = path.join(shop.folder, '.precept/validation.jsonl');
  const kept = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('"import"'));
  const dry = await shop.run(['tenka', 'import', 'r.xml', '--prune', '--dry-run', '--format', 'json']);
  expect(JSON.parse(dry.stdout)).toMatchObject({ pruned: 0 });
  const pruned = await shop.run(['tenka', 'import', 'r.xml', '--prune', '--format', 'json']);
  expect(JSON.parse(pruned.stdout)).toMatchObject({ pruned: 1 });
  expect(await linesOf(shop)).toEqual([]);
  expect(await readFile(file, 'utf8')).toContain(kept[0]);
});

test('names like no test, by the thousand, take little time', async () => {
  const words = (at: number, letters: string) =>
    Array.from(
      { length: 6 },
      (_, word) => letters.charAt((at * 7 + word) % 8).repeat(3) + (at * 31 + word),
    ).join(' ');
  const shop = await project({
    'rules/shop/tenka.yml': tenka(...Array.from({ length: 1500 }, (_, at) => [words(at, 'abcdefgh')])),
    'r.xml': report(...Array.from({ length: 500 }, (_, at) => `c|${words(at, 'stuvwxyz')}`)),
  });
  const clock = startProcessorClock();
  const { checks_without_test } = await shop.import('r.xml');
  clock.expectInTime(2_500);
  expect(checks_without_test).toHaveLength(1500);
});

test('while the stories of a scope cannot be read, nothing is taken out, so that it is validated again once they can', async () => {
  const shop = await project({
    'rules/shop/tenka.yml': tenka(['pays by card']),
    'rules/depot/tenka.yml': tenka(['counts']),
    'r.xml': report('a|pays by card', 'a|counts'),
  });
  await shop.import('r.xml');
  const before = await linesOf(shop);
  await writeFile(path.join(shop.folder, 'rules/depot/tenka.yml'), 'US1: [');
  const pruned = await shop.run(['tenka', 'import', 'r.xml', '--prune', '--format', 'json']);
  expect(JSON.parse(pruned.stdout)).toMatchObject({ pruned: 0 });
  expect(pruned.stderr).toMatch(/"depot" is left out.*--prune took out no results/s);
  expect((await linesOf(shop)).slice(0, before.length)).toEqual(before);
});

test('a terminal is told which report is read', async () => {
  const shop = await project({ 'rules/shop/tenka.yml': tenka(['a']), 'r.xml': report('x|a') });
  const argv = ['tenka', 'import', 'r.xml', '-r', path.join(shop.folder, 'rules')];
  const { stderr } = await precept(argv, { cwd: shop.folder, terminal: true });
  expect(stderr).toMatch(/1 of 1, \d+ test cases: r\.xml/);
});

test('coverage lists criteria without checks, checks without results and tests without checks', async () => {
  const none = {
    tenka: {
      US1: {
        who: 'a',
        what: 'b',
        why: 'c',
        acs: {
          // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
          'AC1.1': { given: 'a', when: 'b', then: 'c' },
          // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
          'AC1.2': { given: 'a', when: 'b', then: 'c', checks: [{ test: 'runs' }, { test: 'never' }] },
        },
      },
    },
  };
  const shop = await project({
    'rules/shop/tenka.yml': JSON.stringify(none),
    'r.xml': report('x|runs', 'x|AC1.1 refunds', 'x|AC9.9 of another', 'x|plain'),
  });
  await shop.import('r.xml');
  const { stdout } = await shop.run(['tenka', 'coverage', 'shop', '--format', 'json']);
  expect(JSON.parse(stdout)).toEqual({
    scope_name: 'shop',
    criteria_without_checks: [{ ref: 'AC1.1', story: 'US1' }],
    checks_without_results: [{ ref: 'AC1.2', check: 'never' }],
    tests_without_checks: [{ ref: 'AC1.1', test: 'x > AC1.1 refunds' }],
  });
  expect((await shop.run(['tenka', 'coverage', 'shop'])).stdout).toContain('`AC1.2` test: never');
  expect(await shop.run(['tenka', 'coverage', 'shpo'])).toMatchObject({ code: 1 });
});

test('the state is on the page in a word, and travels in bundles', async () => {
  const moment = '2026-03-01T00:00:00.000Z';
  const result = { timestamp: moment, scope: 'shop', ac: 'AC1.1', check: 'a', passed: true, source: 'r.xml' };
  const lines = [
    { ...result, state: 'passed', suite: 's' },
    { timestamp: '2026-03-02T00:00:00.000Z', import: 'i', suites: ['s'] },
  ];
  const folder = await project({
    '.precept/v.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  const client: HttpClient = await httpClient(
    { 'shop/tenka.yml': tenka(['a']) },
    { validation_file: path.join(folder.folder, '.precept/v.jsonl') },
  );
  const page = await (await client.get('/scopes/shop/tenka', { accept: 'text/html' })).text();
  expect(page).toContain('<strong>stale</strong>');
  const { results } = await jsonOf<{ results: object[] }>(client.get('/api/v1/scopes/shop/bundle'));
  expect(results).toMatchObject([{ check: 'a', passed: false, state: 'stale' }]);
});
