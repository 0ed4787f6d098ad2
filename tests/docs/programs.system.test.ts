import { spawn } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { contentFile, contentKinds } from '../../src/guidance/content-files.ts';
import { approve, createBrowser } from '../auth/browser.ts';
import { loginUrl } from '../auth/reader.ts';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { cleanEnvironment, follow } from '../support/program.ts';
import { hasShell } from '../support/system.ts';
import { root } from './markdown.ts';
import { answerSnippet, snippetsFor } from './rules.ts';
import { createSandbox } from './sandbox.ts';

/** A folder where these files can import what the snippets do. */
async function packageFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await tempFolder(files);
  await mkdir(path.join(folder, 'node_modules'));
  const link = (target: string, name: string) =>
    symlink(target, path.join(folder, 'node_modules', name), 'junction');
  await link(root, 'precept-mcp');
  for (const name of ['@hono', '@modelcontextprotocol', 'oidc-provider'])
    await link(path.join(root, 'node_modules', name), name);
  return folder;
}

describe('answers', () => {
  test('the rule of the README gives the answer of the README', async () => {
    const [rule] = snippetsFor('commandments').filter(({ file }) => file === 'README.md');
    const cwd = await tempFolder({ '.precept/rules/shop/commandments.yml': rule?.text ?? '' });
    const { stdout } = await precept(['rules', 'shop', '--categories', 'api'], { cwd });
    expect(stdout).toBe(answerSnippet('rules').text);
  });

  test('a mistake is told as the guide shows it', async () => {
    const { text } = answerSnippet('fault');
    const cwd = await tempFolder({
      '.precept/rules/checkout/commandments.yml': 'api:\n  when: Always\n  ruleset:\n    - Say this: now\n',
    });
    const { stderr } = await precept(['rules', 'checkout'], { cwd });
    expect(text).toMatch(/ …\n$/);
    expect(stderr).toContain(text.slice(0, -' …\n'.length));
  });

  test('the folder that the guide draws can be read', async () => {
    const scopes = [...answerSnippet('folder').text.matchAll(/^ {2}([\w-]+)\/ +(.*)$/gm)];
    const files = scopes.flatMap(([, scope, names = '']) =>
      names.split(/ +/).map((name) => `${scope}/${name}`),
    );
    const known = contentKinds.map(contentFile);
    for (const file of files) expect(known).toContain(path.posix.basename(file));
    const cwd = await tempFolder(Object.fromEntries(files.map((file) => [`.precept/rules/${file}`, ''])));
    const { stdout } = await precept(['scopes', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toEqual(scopes.map(([, scope]) => scope));
  });
});

// Windows has no bash of its own.
test.runIf(hasShell)('a hook gives the rules of the tutorial once, as its guide shows', async () => {
  const [rules] = snippetsFor('tutorial').filter(({ text }) => text.startsWith('api.errors:'));
  const [command] = snippetsFor('shell').filter(({ text }) => text.includes('precept hook PreToolUse'));
  const files = { '.precept/settings.yml': 'default_scope: checkout\n' };
  const { run } = await createSandbox({ 'commandments.yml': rules?.text ?? '' }, files);
  const first = await run(command?.text ?? '');
  expect(first.stdout.startsWith(answerSnippet('hook').text.trimEnd())).toBe(true);
  expect(first.stdout.trimEnd()).not.toContain('\n');
  expect(await run(command?.text ?? '')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('the plugin of the guide gives the values and the filter that it promises', async () => {
  const [plugin] = snippetsFor('plugin');
  const rule = 'a:\n  ruleset: ["Ring {{ ring }}, {{ TEAM_LEAD | initials(\'.\') }}, {{ team }}"]\n';
  const cwd = await packageFolder({
    '.precept/rules/shop/commandments.yml': rule,
    '.precept/settings.yml': 'enabled_plugins: [./plugins/acme.mjs]\nteam_lead: Ada Lovelace\n',
    '.precept/plugins/acme.mjs': plugin?.text ?? '',
  });
  const { stdout, stderr } = await precept(['rules', 'shop'], {
    cwd,
    env: { ACME_RING: 'blue', PRECEPT_TRUST: '1' },
  });
  expect([stdout, stderr]).toEqual([expect.stringContaining('Ring blue, A.L, nobody'), '']);
});

test('the pieces of the embedding guide make one program, which serves stdio and HTTP', async () => {
  const pieces = snippetsFor('embedding').map(({ text }) => text);
  expect(pieces).toHaveLength(3);
  const cwd = await packageFolder({
    'guidance/rules/shop/commandments.yml': 'a:\n  ruleset: [Stand still]\n',
  });
  const told = `serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
    app.listensOn({ host: '127.0.0.1', port });
    process.stderr.write(\`at http://127.0.0.1:\${port}\\n\`);
  });`;
  const program = pieces.join('\n').replace('/srv/guidance', `${cwd}/guidance`);
  const telling = program.replace(/^serve\([\s\S]*?^\);$/m, told);
  expect(telling).not.toBe(program);
  await writeFiles(cwd, { 'server.mjs': telling });
  const env = await cleanEnvironment();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['server.mjs'],
    cwd,
    env,
    stderr: 'pipe',
  });
  const url = new Promise<string>((resolve) =>
    transport.stderr?.on('data', (chunk) => {
      const [found] = /http:\S+/.exec(String(chunk)) ?? [];
      if (found !== undefined) resolve(found);
    }),
  );
  const client = new Client({ name: 'precept-tests', version: '1.0.0' });
  await client.connect(transport);
  const { content } = await client.callTool({ name: 'get_rules', arguments: {} });
  expect(content).toMatchObject([{ text: expect.stringContaining('Stand still') }]);
  expect(await (await fetch(`${await url}/api/v1/scopes`)).json()).toEqual(['shop']);
  await client.close();
});

test('the order of inheritance is the one of the picture, and a gap is reported in the words of the guide', async () => {
  const picture = answerSnippet('order').text.split('\n');
  const laid = picture.slice(2).flatMap((line) => /^.{48}([a-z]+) /.exec(line)?.[1] ?? []);
  expect(laid).toHaveLength(4);
  const rules = await tempFolder({
    'company/commandments.yml': 'api:\n  ruleset:\n    - 1\n',
    'payments/metadata.yml': 'parent: company\n',
    'storefront/metadata.yml': 'parent: company\n',
    'checkout/metadata.yml': 'parents: [payments, storefront]\n',
  });
  const shown = await precept(['show', 'checkout', '--format', 'json', '-r', rules]);
  expect(JSON.parse(shown.stdout).lineage.toReversed()).toEqual(laid);
  const { stdout } = await precept(['rules', 'checkout', '-r', rules]);
  expect(stdout.split('\n')[0]).toBe(answerSnippet('incomplete').text.trimEnd());
});

// Windows has no bash of its own.
test.runIf(hasShell)('the login can be tried out as the guide says', async () => {
  const [provider] = snippetsFor('provider');
  const [server, reader] = snippetsFor('shell').filter(
    ({ file, text }) => file === 'docs/try-login.md' && text.includes('9000'),
  );
  const [issuerPort, port] = [await freePort(), await freePort()];
  const moved = (text = '') => text.replaceAll('9000', String(issuerPort));

  const cwd = await packageFolder({ 'provider.mjs': moved(provider?.text) });
  const options = { cwd, env: await cleanEnvironment(), stdio: 'pipe' } as const;
  const issuer = follow(spawn(process.execPath, ['provider.mjs'], options));
  const sandbox = await createSandbox({}, {});
  const served = await sandbox.start(moved(server?.text), { port });
  await served.logged('listening on');
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${issuerPort}/jwks`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);

  const session = await sandbox.start(moved(reader?.text), { port, cwd: await tempFolder() });
  const page = await approve(createBrowser(), await loginUrl(session), 'ada');
  expect(page.text).toContain('You are logged in');
  const { code, stdout, stderr } = await session.ended;
  expect([code, stdout, stderr]).toEqual([
    0,
    expect.stringContaining('# Rules for checkout'),
    expect.anything(),
  ]);
  issuer.signal('SIGTERM');
  await issuer.ended;
});
