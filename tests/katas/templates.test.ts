import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { block, type KataBody } from './content.ts';

const json = { accept: 'application/json' };
const undefinedName = (name: string) =>
  `"${name}" is not defined; define it or write {{ ${name} | default('…') }}`;

/** Flowcharts whose YAML only templates make: loops that write nodes, a node left out, a name, an id. */
const made = `
a:
  when: When {{ scope.name }} ships
  katas:
    loop: |
      #!fcyaml
      flowchart:
        name: Ship {{ scope.name | upper }}
        nodes:
      {% for region in scope.tags.regions | split(',') %}
          - {id: r{{ loop.index }}, type: process, description: "Deploy to {{ region }}", next: {% if loop.last %}end{% else %}r{{ loop.index + 1 }}{% endif %}}
      {% endfor %}
          - {id: end, type: terminator, description: "Done {{ category.key }}: {{ category.when }}"}
    left-out: |
      #!fcyaml
      flowchart:
        nodes:
          - {id: one, type: process, description: One, next: {% if scope.tags.tier == 'gold' %}two{% else %}three{% endif %}}
      {% if scope.tags.tier == 'gold' %}
          - {id: two, type: process, description: Two, next: three}
      {% endif %}
          - {id: three, type: process, description: Three}
    whole: |
      {{ first_line }}
      flowchart:
        nodes: [{id: only, type: process, description: "Made whole"}]
    steps: |
      1. Say {{ scope.description }} and {{ category.when }}.
      {%- if scope.tags.tier == 'gold' %}
      2. Ask {{ FIRST_LINE | default('nobody') }}.
      {%- endif %}
      3. {{ missing | default('Rest') }}{# not shown #}.
    untouched: "1. Write {# this #} and {these}.\\n"
  b:
    katas:
      plain: "1. {{ category.key }}: {{ category.when }}"
`;

describe('templates are rendered before anything is read', () => {
  let client: HttpClient;
  const procedure = async (name: string, scope = 'shop') =>
    (await client.get(`/api/v1/scopes/${scope}/katas/${name}`)).text();
  beforeAll(async () => {
    client = await httpClient(
      {
        'base/metadata.yml': "description: The base\ntags: {regions: 'eu', tier: silver}\n",
        'base/katas.yml': made.replaceAll('{{ first_line }}', "{{ '#!' ~ 'fcyaml' }}"),
        'shop/metadata.yml':
          "parent: base\ndescription: The shop\ntags: {regions: 'eu,us,asia', tier: gold}\n",
      },
      { default_category_description: 'At any time' },
    );
  });

  test('a loop writes the nodes of a flowchart', async () => {
    expect(await procedure('loop')).toBe(`## Ship SHOP

1. Deploy to eu
2. Deploy to us
3. Deploy to asia
4. Done a: When shop ships (end)
`);
    expect(await procedure('loop', 'base')).toBe(
      '## Ship BASE\n\n1. Deploy to eu\n2. Done a: When base ships (end)\n',
    );
  });

  test('a condition leaves a node out', async () => {
    expect(await procedure('left-out')).toBe('## left-out\n\n1. One\n2. Two\n3. Three (end)\n');
    expect(await procedure('left-out', 'base')).toBe('## left-out\n\n1. One\n2. Three (end)\n');
  });

  test('even the first line can be one', async () => {
    expect(await procedure('whole')).toBe('## whole\n\n1. Made whole (end)\n');
  });

  test('plain steps see the requested scope, their category, and defaults', async () => {
    expect(await procedure('steps')).toBe('1. Say The shop and When shop ships.\n2. Ask nobody.\n3. Rest.\n');
    expect(await procedure('steps', 'base')).toBe('1. Say The base and When base ships.\n3. Rest.\n');
  });

  test('`category.when` is what the index shows: an ancestor counts', async () => {
    expect(await procedure('plain')).toBe('1. a.b: When shop ships\n');
    const other = await httpClient(
      { 's/katas.yml': 'x:\n  katas: {cut: "1. {{ category.when }}"}\n' },
      { default_category_description: 'At any time' },
    );
    expect(await (await other.get('/api/v1/scopes/s/katas/cut')).text()).toBe('1. At any time\n');
  });

  test('text without {{ or {% is never touched', async () => {
    expect(await procedure('untouched')).toBe('1. Write {# this #} and {these}.\n');
  });

  test('debug shows every text as it is written', async () => {
    const raw = await client.get('/api/v1/scopes/shop/katas/left-out?debug=true');
    const lines = (await raw.text()).split('\n');
    expect(lines[0]).toBe('#!fcyaml');
    expect(lines).toContain("{% if scope.tags.tier == 'gold' %}");
    expect(lines.at(-2)).toBe('    - {id: three, type: process, description: Three}');
  });
});

