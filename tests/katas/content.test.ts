import { beforeAll, describe, expect, test } from 'vitest';
import { readScope } from '../../src/guidance/read/read-scope.ts';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { block, type KataBody, type KataIndexBody } from './content.ts';
import { shapeMistakes, twice } from './mistakes.ts';

const wrong = (indent: number) => block(indent, '{id: one, type: proces, description: One}');

/** `line:column` of a part that the text has once. */
function placeOf(part: string, content: string): string {
  const before = content.split(part)[0]?.split('\n') ?? [];
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

/** Flowcharts without templates that are wrong: the wrong part as the file has it, its node, and what is said. */
const charts: readonly [name: string, content: string, part: string, node: string, says: RegExp][] = [
  [
    'below `procedure`',
    `a:\n  katas:\n    cut:\n      procedure: |\n${wrong(8)}`,
    'proces,',
    'one',
    /type `proces` is not known\. Did you mean `process`\?/,
  ],
  ['as the kata itself', `a:\n  katas:\n    cut: |\n${wrong(6)}`, 'proces,', 'one', /type `proces`/],
  [
    'after another kata',
    `# notes\na.b:\n  katas:\n    ok: x\n    cut:\n      when: x\n      procedure: |-\n${wrong(8)}`,
    'proces,',
    'one',
    /type `proces`/,
  ],
  [
    'with its indent given',
    `a:\n  katas:\n    cut: |2 # steps\n${wrong(6)}`,
    'proces,',
    'one',
    /type `proces`/,
  ],
  [
    'on one line',
    'a:\n  katas:\n    cut: "#!fcyaml\\nflowchart: {nodes: [{id: b, type: process, description: B, next: nil}]}"\n',
    'nil}',
    'b',
    /no node has the id `nil`/,
  ],
  [
    'that is folded',
    `a:\n  katas:\n    cut: >\n      #!fcyaml\n\n      flowchart:\n        nodes:\n        - {id: b, type: process, description: B, next: nil}\n`,
    'nil}',
    'b',
    /no node has the id `nil`/,
  ],
  [
    'behind an alias',
    `note: &chart |\n${wrong(2)}a:\n  katas:\n    cut: *chart\n`,
    'proces,',
    'one',
    /type `proces`/,
  ],
];

async function serving(katas: string): Promise<HttpClient> {
  return httpClient({
    'bad/katas.yml': katas,
    'bad/commandments.yml': 'a:\n  ruleset: [A rule]\n',
    'good/katas.yml': 'a:\n  katas: {sound: 1. Do it.}\n',
    'child/metadata.yml': 'parents: [bad, good]\n',
  });
}

/** Says that the scope `bad` is refused, everywhere, and that no other scope is. */
async function expectOnlyBadRefused(client: HttpClient): Promise<void> {
  for (const path of ['katas/index', 'katas', 'katas/sound', 'rules', 'index']) {
    const response = await client.get(`/api/v1/scopes/bad/${path}`);
    expect([path, response.status]).toEqual([path, 500]);
    expect((await problemOf(response)).code).toBe('invalid-content');
  }
  for (const scope of ['good', 'child']) {
    const kata = await (await client.get(`/api/v1/scopes/${scope}/katas/sound`)).text();
    const told = /^> \*\*Incomplete:\*\* the rules of `bad` are missing: bad\/katas\.yml:\d+:\d+ .+\.\n\n/;
    expect(scope === 'child').toBe(told.test(kata));
    expect(kata.replace(told, '')).toBe('1. Do it.\n');
  }
}

describe('a mistake in katas.yml is named with its place and its cure, and breaks only its scope', () => {
  test.each([...shapeMistakes, ...twice])('%s', async (_, content, place, says, cure) => {
    const client = await serving(content);
    const { detail, errors } = await problemOf(await client.get('/api/v1/scopes/bad/katas/index'));
    expect(errors?.[0]?.path).toBe(`bad/katas.yml:${place}`);
    expect(detail).toContain(`bad/katas.yml:${place}: `);
    expect(detail).toContain(says);
    const [, hint = ''] = errors?.[0]?.message.split('. ') ?? [];
    expect(hint).toMatch(cure);
    expect(errors).toHaveLength(1);
    await expectOnlyBadRefused(client);
  });

  test.each(charts)('a wrong flowchart %s', async (_, content, part, node, says) => {
    const place = placeOf(part, content);
    const client = await serving(content);
    const { detail, errors } = await problemOf(await client.get('/api/v1/scopes/bad/katas/index'));
    expect(errors?.[0]?.path).toBe(`bad/katas.yml:${place}`);
    expect(detail).toMatch(/flowchart of kata `a(\.b)?\/cut` \(node `\w+`\)/);
    expect(detail).toContain(`(node \`${node}\`)`);
    expect(detail).toMatch(says);
    await expectOnlyBadRefused(client);
  });

  test('a flowchart that its file cuts off in the midst of a list is wrong where that opens', async () => {
    const client = await serving('a:\n  katas:\n    cut: |\n      #!fcyaml\n      flowchart: {nodes: [');
    const { errors } = await problemOf(await client.get('/api/v1/scopes/bad/katas'));
    expect(errors?.[0]?.path).toBe('bad/katas.yml:5:26');
  });

  test('every mistake of a file is listed, in the order of the file', async () => {
    const content = `a:\n  when: 5\n  katas: {cut: x}\nb:\n  katas:\n    one: 1\n    index: x\n    two: |\n${wrong(6)}    cut:\n`;
    const client = await serving(content);
    const { errors } = await problemOf(await client.get('/api/v1/scopes/bad/katas'));
    expect(errors?.map(({ path }) => path.slice('bad/katas.yml:'.length))).toEqual([
      '2:9',
      '6:10',
      '7:5',
      placeOf('proces,', content),
      '13:9',
    ]);
  });
});

describe('what katas.yml may say', () => {
  const written = `
a:
  when: When A
  katas:
    plain: "1. Plain."
    full: {when: When full, procedure: 1. Full.}
    blank-when: {when: "  ", procedure: x}
    null-when: {when: , procedure: x}
  b:
    katas: {nested: x}
  c.d:
    katas: {dotted: x}
+plus:
  katas: {starred: x}
"1.10":
  katas: {2: x}
group:
  deep:
    katas: {below: x}
empty:
  when: When empty
  katas: {}
note: skipped
`;
  let client: HttpClient;
  beforeAll(async () => {
    client = await httpClient({
      's/katas.yml': written,
      'none/katas.yml': '',
      'nothing/katas.yml': '# yet\n',
    });
  });

  test('nested mappings are dotted keys; a `+` is only stripped; what is no mapping is skipped', async () => {
    const body = await jsonOf<{ categories: object }>(client.get('/api/v1/scopes/s/katas'));
    expect(body).toEqual({
      scope_name: 's',
      categories: {
        a: ['plain', 'full', 'blank-when', 'null-when'],
        'a.b': ['nested'],
        'a.c.d': ['dotted'],
        plus: ['starred'],
        '1.10': ['2'],
        'group.deep': ['below'],
      },
    });
  });

  test('a `when` that is blank is none', async () => {
    const index = await jsonOf<KataIndexBody>(client.get('/api/v1/scopes/s/katas/index'));
    expect(index.categories[0]?.katas).toEqual([
      { name: 'plain', when: null },
      { name: 'full', when: 'When full' },
      { name: 'blank-when', when: null },
      { name: 'null-when', when: null },
    ]);
  });

  test('the origin is the line of the name', async () => {
    const lines = await Promise.all(
      ['plain', 'full', 'nested', 'dotted', '2'].map(async (name) => {
        const answer = client.get(`/api/v1/scopes/s/katas/${name}`, { accept: 'application/json' });
        return (await jsonOf<KataBody>(answer)).origin;
      }),
    );
    const place = { server: 'local', scope: 's', file: 's/katas.yml' };
    expect(lines).toEqual([5, 6, 10, 12, 16].map((line) => ({ ...place, line })));
  });

  test('a file without content is a scope without katas', async () => {
    for (const scope of ['none', 'nothing']) {
      const index = await client.get(`/api/v1/scopes/${scope}/katas/index`);
      expect(await index.json()).toEqual({ scope_name: scope, categories: [] });
    }
    const markdown = await client.get('/api/v1/scopes/none/katas/index', { accept: 'text/markdown' });
    expect(await markdown.text()).toBe(
      '# Index of kata categories for scope none\n\nThis scope has no katas.\n',
    );
  });
});

describe('what is served with a warning', () => {
  const warningsOf = async (content: string) => {
    const folder = await tempFolder({ 's/katas.yml': content });
    const found = await readScope(folder, 's');
    return found?.problems.map((problem) => {
      const { code, severity, line, column, message, hint } = problem;
      return { code, severity, at: `${line}:${column}`, message, hint };
    });
  };

  test.each(['Cut', 'cut_it', 'cut-', '-cut', 'cut--it', 'cut it', 'cut.it', 'schnörkel', 'a/b', 'Index'])(
    'the name %j, which is not kebab-case',
    async (name) => {
      const content = `a:\n  katas:\n    ok: x\n    ${JSON.stringify(name)}: 1. Do it.\n`;
      expect(await warningsOf(content)).toEqual([
        expect.objectContaining({
          code: 'kata-name',
          severity: 'warning',
          at: '4:5',
          message: `the kata name "${name}" is not kebab-case`,
          hint: expect.stringContaining('cut-release'),
        }),
      ]);
      const client = await httpClient({ 's/katas.yml': content });
      const kata = await client.get(`/api/v1/scopes/s/katas/${encodeURIComponent(name)}`);
      expect([kata.status, await kata.text()]).toEqual([200, '1. Do it.\n']);
    },
  );

  test.each(['cut', 'cut-release', '2nd-try', 'a-1-b', '404'])('but not the name %s', async (name) => {
    expect(await warningsOf(`a:\n  katas:\n    ${name}: x\n`)).toEqual([]);
  });

  test('keys that a kata does not have, and values that are no categories', async () => {
    const content = 'a:\n  katas:\n    cut: {wen: Now, stages: 3, procedure: x}\n  whne: typo\nnote: 5\n';
    expect(await warningsOf(content)).toEqual([
      expect.objectContaining({
        code: 'unknown-key',
        severity: 'warning',
        at: '3:11',
        hint: 'Did you mean `when`?',
      }),
      expect.objectContaining({
        code: 'unknown-key',
        severity: 'warning',
        at: '3:21',
        hint: 'Known keys are when, paths, procedure, files',
      }),
      expect.objectContaining({
        code: 'not-a-category',
        severity: 'warning',
        at: '4:3',
        hint: 'Did you mean `when`?',
      }),
      expect.objectContaining({ code: 'not-a-category', severity: 'warning', at: '5:1' }),
    ]);
  });

  test('nodes that cannot be reached, and paths that never end', async () => {
    const nodes = [
      '{id: a, type: process, description: A, next: b}',
      '{id: b, type: process, description: B, next: a}',
      '{id: c, type: process, description: C}',
    ];
    const content = `a:\n  katas:\n    cut: |\n${block(6, ...nodes)}`;
    expect(await warningsOf(content)).toEqual([
      expect.objectContaining({ code: 'endless-path', severity: 'warning', at: placeOf('a, type', content) }),
      expect.objectContaining({
        code: 'unreachable-node',
        severity: 'warning',
        at: placeOf('c, type', content),
      }),
    ]);
    const client = await httpClient({ 's/katas.yml': content });
    expect((await client.get('/api/v1/scopes/s/katas/cut')).status).toBe(200);
  });
});
