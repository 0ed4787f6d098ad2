import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SettingRow } from '../../src/config/settings/setting-row.ts';
import { type SettingName, settingNames, settings } from '../../src/config/settings.ts';
import { runs } from '../support/runs.ts';
import { load, problemsOf, projectFile, type World } from './world.ts';

const person = '/home/ann/.precept/settings.yml';
const machine = '/etc/precept/settings.yml';
const asked = '/conf/asked.yml';

describe('settings files', () => {
  test('the nearest wins by key, and says which file that is', async () => {
    const files = {
      [projectFile]: 'log_level: debug\nteam: shop\n',
      [person]: 'log_level: info\nhttp_port: 1\nteam: ann\nroom: 1\n',
      [machine]: 'log_level: error\nhttp_port: 2\ndefault_scope: acme\nroom: 2\nsite: 3\n',
    };
    const config = await load({ files });
    expect(config.settings).toMatchObject({ log_level: 'debug', http_port: 1, default_scope: 'acme' });
    expect(config.files).toEqual({ log_level: projectFile, http_port: person, default_scope: machine });
    expect(config.fileVariables).toEqual({ team: 'shop', room: 1, site: 3 });
    expect(config.layers).toEqual([
      {
        file: projectFile,
        of: 'found',
        project: '/work/shop',
        gives: ['log_level', 'team'],
        isBroken: false,
      },
      { file: person, of: 'person', project: '/home/ann', gives: ['http_port', 'room'], isBroken: false },
      {
        file: machine,
        of: 'machine',
        project: '/etc/precept',
        gives: ['default_scope', 'site'],
        isBroken: false,
      },
    ]);
  });

  test('a list or mapping wins whole', async () => {
    const files = {
      [projectFile]: 'http_allowed_origins: [https://a.example]\nlint: {redundant-rule: off}\n',
      [machine]: 'http_allowed_origins: [https://b.example]\nlint: {when-length: error}\n',
    };
    const { settings: values } = await load({ files });
    expect(values.http_allowed_origins).toEqual(['https://a.example']);
    expect(values.lint).toEqual({ 'redundant-rule': 'off' });
  });

  test('a key without a value is not written', async () => {
    const files = { [projectFile]: 'default_scope:\n', [machine]: 'default_scope: acme\n' };
    expect((await load({ files })).settings.default_scope).toBe('acme');
  });

  test('each has its own start of relative paths', async () => {
    const files = {
      [projectFile]: 'feedback_file: here.jsonl\n',
      [person]: 'usage_file: mine.jsonl\n',
      [machine]: 'validation_file: all.jsonl\n',
    };
    expect((await load({ files })).settings).toMatchObject({
      feedback_file: '/work/shop/here.jsonl',
      usage_file: '/home/ann/mine.jsonl',
      validation_file: '/etc/precept/all.jsonl',
    });
  });

  test.each<[string, World]>([
    ['--config', { flags: { config: asked } }],
    ['PRECEPT_CONFIG_FILE', { env: { PRECEPT_CONFIG_FILE: asked } }],
  ])('%s leaves out the person’s', async (_, world) => {
    const files = {
      [asked]: 'http_port: 1\n',
      [person]: 'log_level: info\n',
      [machine]: 'default_scope: acme\n',
    };
    const config = await load({ ...world, files });
    expect(config.settings).toMatchObject({ http_port: 1, log_level: 'warn', default_scope: 'acme' });
  });

  test('PRECEPT_NO_SYSTEM_CONFIG=1 leaves out the machine’s', async () => {
    const files = { [person]: 'log_level: info\n', [machine]: 'default_scope: acme\nlocked: [log_level]\n' };
    const config = await load({ env: { PRECEPT_NO_SYSTEM_CONFIG: '1' }, files });
    expect(config.settings).toMatchObject({ log_level: 'info', default_scope: null });
    expect(config.layers.map(({ file }) => file)).toEqual([person]);
  });

  test('a mistake in any of them names it', async () => {
    const files = { [projectFile]: 'log_level: info\n', [person]: 'http_port: x\n', [machine]: '- a\n' };
    const [first] = await problemsOf({ files });
    expect(first).toMatch(/^settings file \/etc\/precept\/settings\.yml: it must be a mapping/);
    expect(await problemsOf({ files: { ...files, [machine]: '' } })).toEqual([
      expect.stringMatching(
        /^setting http_port \(\/home\/ann\/\.precept\/settings\.yml\): "x" is not allowed/,
      ),
    ]);
  });

  test('masters in one file hide those of a farther one in the other way', async () => {
    const files = {
      [projectFile]: 'master_server_url: https://near.example\n',
      [machine]: 'masters: [{url: https://far.example}]\n',
    };
    expect((await load({ files })).settings).toMatchObject({
      master_server_url: ['https://near.example'],
      masters: [],
    });
    const near = {
      env: { PRECEPT_MASTERS: '[{"url":"https://var.example"}]' },
      files: { [machine]: 'master_server_url: https://far.example\n' },
    };
    expect((await load(near)).settings.master_server_url).toEqual(['https://var.example']);
  });
});

