import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { validationBars } from '../../src/faces/cli/commands/parts/tenka-bars.ts';
import { type CommandLineOptions, precept } from '../cli/command-line.ts';
import { project, report, tenka } from './vision.ts';
import { acFilters, refusals, storyFilters, validationFilters, visionFolder } from './world.ts';

let folder: string;
beforeAll(async () => {
  folder = await visionFolder();
});
const run = (argv: readonly string[], options: CommandLineOptions = {}) =>
  precept([...argv, '-r', path.join(folder, 'rules')], { cwd: folder, ...options });

function flags(query: Readonly<Record<string, string>>): string[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll('_', '-')}`;
    if (name !== 'include_inactive') return [`${flag}=${value}`];
    return /^(true|1)$/.test(value) ? [flag] : [];
  });
}

describe('the commands', () => {
  test('leave with every filter what they should', async () => {
    const tables = [
      ['stories', storyFilters, 'stories', 'id'],
      ['acs', acFilters, 'acs', 'ref'],
      ['validation', validationFilters, 'acs', 'ref'],
    ] as const;
    for (const [what, filters, list, key] of tables) {
      for (const [query, wanted] of filters) {
        const { code, stdout } = await run(['tenka', what, 'shop', '--format', 'json', ...flags(query)]);
        const found = JSON.parse(stdout)[list].map((one: Record<string, string>) => one[key]);
        expect({ code, found }, JSON.stringify(query)).toEqual({ code: 0, found: wanted });
      }
    }
  });

  test('refuse on one line what they cannot read', async () => {
    for (const [what, query, , says] of refusals) {
      const { code, stdout, stderr } = await run(['tenka', what, 'shop', ...flags(query)]);
      expect(stdout).toBe('');
      expect(code, stderr).toBeGreaterThan(0);
      expect(stderr.split('\n')[0]).toMatch(says);
    }
  });

  test('print Markdown, JSON and YAML', async () => {
    const markdown = await run(['tenka', 'validation', 'shop']);
    expect(markdown.stdout).toMatch(/^# Validation of shop\n\n2 of 4 acceptance criteria are validated\.\n/);
    const yaml = await run(['tenka', 'validation', 'shop', '--format', 'yaml']);
    expect(yaml.stdout).toMatch(/validated: 2\ntotal: 4\n$/);
  });
});

describe('on a terminal', () => {
  const bars = (argv: readonly string[] = [], env: Readonly<Record<string, string>> = { NO_COLOR: '1' }) =>
    run(['tenka', 'validation', 'shop', ...argv], { terminal: true, env });

  test('draws a bar for each story and one for all', async () => {
    const { code, stdout } = await bars();
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "# Validation of shop

      US1    ██████████░░░░░░░░░░  1/2  pay once
      US2    ██████████░░░░░░░░░░  1/2  refund part of an order
      total  ██████████░░░░░░░░░░  2/4  50% validated

      ## Not validated

      AC1.2
        test: refuses
      AC2.1
        test: books twice
      "
    `);
  });

  test('draws with any letters, within the width, and only where it may', async () => {
    const plain = await bars([], { TERM: 'dumb' });
    expect(plain.stdout).toMatch(/^US1 {4}#{10}-{10} {2}1\/2/m);
    for (const line of plain.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect((await bars([], {})).stdout).toContain('\u001b[1m# Validation of shop\u001b[0m');
    expect((await bars(['--format', 'markdown'])).stdout).toContain('- passed: `replays` (');
    expect(JSON.parse((await bars(['--format', 'json'])).stdout).total).toBe(4);
    expect((await bars(['--acs', 'AC1.1'])).stdout).toMatch(/total {2}█{20} {2}1\/1 {2}100% validated\n$/);
    expect(
      (await bars(['--passing', 'validated', '--automation', 'has_manual', '--acs', 'AC1.1'])).stdout,
    ).toContain('No acceptance criteria match.');
  });
});

