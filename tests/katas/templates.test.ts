import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { connect } from '../mcp/clients.ts';
import { tempFolder } from '../support/folder.ts';
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
    // Not that of the category's `when`, which this kata does not show.
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

describe('a `when` that fails is reported where a kata shows it', () => {
  const cause = { element_type: 'when', element_identifier: 'a when', variable_name: 'nothing' };
  const noValue = (name: string) =>
    `"${name}" has no value: the \`when\` of the category could not be rendered`;
  const incomplete = '> **Incomplete:** 1 text could not be rendered and stands as written.\n\n';
  const files = {
    's/katas.yml': `
a:
  when: When {{ nothing }}
  katas:
    shown: "1. Ask {{ category.when }}."
    indexed: "1. Ask {{ category['when'] }}."
    asked: "1. {% if category.when %}Ask.{% endif %}"
    untaken: "1. {% if false %}{{ category.when }}{% endif %}Rest."
    guarded: "1. {{ category.when | default('Ask') }} in {{ category.key }}."
    trigger: {when: "Before {{ category.when }}", procedure: 1. Rest.}
    chart:
      procedure: |
${block(8, '{id: one, type: process, description: "Ask {{ category.when }}"}')}
c:
  katas: {trigger: {when: "After {{ category.when }}", procedure: "1. {{ category.when }}"}}
`,
  };
  let client: HttpClient;
  beforeAll(async () => {
    client = await httpClient(files, { default_category_description: 'At any time' });
  });
  const kata = (name: string, query = '') =>
    jsonOf<KataBody>(client.get(`/api/v1/scopes/s/katas/${name}${query}`, json));

  test.each([
    ['shown', '1. Ask {{ category.when }}.', 'category.when'],
    ['indexed', "1. Ask {{ category['when'] }}.", "category['when']"],
    ['asked', '1. {% if category.when %}Ask.{% endif %}', 'category.when'],
    ['chart', '## chart\n\n1. Ask {{ category.when }} (end)\n', 'category.when'],
  ])('stands as written, with what failed: %s', async (name, procedure, variable) => {
    const answer = await kata(name);
    expect(answer.procedure).toBe(procedure);
    expect(answer.template_failures).toEqual([
      {
        element_type: 'kata',
        element_identifier: `a/${name}`,
        template_text: expect.stringContaining(variable),
        error_message: noValue(variable),
        variable_name: variable,
      },
      expect.objectContaining({ ...cause, error_message: undefinedName('nothing') }),
    ]);
    const markdown = await client.get(`/api/v1/scopes/s/katas/${name}`);
    expect(await markdown.text()).toBe(`${incomplete}${procedure.trimEnd()}\n`);
  });

  test.each([
    ['untaken', '1. Rest.'],
    ['guarded', '1. Ask in a.'],
  ])('nothing is said where it is not shown: %s', async (name, procedure) => {
    const answer = await kata(name);
    expect(answer.procedure).toBe(procedure);
    expect(answer).not.toHaveProperty('template_failures');
  });

  test('also where only what triggers a kata shows it', async () => {
    const answer = await kata('trigger', '?category=a');
    expect(answer.when).toBe('');
    expect(answer.template_failures).toEqual([
      expect.objectContaining({
        element_identifier: 'a/trigger when',
        error_message: noValue('category.when'),
      }),
      expect.objectContaining(cause),
    ]);
  });

  test('and the default description too', async () => {
    const other = await httpClient(
      { 's/katas.yml': 'x:\n  katas: {cut: "1. {{ category.when }}", rest: "1. Rest"}\n' },
      { default_category_description: 'When {{ nothing }}' },
    );
    const cut = await jsonOf<KataBody>(other.get('/api/v1/scopes/s/katas/cut', json));
    expect(cut.procedure).toBe('1. {{ category.when }}');
    expect(cut.template_failures).toEqual([
      expect.objectContaining({ element_identifier: 'x/cut', error_message: noValue('category.when') }),
      expect.objectContaining({
        element_type: 'default_category_description',
        error_message: undefinedName('nothing'),
      }),
    ]);
    const rest = await jsonOf<KataBody>(other.get('/api/v1/scopes/s/katas/rest', json));
    expect(rest).not.toHaveProperty('template_failures');
  });

  test('find, the index and the kata agree on what triggers a kata', async () => {
    const { when } = await kata('trigger', '?category=c');
    expect(when).toBe('After At any time');
    const found = await (await client.get('/api/v1/scopes/s/find?task=after%20any%20time', json)).json();
    const { results } = found as { results: { category: string; katas: object[] }[] };
    expect(results.find(({ category }) => category === 'c')?.katas).toEqual([{ name: 'trigger', when }]);
    const index = (await (await client.get('/api/v1/scopes/s/index', json)).json()) as {
      katas: { category: string; katas: object[] }[];
    };
    expect(index.katas.find(({ category }) => category === 'c')?.katas).toEqual([{ name: 'trigger', when }]);
  });

  test('tools, prompts, resources, skills and exports say so', async () => {
    const folder = await tempFolder(files);
    const host = await connect('SDK 1.x', ['-r', folder]);
    onTestFinished(() => host.close());
    const mcp = host.client;
    const text = `${incomplete}1. Ask {{ category.when }}.\n`;
    const named = { kata_name: 'shown', scope_name: 's' };
    const tool = await mcp.callTool({ name: 'get_kata', arguments: named });
    expect(tool.content).toEqual([{ type: 'text', text }]);
    const { messages } = await mcp.getPrompt({ name: 'follow_kata', arguments: named });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringMatching(/^> \*\*Incomplete/) });
    const resource = await mcp.readResource({ uri: 'precept://scopes/s/katas/a/shown' });
    expect(resource.contents[0]).toMatchObject({ text });
    const skill = await mcp.readResource({ uri: 'skill://s/a/shown/SKILL.md' });
    expect(skill.contents[0]).toMatchObject({ text: expect.stringContaining(incomplete) });
    const argv = ['export', 's', '--to', 'skills', '-r', folder, '--dir', folder];
    const exported = await precept(argv);
    expect(exported.code).toBe(1);
    expect(exported.stderr).toContain(`kata a/shown: ${noValue('category.when')}`);
    expect(exported.stderr).toContain(`when a when: ${undefinedName('nothing')}`);
  });

  test('and what an export says in its place', async () => {
    const folder = await tempFolder({
      's/katas.yml': 'a:\n  when: When {{ nothing }}\n  katas: {cut: "1. Rest"}\n',
    });
    const { code, stderr } = await precept(['export', 's', '--to', 'skills', '-r', folder, '--dir', folder]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('when a when: "nothing" is not defined')]);
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
