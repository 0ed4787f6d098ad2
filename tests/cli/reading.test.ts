import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { tempFolder } from '../support/folder.ts';
import { badFilters, mistakes, refused } from '../support/mistakes.ts';
import { idsOf } from '../support/rule-id.ts';
import { type CommandLineOptions, type Printed, precept } from './command-line.ts';

let rules: string;
beforeAll(async () => {
  rules = await tempFolder(mistakes);
});
const run = (argv: readonly string[], options?: CommandLineOptions) =>
  precept([...argv, '-r', rules], options);

/** The answer of a command line that must succeed without a word on standard error. */
async function answer(argv: readonly string[], options?: CommandLineOptions): Promise<string> {
  const { code, stdout, stderr } = await run(argv, options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/[^\n]\n$/);
  return stdout;
}

/** Says that a command line failed with one line on standard error and nothing on standard output. */
function expectFault(printed: Printed, says: RegExp): void {
  expect(printed).toMatchObject({ code: 1, stdout: '' });
  expect(printed.stderr).toMatch(/^precept: [^\n]+\n$/);
  expect(printed.stderr.slice('precept: '.length)).toMatch(says);
}

const owner = "Owner: {{ scope.tags.team | default('platform') }}";

const goodRules = {
  metadata: {
    name: 'good',
    description: 'A good scope',
    parent: null,
    tags: { team: 'core' },
    sources: ['local'],
  },
  commandments: {
    'backend.api': {
      when: 'When adding an endpoint',
      tags: ['http'],
      rules: ['Answer errors as problem details', 'Owner: core'],
      ids: idsOf('commandments', ['Answer errors as problem details', owner]),
    },
    'backend.testing': {
      when: 'These rules apply at all times',
      tags: [],
      rules: ['Test it'],
      ids: idsOf('commandments', ['Test it']),
    },
  },
  suggestions: {
    frontend: {
      when: 'These rules apply at all times',
      tags: [],
      rules: ['Prefer system fonts'],
      ids: idsOf('suggestions', ['Prefer system fonts']),
    },
  },
};

describe('precept rules', () => {
  it('prints Markdown', async () => {
    const text = await answer(['rules', 'good']);
    expect(text).toMatchInlineSnapshot(`
      "# Rules for good

      A good scope

      ## backend

      ### api

      <tags>http</tags>

      *When adding an endpoint*

      - **MUST**: Answer errors as problem details
      - **MUST**: Owner: core

      ### testing

      - **MUST**: Test it

      ## frontend

      - **SHOULD**: Prefer system fonts
      "
    `);
    expect(await answer(['rules', 'good', '--format', 'markdown'])).toBe(text);
  });

  it('prints JSON', async () => {
    const text = await answer(['rules', 'good', '--format', 'json']);
    expect(JSON.parse(text)).toEqual(goodRules);
    expect(text.split('\n').length).toBeGreaterThan(20);
  });

  it('prints YAML, one document per kind', async () => {
    const documents = parseAllDocuments(await answer(['rules', 'good', '--format=yaml']));
    const { parent: _, ...metadata } = goodRules.metadata;
    const always = { when: 'These rules apply at all times' };
    const [api] = Object.values(goodRules.commandments);
    expect(documents.flatMap((document) => [document.toJS()])).toEqual([
      { metadata },
      {
        commandments: {
          backend: {
            api: { when: api?.when, tags: api?.tags, ruleset: api?.rules },
            testing: { ...always, ruleset: ['Test it'] },
          },
        },
      },
      { suggestions: { frontend: { ...always, ruleset: ['Prefer system fonts'] } } },
    ]);
  });

  it('prints the wanted categories only', async () => {
    const wanted = async (categories: string) => {
      const text = await answer(['rules', 'good', '--format', 'json', '--categories', categories]);
      const { commandments, suggestions } = JSON.parse(text);
      return [...Object.keys(commandments), ...Object.keys(suggestions)];
    };
    expect(await wanted('backend')).toEqual(['backend.api', 'backend.testing']);
    expect(await wanted(' backend.testing , frontend')).toEqual(['backend.testing', 'frontend']);
    const { code, stdout } = await run(['rules', 'good', '--format', 'json', '--categories', 'back']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, commandments: {}, suggestions: {} });
  });

  it('prints texts as written with --debug', async () => {
    const text = await answer(['rules', 'good', '--debug', '--format', 'json']);
    expect(JSON.parse(text).commandments).toEqual({
      'backend.api': {
        when: 'When adding an endpoint',
        tags: ['http'],
        rules: ['Answer errors as problem details', owner],
        ids: idsOf('commandments', ['Answer errors as problem details', owner]),
      },
      'backend.testing': {
        when: null,
        tags: [],
        rules: ['Test it'],
        ids: idsOf('commandments', ['Test it']),
      },
    });
    expect(await answer(['rules', 'good', '--debug'])).toContain(
      "Owner: {{ scope.tags.team | default('platform')",
    );
  });

  it('reports templates that fail, and succeeds', async () => {
    expect(await answer(['rules', 'failing'])).toContain('## Template Failures');
    const { template_failures } = JSON.parse(await answer(['rules', 'failing', '--format', 'json']));
    expect(template_failures).toEqual([
      expect.objectContaining({
        element_type: 'rule',
        element_identifier: 'texts rule #1',
        variable_name: 'nobody',
      }),
    ]);
    expect(await answer(['rules', 'failing', '--debug'])).toContain('Ask {{ nobody }}');
  });

  it('warns of a missing parent on standard error', async () => {
    const { code, stdout, stderr } = await run(['rules', 'orphan', '--format', 'json']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^precept warn: scope "orphan": the rules of `nowhere` are missing: [^\n]*\n$/);
    expect(JSON.parse(stdout)).toMatchObject({
      commandments: { alone: { rules: ['Stand on your own'] } },
      warnings: [expect.stringContaining('`nowhere`')],
    });
  });
});

