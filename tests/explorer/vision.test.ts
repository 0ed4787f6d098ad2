import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient } from '../http/client.ts';

const check = (ref: string, test: string) =>
  `${ref}: {given: a cart, when: "I pay ${ref}", then: it is mine, tags: [${ref.endsWith('.1') ? 'first' : 'later'}], checks: [{test: ${test}}]}`;

const content = {
  'team/tenka.yml': `tenka:
  US1:
    who: a customer
    what: pay once
    why: I trust the shop
    tags: [payments]
    acs: {${check('AC1.1', 'fails')}, ${check('AC1.2', 'passes')}, ${check('AC1.3', 'skips')}}
  US2:
    who: a clerk
    what: see <b>orders</b>
    why: I know
    acs: {${check('AC2.1', 'went')}, ${check('AC2.2', 'never')}, "AC2.3": {given: a, when: b, then: c}}
`,
  'shop/metadata.yml': 'parent: team\n',
  'many/tenka.yml': `tenka:\n${Array.from({ length: 80 }, (_, index) => `  US${index + 1}: {who: w, what: story ${index + 1}, why: y, acs: {AC${index + 1}.1: {given: g, when: w, then: t, status: ${index % 2 ? 'validated' : 'not_validated'}}}}\n`).join('')}`,
};

const result = (ac: string, test: string, state: string, day: number, more: object = {}) => ({
  ...{ timestamp: `2026-03-0${day}T10:00:00.000Z`, scope: 'team', ac, check: test },
  ...{ passed: state === 'passed', source: 'r/junit.xml sha256:0123456789abcdef', state, ...more },
});

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(content);
  const lines = [
    result('AC1.1', 'fails', 'passed', 1),
    result('AC1.1', 'fails', 'failed', 2, { message: 'expected <1> to be 2' }),
    result('AC1.2', 'passes', 'passed', 2),
    result('AC1.3', 'skips', 'skipped', 2),
    result('AC2.1', 'went', 'passed', 1, { suite: 'gone' }),
    result('AC9.9', 'left', 'passed', 1),
    { timestamp: '2026-03-03T10:00:00.000Z', import: 'x', suites: ['gone'], named: ['AC2.2 <works>'] },
  ];
  const { validation_file: file } = client.service.config.settings;
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});

