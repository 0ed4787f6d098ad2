import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingNames } from '../../src/config/settings.ts';
import { project } from '../init/project.ts';

const settingsFile = '.precept/settings.yml';

describe('precept config', () => {
  test('prints each value in force with its source', async () => {
    const { precept, folder, home } = await project(
      { [settingsFile]: 'log_level: info\nauth_client_secret: hush-hush\n' },
      {
        homeFiles: { '.precept/settings.yml': 'default_scope: mine\n' },
        env: { PRECEPT_HTTP_PORT: '9', PRECEPT_TRUST: '1' },
      },
    );
    const { code, stdout, stderr } = await precept('config', '--cache-ttl-seconds', '5');
    expect([code, stderr]).toEqual([0, '']);
    const file = path.join(folder, settingsFile);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ {2,}/, '  '));
    expect(lines).toHaveLength(settingNames.length);
    for (const line of [
      `log_level: "info"  # ${file}`,
      `auth_client_secret: "***"  # ${file}`,
      `default_scope: "mine"  # ${path.join(home, '.precept/settings.yml')}`,
      'http_port: 9  # PRECEPT_HTTP_PORT',
      'cache_ttl_seconds: 5  # --cache-ttl-seconds',
      'max_inheritance_depth: 10  # default',
      'cache_dir:  # default',
    ])
      expect(lines).toContain(line);
    expect(stdout).not.toContain('hush-hush');
    const json = JSON.parse((await precept('config', '--format', 'json')).stdout);
    expect(Object.keys(json.settings)).toEqual(settingNames);
    expect(json.settings.log_level).toEqual({ value: 'info', source: 'file', place: file });
    expect(json.settings.http_port).toEqual({ value: 9, source: 'environment', place: 'PRECEPT_HTTP_PORT' });
    expect(json.settings.auth_client_secret.value).toBe('***');
    expect(json.settings.lint).toEqual({ value: {}, source: 'default' });
    expect(json.files.map(({ of }: { of: string }) => of)).toEqual(['found', 'person']);
  });

  test('get prints one value', async () => {
    const { precept } = await project({ [settingsFile]: 'http_allowed_origins: []\nlog_level: info\n' });
    const value = async (key: string) => (await precept('config', 'get', key)).stdout;
    expect(await value('log_level')).toBe('info\n');
    expect(await value('http_port')).toBe('8000\n');
    expect(await value('http_allowed_origins')).toBe('[]\n');
    expect(await value('default_scope')).toBe('\n');
    const json = JSON.parse((await precept('config', 'get', 'log_level', '--format', 'json')).stdout);
    expect(json).toMatchObject({ key: 'log_level', value: 'info', source: 'file' });
    const wrong = await precept('config', 'get', 'log_levle');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean "log_level"?')]);
  });

  test('a mistake in one value hides no other', async () => {
    const { precept, home } = await project(
      { [settingsFile]: 'log_level: info\n' },
      { homeFiles: { '.precept/settings.yml': 'http_port: abc\nauth_audience: a\n' } },
    );
    const file = path.join(home, '.precept/settings.yml');
    const says = `precept: setting http_port (${file}): "abc" is not allowed; it takes a whole number from 0 to 65535\n`;
    const all = await precept('config');
    expect([all.code, all.stderr]).toEqual([1, expect.stringContaining(says)]);
    expect(all.stdout).toMatch(/^log_level: "info" +# /m);
    expect(all.stdout.replace(/ {2,}/g, '  ')).toContain(`\nhttp_port:  # ${file}, not usable\n`);
    const json = JSON.parse((await precept('config', '--format', 'json')).stdout);
    expect(json.settings.http_port).toEqual({ value: null, source: 'file', place: file, mistake: true });
    expect(json.settings.auth_audience.mistake).toBeUndefined();
    expect(json.mistakes).toHaveLength(2);
    const good = await precept('config', 'get', 'log_level');
    expect([good.code, good.stdout, good.stderr]).toEqual([0, 'info\n', expect.stringContaining(says)]);
    const bad = await precept('config', 'get', 'http_port');
    expect([bad.code, bad.stdout, bad.stderr]).toEqual([1, '', expect.stringContaining(says)]);
    expect((await precept('config', '--http-port', 'x')).code).toBe(2);
  });
});