describe('trust', () => {
  const never = { state: 'never' } as const;

  test('what a checkout may not say leaves the farther value', async () => {
    const files = { [projectFile]: 'http_host: 0.0.0.0\n', [machine]: 'http_host: 10.0.0.1\n' };
    const config = await load({ files, consent: never });
    expect(config.settings.http_host).toBe('10.0.0.1');
    expect(config.trust.state).toBe('untrusted');
  });

  test('files of the person and the machine need none', async () => {
    const files = { [person]: 'http_host: 10.0.0.1\n', [machine]: 'cache_dir: /var/cache/precept\n' };
    const config = await load({ files, consent: never });
    expect(config.settings).toMatchObject({
      http_host: '10.0.0.1',
      cache_dir: resolve('/var/cache/precept'),
    });
    expect(config.trust.state).toBe('own');
  });

  test.each([
    ['master_server_url: https://evil.example', 'feedback_forward: true', 'master_server_url'],
    ['masters: [{url: https://evil.example}]', 'usage_forward: true', 'masters'],
    [
      'auth_issuer_url: https://evil.example\nauth_audience: a',
      'auth_client_secret: hush',
      'auth_issuer_url',
    ],
  ])('a checkout that says %j gets nothing that was meant for others (%s)', async (near, far, key) => {
    const files = { [projectFile]: `${near}\n`, [machine]: `${far}\n` };
    const config = await load({ files, consent: never });
    expect(config.settings.master_server_url).toEqual([]);
    expect(config.settings.auth_issuer_url).toBeNull();
    expect(config.trust.gated.map(({ name }) => name)).toContain(key);
    expect((await load({ files })).trust.state).toBe('trusted');
  });

  test('without that, masters of a checkout count as ever', async () => {
    const files = {
      [projectFile]: 'master_server_url: https://any.example\n',
      [machine]: 'feedback_forward: false\n',
    };
    expect((await load({ files, consent: never })).settings.master_server_url).toEqual([
      'https://any.example',
    ]);
  });
});

