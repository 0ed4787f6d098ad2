import { beforeAll, describe, expect, test } from 'vitest';
import type { ExplainedCandidate, Explanation } from '../../src/service/explain/explain-shape.ts';
import { precept } from '../cli/command-line.ts';
import { answerSnippet } from '../docs/rules.ts';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { idsOf } from '../support/rule-id.ts';

const owner = "Owner: {{ scope.tags['team'] }}, {{ API_TOKEN | default('none') }}";
const files = {
  'acme/commandments.yml': `security:
  ruleset:
    - Validate input
    - "${owner}"
    - "{{ missing }}"
    - "{% if false %}never{% endif %}"
  keys:
    ruleset: [Rotate keys]
`,
  'acme/suggestions.yml': 'style:\n  ruleset: [Use tabs, Be terse]\nnames:\n  ruleset: [Short ones]\n',
  'acme/katas.yml': `delivery:
  katas:
    release: "1. Old way"
    drawn:
      procedure: |
        #!fcyaml
        flowchart:
          nodes: [{id: a, type: "{{ 'nothing' }}", description: A}]
`,
  'acme/tenka.yml': `tenka:
  US1: {who: w, what: old, why: y, acs: {AC1.1: {given: g, when: w, then: t}, AC1.2: {given: g, when: w, then: t, active: false}}}
`,
  'shop/metadata.yml': 'parent: acme\ntags: {team: core}\n',
  'shop/commandments.yml': 'security:\n  ruleset: [Validate input]\n',
  'shop/suggestions.yml': 'style:\n  ruleset: [Use spaces]\n+names:\n  ruleset: [Plain ones]\n',
  'shop/katas.yml': 'delivery:\n  katas: {release: "1. New way for {{ whom }}"}\n',
  'shop/tenka.yml':
    'tenka:\n  US1: {who: w, what: new, why: y, acs: {AC1.1: {given: g2, when: w, then: t}}}\n',
};

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(files);
});

const explained = (of: string, more: Readonly<Record<string, string>> = {}, scope = 'shop') =>
  jsonOf<Explanation>(client.get(`/api/v1/scopes/${scope}/explain?${new URLSearchParams({ of, ...more })}`));

/** `outcome scope: text` of each candidate of each match, and what stands for it. */
function told({ matches }: Explanation): string[] {
  const line = ({ outcome, by, scope, text }: ExplainedCandidate) =>
    `${outcome} ${scope}: ${text}${by === undefined ? '' : ` <- ${by.file}:${by.line}`}`;
  return matches.flatMap(({ kind, category, name = '', candidates }) => [
    `${kind} ${category} ${name}`.trim(),
    ...candidates.map(line),
  ]);
}

describe('a category', () => {
  test('each rule of each layer, in the order in which they are laid, without sub-categories', async () => {
    const answer = await explained('security');
    expect(told(answer)).toEqual([
      'commandments security',
      'served acme: Validate input',
      `served acme: ${owner}`,
      'not-rendered acme: {{ missing }}',
      'blank acme: {% if false %}never{% endif %}',
      'same-as shop: Validate input <- acme/commandments.yml:3',
    ]);
    const [first, second, third] = answer.matches[0]?.candidates ?? [];
    const [id] = idsOf('commandments', ['Validate input']);
    expect(answer).toMatchObject({ scope_name: 'shop', of: 'security', found: true });
    expect(first).toEqual({
      id,
      text: 'Validate input',
      outcome: 'served',
      scope: 'acme',
      server: 'local',
      file: 'acme/commandments.yml',
      line: 3,
      column: 7,
      tokens: 4,
    });
    expect(second).toMatchObject({
      rendered: 'Owner: core, none',
      variables: [
        { name: "scope.tags['team']", value: 'core', source: 'scope' },
        { name: 'API_TOKEN', value: null, source: 'secret' },
      ],
    });
    expect(third?.error).toContain('"missing" is not defined');
  });

  test('suggestions that a nearer scope replaced, and those that are added to', async () => {
    expect(told(await explained('style'))).toEqual([
      'suggestions style',
      'replaced-by acme: Use tabs <- shop/suggestions.yml:2',
      'replaced-by acme: Be terse <- shop/suggestions.yml:2',
      'served shop: Use spaces',
    ]);
    expect(told(await explained('names'))).toEqual([
      'suggestions names',
      'served acme: Short ones',
      'served shop: Plain ones',
    ]);
  });

  test('what the argument `categories` leaves out', async () => {
    expect(told(await explained('style', { categories: 'names,delivery' })).slice(1)).toEqual([
      'replaced-by acme: Use tabs <- shop/suggestions.yml:2',
      'replaced-by acme: Be terse <- shop/suggestions.yml:2',
      'filtered shop: Use spaces',
    ]);
    expect((await problemOf(await client.get('/api/v1/scopes/shop/explain?of=a&categories='))).code).toBe(
      'invalid-category',
    );
  });
});

