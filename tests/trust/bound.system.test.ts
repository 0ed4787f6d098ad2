import { mkdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasLinks } from '../support/system.ts';
import { type Checkout, checkout, marking } from './checkout.ts';

/** A module that leaves a mark in the home folder when it runs. */
const evil =
  "import { appendFileSync } from 'node:fs';\nappendFileSync(process.env.HOME + '/marks', 'evil\\n');\n";
const evilCommonJs = "require('node:fs').appendFileSync(process.env.HOME + '/marks', 'evil\\n');\n";
const plain = 'export {};\n';
const commonJs = (body: string) =>
  `${body}\nmodule.exports = { name: 'own', description: 'd', context: () => ({ told: 'one' }) };\n`;

/** What was allowed, and a change after which other code would run. */
interface Attack {
  readonly plugin: string;
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly attack: Readonly<Record<string, string>>;
  readonly relinked?: Readonly<Record<string, string>>;
}

const importing = (specifier: string) => marking('one', `import '${specifier}';`);

const attacks: readonly (readonly [string, Attack])[] = [
  [
    'what a link to a plugin imports from its real folder',
    {
      plugin: './own.mjs',
      files: { 'real/own.mjs': importing('./a.mjs'), 'real/a.mjs': plain, '.precept/a.mjs': plain },
      links: { '.precept/own.mjs': '../real/own.mjs' },
      attack: { 'real/a.mjs': evil },
    },
  ],
  [
    'a link to a plugin that leads elsewhere',
    {
      plugin: './own.mjs',
      files: {
        'real/own.mjs': importing('./a.mjs'),
        'real/a.mjs': plain,
        'more/own.mjs': importing('./a.mjs'),
      },
      links: { '.precept/own.mjs': '../real/own.mjs' },
      attack: { 'more/a.mjs': evil },
      relinked: { '.precept/own.mjs': '../more/own.mjs' },
    },
  ],
  [
    'a linked package that leads elsewhere',
    {
      plugin: 'acme',
      files: { 'one/index.js': commonJs(''), 'two/index.js': commonJs("require('./b.js');") },
      links: { 'node_modules/acme': '../one' },
      attack: { 'two/b.js': evilCommonJs },
      relinked: { 'node_modules/acme': '../two' },
    },
  ],
  [
    'the imports that a package.json gives names to',
    {
      plugin: './own.mjs',
      files: {
        '.precept/own.mjs': importing('#dep'),
        '.precept/package.json': '{"imports": {"#dep": "./good.mjs"}}',
        '.precept/good.mjs': plain,
      },
      attack: { '.precept/package.json': '{"imports": {"#dep": "./evil.mjs"}}', '.precept/evil.mjs': evil },
    },
  ],
  [
    'a package.json by which the checkout becomes the package that was imported',
    {
      plugin: 'acme',
      files: { 'node_modules/acme/index.js': commonJs(''), 'package.json': '{"name": "shop"}' },
      attack: { 'package.json': '{"name": "acme", "exports": "./evil.mjs"}', 'evil.mjs': evil },
    },
  ],
  [
    'a package.json that names another file of a required folder',
    {
      plugin: './own.cjs',
      files: { '.precept/own.cjs': commonJs("require('./lib');"), '.precept/lib/index.js': '' },
      attack: { '.precept/lib/package.json': '{"main": "./evil.js"}', '.precept/lib/evil.js': evilCommonJs },
    },
  ],
  [
    'the file that a package has for require, beside the one for import',
    {
      plugin: './own.cjs',
      files: {
        '.precept/own.cjs': commonJs("require('acme');"),
        'node_modules/acme/package.json': '{"exports": {"import": "./a.mjs", "require": "./b.cjs"}}',
        'node_modules/acme/a.mjs': plain,
        'node_modules/acme/b.cjs': '',
      },
      attack: { 'node_modules/acme/b.cjs': evilCommonJs },
    },
  ],
  ['a plugin that was not there', { plugin: './own.mjs', files: {}, attack: { '.precept/own.mjs': evil } }],
  [
    'an import that was not there',
    {
      plugin: './own.mjs',
      files: { '.precept/own.mjs': marking('one', "await import('./later.mjs').catch(() => {});") },
      attack: { '.precept/later.mjs': evil },
    },
  ],
  [
    'a package that was not there',
    {
      plugin: './own.mjs',
      files: { '.precept/own.mjs': marking('one', "await import('later').catch(() => {});") },
      attack: { 'node_modules/later/index.js': evilCommonJs },
    },
  ],
  [
    'a file of a package that was not there',
    {
      plugin: './own.mjs',
      files: {
        '.precept/own.mjs': marking('one', "await import('acme/later.mjs').catch(() => {});"),
        'node_modules/acme/index.js': '',
      },
      attack: { 'node_modules/acme/later.mjs': evil },
    },
  ],
];

