import { describe, expect, test } from 'vitest';
import { startProcessorClock } from '../support/in-time.ts';
import { load, problemsOf, projectFile } from './world.ts';

const inFile = (text: string) => ({ files: { [projectFile]: text } });

describe('a bad value is named with its setting, its source and what is allowed', () => {
  test.each([
    ['http_port', '65536', '65536', 'a whole number from 0 to 65535'],
    ['http_port', '-1', '-1', 'a whole number from 0 to 65535'],
    ['http_port', '80.5', '80.5', 'a whole number from 0 to 65535'],
    ['http_port', 'eighty', '"eighty"', 'a whole number from 0 to 65535'],
    ['http_port', '[80]', '[80]', 'a whole number from 0 to 65535'],
    ['http_port', 'true', 'true', 'a whole number from 0 to 65535'],
    ['http_port', '.inf', 'null', 'a whole number from 0 to 65535'],
    ['max_inheritance_depth', '0', '0', 'a whole number from 1 to 100'],
    ['max_inheritance_depth', '101', '101', 'a whole number from 1 to 100'],
    ['cache_ttl_seconds', '-1', '-1', 'a whole number from 0'],
    ['log_level', 'verbose', '"verbose"', 'one of error, warn, info, debug'],
    ['log_level', 'wran', '"wran"', 'did you mean "warn"?'],
    ['log_level', 'WARN', '"WARN"', 'one of error, warn, info, debug'],
    ['rules_categorized', 'maybe', '"maybe"', 'true or false'],
    ['rules_categorized', '2', '2', 'true or false'],
    ['rules_categorized', '[true]', '[true]', 'true or false'],
    ['default_scope', '5', '5', 'text'],
    ['default_scope', '[a]', '["a"]', 'text'],
    ['default_scope', 'team payments', '"team payments"', 'text that can name a scope'],
    ['default_scope', '""', '""', 'text that can name a scope'],
    ['commandments_xml_tag', '<must>', '"<must>"', 'the name of an XML element'],
    ['suggestions_xml_tag', 'should do', '"should do"', 'the name of an XML element'],
    ['http_host', 'false', 'false', 'text'],
    ['http_allowed_origins', '{a: b}', '{"a":"b"}', 'a list of texts'],
    ['http_allowed_origins', '[1]', '[1]', 'a list of texts'],
    ['mcp_tools', '[get_rule]', '["get_rule"]', 'a list of tools, -name for all but that: list_scopes, '],
    ['rules_path', '5', '5', 'a path'],
    ['rules_path', '""', '""', 'a path'],
  ])('%s: %s in the file', async (name, written, shown, allowed) => {
    const problems = await problemsOf(inFile(`${name}: ${written}\n`));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`setting ${name} (${projectFile}): ${shown} is not allowed; it takes `);
    expect(problems[0]).toContain(allowed);
  });

  test.each([
    ['{scope: shop}', 'it is not a list of mappings with scope'],
    ['[shop]', 'entry 1: it is not a mapping with scope'],
    [
      '[{scope: a}, {scop: b}]',
      'entry 2: "scop" is not a key; it takes scope, to, dir; did you mean "scope"?',
    ],
    ['[{scope: a b}]', 'entry 1: scope is not the name of a scope'],
    ['[{scope: a, to: claud}]', 'did you mean "claude"?'],
    ['[{scope: a, to: []}]', 'entry 1: to is not a target or a list of targets'],
    ['[{scope: a, dir: ""}]', 'entry 1: dir is not the path of a folder'],
  ])('exports: %s names the entry and the part that is wrong', async (written, says) => {
    const [problem, ...more] = await problemsOf(inFile(`exports: ${written}\n`));
    expect(problem).toContain(`setting exports (${projectFile}): `);
    expect(problem).toContain(says);
    expect(more).toEqual([]);
  });

  test.each([
    ['http_port', '65536'],
    ['http_port', '0x50'],
    ['http_port', '8e3'],
    ['http_port', '8 0'],
    ['http_port', '99999999999999999999'],
    ['log_level', 'verbose'],
    ['rules_categorized', 'truth'],
  ])('%s: "%s" as a flag and as a variable', async (name, text) => {
    const flag = await problemsOf({ flags: { [name]: text } });
    expect(flag).toEqual([
      expect.stringContaining(
        `setting ${name} (flag --${name.replaceAll('_', '-')}): "${text}" is not allowed`,
      ),
    ]);
    const variable = `PRECEPT_${name.toUpperCase()}`;
    const env = await problemsOf({ env: { [variable]: text } });
    expect(env).toEqual([
      expect.stringContaining(`setting ${name} (environment variable ${variable}): "${text}" is not allowed`),
    ]);
  });

  test('all problems are told at once, whatever their source', async () => {
    const problems = await problemsOf({
      flags: { http_port: 'x' },
      env: { PRECEPT_LOG_LEVEL: 'loud', PRECEPT_RULES_PATH: 'nope' },
      ...inFile('max_inheritance_depth: 0\ncache_ttl_seconds: soon\nhttp_port: 80\n'),
    });
    const named = problems.map((line) => line.match(/^setting (\w+) \(/)?.[1]);
    expect(named.sort()).toEqual([
      'cache_ttl_seconds',
      'http_port',
      'log_level',
      'max_inheritance_depth',
      'rules_path',
    ]);
  });

  test('a setting that is missing for a mistyped name is told with that name', async () => {
    const lines = await problemsOf(
      inFile('auth_issuer_url: https://a.example\nauth_audiense: b\nhttp_prot: 1\n'),
    );
    expect(lines).toEqual([
      expect.stringContaining('auth_issuer_url is given without auth_audience'),
      expect.stringContaining(
        '"auth_audiense" is read as a template variable; did you mean the setting auth_aud',
      ),
    ]);
  });

  test('an XML element may have any name that XML gives, or none', async () => {
    for (const name of ['must', 'h:rule', 'règle_1.a-b', '""'])
      await load(inFile(`commandments_xml_tag: ${name}\n`));
  });

  test('a bad value that a better source overrides does no harm', async () => {
    const { settings } = await load({ env: { PRECEPT_HTTP_PORT: '81' }, ...inFile('http_port: x\n') });
    expect(settings.http_port).toBe(81);
  });
});