describe('a name or a text', () => {
  test.each([
    ['an id', idsOf('suggestions', ['Use tabs'])[0] ?? '', ['Use tabs']],
    ['a text', 'Use tabs', ['Use tabs']],
    ['a line of an answer', '- **SHOULD**: Use   tabs', ['Use tabs']],
    ['a rendered text', 'Owner: core, none', [owner]],
    ['a part, whatever its case', 'USE', ['Use tabs', 'Use spaces']],
    ['a text of several layers', 'Validate input', ['Validate input', 'Validate input']],
  ])('%s', async (_, of, texts) => {
    const { matches } = await explained(of);
    expect(matches.flatMap(({ candidates }) => candidates.map(({ text }) => text))).toEqual(texts);
  });

  test('a kata, alone or with its category', async () => {
    const wanted = [
      'katas delivery release',
      'replaced-by acme: 1. Old way <- shop/katas.yml:2',
      'served shop: 1. New way for {{ whom }}',
    ];
    expect(told(await explained('release'))).toEqual(wanted);
    const answer = await explained('delivery/release');
    expect(told(answer)).toEqual(wanted);
    expect(answer.matches[0]?.candidates[1]?.error).toContain('"whom" is not defined');
    expect((await explained('drawn')).matches[0]?.candidates[0]).toMatchObject({
      outcome: 'not-rendered',
      error: expect.stringContaining('the type `nothing` is not known'),
    });
  });

  test('a story, and an acceptance criterion that the nearer story has no more', async () => {
    const story = await explained('US1');
    expect(told(story).map((line) => line.split(':')[0])).toEqual([
      'stories null US1',
      'replaced-by acme',
      'served shop',
    ]);
    expect(told(await explained('AC1.2'))).toEqual([
      'stories null AC1.2',
      'replaced-by acme: AC1.2: given g, when w, then t <- shop/tenka.yml:2',
    ]);
    expect(told(await explained('AC1.1'))).toHaveLength(3);
    const inactive = { outcome: 'served', inactive: true };
    expect((await explained('AC1.2', {}, 'acme')).matches).toMatchObject([{ candidates: [inactive] }]);
  });

  test('what is nowhere: where it was looked for, and what is near', async () => {
    expect(await explained('secruity')).toEqual({
      scope_name: 'shop',
      of: 'secruity',
      found: false,
      matches: [],
      looked_in: ['shop', 'acme'],
      nearest: expect.arrayContaining(['security']),
    });
    expect((await explained('Use tbas or so')).nearest).toContain('Use tabs');
  });
});

describe('faces', () => {
  test('refuse what cannot be asked', async () => {
    const refused = async (query: string) =>
      (await problemOf(await client.get(`/api/v1/scopes/${query}`))).code;
    expect(await refused('shop/explain')).toBe('invalid-parameter');
    expect(await refused('shop/explain?of=%20')).toBe('invalid-parameter');
    expect(await refused(`shop/explain?of=${'x'.repeat(10_001)}`)).toBe('invalid-parameter');
    expect(await refused('shoop/explain?of=style')).toBe('scope-not-found');
  });

  test('Markdown over REST and on the command line, exit code 1 for what is nowhere', async () => {
    const response = await client.get('/api/v1/scopes/shop/explain?of=style', { accept: 'text/markdown' });
    const text = await response.text();
    expect(text).toBe(answerSnippet('explained').text);
    const rules = ['-r', client.rulesPath];
    expect(await precept(['explain', 'shop', 'style', ...rules])).toMatchObject({
      code: 0,
      stdout: text,
      stderr: '',
    });
    const missing = await precept(['explain', 'shop', 'stile', ...rules]);
    expect(missing).toMatchObject({ code: 1, stderr: '' });
    expect(missing.stdout).toContain('Nothing of that name or text is in `shop`, `acme`.');
    expect(await precept(['explain', 'shoop', 'style', ...rules])).toMatchObject({ code: 1, stdout: '' });
    expect(await precept(['explain', 'shop', ...rules])).toMatchObject({ code: 2, stdout: '' });
  });
});