describe('precept config set and unset', () => {
  const text = `# yaml-language-server: $schema=x

# How much is said.
log_level: info # for now
enabled_plugins:
    - git.context   # the branch
    # and files
    - fs.context

# Last words.
`;

  test('change one key and nothing else', async () => {
    const { precept, read } = await project({ [settingsFile]: text });
    expect((await precept('config', 'set', 'log_level', 'debug')).code).toBe(0);
    expect(await read(settingsFile)).toBe(text.replace('log_level: info', 'log_level: debug'));
    expect((await precept('config', 'set', 'log_level', 'info')).code).toBe(0);
    expect(await read(settingsFile)).toBe(text);
    await precept('config', 'set', 'http_port', '9000');
    expect(await read(settingsFile)).toBe(`${text}http_port: 9000\n`);
    await precept('config', 'unset', 'http_port');
    expect(await read(settingsFile)).toBe(text);
    await precept('config', 'set', 'enabled_plugins', 'git.context');
    expect(await read(settingsFile)).toContain('enabled_plugins:\n  - git.context\n');
    expect(await read(settingsFile)).toContain('# Last words.\n');
    await precept('config', 'unset', 'enabled_plugins');
    expect(await read(settingsFile)).toBe(text.replace(/enabled_plugins[\s\S]*fs\.context\n/, ''));
    await precept('config', 'unset', 'log_level');
    expect(await read(settingsFile)).not.toMatch(/log_level|for now/);
  });

  test.each([
    ['CRLF', 'log_level: info\r\nusage: true\r\n', 'log_level: debug\r\nusage: true\r\n'],
    ['no line break at the end', 'usage: true', 'usage: true\nlog_level: debug\n'],
    ['an empty file', '', 'log_level: debug\n'],
    ['a value of several lines', 'log_level: >-\n  info\nusage: true\n', 'log_level: debug\nusage: true\n'],
    ['no value', 'log_level:\nusage: true\n', 'log_level: debug\nusage: true\n'],
    ['quotes around the key', '"log_level": \'info\' # x\n', 'log_level: debug # x\n'],
  ])('keep %s', async (_, before, after) => {
    const { precept, read } = await project({ [settingsFile]: before });
    const { code, stderr } = await precept('config', 'set', 'log_level', 'debug');
    expect([code, stderr]).toEqual([0, '']);
    expect(await read(settingsFile)).toBe(after);
  });

  test.each([
    ['braces', '{log_level: info}\n', 'http_port', /cannot be edited/],
    ['mistakes', 'a: [\n', 'http_port', /settings file .*settings\.yml: line/],
    ['an anchor that is used', 'log_level: &x info\nteam: *x\n', 'log_level', /cannot be edited/],
  ])('leave a file with %s alone', async (_, before, key, says) => {
    const { precept, read } = await project({ [settingsFile]: before });
    const { code, stderr } = await precept('config', 'set', key, key === 'http_port' ? '1' : 'debug');
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
    expect(await read(settingsFile)).toBe(before);
  });

  test('edit the nearest file there is, and make one where there is none', async () => {
    const near = await project({}, { homeFiles: { '.precept/settings.yml': 'usage: true\n' } });
    await near.precept('config', 'set', 'log_level', 'info');
    expect(await readFile(path.join(near.home, '.precept/settings.yml'), 'utf8')).toBe(
      'usage: true\nlog_level: info\n',
    );
    const none = await project({ 'own.yml': '' });
    await none.precept('config', 'set', 'log_level', 'info', '--config', 'own.yml');
    expect(await none.files()).toEqual({ 'own.yml': 'log_level: info\n' });
    await none.precept('config', 'set', 'default_scope', '123');
    expect(await none.read(settingsFile)).toBe('default_scope: "123"\n');
  });

  test('take lists and mappings as text', async () => {
    const { precept, read } = await project();
    const urls = ['https://one.example', 'https://two.example'];
    await precept('config', 'set', 'master_server_url', JSON.stringify(urls));
    await precept('config', 'set', 'lint', 'when-length=off,blank-rule=error');
    const { code, stderr } = await precept('config', 'set', 'master_server_url', urls.join(','));
    expect([code, stderr]).toEqual([2, expect.stringContaining('or a list of them')]);
    expect(await read(settingsFile)).toBe(
      'master_server_url:\n  - https://one.example\n  - https://two.example\nlint:\n  when-length: off\n  blank-rule: error\n',
    );
  });

  test('unset says what it did, and what still gives the key', async () => {
    const { precept, folder, home } = await project(
      { [settingsFile]: 'log_level: info\n' },
      { homeFiles: { '.precept/settings.yml': 'log_level: debug\n' } },
    );
    const near = path.join(folder, settingsFile);
    const still = `Note: ${path.join(home, '.precept/settings.yml')} still gives it.\n`;
    const { stdout, stderr } = await precept('config', 'unset', 'log_level');
    expect([stdout, stderr]).toEqual([`log_level: removed from ${near}\n`, still]);
    const again = await precept('config', 'unset', 'log_level');
    expect([again.code, again.stdout]).toEqual([0, `log_level: is not in ${near}\n`]);
  });

  test('edit no other file in the place of one that is asked for', async () => {
    const { precept, folder, read } = await project({ [settingsFile]: '' });
    const { code, stderr } = await precept('config', 'set', 'log_level', 'info', '--config', 'none.yml');
    const says = `settings file ${path.join(folder, 'none.yml')} does not exist; make it first`;
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(await read(settingsFile)).toBe('');
  });

  test('refuse what a setting does not take, secrets, and unknown keys', async () => {
    const { precept, files } = await project();
    for (const [key, value, says] of [
      ['log_level', 'loud', /it takes one of error/],
      ['oidc_client_secret', 'x', /is a secret.*PRECEPT_OIDC_CLIENT_SECRET/],
      ['store_url', 'postgres://a@b/c', /PRECEPT_STORE_URL/],
      ['team', 'x', /"team" is not a setting/],
      ['enabled_plugins', '*', /would enable whatever/],
    ] as const) {
      const { code, stderr } = await precept('config', 'set', key, value);
      expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
    }
    expect(await files()).toEqual({});
  });

  test('say what keeps a value from its effect', async () => {
    const { precept } = await project({ [settingsFile]: '' }, { env: { PRECEPT_LOG_LEVEL: 'error' } });
    expect((await precept('config', 'set', 'log_level', 'info')).stderr).toContain(
      'PRECEPT_LOG_LEVEL goes before it',
    );
    const gated = await precept('config', 'set', 'http_host', '0.0.0.0');
    expect(gated.stderr).toContain('http_host has no effect; look at it, then run "precept trust"');
    const half = await precept('config', 'set', 'auth_audience', 'a');
    expect([half.code, half.stderr]).toEqual([0, expect.stringContaining('without auth_issuer_url')]);
  });
});

test('precept init --organisation writes a file for administrators, once, and says how to roll it out', async () => {
  const { precept, files, read } = await project();
  const { code, stdout, stderr } = await precept(
    'init',
    '--organisation',
    '--master',
    'https://rules.acme.example',
  );
  expect([code, stdout]).toEqual([0, 'created  precept-organisation.yml\n']);
  expect(Object.keys(await files())).toEqual(['precept-organisation.yml']);
  expect(await read('precept-organisation.yml')).toContain('  - "https://rules.acme.example"\n');
  for (const way of ['sudo install', 'deb, rpm', 'Ansible', '%ProgramData%', 'container'])
    expect(stderr).toContain(way);
  const shown = await precept('config', '--config', 'precept-organisation.yml', '--format', 'json');
  expect(JSON.parse(shown.stdout).settings.master_server_url.value).toEqual(['https://rules.acme.example']);
  expect((await precept('init', '--organisation')).stdout).toContain('kept     precept-organisation.yml');
});
