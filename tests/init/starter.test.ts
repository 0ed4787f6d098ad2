import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contentKinds } from '../../src/guidance/content-files.ts';
import { precept } from '../cli/command-line.ts';
import { startServer } from '../federation/servers.ts';
import { writeFiles } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { cleanEnvironment, programFile } from '../support/program.ts';
import { hasGit } from '../support/system.ts';
import { type Project, project } from './project.ts';

/** What `get_rules` without a scope answers, from the program as a client starts it. */
async function rulesOverStdio({ folder, home }: Project): Promise<string> {
  const client = new Client({ name: 'precept-tests', version: '1.0.0' });
  const env = { ...(await cleanEnvironment()), HOME: home, USERPROFILE: home };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programFile],
    env,
    cwd: folder,
  });
  await client.connect(transport);
  try {
    const { content } = await client.callTool({ name: 'get_rules', arguments: {} });
    return content.map((item) => (item.type === 'text' ? item.text : '')).join('');
  } finally {
    await client.close();
  }
}

describe('precept init', () => {
  it('makes a scope that lints clean and answers at once', async () => {
    const shop = await project();
    const init = await shop.run('init');
    expect(init).toMatchObject({ code: 0 });
    const files = await shop.files();
    for (const kind of ['metadata', 'commandments', 'suggestions', 'katas', 'tenka'])
      expect(init.stdout).toContain(`created  .precept/rules/shop/${kind}.yml\n`);
    expect(init.stdout.trim().split('\n')).toHaveLength(Object.keys(files).length);

    const lint = await shop.precept('lint', '--format', 'json');
    expect(lint.code).toBe(0);
    expect(JSON.parse(lint.stdout)).toEqual([]);

    const rules = await shop.precept('rules', 'shop');
    expect(rules.code).toBe(0);
    expect(rules.stdout).toContain('**MUST**');
    expect(rules.stdout).toContain('**SHOULD**');
    expect(rules.stdout).toContain('#shop');
    expect(rules.stdout).not.toContain('{{');
    const answer = await rulesOverStdio(shop);
    expect(answer).toContain('Using default scope: `shop`');
    expect(answer).toContain(rules.stdout.trim());

    const kata = await shop.precept('kata', 'shop', 'mend-a-defect');
    expect(kata.stdout).toContain('1. Reproduce it');
    const stories = await shop.precept('tenka', 'stories', 'shop');
    expect(stories.stdout).toContain('US1');
  });

  it('names in each file a schema that is there and that the file keeps', async () => {
    const shop = await project();
    await shop.precept('init');
    const files = await shop.files();
    const content = Object.entries(files).filter(([name]) => name.endsWith('.yml'));
    // Nothing is waived yet; beside the rest are the settings.
    expect(content).toHaveLength(contentKinds.filter((kind) => kind !== 'waivers').length + 1);
    for (const [name, text] of content) {
      const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      const file = path.posix.join(path.posix.dirname(name), schema);
      expect(files, name).toHaveProperty([file]);
      const ajv = new Ajv({ allowUnionTypes: true });
      ajv.addVocabulary(['markdownDescription', 'errorMessage', 'patternErrorMessage']);
      const validate = ajv.compile(JSON.parse(files[file] ?? ''));
      expect(validate(parse(text)), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it.each([
    ['Mein Lädchen (neu)', 'Mein-Ladchen-neu'],
    ['.config', 'config'],
    ['名前', 'project'],
    ['123', '123'],
    ['true', 'true'],
  ])('turns the folder "%s" into the scope %s', async (name, scope) => {
    const shop = await project({}, { name });
    expect(await shop.precept('init')).toMatchObject({ code: 0 });
    expect((await shop.precept('scopes', '--format', 'json')).stdout).toContain(scope);
    expect(parse(await shop.read('.precept/settings.yml')).default_scope).toBe(scope);
    expect((await shop.precept('lint', '--format', 'json')).stdout.trim()).toBe('[]');
  });

  it.each([
    ['precept', {}],
    ['precept', { npm_command: 'run-script' }],
    ['npx precept-mcp', { npm_command: 'exec' }],
  ])('names the next commands as %s, as %j has them found', async (command, env) => {
    const { stderr } = await (await project({}, { env })).precept('init');
    expect(stderr).toMatch(new RegExp(`^  ${command} rules shop +what an agent reads$`, 'm'));
    expect(stderr).toMatch(new RegExp(`^  ${command} serve --watch +the same as pages`, 'm'));
    expect(stderr).toMatch(new RegExp(`^  ${command} init --client <name> --write `, 'm'));
  });

  it('changes nothing the second time, and says so line by line', async () => {
    const shop = await project();
    await shop.precept('init');
    const before = await shop.files();
    const again = await shop.precept('init');
    expect(again.code).toBe(0);
    expect(await shop.files()).toEqual(before);
    for (const file of Object.keys(before)) expect(again.stdout).toContain(`kept     ${file}  (it exists)\n`);
    expect(again.stdout).not.toContain('created');
  });

  it('adds what is missing and leaves rules and settings that exist as they are', async () => {
    const files = {
      '.precept/settings.yml': 'default_scope: mine\n',
      '.precept/rules/mine/commandments.yml': 'api:\n  when: Always\n  ruleset: [Mine]\n',
    };
    const shop = await project(files);
    const init = await shop.precept('init');
    expect(init.code).toBe(0);
    expect(await shop.files()).toMatchObject(files);
    expect(existsSync(path.join(shop.folder, '.precept/rules/shop'))).toBe(false);
    for (const file of Object.keys(files)) expect(init.stdout).toContain(`kept     ${file}  (it exists)\n`);
    expect(init.stdout).toContain('created  .precept/schemas/katas.schema.json\n');
    expect(await rulesOverStdio(shop)).toContain('**MUST**: Mine');
  });

  it('sets the scope that is there as the default where there are no settings', async () => {
    const shop = await project({ '.precept/rules/other/commandments.yml': 'api:\n  ruleset: [Mine]\n' });
    await shop.precept('init');
    expect(parse(await shop.read('.precept/settings.yml')).default_scope).toBe('other');
    expect(await rulesOverStdio(shop)).toContain('**MUST**: Mine');
  });

  it.each([
    ['the only one that is no parent', ['company', 'shop-api>team', 'team>company'], 'shop-api', '{}'],
    ['that with the name of the folder', ['company', 'alpha>company', 'shop>company'], 'shop', '{}'],
    ['that of package.json', ['company', 'alpha>company', 'web>company'], 'web', '{"name": "@acme/web"}'],
    ['the first that is no parent', ['company', 'x>company', 'y>company'], 'x', 'no JSON'],
    ['the first of a cycle', ['a>b', 'b>a'], 'a', '{}'],
  ])('sets of several scopes %s as the default, and names the others', async (_, scopes, chosen, own) => {
    const files = scopes.map((one) => {
      const [name = '', parent] = one.split('>');
      const text = parent === undefined ? 'description: All\n' : `parent: ${parent}\n`;
      return [name, `.precept/rules/${name}/metadata.yml`, text] as const;
    });
    const texts = Object.fromEntries(files.map(([, file, text]) => [file, text]));
    const shop = await project({ ...texts, 'package.json': own });
    const others = files
      .flatMap(([name]) => (name === chosen ? [] : name))
      .sort()
      .join(', ');
    const line = `default_scope is ${chosen} (others: ${others}); change it in .precept/settings.yml.\n`;
    expect((await shop.precept('init')).stderr).toContain(line);
    expect(parse(await shop.read('.precept/settings.yml')).default_scope).toBe(chosen);
    expect((await shop.precept('init')).stderr).not.toContain('default_scope is');
  });

  it('tells when settings of elsewhere go before what it wrote', async () => {
    const elsewhere = { 'elsewhere/rules/': '' };
    const shop = await project(elsewhere, { env: { PRECEPT_RULES_PATH: 'elsewhere/rules' } });
    const init = await shop.precept('init');
    expect(init.code).toBe(0);
    expect(init.stderr).toMatch(/Note: the rules in use are those of .*elsewhere/);
  });

  it('takes masters, whose absence answers then tell of', async () => {
    const away = `http://127.0.0.1:${await freePort()}`;
    const shop = await project();
    const init = await shop.precept('init', '--master', `${away}/`, '--master', 'https://rules.example.com');
    expect(init).toMatchObject({ code: 0 });
    const settings = await shop.read('.precept/settings.yml');
    expect(parse(settings)).toMatchObject({
      default_scope: 'shop',
      master_server_url: [away, 'https://rules.example.com'],
      show_unavailable: true,
    });
    expect((await shop.precept('lint', '--format', 'json')).stdout.trim()).toBe('[]');
    const { stdout } = await shop.precept('rules', '--master-server-url', away);
    expect(stdout.split('\n')[0]).toMatch(`> **Incomplete:** master ${away} is unavailable since `);
  });

  it('says what to add to settings that exist, and refuses what is not an address', async () => {
    const own = { '.precept/settings.yml': 'default_scope: shop\n' };
    const shop = await project(own);
    const init = await shop.precept('init', '--master', 'https://rules.example.com');
    expect(init.code).toBe(1);
    expect(init.stderr).toContain('.precept/settings.yml exists and is left alone; add this to it by hand:');
    expect(init.stderr).toContain('master_server_url:\n  - "https://rules.example.com"\n');
    expect(init.stderr).toContain('show_unavailable: true');
    expect(await shop.read('.precept/settings.yml')).toBe(own['.precept/settings.yml']);
    const there = await project({
      '.precept/settings.yml': 'master_server_url: https://rules.example.com\nshow_unavailable: true\n',
    });
    expect((await there.precept('init', '--master', 'https://rules.example.com/')).code).toBe(0);
    const listed = await project({
      '.precept/settings.yml': 'masters: [{url: https://rules.example.com, audience: x}]\n',
    });
    const more = await listed.precept('init', '--master', 'https://more.example.com');
    expect([more.code, more.stderr]).toEqual([
      1,
      expect.stringContaining('masters:\n  - url: "https://more.example.com"\n\n# Answers'),
    ]);
    const wrong = await shop.precept('init', '--master', 'rules.example.com');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--master takes an http:// or https://'),
    ]);
    const long = await shop.precept('init', '--master-server-url', 'https://rules.example.com');
    expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('--master names a server')]);
  });

  it('connects a client though the settings lack the master, and ends with 1', async () => {
    const shop = await project({ '.precept/settings.yml': 'default_scope: shop\n' });
    const url = 'https://rules.example.com';
    const init = await shop.precept('init', '--master', url, '--client', 'claude', '--write');
    expect(init.code).toBe(1);
    expect(init.stderr).toContain(`\nmaster_server_url:\n  - "${url}"\n`);
    expect(await shop.read('.mcp.json')).toContain('precept');
  });

  it('names a scope of the master as the example of a parent', async () => {
    const master = await startServer({ 'acme/commandments.yml': 'a:\n  ruleset: [x]\n' });
    const shop = await project();
    const init = await shop.precept('init', '--master', master.url);
    expect(init.stderr).toContain('like "parents: [acme]"');
  });

  it('ends with 1 and the reason where it cannot write', async () => {
    const shop = await project({ '.precept': 'a file, not a folder' });
    const init = await shop.precept('init');
    expect(init.code).toBe(1);
    expect(init.stderr).toMatch(/^precept: the starter could not be written: .*\.precept/m);
    expect(init.stderr).not.toContain('at async');
    expect(await shop.files()).toEqual({ '.precept': 'a file, not a folder' });
  });

  it.runIf(hasGit())(
    'keeps out of git what Precept writes there, and adds that to a project that has begun',
    async () => {
      const shop = await project({ '.precept/settings.yml': 'default_scope: shop\n' });
      const git = (...args: string[]) =>
        promisify(execFile)('git', args, {
          cwd: shop.folder,
          env: { PATH: process.env.PATH, HOME: shop.home },
        });
      expect((await shop.precept('init')).stdout).toContain('created  .precept/.gitignore\n');
      const report = ['feedback', 'missed-categories', '--task', 'a', '--category', 'b', '--reason', 'c'];
      expect(await shop.precept(...report)).toMatchObject({ code: 0 });
      await writeFiles(shop.folder, {
        '.precept/feedback.jsonl.forward': '',
        '.precept/validation.jsonl': '',
        '.precept/usage.jsonl': '',
      });
      await git('init', '-q');
      const { stdout } = await git('status', '--porcelain', '--untracked-files=all');
      expect(stdout).toContain('.precept/.gitignore\n');
      expect(stdout).toContain('.precept/rules/shop/commandments.yml\n');
      expect(stdout).not.toContain('jsonl');
      const own = await project({ '.precept/.gitignore': 'mine\n' });
      await own.precept('init');
      expect(await own.read('.precept/.gitignore')).toBe('mine\n');
    },
  );

  it('says in the home folder for what its files count', async () => {
    const { home } = await project();
    const { code, stderr } = await precept(['init'], { cwd: home, home });
    expect(code).toBe(0);
    expect(stderr).toContain(
      'Note: this is your home folder. The settings here count in all of your projects',
    );
  });

  it('says so in a sub-folder of a project that has a .precept', async () => {
    const shop = await project();
    await shop.precept('init');
    const web = path.join(shop.folder, 'web');
    await mkdir(web);
    const { code, stdout, stderr } = await precept(['init'], { cwd: web, home: shop.home });
    expect(code).toBe(0);
    expect(stdout).toContain('created  .precept/settings.yml\n');
    expect(stderr).toContain(`Note: ${shop.folder} has a .precept too, `);
    expect((await shop.precept('init')).stderr).not.toContain('has a .precept too');
    const rules = await precept(['rules'], { cwd: web, home: shop.home });
    expect(rules.stderr).toContain('default_scope "web"');
  });
});