async function link(here: Checkout, links: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, target] of Object.entries(links)) {
    const whole = path.join(here.folder, name);
    await mkdir(path.dirname(whole), { recursive: true });
    await unlink(whole).catch(() => {});
    await symlink(target, whole);
  }
}

describe.runIf(hasLinks)('code that was not looked at does not run', () => {
  test.each(attacks)('%s', async (_, { plugin, files, links, attack, relinked }) => {
    const here = await checkout(`enabled_plugins: ["${plugin}"]\n`, files);
    await link(here, links);
    expect((await here.run(['trust'])).stdout).toContain('Trusted as it is now');
    await here.write(attack);
    await link(here, relinked);
    const { stderr } = await (await here.start(['rules', 'shop'])).ended;
    expect(await here.marks()).not.toContain('evil');
    expect(stderr).toContain('has changed since you allowed it');
    // The control: with the user's word for all of it, it does run.
    await (await here.start(['rules', 'shop'], { PRECEPT_TRUST: '1' })).ended;
    expect(await here.marks()).toContain('evil');
  });
});

test('what else a package.json says may change', async () => {
  const here = await checkout('enabled_plugins: [acme]\n', {
    'node_modules/acme/index.js': commonJs(''),
    'package.json': '{"name": "shop", "version": "1.0.0"}',
  });
  await here.run(['trust']);
  await here.write({ 'package.json': '{"name": "shop", "version": "1.0.1", "dependencies": {"acme": "1"}}' });
  expect((await here.run(['rules', 'shop'])).stdout).toContain('Told one');
});

test('what is computed at run time, or loaded in other ways, is named', async () => {
  const ways: Readonly<Record<string, string>> = {
    'import(name)': 'imports what it computes',
    "require('./a' + '.cjs')": 'requires what it computes',
    'require(name)': 'requires what it computes',
    'import.meta.url; eval(name)': 'in ways that are not followed',
    "import('data:text/javascript,1')": 'in ways that are not followed',
    "process.getBuiltinModule('module')": 'in ways that are not followed',
  };
  const files = Object.fromEntries(
    Object.keys(ways).map((code, at) => [`.precept/p${at}.mjs`, marking('x', `() => { ${code}; };`)]),
  );
  const names = Object.keys(ways).map((_, at) => `./p${at}.mjs`);
  const here = await checkout(`enabled_plugins: ${JSON.stringify(names)}\n`, files);
  const { stdout } = await here.run(['trust', '--show']);
  for (const [at, reason] of Object.values(ways).entries())
    expect(stdout).toMatch(new RegExp(`p${at}\\.mjs: .*${reason}`));
});

test('a plugin that changes after the start, before it is first needed, is not loaded', async () => {
  const here = await checkout('enabled_plugins: [./own.mjs]\n', { '.precept/own.mjs': marking('one') });
  await here.run(['trust']);
  const program = await here.start(['serve', '--port', '0']);
  await program.logged('listening on http');
  const file = path.join(here.folder, '.precept/own.mjs');
  const text = await readFile(file, 'utf8');
  await rm(file);
  await writeFile(file, `${text}${evil.replaceAll('appendFileSync }', 'appendFileSync as other }')}`);
  const url = /listening on (\S+)/.exec(program.stderr())?.[1];
  const answer = await (await fetch(`${url}/api/v1/scopes/shop/rules`)).text();
  expect(answer).toContain('Told nothing');
  expect(await here.marks()).toBe('');
  expect(program.stderr()).toContain('what was allowed has changed since the program started');
});