describe('locked keys', () => {
  test('one line says what has no effect', async () => {
    const files = {
      [projectFile]: 'log_level: debug\nhttp_port: 1\n',
      [person]: 'log_level: info\n',
      [machine]: 'log_level: error\nlocked: [log_level, default_scope]\n',
    };
    const config = await load({ flags: { default_scope: 'x' }, env: { PRECEPT_LOG_LEVEL: 'debug' }, files });
    expect(config.settings).toMatchObject({ log_level: 'error', default_scope: null, http_port: 1 });
    expect(config.lockWarning).toBe(
      `${machine} locks log_level (in ${projectFile}, ${person}, environment variable PRECEPT_LOG_LEVEL); default_scope (in flag --default-scope): without effect there, only that file can change it`,
    );
  });

  test('nothing is said where nothing is changed', async () => {
    const files = { [projectFile]: 'log_level: error\n', [machine]: 'log_level: error\nlocked: log_level\n' };
    expect((await load({ files })).lockWarning).toBeNull();
  });

  test('a variable for templates can be locked too', async () => {
    const files = { [projectFile]: 'team: a\nTEAM: b\n', [machine]: 'team: acme\nlocked: [team]\n' };
    const config = await load({ files, env: { PRECEPT_TEAM: 'c' } });
    expect(config.fileVariables).toEqual({ team: 'acme' });
    expect(config.environmentVariables).toEqual({});
  });

  test('asking for the machine’s own file unlocks nothing', async () => {
    const files = { [machine]: 'log_level: error\nlocked: [log_level]\n' };
    const config = await load({ flags: { config: machine, log_level: 'debug' }, files });
    expect(config.settings.log_level).toBe('error');
  });

  test('they count in the machine’s file alone', async () => {
    const files = { [projectFile]: 'locked: [log_level]\nlog_level: info\n', [person]: 'log_level: debug\n' };
    const config = await load({ files, env: { PRECEPT_LOG_LEVEL: 'error' } });
    expect(config.settings.log_level).toBe('error');
    expect(config.hints[0]?.text).toContain('locked counts in the settings of the machine alone');
  });

  test.each(['{a: b}', '[5]', '["a b"]'])('%s is none', async (locked) => {
    const problems = await problemsOf({ files: { [machine]: `locked: ${locked}\n` } });
    expect(problems).toEqual([expect.stringMatching(/^setting locked \(\/etc.*it takes a list of keys/)]);
  });

  test('a mistyped one is told', async () => {
    const { hints } = await load({ files: { [machine]: 'locked: [log_levle]\n' } });
    expect(hints.map(({ text }) => text)).toEqual([
      expect.stringMatching(/locks "log_levle", which is neither.*did you mean log_level\?/),
    ]);
  });

  test('one in another letter case is what it locks', async () => {
    const files = { [machine]: 'locked: [TEAM]\nteam: acme\n', [projectFile]: 'team: shop\n' };
    const { fileVariables, hints } = await load({ files });
    expect([fileVariables.team, hints]).toEqual(['acme', []]);
  });

  test.each([
    ['masters', 'master_server_url: https://two.example'],
    ['master_server_url', 'masters: [{url: https://two.example}]'],
  ])('whoever locks %s locks the other way to name masters', async (key, other) => {
    const files = {
      [projectFile]: `${other}\n`,
      [machine]: `master_server_url: https://one.example\nlocked: [${key}]\n`,
    };
    const { settings: values, lockWarning } = await load({ files });
    expect(values.master_server_url).toEqual(['https://one.example']);
    expect(lockWarning).toContain(projectFile);
  });

  test('gated keys that are locked ask for no consent', async () => {
    const files = { [projectFile]: 'http_host: 0.0.0.0\n', [machine]: 'locked: [http_host]\n' };
    const config = await load({ files, consent: { state: 'never' } });
    expect(config.trust.state).toBe('free');
    expect(config.settings.http_host).toBe('127.0.0.1');
  });

  test('no file, flag or variable changes one, whatever the setting', async () => {
    const name = fc.constantFrom(...settingNames);
    const places = fc.record({
      found: fc.boolean(),
      person: fc.boolean(),
      flag: fc.boolean(),
      variable: fc.boolean(),
      isSet: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(name, places, async (key, from) => {
        const [ours, other] = samples(key);
        const file = `${key}: ${JSON.stringify(other)}\n`;
        const text =
          typeof other === 'string'
            ? other
            : Array.isArray(other) && typeof other[0] === 'string'
              ? other.join()
              : JSON.stringify(other);
        // A store is named by a variable alone, and a key has to be there.
        const cannotBeSet = key === 'store_url' || key === 'signing_key';
        const world: World = {
          files: {
            '/work/shop/mine/a/x.yml': '',
            '/abs/rules/a/x.yml': '',
            [machine]: `${from.isSet && !cannotBeSet ? `${key}: ${JSON.stringify(ours)}\n` : ''}${from.isSet ? companions(key) : ''}locked: [${key}]\n`,
            ...(from.found && { [projectFile]: file }),
            ...(from.person && { [person]: file }),
          },
          flags: from.flag ? { [key]: text } : {},
          env: from.variable ? { [`PRECEPT_${key.toUpperCase()}`]: text } : {},
        };
        const alone = await load({
          files: { [machine]: world.files?.[machine] ?? '', '/abs/rules/a/x.yml': '' },
        });
        const config = await load(world);
        expect(config.settings[key]).toEqual(alone.settings[key]);
        expect(config.rulesPath).toBe(alone.rulesPath);
        const isTold = from.found || from.person || from.flag || from.variable;
        expect(config.lockWarning === null).toBe(!isTold);
        if (isTold) expect(config.lockWarning).toContain(`locks ${key} (in `);
      }),
      { numRuns: runs(300), examples: settingNames.map((key) => [key, everywhere]) },
    );
  });
});

const everywhere = { found: true, person: true, flag: true, variable: true, isSet: true };

/** What some settings do not go without. */
function companions(key: SettingName): string {
  if (key === 'auth_issuer_url') return 'auth_audience: a\n';
  if (key === 'auth_client_id')
    return `auth_issuer_url: https://issuer.example\nauth_audience: a\nsession_secret: ${'x'.repeat(32)}\n`;
  return key === 'auth_audience' ? 'auth_issuer_url: https://issuer.example\n' : '';
}

/** Two values that a setting takes. */
function samples(key: SettingName): readonly [unknown, unknown] {
  const row: SettingRow = settings[key];
  switch (row.kind) {
    case 'integer':
      return [row.min, row.max];
    case 'boolean':
      return [!row.default, row.default];
    case 'choice':
      return [row.choices[0], row.choices[1]];
    case 'path':
      return key === 'rules_path' ? ['/abs/rules', '/work/shop/mine'] : ['/abs/one', '/abs/two'];
    case 'url':
      return ['https://one.example', 'https://two.example'];
    case 'urls':
      return [['https://one.example'], ['https://two.example']];
    case 'mapping':
      return [{ 'when-length': 'off' }, { 'when-length': 'error' }];
    case 'exports':
      return [[{ scope: 'a' }], [{ scope: 'b' }]];
    case 'masters':
      return [[{ url: 'https://one.example' }], [{ url: 'https://two.example' }]];
    case 'sources':
      return [[{ git: '../one' }], [{ git: '../two' }]];
    case 'keys':
      return [{}, { 'https://two.example': ['ssh-ed25519 AAAA'] }];
    case 'list':
      return lists[key] ?? [['one'], ['two']];
    case 'text':
      return texts[key] ?? ['one', 'two'];
  }
}

const lists: Partial<Record<SettingName, readonly [unknown, unknown]>> = {
  mcp_tools: [['get_rules'], ['-get_rules']],
  rules_details: [['why'], ['examples']],
  session_secret: [['x'.repeat(32)], ['y'.repeat(32)]],
  trusted_proxies: [['10.0.0.1'], ['10.0.0.2']],
  enabled_plugins: [['git.context'], ['fs.context']],
};
const texts: Partial<Record<SettingName, readonly [unknown, unknown]>> = {
  store_url: ['postgres://a@b/c', 'postgres://d@e/f'],
};
