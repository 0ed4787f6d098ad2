import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Printed, precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { acmeSettings, runProgram } from '../support/program.ts';
import { block, library, oddNames, shipItSource, shipItSteps, shopIndex } from './content.ts';

let rules: string;
beforeAll(async () => {
  rules = await tempFolder({
    ...library,
    'bad/katas.yml': `a:\n  katas:\n    cut: |\n${block(6, '{id: one, type: proces, description: One}')}`,
    'broken/katas.yml': `a:\n  katas:\n    sound: 1. Do it.\n    cut: |\n${block(6, '{id: "{{ scope.name }}", type: process, description: One, next: two}')}    failing: 1. Ask {{ nobody }}.\n`,
  });
});
const run = (...argv: string[]) => precept([...argv, '-r', rules]);

/** The answer of a command line that must succeed without a word on standard error. */
async function answer(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

function expectFault({ code, stdout, stderr }: Printed, says: RegExp): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^precept: [^\n]+\n$/);
  expect(stderr).toMatch(says);
}

function expectUsage({ code, stdout, stderr }: Printed, says: RegExp): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(says);
}

describe('precept kata-index', () => {
  it('prints Markdown, JSON and YAML', async () => {
    expect(await answer('kata-index', 'shop')).toBe(shopIndex);
    expect(await answer('kata-index', 'shop', '--format', 'markdown')).toBe(shopIndex);
    const data = JSON.parse(await answer('kata-index', 'shop', '--format', 'json'));
    expect(data.categories[1]).toEqual({
      category: 'delivery',
      when: 'When shop ships',
      katas: [{ name: 'plan', when: null }],
    });
    expect(parse(await answer('kata-index', 'shop', '--format', 'yaml'))).toEqual(data);
  });

  it('prints each `when` as written with --debug', async () => {
    const text = await answer('kata-index', 'shop', '--debug');
    expect(text).toContain('- `delivery`: When {{ scope.name }} ships\n');
    expect(text).toContain('  - `hotfix`\n');
  });

  it('has no diagram, and no categories to choose', async () => {
    expectUsage(
      await run('kata-index', 'shop', '--format', 'mermaid'),
      /markdown, json, yaml, not "mermaid"/,
    );
    expectUsage(await run('kata-index', 'shop', '--categories', 'delivery'), /categories/);
  });
});

describe('precept katas', () => {
  const markdown = '# Katas of shop\n\n- `delivery`: `plan`\n- `delivery.hotfix`: `roll-back`\n';
  const json = { scope_name: 'shop', categories: { testing: ['hunt-a-flaky-test'], delivery: ['plan'] } };

  it('prints names by category, all or some', async () => {
    expect(await answer('katas', 'shop')).toContain(markdown);
    const some = await answer('katas', 'shop', '--categories', 'delivery.hotfix,testing', '--format', 'json');
    expect(JSON.parse(some)).toEqual({
      scope_name: 'shop',
      categories: { testing: ['hunt-a-flaky-test'], 'delivery.hotfix': ['roll-back'] },
    });
    const company = await answer('katas', 'company', '--categories', 'testing,delivery', '--format=yaml');
    expect(parse(company)).toEqual({
      scope_name: 'company',
      categories: { ...json.categories, 'delivery.release': ['cut-release', 'roll-back'] },
    });
    expect(await answer('katas', 'shop', '--categories', 'nothing')).toBe(
      '# Katas of shop\n\nNo katas match. The kata index names the categories that have katas.\n\n- there is no category `nothing`; the nearest are `testing`, `empty`, `delivery`\n',
    );
  });

  it('ends with 2 for a filter and with 1 for a scope that is wrong', async () => {
    expectUsage(
      await run('katas', 'shop', '--categories', 'a..b'),
      /--categories: .*"a\.\.b" is no dot path/,
    );
    expectFault(await run('katas', 'shpo'), /no scope "shpo".*shop/);
    expectFault(
      await run('katas', 'bad'),
      /bad\/katas\.yml:7:\d+: flowchart of kata `a\/cut` \(node `one`\): the type `proces` is not known/,
    );
  });
});