const html = async (path: string) => {
  const response = await client.get(path, { accept: 'text/html' });
  expect(response.status).toBe(200);
  return response.text();
};
const refsOf = (page: string) =>
  [...page.matchAll(/<li class="ac[^"]*" id="([^"]+)"/g)].map(([, ref]) => ref);

describe('/scopes/{scope}/tenka', () => {
  test('says of each check its state by sign and word, its last run, and why it failed', async () => {
    const page = await html('/scopes/shop/tenka');
    expect(page).toMatch(
      /<li class="failed"><span class="mark" aria-hidden="true">✗<\/span> <strong>failed<\/strong> test: fails <span class="from"><time datetime="2026-03-02T10:00:00.000Z">2026-03-02<\/time>, r\/junit\.xml<\/span><br><span class="from">expected &lt;1&gt; to be 2<\/span>/,
    );
    for (const [sign, word, name] of [
      ['✓', 'passed', 'passes'],
      ['⊘', 'skipped', 'skips'],
      ['◷', 'stale', 'went'],
      ['○', 'not run', 'never'],
    ]) {
      expect(page).toContain(`aria-hidden="true">${sign}</span> <strong>${word}</strong> test: ${name}`);
      expect(page).toContain(`aria-hidden="true">${sign}</span>1 ${word}</a>`);
    }
    expect(page).toContain('1 of 6 acceptance criteria are validated');
  });

  test.each([
    ['state=failed', ['AC1.1'], 'failed: 1 of 6'],
    ['state=stale', ['AC2.1'], 'stale: 1 of 6'],
    ['state=not_run', ['AC2.2'], 'not run: 1 of 6'],
    ['state=none', ['AC2.3'], 'no checks: 1 of 6'],
    ['tag=first', ['AC1.1', 'AC2.1'], 'tag first: 2 of 6'],
    ['tag=payments&state=passed', ['AC1.2'], 'passed, tag payments: 1 of 6'],
    ['q=PAY+ac2.2', ['AC2.2'], '“PAY ac2.2”: 1 of 6'],
    ['q=expected+%3C1%3E', ['AC1.1'], '“expected &lt;1&gt;”: 1 of 6'],
    ['q=zyx', [], '“zyx”: 0 of 6'],
    ['state=%3Cb%3E', ['AC1.1', 'AC1.2', 'AC1.3', 'AC2.1', 'AC2.2', 'AC2.3'], null],
  ])('?%s narrows it, and says so', async (query, refs, line) => {
    const page = await html(`/scopes/shop/tenka?${query}`);
    expect(refsOf(page)).toEqual(refs);
    if (line === null) expect(page).not.toContain('Filtered by');
    else
      expect(page).toContain(`<p class="filtered" role="status">Filtered by ${line} acceptance criteria</p>`);
  });

  test('folds 80 stories, each with its progress, and unfolds them', async () => {
    const page = await html('/scopes/many/tenka');
    expect(page.match(/<details class="story"/g)).toHaveLength(80);
    expect(page).not.toContain(' open>');
    expect(page).toMatch(
      /US2<\/span> story 2<\/h2>\s*<span class="progress"><progress id="US2-done" max="1" value="1"/,
    );
    expect((await html('/scopes/many/tenka?all=1')).match(/ open>/g)).toHaveLength(80);
    expect((await html('/scopes/many/tenka?q=story+80')).match(/ open>/g)).toHaveLength(1);
  });

  test('links to no page that is not there', async () => {
    const page = await html('/scopes/shop/tenka');
    for (const [, href = ''] of page.matchAll(/href="(\/scopes\/shop\/tenka[^"]*)"/g))
      await html(href.replaceAll('&amp;', '&'));
  });
});

describe('/scopes/{scope}/tenka/{ref}', () => {
  test('draws the results over time, above a table with the newest first', async () => {
    const page = await html('/scopes/shop/tenka/AC1.1');
    expect(page).toContain(
      'aria-label="Results from 2026-03-01 to 2026-03-02; the table below has them all"',
    );
    const marks = [
      ...page.matchAll(/<g class="(\w+)"><title>([^<]+)<\/title><(?:circle cx|path d)="M?([\d.]+)/g),
    ];
    expect(marks.map(([, state, title]) => [state, title])).toEqual([
      ['passed', '2026-03-01: passed'],
      ['failed', '2026-03-02: failed'],
    ]);
    expect(Number(marks[0]?.[3])).toBeLessThan(Number(marks[1]?.[3]));
    const rows = [...page.matchAll(/<tr><th scope="row"><time datetime="([^"]+)/g)].map(([, time]) => time);
    expect(rows).toEqual(['2026-03-02T10:00:00.000Z', '2026-03-01T10:00:00.000Z']);
    expect(page).toContain('expected &lt;1&gt; to be 2');
  });

  test('says that nothing was imported, keeps what has left the stories, and is not found for another', async () => {
    expect(await html('/scopes/shop/tenka/AC2.2')).toContain('<code>precept tenka import</code>');
    expect(await html('/scopes/team/tenka/AC9.9')).toContain('not in the stories of this scope any more');
    const missing = await client.get('/scopes/shop/tenka/AC7.1', { accept: 'text/html' });
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('AC7.1')]);
    const malformed = await client.get('/scopes/shop/tenka/%3Cb%3E', { accept: 'text/html' });
    expect([malformed.status, await malformed.text()]).toEqual([400, expect.not.stringContaining('<b>')]);
  });
});

test('/scopes/{scope}/tenka/coverage lists what is not tested', async () => {
  const page = await html('/scopes/shop/tenka/coverage');
  const parts = page.split('<section').slice(1);
  expect(parts).toHaveLength(3);
  expect(parts[0]).toContain('<a href="/scopes/shop/tenka#AC2.3">AC2.3</a> US2');
  expect(parts[1]).toContain('<a href="/scopes/shop/tenka#AC2.2">AC2.2</a> never');
  expect(parts[2]).toContain('<a href="/scopes/shop/tenka#AC2.2">AC2.2</a> AC2.2 &lt;works&gt;');
});
