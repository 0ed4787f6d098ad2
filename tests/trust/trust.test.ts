import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { answerSnippet } from '../docs/rules.ts';
import { tempFolder } from '../support/folder.ts';
import { hasLinks, hasModes, withSlashes } from '../support/system.ts';
import { checkout, marking } from './checkout.ts';

const plugin = 'enabled_plugins: [./own.mjs]\n';

test('a checkout runs no code until it is trusted, and asks again when any of that code has changed', async () => {
  const here = await checkout(plugin, {
    '.precept/own.mjs': marking('one', "import './parts/a.mjs';"),
    '.precept/parts/a.mjs': "export * from './b.mjs';\n",
    '.precept/parts/b.mjs': "export const load = () => import('./c.mjs');\n",
    '.precept/parts/c.mjs': 'export {};\n',
  });
  for (const command of [['rules', 'shop'], ['context'], ['lint'], ['doctor'], ['trust', '--show']])
    await here.run(command);
  const before = await here.run(['rules', 'shop']);
  expect(before.stdout).toContain('Told nothing');
  expect(before.stderr.match(/precept warn/g)).toHaveLength(1);
  expect(before.stderr).toMatch(
    /settings\.yml came with this folder.*enabled_plugins has no effect.*"precept trust"/,
  );
  expect(await here.marks()).toBe('');

  const shown = await here.run(['trust', '--show']);
  expect(shown.code).toBe(1);
  const given = await here.run(['trust']);
  expect(given).toMatchObject({ code: 0, stderr: '' });
  expect(given.stdout).toContain('enabled_plugins: ["./own.mjs"]');
  for (const file of ['own.mjs', 'parts/a.mjs', 'parts/b.mjs', 'parts/c.mjs'])
    expect(withSlashes(given.stdout)).toMatch(new RegExp(`[0-9a-f]{64}  \\S*\\.precept/${file}$`, 'm'));
  expect(await here.marks()).toBe('');
  expect((await here.run(['trust', '--show'])).code).toBe(0);
  const trusted = await (await here.start(['rules', 'shop'])).ended;
  expect([trusted.stdout, trusted.stderr]).toEqual([expect.stringContaining('Told one'), '']);
  if (hasModes)
    expect((await stat(path.join(here.home, '.config/precept/trust.json'))).mode & 0o777).toBe(0o600);

  for (const [file, more] of [
    ['own.mjs', '// more'],
    ['parts/c.mjs', '// more'],
    ['settings.yml', 'feedback_forward: true'],
  ] as const) {
    const whole = path.join(here.folder, '.precept', file);
    const text = await readFile(whole, 'utf8');
    await writeFile(whole, `${text}${more}\n`);
    const marks = await here.marks();
    const changed = await (await here.start(['rules', 'shop'])).ended;
    expect(changed.stdout).toContain('Told nothing');
    expect(withSlashes(changed.stderr)).toMatch(
      file === 'settings.yml'
        ? /settings\.yml has changed since you allowed it, in feedback_forward/
        : new RegExp(`has changed since you allowed it \\(\\S*${file}\\)`),
    );
    expect(await here.marks()).toBe(marks);
    const why = await here.run(['trust', '--show']);
    expect([why.code, withSlashes(why.stdout)]).toEqual([
      1,
      expect.stringMatching(new RegExp(`changed since you allowed it: \\S*${file}`)),
    ]);
    await writeFile(whole, text);
    expect((await here.run(['rules', 'shop'])).stdout).toContain('Told one');
  }
  await rm(path.join(here.folder, '.precept/parts/b.mjs'));
  expect(withSlashes((await here.run(['rules', 'shop'])).stderr)).toContain('parts/b.mjs');
});