describe('an expression that fails', () => {
  let client: HttpClient;
  beforeAll(async () => {
    client = await httpClient({
      's/katas.yml': `
a:
  when: When {{ nothing }}
  katas:
    steps:
      when: "{{ no_trigger }}"
      procedure: |
        1. Ask {{ nobody }} in {{ scope.name }}.
        2. Tell {{ scope.tags.team.name | upper }}.
        3. {% if nowhere %}Stop.{% endif %}
    chart:
      procedure: |
${block(8, '{id: a, type: process, description: "Ask {{ nobody }}", next: b}', '{id: b, type: process, description: "In {{ scope.name }}"}')}
    fine: "1. Rest."
  b: {katas: {below: "1. {{ category.when }}"}}
`,
    });
  });
  const kata = (name: string) => jsonOf<KataBody>(client.get(`/api/v1/scopes/s/katas/${name}`, json));

  test('stays as written, in Markdown below a line that counts it', async () => {
    const response = await client.get('/api/v1/scopes/s/katas/steps');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      '> **Incomplete:** 1 text could not be rendered and stands as written.\n\n1. Ask {{ nobody }} in s.\n2. Tell {{ scope.tags.team.name | upper }}.\n3. {% if nowhere %}Stop.{% endif %}\n',
    );
  });

  test('is reported in JSON, each with its text, its message and its variable', async () => {
    const { when, procedure, template_failures: failures } = await kata('steps');
    expect(when).toBe('');
    expect(procedure).toContain('1. Ask {{ nobody }} in s.');
    const inKata = { element_type: 'kata', element_identifier: 'a/steps' };
    // Not that of the category's `when`, which a kata does not show.
    expect(failures).toHaveLength(4);
    expect(failures).toEqual(
      expect.arrayContaining([
        {
          ...inKata,
          template_text: '{{ nobody }}',
          error_message: undefinedName('nobody'),
          variable_name: 'nobody',
        },
        {
          ...inKata,
          template_text: '{{ scope.tags.team.name | upper }}',
          error_message: undefinedName('scope.tags.team.name'),
          variable_name: 'scope.tags.team.name',
        },
        expect.objectContaining({ ...inKata, variable_name: 'nowhere' }),
        {
          element_type: 'when',
          element_identifier: 'a/steps when',
          template_text: '{{ no_trigger }}',
          error_message: undefinedName('no_trigger'),
          variable_name: 'no_trigger',
        },
      ]),
    );
  });

  test('stays in the steps of a flowchart', async () => {
    const { procedure, template_failures: failures } = await kata('chart');
    expect(procedure).toBe('## chart\n\n1. Ask {{ nobody }}\n2. In s (end)\n');
    expect(failures?.map((failure) => failure.element_identifier)).toEqual(['a/chart']);
    const mermaid = await client.get('/api/v1/scopes/s/katas/chart', { accept: 'text/vnd.mermaid' });
    expect([mermaid.status, await mermaid.text()]).toEqual([200, expect.stringContaining('In s')]);
  });

  test('leaves a failing `when` of a category empty, without a fallback for itself', async () => {
    const response = await client.get('/api/v1/scopes/s/katas/index');
    expect(await response.json()).toEqual({
      scope_name: 's',
      categories: [
        {
          category: 'a',
          when: '',
          katas: [
            { name: 'steps', when: '' },
            { name: 'chart', when: null },
            { name: 'fine', when: null },
          ],
        },
        {
          category: 'a.b',
          when: 'These rules apply at all times',
          katas: [{ name: 'below', when: null }],
        },
      ],
      template_failures: [
        expect.objectContaining({ element_type: 'when', element_identifier: 'a when' }),
        expect.objectContaining({ element_type: 'when', element_identifier: 'a/steps when' }),
      ],
    });
    const markdown = await client.get('/api/v1/scopes/s/katas/index', { accept: 'text/markdown' });
    expect(await markdown.text()).toMatch(
      /- `a`\n {2}- kata `steps`\n[\s\S]*\n---\n\n<ignore-failed-template>\n\n## Template Failures\n[\s\S]*<\/ignore-failed-template>\n$/,
    );
  });

  test('is no report in raw answers, and none in those that have no failure', async () => {
    const raw = await jsonOf<KataBody>(client.get('/api/v1/scopes/s/katas/steps?debug=true', json));
    expect(raw.when).toBe('{{ no_trigger }}');
    expect(raw).not.toHaveProperty('template_failures');
    const other = await httpClient({ 's/katas.yml': 'a:\n  katas: {cut: "{{ scope.name }}"}\n' });
    const good = await jsonOf<KataBody>(other.get('/api/v1/scopes/s/katas/cut', json));
    expect(good).not.toHaveProperty('template_failures');
  });
});