describe('precept index', () => {
  it('prints Markdown', async () => {
    expect(await answer(['index', 'good'])).toMatchInlineSnapshot(`
      "# Index of rule categories for scope good

      A good scope

      - \`backend\`
        - \`api\`: When adding an endpoint
        - \`testing\`
      - \`frontend\`

      Join the names by dots (\`backend.api\`). Asking for a category includes its sub-categories. All rules: about 63 tokens.
      "
    `);
  });

  it('prints JSON and YAML with the same data', async () => {
    const json = JSON.parse(await answer(['index', 'good', '--format', 'json']));
    const links = { paths: [], see: [] };
    const always = { when: 'These rules apply at all times', rule_count: 1, tags: [], ...links };
    expect(json).toEqual({
      scope_name: 'good',
      description: 'A good scope',
      commandments: [
        {
          category: 'backend.api',
          when: 'When adding an endpoint',
          rule_count: 2,
          tags: ['http'],
          tokens: 11,
          ...links,
        },
        { category: 'backend.testing', ...always, tokens: 2 },
      ],
      suggestions: [{ category: 'frontend', ...always, tokens: 5 }],
      katas: [],
      sources: ['local'],
    });
    expect(parse(await answer(['index', 'good', '--format', 'yaml']))).toEqual(json);
  });

  it('gives raw descriptions with --debug', async () => {
    const { commandments } = JSON.parse(await answer(['index', 'good', '--debug', '--format', 'json']));
    expect(commandments.map(({ when }: { when: unknown }) => when)).toEqual([
      'When adding an endpoint',
      null,
    ]);
  });
});