test('an answer with texts that failed says beside them that trust is missing, and names no path of the machine', async () => {
  const here = await checkout(plugin, {
    '.precept/own.mjs': marking('one'),
    '.precept/rules/shop/commandments.yml': 'api:\n  when: "In {{ told }}"\n  ruleset: ["Say {{ told }}"]\n',
    '.precept/rules/shop/katas.yml':
      'api:\n  when: Now\n  katas: {deploy: {when: Now, procedure: "Do {{ told }}"}}\n',
  });
  const note = /^.*Trust may be missing, which your user alone gives.*$/gm;
  const asked = [['rules'], ['index'], ['find', 'shop', 'api'], ['kata', 'shop', 'deploy']];
  for (const [command = '', ...words] of asked) {
    const { stdout } = await here.run([command, ...(words.length > 0 ? words : ['shop'])]);
    expect([command, stdout.match(note)]).toEqual([
      command,
      [
        expect.stringMatching(
          /\.precept\/settings\.yml came with this folder.*: enabled_plugins has no effect; .*"precept trust"\.$/,
        ),
      ],
    ]);
    expect(stdout).not.toContain(here.folder);
  }
  await here.run(['trust']);
  await here.write({ '.precept/own.mjs': marking('two') });
  const changed = (await here.run(['rules', 'shop'])).stdout;
  expect(changed.match(note)).toEqual([expect.stringContaining('(.precept/own.mjs)')]);
  expect(changed).not.toContain(here.folder);
  await here.write({ '.precept/own.mjs': marking('one') });
  expect((await here.run(['kata', 'shop', 'deploy'])).stdout).toBe('Do one\n');

  const typo = await checkout('feedback_file: ../away.jsonl\n', {
    '.precept/rules/shop/commandments.yml': 'api:\n  ruleset: ["Say {{ missing }}"]\n',
  });
  const { stdout, stderr } = await typo.run(['rules', 'shop']);
  expect([stderr, stdout]).toEqual([
    expect.stringContaining('feedback_file has no effect'),
    expect.not.stringContaining('Trust may be missing'),
  ]);
});

