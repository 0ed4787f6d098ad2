import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { readSubject, trust } from '../../src/trust/trust.ts';
import { replaceFile, writeFiles } from '../support/folder.ts';
import { hasLinks } from '../support/system.ts';
import { newPlace, type Place, touch } from './hooks.ts';

/** Each way in which what a compiled scope was made of becomes another: a hook then says what one says that finds no such form. */

const file = 'src/api/orders.ts';
const folder = '.precept/rules';
const rule = (text: string, category = 'api') => `${category}: {paths: [src/api/**], ruleset: [${text}]}\n`;
const lineage = {
  [`${folder}/shop/metadata.yml`]: 'parents: [above, empty, swapped]\n',
  [`${folder}/shop/commandments.yml`]: rule('{rule: Of shop 1, id: first}'),
  [`${folder}/above/commandments.yml`]: rule('Of above 1', 'above'),
  [`${folder}/above/suggestions.yml`]: rule('Of above 2'),
  [`${folder}/empty/`]: '',
  [`${folder}/swapped/commandments.yml`]: rule('Of swapped', 'swapped'),
  [`${folder}/spare/commandments.yml`]: rule('Of spare', 'swapped'),
};

/** Has the scope compiled: what was written just before is not taken for settled. */
async function compiled(place: Place): Promise<string> {
  const forms = async () =>
    (await readdir(`${place.cache}/hooks`).catch(() => [])).filter((name) => name.endsWith('.scope'));
  let said: string | null = null;
  let times = 0;
  await expect
    .poll(async () => {
      said = await touch(place, 'claude', { session: `compiles ${times++}`, file });
      return forms();
    })
    .toHaveLength(1);
  const form = `${place.cache}/hooks/${(await forms())[0]}`;
  const { mtimeMs } = await stat(form);
  expect(await touch(place, 'claude', { session: 'compiled', file })).toBe(said);
  expect((await stat(form)).mtimeMs).toBe(mtimeMs);
  return said ?? '';
}

/** What a hook says now, once it is what one says that finds no form. */
async function saysNow(place: Place): Promise<string | null> {
  const said = await touch(place, 'claude', { session: 'afterwards', file });
  const other = { ...place, env: { ...place.env, PRECEPT_CACHE_DIR: `${place.home}/other` } };
  expect(said).toBe(await touch(other, 'claude', { session: 'afterwards', file }));
  return said;
}

const at = ({ project }: Place, path: string) => `${project}/${folder}/${path}`;

test.each<[string, (place: Place) => Promise<unknown>]>([
  [
    'a file is written over with as many bytes',
    (place) => writeFile(at(place, 'above/commandments.yml'), rule('Of above 3', 'above')),
  ],
  [
    'a file of the same size and time takes its place',
    async (place) => {
      const path = at(place, 'above/commandments.yml');
      const { atime, mtime } = await stat(path);
      await replaceFile(path, rule('Of above 3', 'above'));
      await utimes(path, atime, mtime);
    },
  ],
  ['a file comes', (place) => writeFile(at(place, 'swapped/suggestions.yml'), rule('New', 'new'))],
  ['a file goes', (place) => rm(at(place, 'above/suggestions.yml'))],
  [
    'a folder that was empty is filled',
    (place) => writeFile(at(place, 'empty/commandments.yml'), rule('New', 'new')),
  ],
  ['a scope goes', (place) => rm(at(place, 'above'), { recursive: true })],
  [
    'a folder takes the place of another',
    async (place) => {
      await rename(at(place, 'swapped'), at(place, 'gone'));
      await rename(at(place, 'spare'), at(place, 'swapped'));
    },
  ],
  ['the parents change', (place) => writeFile(at(place, 'shop/metadata.yml'), 'parents: [spare]\n')],
  [
    'a rule is waived',
    (place) =>
      writeFile(at(place, 'shop/waivers.yml'), 'waivers: [{rule: first, reason: Old, until: 2999-01-01}]\n'),
  ],
  [
    'settings of the user come',
    ({ home }) => writeFiles(home, { '.precept/settings.yml': 'hook_max_tokens: 30\n' }),
  ],
])('once %s', async (_, change) => {
  const place = await newPlace(lineage);
  const before = await compiled(place);
  await change(place);
  const now = await saysNow(place);
  expect(now).not.toBe(before);
  expect(now).toContain('Rules of this project');
});

test.skipIf(!hasLinks)('once a link leads to another scope', async () => {
  const place = await newPlace(lineage);
  await mkdir(at(place, 'two'));
  await rename(at(place, 'swapped'), at(place, 'one'));
  await writeFile(at(place, 'two/commandments.yml'), rule('Of another', 'swapped'));
  await symlink('one', at(place, 'swapped'));
  expect(await compiled(place)).toContain('Of swapped');
  await symlink('two', at(place, 'next'));
  await rename(at(place, 'next'), at(place, 'swapped'));
  expect(await saysNow(place)).toContain('Of another');
});

test('once a file changed that consent to the settings is bound to', async () => {
  const place = await newPlace({
    '.precept/plugin.mjs': 'export default { name: "own" };\n',
  });
  const settings = `${place.project}/.precept/settings.yml`;
  await writeFiles(place.home, { 'rules/shop/commandments.yml': rule('From outside') });
  await writeFile(
    settings,
    `default_scope: shop\nenabled_plugins: [./plugin.mjs]\nrules_path: ${JSON.stringify(`${place.home}/rules`)}\n`,
  );
  const plugin = `${place.project}/.precept/plugin.mjs`;
  await trust(place.home, await readSubject(settings, place.home));
  expect(await compiled(place)).toContain('From outside');
  const allowed = await readFile(plugin);
  await writeFile(plugin, 'export default { name: "other" };\n');
  expect(await saysNow(place)).not.toContain('From outside');
  await writeFile(plugin, allowed);
  expect(await saysNow(place)).toContain('From outside');
});

afterEach(() => {
  vi.useRealTimers();
});

test('once a waiver has ended', async () => {
  const until = new Date().toISOString().slice(0, 10);
  const place = await newPlace({
    ...lineage,
    [`${folder}/shop/waivers.yml`]: `waivers: [{rule: first, reason: Old, until: ${until}}]\n`,
  });
  expect(await compiled(place)).toContain('(waived until');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 });
  expect(await saysNow(place)).not.toContain('(waived until');
});
