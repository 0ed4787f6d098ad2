import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { hasModes } from '../support/system.ts';
import { checkout, marking } from './checkout.ts';

const probe = `process.on('exit', () => {
  const loaded = process.moduleLoadList.filter((name) => name.startsWith('NativeModule '));
  process.stderr.write('loaded ' + loaded.join() + '\\n');
});`;

test('a start compares what was trusted as text, so that it need not load cryptography; without the texts hashes decide', async () => {
  const here = await checkout('enabled_plugins: [./own.mjs, other]\n', {
    '.precept/own.mjs': marking('one', "import './part.mjs';"),
    '.precept/part.mjs': 'export {};\n',
    'node_modules/other/package.json': '{"name": "other", "main": "main.js"}',
    'node_modules/other/main.js':
      "module.exports = { name: 'other', description: 'd', context: () => ({}) };\n",
  });
  const file = path.join(await tempFolder({ 'probe.mjs': probe }), 'probe.mjs');
  const NODE_OPTIONS = `--import ${pathToFileURL(file).href}`;
  /** The modules of Node that a start over stdio loads, and what it says besides. */
  const start = async (env = {}) => {
    const program = await here.start([], { NODE_OPTIONS, ...env });
    program.stdin.end();
    const { stderr } = await program.ended;
    const [, said = '', loaded = ''] = /^([\s\S]*?)loaded (.*)\n$/.exec(stderr) ?? [];
    return { said, loaded: loaded.split(',').filter((name) => name.includes('crypto')) };
  };
  expect((await start()).said).toContain('"precept trust"');
  expect((await here.run(['trust'])).code).toBe(0);
  const withoutCheck = await start({ PRECEPT_TRUST: '1' });
  expect(await start()).toEqual(withoutCheck);
  expect(withoutCheck.loaded).toEqual([]);

  const folder = path.join(here.home, '.config/precept/trusted');
  const [name = ''] = await readdir(folder);
  if (hasModes) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  }
  await here.write({ '.precept/part.mjs': 'export { };\n' });
  expect((await start()).said).toMatch(/has changed since you allowed it \(\S*part\.mjs\)/);
  await here.write({ '.precept/part.mjs': 'export {};\n' });
  for (const spoil of [() => rm(path.join(folder, name)), () => here.run(['trust'])]) {
    await spoil();
    expect((await start()).said).toBe('');
  }
  expect(await readdir(folder)).toHaveLength(1);
  expect((await here.run(['trust', '--revoke'])).code).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});