describe('consent is bound', () => {
  const settings = 'enabled_plugins: [./own.mjs]\nmaster_server_url: []\n';
  const trusted = async () => {
    const here = await checkout(settings, { '.precept/own.mjs': marking('one') });
    await here.run(['trust']);
    const told = async (text: string) => {
      await here.write({ '.precept/settings.yml': text });
      return here.run(['rules', 'shop']);
    };
    return { here, told };
  };

  test.each([
    ['a comment', `# why\n${settings}`],
    ['another order and form', 'master_server_url: []\nenabled_plugins:\n  - ./own.mjs\n'],
    ['a key that needs none', `${settings}default_scope: shop\nusage: true\n`],
  ])('to values, so that %s changes nothing', async (_, text) => {
    const { told } = await trusted();
    expect(await told(text)).toMatchObject({ stdout: expect.stringContaining('Told one'), stderr: '' });
  });

  test.each([
    ['a value', 'enabled_plugins: [./own.mjs, ./two.mjs]\nmaster_server_url: []\n', 'enabled_plugins'],
    ['one more key', `${settings}usage_forward: true\n`, 'usage_forward'],
    [
      'a master',
      'enabled_plugins: [./own.mjs]\nmaster_server_url: [http://127.0.0.1:9]\n',
      'master_server_url',
    ],
  ])('and asks again for %s, which it names', async (_, text, key) => {
    const { here, told } = await trusted();
    const { stdout, stderr } = await told(text);
    expect(stdout).toContain('Told nothing');
    expect(stderr).toMatch(new RegExp(`settings\\.yml has changed since you allowed it, in ${key}: `));
    const shown = await here.run(['trust', '--show', '--format', 'json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ state: 'changed', changed_keys: [key] });
    expect((await here.run(['doctor'])).stdout).toContain(`is no longer trusted, for ${key} changed`);
  });

  test('to the issuer of a login, which is not said to be missing before', async () => {
    const here = await checkout('oidc_issuer_url: http://127.0.0.1:9\noidc_client_id: me\n');
    expect((await here.run(['login'])).stderr).toMatch(
      /oidc_issuer_url of \S*settings\.yml has no effect until you have run "precept trust"\n$/,
    );
  });

  test('to the files that keys name', async () => {
    const here = await checkout('remote_ssl_ca_bundle: ca.pem\n', { 'ca.pem': 'one' });
    const given = await here.run(['trust']);
    expect(given.stdout).toMatch(/It names these files:\n {2}[0-9a-f]{64} {2}\S*ca\.pem\n/);
    expect((await here.run(['rules', 'shop'])).stderr).toBe('');
    await here.write({ 'ca.pem': 'two' });
    expect((await here.run(['rules', 'shop'])).stderr).toMatch(/since you allowed it \(\S*ca\.pem\): remote/);
  });

  test('anew where an older version has kept it, which is said', async () => {
    const { here } = await trusted();
    const record = path.join(here.home, '.config/precept/trust.json');
    const data = JSON.parse(await readFile(record, 'utf8'));
    const file = path.join(here.folder, '.precept/settings.yml');
    const { values: _, ...older } = data.trusted[file];
    data.trusted[file] = { ...older, settings: 'a'.repeat(64) };
    await writeFile(record, JSON.stringify(data));
    const { stdout, stderr } = await here.run(['rules', 'shop']);
    expect(stdout).toContain('Told nothing');
    expect(stderr).toContain('was allowed by an older version');
    expect((await here.run(['trust', '--show'])).stdout).toContain('it was allowed by an older version');
    expect((await here.run(['doctor'])).stdout).toContain('was allowed by an older version');
    await here.run(['trust']);
    expect((await here.run(['rules', 'shop'])).stdout).toContain('Told one');
  });
});

test('it can be taken back, and the environment has the last word', async () => {
  const here = await checkout(plugin, { '.precept/own.mjs': marking('one') });
  expect((await here.run(['rules', 'shop'], { PRECEPT_TRUST: '1' })).stdout).toContain('Told one');
  expect((await here.run(['rules', 'shop'])).stdout).toContain('Told nothing');
  await here.run(['trust']);
  expect((await here.run(['rules', 'shop'], { PRECEPT_TRUST: '0' })).stdout).toContain('Told nothing');
  expect((await here.run(['trust', '--revoke'])).code).toBe(0);
  expect((await here.run(['rules', 'shop'])).stdout).toContain('Told nothing');
  expect((await here.run(['trust', '--revoke'])).code).toBe(0);
  expect((await here.run(['trust', '--show', '--revoke'])).code).toBe(2);
});

test('programs read the same from --format json, with the same exit codes', async () => {
  const here = await checkout(plugin, { '.precept/own.mjs': marking('one') });
  const run = async (...flags: string[]) => {
    const { code, stdout, stderr } = await here.run(['trust', '--format', 'json', ...flags]);
    return { code, stderr, facts: JSON.parse(stdout) as Record<string, unknown> };
  };
  const own = path.join(here.folder, '.precept/own.mjs');
  const facts = {
    file: path.join(here.folder, '.precept/settings.yml'),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    asks_for: { enabled_plugins: ['./own.mjs'] },
    masters: [],
    plugin_files: { [own]: expect.stringMatching(/^[0-9a-f]{64}$/) },
    other_files: {},
    not_followed: [],
  };
  expect(await run('--show')).toEqual({ code: 1, stderr: '', facts: { ...facts, state: 'not_trusted' } });
  expect(await run()).toEqual({ code: 0, stderr: '', facts: { ...facts, state: 'trusted' } });
  expect(await run('--show')).toMatchObject({ code: 0, facts: { state: 'trusted' } });
  await writeFile(own, 'export {};\n');
  expect(await run('--show')).toMatchObject({ code: 1, facts: { state: 'changed', changed: [own] } });
  const revoked = { file: facts.file, state: 'not_trusted' };
  expect((await run('--revoke')).facts).toEqual({ ...revoked, was_trusted: true });
  expect((await run('--revoke')).facts).toEqual({ ...revoked, was_trusted: false });
  const plain = await checkout('');
  const asked = await plain.run(['trust', '--format', 'json']);
  expect([asked.code, JSON.parse(asked.stdout)]).toEqual([
    0,
    expect.objectContaining({ state: 'not_needed', asks_for: {} }),
  ]);
});

test('what the user names is the user’s own word, and so is the home folder', async () => {
  const here = await checkout(plugin, { '.precept/own.mjs': marking('one') });
  const file = path.join(here.folder, '.precept/settings.yml');
  expect((await here.run(['rules', 'shop', '-c', file])).stdout).toContain('Told one');
  expect((await here.run(['rules', 'shop'], { PRECEPT_CONFIG_FILE: file })).stdout).toContain('Told one');
  const atHome = await precept(['rules', 'shop'], { cwd: here.folder, home: here.folder });
  expect([atHome.stdout, atHome.stderr]).toEqual([expect.stringContaining('Told one'), '']);
  // A project above the working folder came from elsewhere as well.
  await mkdir(path.join(here.folder, 'deep/down'), { recursive: true });
  const below = await precept(['rules', 'shop'], {
    cwd: path.join(here.folder, 'deep/down'),
    home: here.home,
  });
  expect([below.stdout, below.stderr]).toEqual([
    expect.stringContaining('Told nothing'),
    expect.stringContaining('precept trust'),
  ]);
});

describe('without consent', () => {
  test.each([
    ['a file elsewhere', 'feedback_file: /tmp/elsewhere.jsonl\n', 'feedback_file'],
    ['a file above', 'validation_file: ../results.jsonl\n', 'validation_file'],
    ['copies elsewhere', 'cache_dir: /tmp/elsewhere\n', 'cache_dir'],
    ['copies of its own', 'cache_dir: copies\ncache_max_mb: 1\n', 'cache_dir, cache_max_mb'],
    ['a CA of its own', 'remote_ssl_ca_bundle: ca.pem\n', 'remote_ssl_ca_bundle'],
    [
      'reports to others',
      'feedback_forward: true\nusage_forward: "yes"\n',
      'feedback_forward, usage_forward',
    ],
    ['roles of its own', 'admin_roles: [".*"]\nroles_claim: sub\n', 'admin_roles, roles_claim'],
    ['a file of git', 'feedback_file: .git/config\n', 'feedback_file'],
    ['rules elsewhere', 'rules_path: /etc\n', 'rules_path'],
    ['a CA elsewhere', 'remote_ssl_ca_bundle: ~/ca.pem\n', 'remote_ssl_ca_bundle'],
    ['unchecked certificates', 'remote_ssl_verify: false\n', 'remote_ssl_verify'],
    ['an open listener', 'http_host: 0.0.0.0\n', 'http_host'],
    ['pages of others', 'http_allowed_origins: [https://evil.example]\n', 'http_allowed_origins'],
    [
      'a login',
      'oidc_issuer_url: https://evil.example\noidc_client_id: x\n',
      'oidc_issuer_url, oidc_client_id',
    ],
    ['a package', 'enabled_plugins: [evil-plugin, git.context]\n', 'enabled_plugins'],
  ])('%s has no effect', async (_, settings, names) => {
    const here = await checkout(settings);
    const { code, stderr, stdout } = await here.run(['rules', 'shop']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Told nothing')]);
    expect(stderr).toContain(`: ${names} `);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect((await here.run(['doctor'])).stdout).toMatch(/warn {2}settings: .*not trusted; without effect: /);
  });

  test('all else works, paths in the project too, and nothing is said', async () => {
    const here = await checkout(
      'enabled_plugins: [git.*, fs.context]\nfeedback_file: notes/feedback.jsonl\nhttp_host: localhost\nremote_ssl_verify: true\nfeedback_forward: false\n',
    );
    const { stdout, stderr } = await here.run(['rules', 'shop']);
    expect([stdout, stderr]).toEqual([expect.stringContaining('Told nothing'), '']);
    expect(await here.run(['trust'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing to allow'),
    });
    expect((await here.run(['trust', '--show'])).code).toBe(0);
  });

  test('a level of logging cannot hide what is not trusted', async () => {
    const here = await checkout(`log_level: error\n${plugin}`);
    expect((await here.run(['rules', 'shop'])).stderr).toContain('precept trust');
  });

  test.runIf(hasLinks)('a link out of the project is outside', async () => {
    const elsewhere = await tempFolder({ 'secret.jsonl': '' });
    const here = await checkout('feedback_file: inside/secret.jsonl\n');
    await symlink(elsewhere, path.join(here.folder, 'inside'));
    expect((await here.run(['rules', 'shop'])).stderr).toContain('feedback_file has no effect');
  });
});

describe('what is bound', () => {
  test('a package and what it requires; a nearer one of that name asks again', async () => {
    const here = await checkout('enabled_plugins: [acme]\n', {
      'node_modules/acme/package.json': '{"name": "acme", "main": "./main.cjs"}',
      'node_modules/acme/main.cjs':
        "const { told } = require('./told');\nmodule.exports = { name: 'acme', description: 'd', context: () => ({ told }) };\n",
      'node_modules/acme/told/index.js': "exports.told = 'required';\n",
    });
    const given = await here.run(['trust']);
    for (const file of ['package.json', 'main.cjs', 'told/index.js'])
      expect(withSlashes(given.stdout)).toContain(`node_modules/acme/${file}`);
    expect((await here.run(['rules', 'shop'])).stdout).toContain('Told required');
    await here.write({ 'node_modules/acme/told.js': "exports.told = 'in its place';\n" });
    const shadowed = await here.run(['rules', 'shop']);
    expect([shadowed.stdout, shadowed.stderr]).toEqual([
      expect.stringContaining('Told nothing'),
      expect.stringContaining('told.js'),
    ]);
    await rm(path.join(here.folder, 'node_modules/acme/told.js'));
    await here.write({ '.precept/node_modules/acme/index.js': 'module.exports = {};\n' });
    const { stderr } = await here.run(['rules', 'shop']);
    expect(withSlashes(stderr)).toContain('.precept/node_modules/acme');
  });

  test('what cannot be followed is told', async () => {
    const here = await checkout(plugin, {
      '.precept/own.mjs': marking(
        'one',
        "const name = './x.mjs'; await import(name).catch(() => {}); import('./gone.mjs').catch(() => {});",
      ),
    });
    const { stdout } = await here.run(['trust', '--show']);
    expect(stdout).toMatch(/Not followed:\n(.*\n)*.*own\.mjs: it imports what it computes/);
    expect(stdout).toMatch(/gone\.mjs cannot be read/);
  });

  test('texts of a checkout do not act on the terminal, and a secret is not shown', async () => {
    const here = await checkout('oidc_client_secret: hush\noidc_scopes: "a\\e[31mb\\u202Ec"\n');
    const { stdout } = await here.run(['trust', '--show']);
    expect(stdout).toContain('oidc_client_secret: ***');
    const asked = await here.run(['trust', '--show', '--format', 'json']);
    expect(JSON.parse(asked.stdout)).toMatchObject({
      state: 'not_trusted',
      asks_for: { oidc_client_secret: '***', oidc_scopes: 'a\u001b[31mb\u202Ec' },
    });
    for (const text of ['hush', '\u001b', '\u202e']) expect(stdout + asked.stdout).not.toContain(text);
  });
});

test('precept init trusts what it wrote, and without settings there is nothing to trust', async () => {
  const home = await tempFolder();
  const folder = await tempFolder();
  const run = (...args: string[]) => precept(args, { cwd: folder, home });
  expect(await run('trust')).toMatchObject({ code: 1, stderr: expect.stringContaining('precept init') });
  await run('init');
  const file = path.join(folder, '.precept/settings.yml');
  expect(await readFile(path.join(home, '.config/precept/trust.json'), 'utf8')).toContain(
    JSON.stringify(file),
  );
});

test('plugins that the environment names are looked for in the home folder, never in the working folder', async () => {
  const here = await checkout('', {
    'own.mjs': marking('stolen'),
    'node_modules/acme/index.js': marking('stolen'),
  });
  for (const name of ['./own.mjs', 'own.mjs', 'acme'])
    expect((await here.run(['rules', 'shop'], { PRECEPT_ENABLED_PLUGINS: name })).stdout).toContain(
      'Told nothing',
    );
  expect(await here.marks()).toBe('');
  await writeFile(path.join(here.home, 'own.mjs'), marking('from home'));
  expect((await here.run(['rules', 'shop'], { PRECEPT_ENABLED_PLUGINS: './own.mjs' })).stdout).toContain(
    'Told from home',
  );
});

test('a damaged record trusts nothing', async () => {
  const here = await checkout(plugin, { '.precept/own.mjs': marking('one') });
  await here.run(['trust']);
  await writeFile(path.join(here.home, '.config/precept/trust.json'), '{"version": 1, "trusted": {');
  const { stdout, stderr } = await here.run(['rules', 'shop']);
  expect([stdout, stderr]).toEqual([
    expect.stringContaining('Told nothing'),
    expect.stringContaining('precept trust'),
  ]);
  await here.run(['trust']);
  expect((await here.run(['rules', 'shop'])).stdout).toContain('Told one');
});

test('what is shown is as the guide has it', async () => {
  const settings =
    'enabled_plugins: [./team.mjs]\nhttp_host: 0.0.0.0\nmaster_server_url: https://rules.example.com\n';
  const here = await checkout(settings, {
    '.precept/team.mjs': 'export default {};\n',
    '.precept/rules/shop/commandments.yml':
      'api:\n  ruleset:\n    - {rule: Keep the document valid, check: {command: npm run lint:api}}\n',
  });
  const { stdout } = await here.run(['trust', '--show']);
  const plain = (text: string) => text.replace(/[\da-f]{64}/g, '(hash)');
  const shown = withSlashes(stdout.replaceAll(here.folder, '/home/ada/shop'));
  expect(plain(shown)).toBe(plain(answerSnippet('consent').text));
});

test('where a consent cannot be written, its user is told what to do, and nothing is trusted', async () => {
  const here = await checkout(plugin, { '.precept/own.mjs': marking('one') });
  await writeFile(path.join(here.home, '.config'), '');
  const { code, stderr } = await here.run(['trust']);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^precept: the consent cannot be written: [^\n]*\.config[^\n]*Make the folder writable; the variable PRECEPT_TRUST=1 trusts without a file\.\n$/,
  );
  expect((await here.run(['trust', '--show'])).code).toBe(1);
});