describe('precept kata', () => {
  it('prints the procedure alone', async () => {
    expect(await answer('kata', 'shop', 'cut-release')).toBe('1. Tag shop.\n2. Tell #releases.\n');
    expect(await answer('kata', 'shop', 'ship-it', '--format=markdown')).toBe(shipItSteps);
  });

  it('prints JSON and YAML with where it comes from', async () => {
    const expected = {
      name: 'cut-release',
      category: 'delivery.release',
      when: 'When somebody says so',
      procedure: '1. Tag shop.\n2. Tell #releases.\n',
      origin: { server: 'local', scope: 'company', file: 'company/katas.yml', line: 11 },
    };
    expect(JSON.parse(await answer('kata', 'shop', 'cut-release', '--format', 'json'))).toEqual(expected);
    expect(parse(await answer('kata', 'shop', 'cut-release', '--format', 'yaml'))).toEqual(expected);
  });

  it('prints the diagram of a flowchart, and says where there is none', async () => {
    const diagram = await answer('kata', 'shop', 'ship-it', '--format', 'mermaid');
    expect(diagram).toMatch(/^---\ntitle: "Ship shop"\n---\nflowchart TD\n/);
    expect(diagram).toContain('Out in eu');
    expectFault(await run('kata', 'shop', 'plan', '--format', 'mermaid'), /"plan" is no flowchart/);
    expectFault(
      await run('kata', 'shop', 'ship-it', '--format', 'mermaid', '--debug'),
      /as it is written.*leave debug out/,
    );
  });

  it('prints the source with --debug, a flowchart included', async () => {
    expect(await answer('kata', 'shop', 'ship-it', '--debug')).toBe(shipItSource);
    const raw = JSON.parse(await answer('kata', 'shop', 'cut-release', '--debug', '--format', 'json'));
    expect([raw.when, raw.procedure]).toEqual([
      "When {{ scope.tags.team | default('somebody') }} says so",
      "1. Tag {{ scope.name }}.\n2. Tell {{ TEAM_CHANNEL | default('#releases') }}.\n",
    ]);
  });

  it('wants the category of a name that several have', async () => {
    expectFault(await run('kata', 'shop', 'roll-back'), /delivery\.release, delivery\.hotfix, odd names/);
    expect(await answer('kata', 'shop', 'roll-back', '--category', 'delivery.hotfix')).toBe(
      '1. Ask first.\n',
    );
    expect(await answer('kata', 'shop', 'roll-back', '--category=odd names')).toBe('1. Odd.\n');
    expectUsage(
      await run('kata', 'shop', 'roll-back', '--category', 'a,b'),
      /--category: .*"a,b" is no dot path/,
    );
  });

  it.each([...oddNames, ['..', '', '1. Dots.\n'] as const])(
    'takes the name %j as it is',
    async (name, _, steps) => {
      expect(await answer('kata', 'shop', name)).toBe(steps);
    },
  );

  it('ends with 1 for a kata that is not there or is broken, and serves the others', async () => {
    expectFault(await run('kata', 'shop', 'plam'), /no kata "plam"\. The nearest names are: plan, /);
    expectFault(await run('kata', 'broken', 'cut'), /broken\/katas\.yml:4: .*`a\/cut`.*no node has the id/);
    expect(await answer('kata', 'broken', 'sound')).toBe('1. Do it.\n');
    expect(await answer('kata', 'broken', 'failing')).toBe(
      '> **Incomplete:** 1 text could not be rendered and stands as written.\n\n1. Ask {{ nobody }}.\n',
    );
    const failing = JSON.parse(await answer('kata', 'broken', 'failing', '--format', 'json'));
    expect(failing.template_failures).toEqual([
      expect.objectContaining({
        element_type: 'kata',
        element_identifier: 'a/failing',
        variable_name: 'nobody',
      }),
    ]);
  });

  it('ends with 2 for wrong usage', async () => {
    expectUsage(await run('kata', 'shop'), /kata_name|Usage|positional/i);
    expectUsage(await run('kata', 'shop', 'plan', 'more'), /more|Usage|extraneous/i);
    expectUsage(
      await run('kata', 'shop', 'plan', '--format', 'pdf'),
      /markdown, json, yaml, mermaid, not "pdf"/,
    );
    expectUsage(await run('kata', 'shop', 'plan', '--categories', 'delivery'), /categories/);
  });
});

describe('the built program, over the example content', () => {
  it('prints a kata that a child overrides with a flowchart, and the one it hides', async () => {
    const kata = (scope: string) => runProgram(['kata', scope, 'cut-a-release', '--config', acmeSettings]);
    const [{ code, stdout, stderr }, above] = await Promise.all([kata('checkout'), kata('platform')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^## Cut a checkout release\n\n1\. /);
    expect(stdout).toContain('In parallel: steps ');
    expect(stdout).toContain('(retry)');
    expect(above.stdout).toMatch(/^1\. Check that no incident is open/);
  });
});