describe('a flowchart that is wrong only once it is rendered', () => {
  const nodes = (...list: string[]) => block(8, ...list);
  const content = `a:
  when: When A
  katas:
    sound: 1. Do it.
    target:
      when: When wrong
      procedure: |
${nodes('{id: one, type: process, description: "{{ scope.name }}", next: two}')}
    type:
      procedure: |
${nodes('{id: one, type: "{{ scope.name }}", description: One}', '{description: Two, type: process}')}
    none:
      procedure: |
        #!fcyaml
        flowchart:
          nodes:
        {% for x in [] %}
            - {id: a, type: process, description: A}
        {% endfor %}
    torn:
      procedure: |
${nodes('{id: one, type: process, description: Ask {{ nobody }}}')}
`;
  let client: HttpClient;
  beforeAll(async () => {
    client = await httpClient({
      'base/katas.yml': content,
      'base/commandments.yml': 'a:\n  ruleset: [A rule]\n',
      'child/metadata.yml': 'parent: base\n',
    });
  });

  test.each([
    ['target', ' (node `one`)', /no node has the id `two`\. Name a node/],
    ['type', ' (node `one`)', /the type `base` is not known\. Use terminator.* \(and 1 more\)$/],
    ['none', '', /the flowchart has no nodes\. List them/],
    ['torn', '', /\. Before that a template failed: "nobody" is not defined/],
  ])('names file, line and node of the kata %s', async (name, node, says) => {
    const line = content.split('\n').indexOf(`    ${name}:`) + 1;
    for (const accept of ['text/markdown', 'application/json', 'text/vnd.mermaid']) {
      const response = await client.get(`/api/v1/scopes/base/katas/${name}`, { accept });
      expect(response.status).toBe(500);
      const { code, detail } = await problemOf(response);
      expect(code).toBe('invalid-content');
      expect(detail).toContain(`base/katas.yml:${line}: flowchart of kata \`a/${name}\`${node}: `);
      expect(detail).toMatch(says);
      expect(detail).not.toContain('\n');
    }
  });

  test('lists every mistake with its node', async () => {
    const { errors } = await problemOf(await client.get('/api/v1/scopes/base/katas/type'));
    expect(errors).toEqual([
      { path: 'one', message: expect.stringMatching(/the type `base` is not known\. \w/) },
      { path: '', message: expect.stringMatching(/item 2 of `nodes` has no `id`\. \w/) },
    ]);
  });

  test('breaks only itself: the rest of its scope is served, and so is its child', async () => {
    for (const scope of ['base', 'child']) {
      const path = `/api/v1/scopes/${scope}`;
      expect(await (await client.get(`${path}/katas/sound`)).text()).toBe('1. Do it.\n');
      expect(await (await client.get(`${path}/rules`, { accept: 'text/markdown' })).text()).toContain(
        'A rule',
      );
      const list = await jsonOf<{ categories: object }>(client.get(`${path}/katas`));
      expect(list.categories).toEqual({ a: ['sound', 'target', 'type', 'none', 'torn'] });
      const index = await client.get(`${path}/katas/index`, { accept: 'text/markdown' });
      expect([index.status, await index.text()]).toEqual([
        200,
        expect.stringContaining('  - kata `target`: When wrong\n'),
      ]);
      expect((await client.get(`${path}/katas/target`)).status).toBe(500);
    }
  });

  test('is given raw all the same', async () => {
    const raw = await client.get('/api/v1/scopes/base/katas/torn?debug=true');
    expect([raw.status, await raw.text()]).toEqual([
      200,
      block(0, '{id: one, type: process, description: Ask {{ nobody }}}'),
    ]);
  });
});