describe('an unknown key', () => {
  test('is a template variable of any type', async () => {
    const { fileVariables, hints } = await load(inFile('team: web\nlevels: [1, {deep: yes}]\nnothing: ~\n'));
    expect(fileVariables).toEqual({ team: 'web', levels: [1, { deep: 'yes' }], nothing: null });
    expect(hints).toEqual([]);
  });

  test.each([
    ['htp_port', 'http_port'],
    ['http_portt', 'http_port'],
    ['http_prot', 'http_port'],
    ['http-port', 'http_port'],
    ['Default_scop', 'default_scope'],
  ])('%s brings a hint at %s', async (name, meant) => {
    const { settings, hints, fileVariables } = await load(inFile(`${name}: "9"\n`));
    expect(hints.map(({ text }) => text)).toEqual([
      expect.stringMatching(new RegExp(`"${name}" .*did you mean the setting ${meant}\\?`)),
    ]);
    expect(fileVariables).toEqual({ [name]: '9' });
    expect(settings).toMatchObject({ http_port: 8000, default_scope: null });
  });

  test('a variable of the environment brings one too; two letters off is no hint, nor is a setting itself', async () => {
    const { hints } = await load({
      env: { PRECEPT_HTTP_PROT: '1', PRECEPT_HTTP_HOST: 'x', PRECEPT_HTP_PRT: '1', HTTP_PROT: '1' },
    });
    expect(hints.map(({ text }) => text)).toEqual([expect.stringMatching(/"HTTP_PROT" .*http_port/)]);
  });
});

describe('a settings file that cannot be read', () => {
  test.each([
    [
      'an unclosed list, where it opens',
      'http_port: 80\norigins: [a,\n',
      /line 2, column 10.*Close what is open/,
    ],
    ['an unclosed quote', 'a: "x\n', /line 1, column 4.*Write the " that ends the text/],
    ['a line too far right', 'a: x\n  b: y\n', /Indent line 2 like line 1: start it in column 1$/],
    ['a tab', 'a:\n\tb: 1\n', /line 2, column 1.*Indent with spaces$/],
    ['two colons', 'a: 1\nb: c: d\n', /line 2, column 4.*in quotes$/],
    [
      'a key twice',
      'http_port: 80\nlog_level: warn\nhttp_port: 81\n',
      /line 3, column 1.*Keep one of the two$/,
    ],
    ['two documents', 'a: 1\n---\nb: 2\n', /line 2, column 1/],
  ])('%s has its line, its column and a cure', async (_, text, place) => {
    const problems = await problemsOf(inFile(text));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(projectFile);
    expect(problems[0]).toMatch(place);
  });

  test.each([
    ['a list', '- a\n'],
    ['a text', 'hello\n'],
    ['a number', '5\n'],
  ])('%s instead of a mapping', async (_, text) => {
    expect(await problemsOf(inFile(text))).toEqual([expect.stringMatching(/settings\.yml.*mapping/)]);
  });

  test('a billion laughs and an alias of nothing end in an error, soon', async () => {
    const lists = Array.from('abcdefghi', (name, index) => {
      const item = index === 0 ? 'x' : `*${'abcdefghi'[index - 1]}`;
      return `${name}: &${name} [${Array(9).fill(item).join(', ')}]\n`;
    });
    const time = startProcessorClock();
    expect(await problemsOf(inFile(lists.join('')))).toEqual([expect.stringContaining(projectFile)]);
    expect(await problemsOf(inFile('a: *nobody\n'))).toEqual([expect.stringContaining(projectFile)]);
    time.expectInTime(2_000);
  });

  test.each(['', '# nothing\n', '---\n', '~\n', '{}\n', '\ufeff# BOM\n'])(
    '%j is a file without settings',
    async (text) => {
      const config = await load(inFile(text));
      expect(config.file).toBe(projectFile);
      expect(config.fileVariables).toEqual({});
    },
  );
});
