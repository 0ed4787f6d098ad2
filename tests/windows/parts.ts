import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { servedClients } from '../../src/clients/clients.ts';
import { endOfChild } from '../../src/runtime/run-child.ts';
import { startChild } from '../../src/runtime/start-child.ts';
import { oneOfEach } from '../support/runs.ts';
import { addressOf, expectGood, type Kit, otherCase, poll, rules, text } from './kit.ts';
import { speakLsp, speakMcp } from './protocols.ts';
import { proveLogin } from './sign-in.ts';
import { proveSource } from './source.ts';

/** What is proven of the built program, in order; each throws where it does not hold. */
export const parts: Readonly<Record<string, (kit: Kit) => Promise<void>>> = {
  async 'init for each client'(kit) {
    for (const [id, { servers: client }] of oneOfEach(servedClients, ([, { servers }]) => servers.needsCmd)) {
      const cwd = await kit.folder();
      expectGood(await kit.run(['init', '--client', id, '--write'], { cwd }), /created|wrote/i, /./);
      const config = await text(cwd, client.projectFile);
      assert.match(config, client.needsCmd && isWindows ? /"cmd"[\s\S]*"\/c",\s*"npx"/ : /"npx"/);
      expectGood(await kit.run(['rules'], { cwd }), /MUST/);
    }
  },
  async 'doctor, with an entry for the project in the person’s file'(kit) {
    const cwd = await kit.folder(rules);
    const projects = (args: string[]) => ({
      [otherCaseOnWindows(cwd).replaceAll('\\', '/')]: {
        mcpServers: { precept: { command: isWindows ? 'cmd' : 'node', args } },
      },
    });
    const home = await kit.folder({
      '.claude.json': JSON.stringify({ projects: projects(['/c', 'npx', 'precept']) }),
    });
    const { stdout } = await kit.run(['doctor'], { cwd, home });
    assert.match(stdout, /Claude Code has the entry "precept" in \S*\.claude\.json/);
  },
  async 'rules, and find with backslashes'(kit) {
    const cwd = await kit.folder(rules);
    expectGood(await kit.run(['rules'], { cwd }), /Answer errors as problem details/);
    const file = ['src', 'api', 'a.ts'].join(isWindows ? '\\' : '/');
    expectGood(await kit.run(['find', 'whatever', '--files', file], { cwd }), /api\.errors/);
    for (const end of isWindows ? ['\\', '/'] : ['/']) {
      const path = `${join(cwd, '.precept', 'rules')}${end}`;
      const answer = expectGood(await kit.run(['rules', '-r', path, '--places'], { cwd }), /problem details/);
      assert.doesNotMatch(answer, /\/\/|\\\\/);
    }
  },
  async 'lint, of a scope in another letter case too'(kit) {
    const cwd = await kit.folder({ ...rules, '.precept/rules/bad/commandments.yml': 'a:\n  rulset: [x]\n' });
    const whole = await kit.run(['lint'], { cwd });
    assert.equal(whole.code, 0, whole.stdout);
    assert.match(whole.stdout, /\.precept\/rules\/bad\/commandments\.yml:2:3/);
    const named = await kit.run(['lint', join('.precept', 'rules', isWindows ? 'Bad' : 'bad')], { cwd });
    assert.match(named.stdout, /rules\/bad\/commandments\.yml:2:3/);
    expectGood(await kit.run(['lint', join('.precept', 'rules', 'shop')], { cwd }), /No problems/);
  },
  async 'lint --fix, with CRLF and a byte order mark'(kit) {
    const cwd = await kit.folder({
      ...rules,
      '.precept/rules/shop/metadata.yml': '\uFEFFdescripton: A shop\r\n',
    });
    await kit.run(['lint', '--fix'], { cwd });
    assert.equal(await text(cwd, '.precept/rules/shop/metadata.yml'), '\uFEFFdescription: A shop\r\n');
  },
  async 'export, and its check'(kit) {
    const cwd = await kit.folder({ ...rules, 'AGENTS.md': 'Mine.\r\n' });
    const command = ['export', 'shop', '--to', 'agents,cursor,skills'];
    expectGood(await kit.run([...command, '--write'], { cwd }), /AGENTS\.md/, /./);
    assert.match(await text(cwd, 'AGENTS.md'), /^Mine\.\r\n[\s\S]*problem details/);
    expectGood(await kit.run([...command, '--check'], { cwd }), /^/, /./);
    await writeFile(join(cwd, 'AGENTS.md'), 'Mine.\r\n');
    assert.equal((await kit.run([...command, '--check'], { cwd })).code, 1);
  },
  async 'trust, and the checkout in another letter case'(kit) {
    const cwd = await kit.folder({
      ...rules,
      '.precept/settings.yml': 'default_scope: told\nenabled_plugins: [./own.mjs]\n',
      '.precept/own.mjs':
        "export default { name: 'own', description: 'd', context: () => ({ told: 'yes' }) };\n",
      '.precept/rules/told/commandments.yml':
        'a:\n  when: Now\n  ruleset: ["Told {{ told | default(\'nothing\') }}"]\n',
    });
    const before = await kit.run(['rules'], { cwd });
    assert.match(before.stdout, /Told nothing/);
    assert.match(before.stderr, /enabled_plugins has no effect/);
    expectGood(await kit.run(['trust'], { cwd }), /own\.mjs/);
    for (const place of [cwd, otherCaseOnWindows(cwd)])
      expectGood(await kit.run(['rules'], { cwd: place }), /Told yes/);
    expectGood(await kit.run(['trust', '--show'], { cwd: otherCaseOnWindows(cwd) }), /./);
  },
  async 'the own settings, and the home folder in another letter case'(kit) {
    const home = await kit.folder({ ...rules, 'deep/er/a.ts': '' });
    const env = { USERPROFILE: otherCaseOnWindows(home), HOME: otherCaseOnWindows(home), PRECEPT_TRUST: '0' };
    await writeFile(join(home, '.precept', 'settings.yml'), 'default_scope: shop\nhttp_host: 0.0.0.0\n');
    for (const cwd of [home, join(home, 'deep', 'er')]) {
      const { stderr, stdout } = await kit.run(['rules'], { cwd, home, env });
      assert.match(stdout, /problem details/);
      assert.doesNotMatch(stderr, /has no effect/);
    }
  },
  async 'the settings of the machine'(kit) {
    const cwd = await kit.folder();
    const data = await kit.folder({
      'precept/settings.yml': 'default_scope: machine\n',
      'precept/rules/machine/commandments.yml': 'a: {ruleset: [Do]}\n',
    });
    const { stderr } = await kit.run(['scopes'], { cwd, env: { ProgramData: data } });
    // A folder of a person's own is not that of the administrators.
    if (isWindows) assert.match(stderr, /settings\.yml is not read: .* administrators/);
    assert.doesNotMatch(stderr, /machine is/);
    if (!isWindows) return;
    const drive = join(parse(cwd).root, 'etc');
    await mkdir(join(drive, 'precept'), { recursive: true });
    try {
      await writeFile(join(drive, 'precept', 'settings.yml'), 'log_level: loud\n');
      assert.doesNotMatch((await kit.run(['scopes'], { cwd })).stderr, /log_level/);
    } finally {
      await rm(drive, { recursive: true });
    }
  },
  async 'addresses of files that are no paths'(kit) {
    const broken = [
      'file:///srv/a%2Fb/precept.json',
      'file:////srv/share/precept.json',
      'file:///c:/a%5Cb/precept.json',
    ];
    for (const url of isWindows ? [...broken, 'file:///mnt/x/precept.json'] : broken) {
      const cwd = await kit.folder({ '.precept/settings.yml': `master_server_url: ${url}\n` });
      const { code, stderr } = await kit.run(['scopes'], { cwd });
      assert.equal(code, 1);
      assert.match(stderr, /setting master_server_url/);
      assert.doesNotMatch(stderr, /^\s+at /m);
    }
  },
  async 'feedback from six processes'(kit) {
    const cwd = await kit.folder(rules);
    const report = (index: number) =>
      kit.run(
        [
          'feedback',
          'missed-categories',
          '--task',
          `Task ${index}`,
          '--scope',
          'shop',
          '--category',
          'style',
          '--reason',
          'It was not found',
        ],
        { cwd },
      );
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, index) => report(index)));
    for (const outcome of outcomes) assert.equal(outcome.code, 0, outcome.stderr);
    const lines = (await text(cwd, '.precept', 'feedback.jsonl')).trim().split('\n');
    assert.equal(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size, 6);
  },
  async 'publish, signed, and a reader of the files'(kit) {
    const cwd = await kit.folder(rules);
    const key = join(cwd, 'publish.pem');
    const made = expectGood(await kit.run(['keys', 'new', key], { cwd }), /./);
    expectGood(await kit.run(['publish', 'public', '--sign', key], { cwd }), /1 scope: [23] files written/);
    expectGood(await kit.run(['publish', 'public', '--sign', key, '--check'], { cwd }), /./);
    const address = pathToFileURL(join(cwd, 'public', 'precept.json')).href;
    const env = { PRECEPT_MASTER_SERVER_URL: address };
    const reader = await kit.folder();
    const withKey = { ...env, PRECEPT_MASTER_KEYS: `${address}=${made.trim()}` };
    expectGood(await kit.run(['rules', 'shop'], { cwd: reader, env: withKey }), /problem details/);
    const other = expectGood(await kit.run(['keys', 'new', join(cwd, 'other.pem')], { cwd }), /./).trim();
    const { stdout } = await kit.run(['rules', 'shop'], {
      cwd: reader,
      env: { ...env, PRECEPT_MASTER_KEYS: `${address}=${other}` },
    });
    assert.doesNotMatch(stdout, /problem details/);
  },
  async 'a master, and copies of what it said'(kit) {
    const far = await kit.folder(rules);
    const server = kit.start(['serve', '--port', '0'], { cwd: far });
    const cwd = await kit.folder();
    const env = {
      PRECEPT_MASTER_SERVER_URL: await addressOf(server),
      PRECEPT_CACHE_DIR: join(await kit.folder(), 'copies'),
      PRECEPT_REMOTE_KEEP_SECONDS: '3600',
      PRECEPT_REMOTE_MAX_RETRIES: '0',
    };
    expectGood(await kit.run(['rules', 'shop'], { cwd, env }), /problem details/);
    await server.end();
    const { stdout } = await kit.run(['rules', 'shop'], { cwd, env });
    assert.match(stdout, /problem details/);
  },
  async 'MCP over stdio, which sees changes'(kit) {
    const cwd = await kit.folder(rules);
    const server = kit.start(['--watch'], { cwd });
    const client = await speakMcp(server);
    const { result } = await client.ask('tools/list', {});
    assert.ok((result as { tools: unknown[] }).tools.length > 5);
    assert.match(await client.call('get_rules', { scope_name: 'shop' }), /problem details/);
    const file = join(cwd, '.precept', 'rules', 'shop', 'commandments.yml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('short functions', 'small functions'));
    await poll('the change is served', async () =>
      /small functions/.test(await client.call('get_rules', { scope_name: 'shop' })),
    );
    server.child.stdin.end();
    const { code, stderr } = await server.ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  },
  async 'the explorer, and REST'(kit) {
    const server = kit.start(['serve', '--port', '0', '--watch'], { cwd: await kit.folder(rules) });
    const url = await addressOf(server);
    const get = async (path: string) => {
      const response = await fetch(`${url}${path}`);
      assert.equal(response.status, 200, path);
      return response.text();
    };
    assert.match(await get('/'), /shop/);
    assert.match(await get('/scopes/shop'), /problem details/);
    assert.match(await get('/api/v1/scopes/shop/rules'), /problem details/);
    assert.match(await get('/docs'), /<html/);
    await server.end();
  },
  async 'a server that starts again when its settings change'(kit) {
    const cwd = await kit.folder(rules);
    const server = kit.start(['serve', '--port', '0', '--reload'], { cwd });
    const url = await addressOf(server);
    await writeFile(join(cwd, '.precept', 'settings.yml'), 'default_scope: shop\nlog_level: info\n');
    await server.until('the second start', (one) => one.stderr().split('listening on').length > 2);
    assert.match(await (await fetch(`${url}/api/v1/scopes/shop/rules`)).text(), /problem details/);
    await server.end();
  },
  async 'the language server'(kit) {
    const cwd = await kit.folder(rules);
    const server = kit.start(['lsp', '--stdio'], { cwd });
    const client = speakLsp(server);
    const root = pathToFileURL(cwd).href;
    await client.ask('initialize', {
      processId: null,
      rootUri: root,
      capabilities: {},
      workspaceFolders: [{ uri: root, name: 'x' }],
    });
    client.notify('initialized', {});
    // As VS Code writes addresses on Windows.
    const uri = `${root.replace(/^file:\/\/\/([A-Z]):/, (_, drive: string) => `file:///${drive.toLowerCase()}%3A`)}/.precept/rules/shop/commandments.yml`;
    client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text: 'a:\n  rulset: [x]\n' },
    });
    const { params } = await client.heard<{ uri: string; diagnostics: { code: string }[] }>(
      'textDocument/publishDiagnostics',
      (told) => told.diagnostics.length > 0,
    );
    assert.match(params.uri, /shop\/commandments\.yml$/);
    await client.ask('shutdown', null);
    client.notify('exit', {});
    assert.equal((await server.ended).code, 0);
  },
  async 'completion for PowerShell'(kit) {
    const cwd = await kit.folder(rules);
    expectGood(await kit.run(['completion', 'powershell'], { cwd }), /Register-ArgumentCompleter/);
    const words = ['rules', ''].map((word) => `w${Buffer.from(word).toString('base64')}`);
    const answer = expectGood(await kit.run(['completion', 'powershell', ...words], { cwd }), /./);
    assert.equal(Buffer.from(answer.trim(), 'base64').toString(), 'shop');
  },
  async 'programs that are scripts of npm'(kit) {
    if (!isWindows) return;
    const says = 'console.log(JSON.stringify(process.argv.slice(2)))';
    const cwd = await kit.folder({
      'bin/agent.cmd': '@ECHO off\r\nendLocal & "%_prog%"  "%dp0%\\node_modules\\agent\\cli.js" %*\r\n',
      'bin/node_modules/agent/cli.js': says,
      'bin/npm.cmd':
        'SET "NODE_EXE=%~dp0\\node.exe"\r\nSET "NPM_CLI_JS=%~dp0\\node_modules\\npm\\cli.js"\r\n"%NODE_EXE%" "%NPM_CLI_JS%" %*\r\n',
      'bin/node_modules/npm/cli.js': says,
      'bin/gradlew.bat': '@echo off\r\necho built %1\r\n',
    });
    const env = { ...process.env, PATH: join(cwd, 'bin'), Path: join(cwd, 'bin') };
    const told = async (program: string, args: readonly string[]) => {
      const limits = { milliseconds: 60_000, maxOutput: 10_000 };
      return (await endOfChild(startChild(program, args, { cwd, env }), limits))?.stdout.trim() ?? null;
    };
    const words = ['two\nlines', 'a & b', '%PATH%', 'a "quote"'];
    assert.deepEqual(JSON.parse((await told('agent', words)) ?? ''), words);
    assert.deepEqual(JSON.parse((await told('npm', ['test'])) ?? ''), ['test']);
    assert.equal(await told('gradlew', ['check']), 'built check');
    assert.equal(await told('gradlew', ['a & b']), null);
    assert.equal(await told('no-such-program', []), null);
  },
  'a source, locked and served from an empty cache': proveSource,
  'one login, refreshed by six processes': proveLogin,
};

/** The proof is of Windows; elsewhere it runs to be tried out. */
const isWindows = process.platform === 'win32';

function otherCaseOnWindows(path: string): string {
  return isWindows ? otherCase(path) : path;
}