test('bars fit any width, and are full or empty only when all or nothing is validated', () => {
  const acs = Array.from({ length: 200 }, (_, index) => ({
    ref: `AC${index < 100 ? 1 : 2}.${index}`,
    status: index === 0 || index === 199 ? 'not_validated' : 'validated',
    checks: [{ kind: 'automated', text: 'a name as long as names may be '.repeat(4), passed: false }],
  }));
  const stories = [{ id: 'US1', what: 'be 😀 told\nof it '.repeat(9) }];
  for (const columns of [1, 20, 40, 200]) {
    const answer = { scope_name: 'x', acs, validated: 198, total: 200 };
    const text = validationBars(answer, { stories }, { columns, ascii: false });
    const lines = text.split('\n').filter((line) => !/^#|^AC/.test(line));
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(columns);
    if (columns === 200) expect(text).toMatch(/^US1 {4}█{19}░ {3}99\/100 {2}be 😀 told of it/m);
  }
});

describe('--fail-under', () => {
  test.each([
    ['0', 0],
    ['49.9', 0],
    ['50', 0],
    ['50.1', 1],
    ['80', 1],
    ['100', 1],
  ])('%s of a half that is validated ends with %i', async (limit, wanted) => {
    for (const format of ['markdown', 'json', 'yaml']) {
      const { code, stdout, stderr } = await run([
        'tenka',
        'validation',
        'shop',
        '--fail-under',
        limit,
        '--format',
        format,
      ]);
      expect(code).toBe(wanted);
      expect(stdout).toMatch(/2 of 4|"total": 4|total: 4/);
      expect(stderr).toBe(
        wanted === 0
          ? ''
          : `precept: 2 of 4 acceptance criteria are validated (50%); --fail-under asks for ${limit}%\n`,
      );
    }
    const { code, stdout } = await run(['tenka', 'validation', 'shop', '--fail-under', limit], {
      terminal: true,
    });
    expect(code).toBe(wanted);
    expect(stdout).toContain('█');
  });

  test('counts what the answer holds, and nothing is not enough', async () => {
    const ask = (...argv: string[]) => run(['tenka', 'validation', 'shop', '--fail-under', ...argv]);
    expect((await ask('100', '--acs', 'AC1.1')).code).toBe(0);
    expect((await ask('1', '--passing', 'validated', '--acs', 'AC1.2')).code).toBe(1);
    expect((await ask('0', '--passing', 'validated', '--acs', 'AC1.2')).code).toBe(0);
  });

  test.each(['', 'x', '-1', '101', '8O', '1e1', 'NaN'])('"%s" is wrong usage', async (limit) => {
    const { code, stdout, stderr } = await run(['tenka', 'validation', 'shop', `--fail-under=${limit}`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('percentage from 0 to 100');
  });
});

describe('precept tenka history', () => {
  test('shows every result, oldest first', async () => {
    const { code, stdout } = await run(['tenka', 'history', 'AC2.1']);
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "# Validation history of AC2.1

      - 2026-11-24T10:00:00.000Z shop [x] test: books (r.xml sha256:0000000000000004)
      - 2026-11-25T10:00:00.000Z shop [x] test: books twice (r.xml sha256:0000000000000005)
      - 2026-11-26T10:00:00.000Z shop [ ] test: books twice (r.xml sha256:0000000000000006)
      "
    `);
    const json = JSON.parse((await run(['tenka', 'history', 'AC1.2', '--format', 'json'])).stdout);
    expect(json).toMatchObject({ ac: 'AC1.2', results: [{ scope: 'shop' }, { scope: 'team' }] });
    expect((await run(['tenka', 'history', 'AC1.2', '--format', 'yaml'])).stdout).toContain('ac: AC1.2\n');
  });

  test('is that of the scope the story comes from', async () => {
    const { stdout } = await run(['tenka', 'history', 'AC1.2', '--scope', 'shop', '--format', 'json']);
    expect(JSON.parse(stdout).results).toEqual([
      {
        timestamp: '2026-11-23T10:00:00.000Z',
        scope: 'team',
        check: 'refuses',
        passed: false,
        source: 'r.xml sha256:0000000000000003',
      },
    ]);
  });

  test('outlives its acceptance criterion, and may be empty', async () => {
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['sums'], ['more']),
      'r.xml': report('a|sums'),
    });
    await shop.import('r.xml');
    const empty = await shop.run(['tenka', 'history', 'AC1.2']);
    expect(empty).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No results have been imported'),
    });
    const { writeFile } = await import('node:fs/promises');
    await writeFile(path.join(shop.folder, 'rules/shop/tenka.yml'), tenka());
    for (const more of [[], ['--scope', 'shop']]) {
      const { code, stdout } = await shop.run(['tenka', 'history', 'AC1.1', '--format', 'json', ...more]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).results).toHaveLength(1);
    }
  });

  test.each([
    [['AC9.1'], /^precept: There is no acceptance criterion AC9\.1/],
    [['AC9.1', '--scope', 'shop'], /^precept: There is no acceptance criterion AC9\.1/],
    [['ac1.1'], /^precept: [^\n]*"ac1\.1" is no acceptance criterion/],
    [['AC1.1', '--scope', 'shpo'], /^precept: There is no scope "shpo"/],
  ])('%j is a fault', async (argv, says) => {
    const { code, stdout, stderr } = await run(['tenka', 'history', ...argv]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(says);
  });
});
