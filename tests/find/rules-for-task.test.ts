import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';

const long = (about: string, count: number) =>
  Array.from({ length: count }, (_, at) => `Treat ${about} as number ${at} says, in so many words`);
const files = {
  'company/commandments.yml': JSON.stringify({
    conduct: { always: true, ruleset: ['Ask before you delete'] },
    'api.http': { when: 'When adding an HTTP endpoint', ruleset: ['Page lists with an opaque cursor'] },
    'api.paging': { paths: ['lists/**'], ruleset: long('pages of lists', 60) },
    'data.sql': { paths: ['*.sql'], ruleset: ['Use parameters'] },
    'ops.alerts': { when: 'When somebody is woken', ruleset: ['Page people for symptoms'] },
  }),
  'company/suggestions.yml': JSON.stringify({ manners: { always: true, ruleset: ['Say thank you'] } }),
  'company/katas.yml':
    'api.http: {katas: {add-endpoint: {when: For a new path, procedure: "1. Write it."}}}\n',
  'vault/commandments.yml':
    'dumps: {paths: ["*.dump"], see: [keys], ruleset: [Encrypt what leaves]}\nkeys: {ruleset: [Turn them each year]}\n',
  'wide/commandments.yml': JSON.stringify({
    alpha: { always: true, ruleset: ['Ask first'] },
    beta: { paths: ['*.wide'], ruleset: long('beta', 4) },
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`further.subject-of-number-${at}`, { ruleset: ['Be kind'] }]),
    ),
  }),
  'shop/metadata.yml': 'parent: company\n',
  'shop/suggestions.yml': 'ui.forms: {ruleset: [Label every field]}\n',
};
let http: HttpClient;
beforeAll(async () => {
  http = await httpClient(files);
});
const url = (query: Record<string, string>) => `/api/v1/scopes/shop/rules?${new URLSearchParams(query)}`;
const markdown = async (query: Record<string, string>) =>
  (await http.get(url(query), { accept: 'text/markdown' })).text();
interface Data {
  readonly chosen: readonly { readonly category: string; readonly by: string; readonly tokens: number }[];
  readonly left_out: readonly { readonly category: string }[];
  readonly commandments: Readonly<Record<string, unknown>>;
}
const dataOf = (query: Record<string, string>) => jsonOf<Data>(http.get(url(query)));
const task = 'Add an HTTP endpoint that lists orders in pages';

