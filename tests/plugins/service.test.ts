import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkEnabledPlugins } from '../../src/config/values/plugin-names.ts';
import { ask } from '../../src/service/ask.ts';
import { openService } from '../../src/service/open-service.ts';
import { getContext } from '../../src/service/operations/get-context.ts';
import { getRules } from '../../src/service/operations/get-rules.ts';
import { lines, shakeHands, toolCall } from '../mcp/wire.ts';
import { tempFolder } from '../support/folder.ts';
import { startProgram } from '../support/program.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

interface Opened {
  readonly rules: (categories?: string) => Promise<string>;
  readonly context: (category?: string) => Promise<{ json: ContextJson; markdown: string }>;
  readonly logged: readonly string[];
}

interface ContextJson {
  readonly variables: readonly { name: string; source: string; value?: unknown; secret?: string }[];
  readonly plugins: readonly { name: string; state: string; reason: string | null }[];
  readonly filters: readonly { name: string; source: string }[];
}

/** A service over a folder with these files, `settings.yml` among them, or over another settings file. */
async function open(
  files: Readonly<Record<string, string>>,
  options: { config?: string; scope?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Opened> {
  const folder = await tempFolder(files);
  const logged: string[] = [];
  const config = options.config ?? path.join(folder, 'settings.yml');
  const { service } = await openService({
    flags: { config },
    env: { PATH: process.env.PATH, ...options.env },
    cwd: folder,
    home: folder,
    writeLog: (line) => logged.push(line),
  });
  const scope_name = options.scope ?? 'shop';
  return {
    logged,
    rules: async (categories) =>
      (await ask(getRules, { scope_name, categories, debug: false }, service)).text('markdown'),
    async context(category) {
      const answer = await ask(getContext, { scope_name, category }, service);
      return { json: JSON.parse(answer.text('json')) as ContextJson, markdown: answer.text('markdown') };
    },
  };
}

const plugin = (name: string, body: string) =>
  `export default { name: '${name}', description: 'About ${name}', ${body} };`;
const rulesOf = (...rules: string[]) => `a.b:\n  when: On {{ ring }}\n  ruleset: ${JSON.stringify(rules)}\n`;

describe('rules', () => {
  test('speak of what plugins know, now', async () => {
    const { rules, logged } = await open({
      'settings.yml': 'rules_path: rules\nring: from the file\nenabled_plugins: [fs.*, ./plugins/ring.mjs]\n',
      'plugins/ring.mjs': plugin(
        'ring',
        'context: (scope) => ({ ring: scope.name + (globalThis.ringOfTest ?? 1) }), filters: { loud: (text) => text + "!" }',
      ),
      'rules/shop/commandments.yml': rulesOf('Deploy to {{ ring | loud }} of {{ project_name }}'),
    });
    expect(await rules()).toMatch(/\*On shop1\*\n\n- \*\*MUST\*\*: Deploy to shop1! of precept-test-\w+\n/);
    (globalThis as { ringOfTest?: number }).ringOfTest = 2;
    expect(await rules()).toContain('Deploy to shop2!');
    expect(logged).toEqual([]);
  });

  test('see what plugins know before their own category, and that before a key of the settings', async () => {
    const files = {
      'settings.yml': 'rules_path: rules\ncategory: from the file\n',
      'ring.mjs': plugin('ring', 'context: () => ({ category: { key: "from a plugin" } })'),
      'rules/shop/commandments.yml': 'a.b:\n  ruleset: ["In {{ category.key }}"]\n',
    };
    expect(await (await open(files)).rules()).toContain('- **MUST**: In a.b\n');
    const plugged = await open({
      ...files,
      'settings.yml': `${files['settings.yml']}enabled_plugins: [./ring.mjs]\n`,
    });
    expect(await plugged.rules()).toContain('- **MUST**: In from a plugin\n');
    const { json } = await plugged.context('a.b');
    expect(json.variables.find(({ name }) => name === 'category')?.value).toEqual({ key: 'from a plugin' });
  });

  test('are served without the plugins that go wrong, one warning each', async () => {
    const { rules, logged } = await open({
      'settings.yml':
        'rules_path: rules\nenabled_plugins: [./throws.mjs, ./cycle.mjs, ./function.mjs, ./shadow.mjs]\n',
      'throws.mjs': plugin('throws', 'context() { throw new Error("boom"); }'),
      'cycle.mjs': plugin('cycle', 'context() { const ring = []; ring.push(ring); return { ring }; }'),
      'function.mjs': plugin('function', 'context: () => ({ ring: () => 1 })'),
      'shadow.mjs': plugin('shadow', 'context: () => ({ scope: { name: "mine" } })'),
      'rules/shop/commandments.yml': rulesOf("{{ scope.name }} {{ ring | default('none') }}"),
    });
    for (let answer = 0; answer < 2; answer += 1) expect(await rules()).toContain('- **MUST**: mine none\n');
    const named = logged.map((line) => /^precept warn: plugin (\w+) /.exec(line)?.[1]).sort();
    expect(named).toEqual(['cycle', 'function', 'shadow', 'throws']);
  });

  test('are served on when a plugin fails where no answer waits for it', async () => {
    const folder = await tempFolder({
      'settings.yml': 'rules_path: rules\nenabled_plugins: [./stray.mjs]\n',
      'stray.mjs': plugin(
        'stray',
        `context() {
          setTimeout(() => { throw new Error('late throw'); }, 1);
          Promise.reject(new Error('forgotten promise'));
          return { ring: 'canary' };
        }`,
      ),
      'rules/shop/commandments.yml': rulesOf('Deploy to {{ ring }}'),
    });
    const program = await startProgram(['-c', path.join(folder, 'settings.yml')]);
    await shakeHands(program);
    for (const id of [1, 2]) {
      program.stdin.write(lines(toolCall(id, 'get_rules', { scope_name: 'shop' })));
      expect(await program.line((line) => line.includes(`"id":${id}`))).toContain('Deploy to canary');
      await program.logged('forgotten promise');
      await program.logged('late throw');
    }
    program.stdin.end();
    expect((await program.ended).code).toBe(0);
  });

  test('of the examples render with their plugins and without', async () => {
    const settings = { config: path.join(examples, 'acme/settings.yml'), scope: 'checkout' };
    const { rules, context, logged } = await open(
      { CODEOWNERS: '# all\n* @acme/shop @ada\n/docs @acme/docs\n' },
      settings,
    );
    expect(await rules('review')).toContain('and of an owner (@acme/shop @ada) for owned paths');
    expect(await rules('docs.readme')).toMatch(/Name in the README of precept-test-\w+ the owner/);
    const { filters } = (await context()).json;
    expect(filters).toContainEqual({ name: 'ticket', source: 'plugin acme' });

    const plain = await open({}, { ...settings, env: { PRECEPT_ENABLED_PLUGINS: 'db.*' } });
    const text = await plain.rules('review,docs.readme,git');
    expect(text).toContain('and of an owner (checkout) for owned paths');
    expect(text).toContain('Name in the README the owner');
    expect(text).toContain('keep the coupon after login`\n');
    expect(text).not.toContain('Template Failures');
    expect(logged).toEqual([]);
  });
});

describe('precept context', () => {
  test('lists each variable with value and source', async () => {
    const { context } = await open(
      {
        'settings.yml': [
          'rules_path: rules',
          'default_category_description: Always',
          'team: from the file',
          'api_token: hush',
          'enabled_plugins: [./ring.mjs, ./off.mjs, ./broken.mjs]',
        ].join('\n'),
        'ring.mjs': plugin(
          'ring',
          'context: () => ({ ring: "canary", keys: { api_key: "hush", id: 1 }, deploy_token: "hush" })',
        ),
        'off.mjs': plugin('off', 'isAvailable: () => false, context: () => ({ never: 1 })'),
        'broken.mjs': plugin('broken', 'context() { throw new Error("a|b"); }'),
        'rules/shop/commandments.yml': rulesOf('x'),
        'rules/shop/metadata.yml': 'description: The shop\n',
      },
      { env: { PRECEPT_PLACE: 'here', PRECEPT_PASSWORD: 'hush', PRECEPT_TEAM: 'from outside' } },
    );
    const { json, markdown } = await context('a.b');
    const known = new Map(json.variables.map(({ name, ...rest }) => [name, rest]));
    expect(Object.fromEntries(known)).toMatchObject({
      default_category_description: { value: 'Always', source: 'setting' },
      DEFAULT_CATEGORY_DESCRIPTION: { value: 'Always', source: 'setting' },
      team: { value: 'from the file', source: 'file' },
      TEAM: { value: 'from outside', source: 'environment' },
      PLACE: { value: 'here', source: 'environment' },
      service_version: { source: 'service' },
      scope: {
        value: { name: 'shop', description: 'The shop', tags: {}, sources: ['local'] },
        source: 'scope',
      },
      category: { value: { key: 'a.b', when: 'On canary' }, source: 'category' },
      ring: { value: 'canary', source: 'plugin ring' },
      keys: { value: { api_key: '(secret, set)', id: 1 }, source: 'plugin ring' },
      deploy_token: { secret: 'set', source: 'plugin ring' },
      api_token: { secret: 'set', source: 'file' },
      PASSWORD: { secret: 'set', source: 'environment' },
    });
    expect(known.has('never')).toBe(false);
    expect(JSON.stringify(json) + markdown).not.toContain('hush');
    expect(json.plugins.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'ring ready',
      'off unavailable',
      'broken left out',
    ]);
    expect(markdown).toContain(
      '| `default_category_description`, `DEFAULT_CATEGORY_DESCRIPTION` | `"Always"` | setting |\n',
    );
    expect(markdown).toContain('| `api_token` | (secret, set) | file |\n');
    expect(markdown).toContain('| `broken` | left out: context failed: a\\|b | About broken |\n');
    expect(markdown).toContain('`is defined`');
  });

  test('has no category unless asked, and refuses one that is not there', async () => {
    const { context } = await open({
      'settings.yml': 'rules_path: rules\n',
      'rules/shop/commandments.yml': rulesOf('x'),
    });
    const { json, markdown } = await context();
    expect(json.variables.map(({ name }) => name)).not.toContain('category');
    expect(markdown).not.toContain('## Plugins');
    await expect(context('a.c')).rejects.toMatchObject({
      code: 'invalid-category',
      message: 'Scope "shop" has no category "a.c". The nearest names are: a.b.',
    });
  });
});

test.each([
  [['git.context', 'git.*', 'a.b.*', './x.mjs', '@acme/x'], null],
  [[], null],
  [['*'], /would enable whatever there is/],
  [['git*'], /"git\*" is no pattern/],
  [['*.context'], /is no pattern/],
  [['.*'], /is no pattern/],
  [[' '], /empty name/],
])('enabled_plugins %j', (list, expected) => {
  if (expected === null) expect(checkEnabledPlugins(list)).toBeNull();
  else expect(checkEnabledPlugins(list)).toMatch(expected);
});