describe('precept scopes, show and reload', () => {
  const names = [
    'colon',
    'deep1',
    'deep2',
    'deep3',
    'deep4',
    'egg',
    'failing',
    'good',
    'hen',
    'orphan',
    'unclosed',
  ];

  it('lists scopes in every format', async () => {
    expect(await answer(['scopes'])).toBe(names.map((name) => `- ${name}\n`).join(''));
    expect(JSON.parse(await answer(['scopes', '--format', 'json']))).toEqual(names);
    expect(parse(await answer(['scopes', '--format', 'yaml']))).toEqual(names);
  });

  it('lists details, also beside scopes that cannot be served', async () => {
    const { code, stdout } = await run(['scopes', '--details', '--format', 'json']);
    expect(code).toBe(0);
    const details = JSON.parse(stdout) as { name: string }[];
    expect(details.map(({ name }) => name)).toEqual(names);
    expect(details).toContainEqual({
      name: 'good',
      description: 'A good scope',
      tags: { team: 'core' },
      parents: [],
      sources: ['local'],
    });
  });

  it('shows one scope in every format', async () => {
    const json = JSON.parse(await answer(['show', 'good', '--format', 'json']));
    expect(json).toMatchObject({
      metadata: { name: 'good', description: 'A good scope', tags: { team: 'core' } },
      parents: [],
      lineage: ['good'],
      sources: ['local'],
      counts: { categories: 3, commandments: 3, suggestions: 1 },
    });
    expect(parse(await answer(['show', 'good', '--format', 'yaml']))).toEqual(json);
    expect(await answer(['show', 'good'])).toMatch(/^# good\n\nA good scope\n\n- lineage: good\n/);
  });

  it('counts no category of a scope that is emptied there', async () => {
    const family = await tempFolder({
      'p/suggestions.yml': 'a:\n  ruleset: [x]\nb:\n  ruleset: [y]\n',
      'c/metadata.yml': 'parent: p\n',
      'c/suggestions.yml': 'a:\n  ruleset: []\n',
    });
    const { stdout } = await precept(['show', 'c', '--format', 'json', '-r', family]);
    expect(JSON.parse(stdout).counts).toMatchObject({ categories: 1, suggestions: 1 });
  });

  it('reloads in every format', async () => {
    const reloaded = { reloaded: true, masters: [] };
    expect(JSON.parse(await answer(['reload', '--format', 'json']))).toEqual(reloaded);
    expect(parse(await answer(['reload', '--format', 'yaml']))).toEqual(reloaded);
    expect(await answer(['reload'])).toMatch(/^[^{\n]+\n$/);
  });
});

describe('a fault', () => {
  it.each(refused)('is one line and exit code 1: scope "$scope"', async ({ scope, says }) => {
    for (const command of ['rules', 'index', 'show']) {
      expectFault(await run([command, scope, '--max-inheritance-depth', '2']), says);
    }
  });

  it('is wrong usage for a category filter that cannot be read', async () => {
    for (const filter of badFilters) {
      const { code, stdout, stderr } = await run(['rules', 'good', `--categories=${filter}`]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^precept: --categories: The category filter .*dot paths.*\nRun "precept rules --help" [^\n]*\n$/,
      );
    }
  });

  // Finding: reading it fails with EISDIR, which the CLI prints with its stack (MCP answers "internal").
  it('is one line for a content file that is a directory', async () => {
    const odd = await tempFolder({ 'odd/commandments.yml/': '' });
    expectFault(await precept(['rules', 'odd', '-r', odd]), /odd\/commandments\.yml:1:1: .*file/);
  });
});

describe('colour', () => {
  const start = '\u001b[';
  const paint = (code: string, text: string) => `${start}${code}m${text}${start}0m`;

  it('is used on terminals only, and only without NO_COLOR', async () => {
    const plain = await answer(['rules', 'good']);
    expect(plain).not.toContain(start);
    const coloured = await answer(['rules', 'good'], { terminal: true });
    expect(coloured).toContain(`${paint('1', '# Rules for good')}\n`);
    expect(coloured).toContain(`- ${paint('1;31', 'MUST')}: Answer errors`);
    expect(coloured).toContain(`- ${paint('1;33', 'SHOULD')}: Prefer`);
    expect(await answer(['rules', 'good'], { terminal: true, env: { NO_COLOR: '1' } })).toBe(plain);
    expect(await answer(['rules', 'good'], { terminal: true, env: { TERM: 'dumb' } })).toBe(plain);
    // https://no-color.org: an empty value does not count.
    expect(await answer(['rules', 'good'], { terminal: true, env: { NO_COLOR: '' } })).toBe(coloured);
  });

  it('is used for faults likewise', async () => {
    const fault = (options: CommandLineOptions) => run(['rules', 'gud'], options);
    expect((await fault({ terminal: true })).stderr).toMatch(/^[^ ]+ There is no scope/);
    expect((await fault({ terminal: true })).stderr).toContain(`${paint('31', 'precept:')} There`);
    expect((await fault({ terminal: true, env: { NO_COLOR: '1' } })).stderr).toMatch(
      /^precept: There is no scope/,
    );
    expect((await fault({})).stderr).not.toContain(start);
  });

  it('is not used in help without a terminal', async () => {
    for (const argv of [['--help'], ['rules', '--help']]) {
      expect((await precept(argv)).stdout).not.toContain(start);
      expect((await precept(argv, { terminal: true, env: { NO_COLOR: '1' } })).stdout).not.toContain(start);
    }
  });

  // Finding: the colours of Markdown are put into JSON and YAML too, which breaks them.
  it('leaves JSON and YAML alone', async () => {
    const text = 'Write **MUST** in capitals';
    const loud = await tempFolder({ 'loud/commandments.yml': `a:\n  ruleset: ["${text}", "{{ gone }}"]\n` });
    for (const format of ['json', 'yaml']) {
      const argv = ['rules', 'loud', '-r', loud, '--format', format];
      const onTerminal = await precept(argv, { terminal: true });
      expect(onTerminal.stdout).toBe((await precept(argv)).stdout);
    }
  });
});

describe('a table', () => {
  it('has its columns below each other on a terminal where it fits, with signs that are two columns wide', async () => {
    const folder = await tempFolder({
      'wide/katas.yml':
        'データ:\n  katas: {copy: {procedure: Copy}}\nlogs:\n  katas: {keep: {procedure: Keep}}\n',
    });
    const argv = ['usage', '-r', folder];
    const { stdout } = await precept(argv, { terminal: true, env: { NO_COLOR: '1' } });
    expect(stdout).toContain(
      [
        '| scope  | category or kata | reads | tokens | last read |',
        '| ------ | ---------------- | ----- | ------ | --------- |',
        '| `wide` | `logs/keep`      | 0     | 0      | never     |',
      ].join('\n'),
    );
    expect(stdout).toContain('| `wide` | `データ/copy`    | 0     |');
    expect((await precept(argv)).stdout).toContain('|---|---|---|---|---|\n| `wide` | `logs/keep` | 0 |');
  });
});