describe('get_rules for a task', () => {
  test('finds each topic of a long list by itself, where the whole would hide it', async () => {
    const listed =
      'Add an HTTP endpoint that pages lists with an opaque cursor, woken, colours of charts, names of months, columns of tables';
    const { chosen } = await dataOf({ task: listed });
    expect(chosen.map(({ category, by }) => [category, by])).toContainEqual(['ops.alerts', 'words']);
    const apart = await dataOf({ task: listed.replaceAll(',', '') });
    expect(apart.chosen.map(({ category }) => category)).not.toContain('ops.alerts');
  });

  test('fills what is left of the tokens with what fitting categories point to', async () => {
    const { chosen } = await jsonOf<Data>(http.get('/api/v1/scopes/vault/rules?files=db/1.dump'));
    expect(chosen.map(({ category, by }) => [category, by])).toEqual([
      ['dumps', 'paths'],
      ['keys', 'see'],
    ]);
  });

  test('gives the rules of the files before the names of what matches nothing', async () => {
    const ask = (max_tokens: number) =>
      `/api/v1/scopes/wide/rules?${new URLSearchParams({ files: 'a.wide', max_tokens: String(max_tokens) })}`;
    const texts = await Promise.all(
      [300, 2000].map(async (most) => (await http.get(ask(most), { accept: 'text/markdown' })).text()),
    );
    for (const text of texts) expect(text).toMatch(/^Chosen: alpha \(every change\), beta \(your files\)\./);
    expect(texts.map((text) => text.includes('the others are'))).toEqual([false, true]);
  });

  test('gives the rules for every change and of what fits, says which, and what is left out', async () => {
    const text = await markdown({ task, files: 'db/1.sql,lists/a.ts', max_tokens: '200' });
    expect(text).toMatch(
      /^Chosen: conduct \(every change\), manners \(every change\), data\.sql \(your files\), api\.http\.\n\n# Rules for shop\n/,
    );
    expect(text).toContain('- **MUST**: Page lists with an opaque cursor');
    expect(text).toContain('- **SHOULD**: Say thank you');
    expect(text).not.toContain('Treat pages');
    expect(text).toMatch(
      /\nLeft out, to stay within about 200 tokens: api\.paging\. Katas that fit: add-endpoint \(For a new path\)\. .*Also of shop itself: ui\.forms\. Nothing else of 7 categories matches these words; the others are ops\.alerts\.\n$/,
    );
    const { chosen, left_out, commandments } = await dataOf({
      task,
      files: 'db/1.sql,lists/a.ts',
      max_tokens: '200',
    });
    expect(chosen.map(({ category, by }) => [category, by])).toEqual([
      ['conduct', 'always'],
      ['manners', 'always'],
      ['data.sql', 'paths'],
      ['api.http', 'words'],
    ]);
    expect(left_out.map(({ category }) => category)).toEqual(['api.paging']);
    expect(Object.keys(commandments)).toEqual(['conduct', 'api.http', 'data.sql']);
  });

  test('stays within the tokens, but for the first', async () => {
    for (const max_tokens of [1, 60, 90, 130, 200, 400, 2000]) {
      const query = { task, files: 'lists/a.ts', max_tokens: String(max_tokens) };
      const { chosen } = await dataOf(query);
      expect(chosen[0]?.category).toBe('conduct');
      if (chosen.length > 1)
        expect(Math.ceil(Buffer.byteLength(await markdown(query)) / 4)).toBeLessThanOrEqual(max_tokens);
    }
    expect((await dataOf({ task, files: 'lists/a.ts' })).chosen.map(({ category }) => category)).toContain(
      'api.paging',
    );
  });

  test('adds the categories that are named, and takes tokens alone', async () => {
    const { chosen } = await dataOf({ task: 'endpoint HTTP', categories: 'ops,nowhere' });
    expect(chosen.map(({ category, by }) => [category, by])).toContainEqual(['ops.alerts', 'named']);
    const text = await markdown({ task: 'endpoint HTTP', categories: 'ops,nowhere' });
    expect(text).toContain('there is no category `nowhere`');
    const all = await dataOf({ max_tokens: '100' });
    expect(all.chosen.map(({ category }) => category)).toContain('api.http');
    expect(all.left_out.map(({ category }) => category)).toContain('api.paging');
  });

  test('gives the same bytes as ever where nothing of this is asked', async () => {
    const plain = await markdown({ categories: 'api.http' });
    expect(await markdown({ categories: 'api.http', task: ' ', files: '' })).toBe(plain);
    expect(plain).toMatch(/^# Rules for shop\n/);
    expect(await dataOf({ categories: 'api.http' })).not.toHaveProperty('chosen');
  });

  test('says that nothing fits, and refuses what it cannot take', async () => {
    const lonely = await httpClient({ 's/commandments.yml': 'a: {ruleset: [Lantern]}\n' });
    const answer = await lonely.get('/api/v1/scopes/s/rules?task=xylophone', { accept: 'text/markdown' });
    expect(await answer.text()).toMatch(
      /^Nothing fits these words well\.\n\n[\s\S]*Also of s itself: a\.\n$/,
    );
    for (const max_tokens of ['0', 'x', '1.5'])
      expect(await problemOf(await http.get(url({ task, max_tokens })))).toMatchObject({
        code: 'invalid-parameter',
        errors: [{ path: 'max_tokens' }],
      });
    const many = await http.get(url({ files: Array.from({ length: 201 }, (_, at) => `f${at}`).join() }));
    expect((await problemOf(many)).errors?.map(({ path }) => path)).toEqual(['files']);
  });

  test('is a command too', async () => {
    const rules = await tempFolder(files);
    const { code, stdout } = await precept(
      ['rules', 'shop', '--task', 'Add an HTTP endpoint', '--files', 'a.sql', '--files', 'b.md', '-r', rules],
      {},
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Chosen: conduct \(every change\), manners \(every change\), data\.sql/);
  });
});

describe('precept rules', () => {
  test('ends with 1 where the scope has none of the categories', async () => {
    const rules = await tempFolder(files);
    const codeOf = async (categories: string, ...more: string[]) =>
      (await precept(['rules', 'shop', '--categories', categories, '-r', rules, ...more], {})).code;
    expect(await codeOf('nowhere,gone')).toBe(1);
    expect(await codeOf('nowhere,api')).toBe(0);
    expect(await codeOf('api', '--task', task)).toBe(0);
    expect(await codeOf('nowhere,api', '--max-tokens', '100')).toBe(0);
    expect(await codeOf('nowhere', '--task', task)).toBe(1);
  });

  test('says nothing of a category without a when, unless somebody has written what', async () => {
    const rules = await tempFolder({ 's/commandments.yml': 'a: {ruleset: [Lantern]}\n' });
    const textOf = async (env: Readonly<Record<string, string>>) =>
      (await precept(['rules', 's', '-r', rules], { env })).stdout;
    expect(await textOf({})).toBe('# Rules for s\n\n## a\n\n- **MUST**: Lantern\n');
    expect(
      await textOf({ PRECEPT_DEFAULT_CATEGORY_DESCRIPTION: 'These rules apply at all times' }),
    ).toContain('\n*These rules apply at all times*\n');
    const { stdout } = await precept(['rules', 's', '-r', rules, '--format', 'json'], {});
    expect(JSON.parse(stdout).commandments.a.when).toBe('These rules apply at all times');
  });
});
