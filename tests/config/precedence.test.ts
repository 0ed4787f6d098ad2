import { describe, expect, test } from 'vitest';
import { type SettingName, settingNames, settings } from '../../src/config/settings.ts';
import { load, projectFile, type World } from './world.ts';

interface Row {
  readonly name: SettingName;
  readonly flag: string;
  readonly env: string;
  readonly file: string;
  /** The value from the flag, the environment and the file. */
  readonly values: readonly [unknown, unknown, unknown];
}

const rows: readonly Row[] = [
  { name: 'http_port', flag: '1', env: '2', file: '3', values: [1, 2, 3] },
  { name: 'cache_ttl_seconds', flag: '0', env: ' 7 ', file: '"8"', values: [0, 7, 8] },
  { name: 'max_inheritance_depth', flag: '100', env: '1', file: '50', values: [100, 1, 50] },
  { name: 'rules_categorized', flag: 'false', env: '0', file: 'false', values: [false, false, false] },
  { name: 'log_level', flag: 'debug', env: 'info', file: 'error', values: ['debug', 'info', 'error'] },
  { name: 'default_scope', flag: 'a', env: 'b', file: 'c', values: ['a', 'b', 'c'] },
  {
    name: 'http_host',
    flag: '::1',
    env: '0.0.0.0',
    file: 'localhost',
    values: ['::1', '0.0.0.0', 'localhost'],
  },
  { name: 'commandments_xml_tag', flag: '', env: 'b', file: '"c"', values: ['', 'b', 'c'] },
  {
    name: 'http_allowed_origins',
    flag: 'https://a.example, https://b.example',
    env: 'https://c.example',
    file: '[https://d.example, https://e.example]',
    values: [
      ['https://a.example', 'https://b.example'],
      ['https://c.example'],
      ['https://d.example', 'https://e.example'],
    ],
  },
  { name: 'rules_details', flag: '[]', env: 'examples', file: '[why]', values: [[], ['examples'], ['why']] },
  {
    name: 'rules_path',
    flag: 'by-flag',
    env: 'by-env',
    file: 'by-file',
    values: ['/work/shop/by-flag', '/work/shop/by-env', '/work/shop/by-file'],
  },
];

const folders = Object.fromEntries(['flag', 'env', 'file'].map((name) => [`/work/shop/by-${name}/s/x`, '']));

describe.each(rows)('$name', ({ name, flag, env, file, values: [byFlag, byEnv, byFile] }) => {
  const variable = `PRECEPT_${name.toUpperCase()}`;
  const withFile = { ...folders, [projectFile]: `${name}: ${file}\n` };
  const cases: readonly [string, World, unknown][] = [
    ['flag', { flags: { [name]: flag }, env: { [variable]: env }, files: withFile }, byFlag],
    ['environment', { env: { [variable]: env }, files: withFile }, byEnv],
    ['file', { files: withFile }, byFile],
    ['default', { files: folders }, settings[name].default],
  ];

  test.each(cases)('from %s', async (source, world, value) => {
    const config = await load(world);
    expect(config.settings[name]).toEqual(value);
    expect(config.sources[name]).toBe(source);
  });
});

test('without flags, environment and files every setting has its default, but paths are absolute', async () => {
  const config = await load({});
  for (const name of settingNames) {
    const { kind, default: value } = settings[name];
    const wanted = kind === 'path' && value !== null ? `/work/shop/${value}` : value;
    expect(config.settings[name], name).toEqual(wanted);
    expect(config.sources[name]).toBe('default');
  }
  expect(config).toMatchObject({ file: null, rulesPath: null, hints: [], fileVariables: {} });
});

test('the defaults', async () => {
  const { settings: values } = await load({});
  expect(values).toMatchObject({
    rules_path: null,
    default_scope: null,
    cache_ttl_seconds: 1200,
    max_inheritance_depth: 10,
    http_host: '127.0.0.1',
    http_port: 8000,
    http_allowed_origins: [],
    log_level: 'warn',
    default_category_description: 'These rules apply at all times',
    rules_markdown_prologue: '',
    rules_markdown_epilogue: '',
    index_markdown_prologue: '',
    index_markdown_epilogue: '',
    commandments_xml_tag: '',
    suggestions_xml_tag: '',
    rules_categorized: true,
  });
});

test('an empty variable and a null in the file are as if they were not given', async () => {
  const files = { [projectFile]: 'http_port: 9\nhttp_host: ~\nlog_level:\n' };
  const { settings: values, sources } = await load({ env: { PRECEPT_HTTP_PORT: '' }, files });
  expect(values).toMatchObject({ http_port: 9, http_host: '127.0.0.1', log_level: 'warn' });
  expect(sources).toMatchObject({ http_port: 'file', http_host: 'default', log_level: 'default' });
});

test.each(['true', 'TRUE', '1', 'yes', 'on'])('"%s" is true in a variable', async (text) => {
  const files = { [projectFile]: 'rules_categorized: false\n' };
  const { settings: values } = await load({ env: { PRECEPT_RULES_CATEGORIZED: text }, files });
  expect(values.rules_categorized).toBe(true);
});

test('what is loaded cannot be changed', async () => {
  const config = await load({});
  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.settings)).toBe(true);
});
