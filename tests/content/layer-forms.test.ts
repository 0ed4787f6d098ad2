import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layerOf, layerText } from '../../src/guidance/read/layer-text.ts';
import { readScope, scopeNamesIn } from '../../src/guidance/read/read-scope.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { createService } from '../../src/service/service.ts';
import { forge, forgeHeaders } from '../federation/forged-copies.ts';
import { ask, faultOf } from '../support/ask.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { testConfig } from '../support/service.ts';
import { hasLinks, hasModes } from '../support/system.ts';
import { contentBytes } from './spoilt-files.ts';

/** A comment that makes a file large enough for its scope to be kept. */
const large = `# ${'-'.repeat(70_000)}\n`;
const rules = (text: string) =>
  `${large}api: {when: Always, ruleset: [${text}, {rule: Two, id: two, why: So}]}\n`;
const content = {
  'shop/metadata.yml': 'description: A shop\nparents: [above]\ntags: {team: a, __proto__: b}\n',
  'shop/commandments.yml': rules('One'),
  'shop/katas.yml': 'api:\n  deploy: {when: Always, procedure: Do it}\n',
  'above/suggestions.yml': rules('Of above'),
};

interface Place {
  readonly rulesPath: string;
  readonly cache: string;
  readonly cwd: string;
}

async function newPlace(files: Readonly<Record<string, string>> = content): Promise<Place> {
  return {
    rulesPath: await tempFolder(files),
    cache: `${await tempFolder()}/cache`,
    cwd: await tempFolder(),
  };
}

/** What a process says of a scope that starts now, all that it logs, and that it writes no more. */
async function said({ rulesPath, cache, cwd }: Place): Promise<{ texts: string[]; logged: string[] }> {
  const logged: string[] = [];
  const config = testConfig(rulesPath, cwd, { cache_dir: cache, log_level: 'debug' });
  const log = createLogger('debug', (line) => logged.push(line));
  const service = createService(config, log, { cwd, env: {} });
  const texts: string[] = [];
  for (const [name, more] of [
    ['get_rules', { debug: true }],
    ['get_katas', {}],
    ['get_bundle', {}],
  ] as const)
    texts.push(await ask(service, name, { scope_name: 'shop', ...more }));
  await service.close();
  return { texts, logged };
}

const formsIn = ({ cache }: Place) => readdir(`${cache}/layers`).catch(() => []);
const forgeIn = ({ cache }: Place, from: string, to: string) => forge(`${cache}/layers`, from, to, '.layer');
/** Whether the scope of a place is served from its form: a text of that becomes another. */
async function isServedFromForm(place: Place): Promise<boolean> {
  if ((await forgeIn(place, '"One"', '"Forged"')) === 0) return false;
  const { texts } = await said(place);
  await forgeIn(place, '"Forged"', '"One"');
  return texts.some((text) => text.includes('Forged'));
}

test('a layer that was kept is the same layer: those of the examples, and any that bytes make', async () => {
  for (const folder of ['examples/acme/rules', 'examples/meridian/rules']) {
    for (const name of await scopeNamesIn(folder)) {
      const layer = (await readScope(folder, name))?.layer;
      expect(layer && layerOf(layerText(layer))).toStrictEqual(layer);
    }
  }
  const rulesPath = await tempFolder();
  await fc.assert(
    fc.asyncProperty(contentBytes, async ({ kind, bytes }) => {
      await writeFiles(rulesPath, { 'shop/': '' });
      await writeFile(`${rulesPath}/shop/${kind}.yml`, bytes);
      const layer = (await readScope(rulesPath, 'shop'))?.layer;
      expect(layer && layerOf(layerText(layer))).toStrictEqual(layer);
    }),
    { numRuns: runs(30) },
  );
});

test('a large scope is read from its form, and what is said of it is the same to the byte', async () => {
  const place = await newPlace();
  const first = await said(place);
  expect(await formsIn(place)).toHaveLength(2);
  expect(await said(place)).toEqual(first);
  expect(await isServedFromForm(place)).toBe(true);
});

test('a form of other bytes is none: each file may change, come and go', async () => {
  const place = await newPlace();
  await said(place);
  const changes: Readonly<Record<string, string>>[] = [
    { 'shop/commandments.yml': rules('Other') },
    { 'above/suggestions.yml': rules('Of others') },
    { 'shop/metadata.yml': 'description: Another\nparents: [above]\n' },
    { 'shop/waivers.yml': '- {rule: two, until: 2999-01-01, reason: Not yet}\n' },
    { 'shop/tenka.yml': '' },
  ];
  for (const files of changes) {
    await writeFiles(place.rulesPath, files);
    const now = await said(place);
    const anew = { ...place, cache: `${await tempFolder()}/cache` };
    expect(now).toEqual(await said(anew));
    expect(await said(place)).toEqual(now);
  }
  // One for each scope, whatever it said before.
  expect(await formsIn(place)).toHaveLength(2);
});

test('a form that is damaged, foreign, deep or of another version is none, and is written anew', async () => {
  const place = await newPlace();
  const sound = await said(place);
  const folder = `${place.cache}/layers`;
  const files = (await formsIn(place)).map((name) => `${folder}/${name}`);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const [own = '', other = ''] = texts[0]?.includes('"One"') ? files : files.toReversed();
  const change = async (edit: (bytes: Buffer) => Uint8Array | string) =>
    writeFile(own, edit(await readFile(own)));
  const header = (edit: (header: Record<string, unknown>) => object) => forgeHeaders(folder, edit, '.layer');
  const spoil: (() => Promise<unknown>)[] = [
    ...[0, 70, 150, 400].map(
      (at) => () => change((bytes) => bytes.map((byte, place) => (place === at ? byte ^ 1 : byte))),
    ),
    () => change((bytes) => bytes.subarray(0, -1)),
    () => change(() => ''),
    async () => writeFile(own, await readFile(other)),
    () => forge(folder, /^\{.*/s, '['.repeat(100_000), '.layer'),
    () => forge(folder, '"maps":[', '"maps":[["nowhere"],', '.layer'),
    () => header((known) => ({ ...known, format: 0 })),
    () => header(({ key }) => ({ format: 1, key: String(key).replace(/\d+\.\d+\.\d+/, '0.0.1') })),
    () => header(() => []),
  ];
  for (const make of spoil) {
    expect(await forgeIn(place, '"One"', '"Forged"')).toBe(1);
    await make();
    expect(await said(place)).toEqual(sound);
    expect(await isServedFromForm(place)).toBe(true);
  }
});

test('nothing is kept of a small scope, or of one with a mistake; one with warnings is kept', async () => {
  const small = await newPlace({ ...content, 'shop/commandments.yml': 'api: {ruleset: [One]}\n' });
  await said(small);
  expect(await formsIn(small)).toHaveLength(1);
  const warned = await newPlace({
    ...content,
    'shop/commandments.yml': `${rules('One')}+b: {ruleset: [B]}\n`,
  });
  expect(await said(warned)).toEqual(await said(warned));
  expect(await isServedFromForm(warned)).toBe(true);
  const broken = await newPlace({
    ...content,
    'shop/commandments.yml': `${rules('One')}b: {rulset: [B]}\nc: [`,
  });
  const { cwd, rulesPath, cache } = broken;
  const faults = [];
  for (let time = 0; time < 2; time++) {
    const log = createLogger('debug', () => {});
    const service = createService(testConfig(rulesPath, cwd, { cache_dir: cache }), log, { cwd, env: {} });
    faults.push(await faultOf(service, { scope_name: 'shop' }));
    await service.close();
  }
  expect(faults[1]).toStrictEqual(faults[0]);
  expect(await formsIn(broken)).toEqual([]);
});

test('what a checkout brings is no form: a folder below it is not used', async () => {
  const place = await newPlace();
  await said(place);
  const repository = await tempFolder({ '.git/': '', 'work/': '' });
  for (const cwd of [`${repository}/work`, place.cwd, path.dirname(place.cache)]) {
    const cache = cwd.startsWith(repository) ? `${repository}/cache` : `${cwd}/cache`;
    await mkdir(`${cache}/layers`, { recursive: true, mode: 0o700 });
    for (const name of await formsIn(place))
      await writeFile(`${cache}/layers/${name}`, await readFile(`${place.cache}/layers/${name}`));
    expect(await isServedFromForm({ ...place, cwd, cache })).toBe(false);
  }
  const below = { ...place, cache: `${place.rulesPath}/cache` };
  await said(below);
  expect(await formsIn(below)).toEqual([]);
});

test('a folder that cannot be used costs nothing, not even a warning', async () => {
  const sound = await said(await newPlace());
  const spoil: ((cache: string) => Promise<unknown>)[] = [(cache) => writeFile(cache, '')];
  if (hasLinks) spoil.push(async (cache) => symlink(await tempFolder(), cache));
  if (hasLinks)
    spoil.push(async (cache) => {
      await mkdir(cache, { mode: 0o700 });
      await symlink(await tempFolder(), `${cache}/layers`);
    });
  if (hasModes)
    for (const open of ['', '/layers'])
      spoil.push(async (cache) => {
        await mkdir(`${cache}/layers`, { recursive: true, mode: 0o700 });
        await chmod(`${cache}${open}`, 0o777);
      });
  for (const make of spoil) {
    const place = await newPlace();
    await make(place.cache);
    expect(withoutPlaces(await said(place))).toEqual(withoutPlaces(sound));
    expect(await formsIn(place)).toEqual([]);
  }
});

test('several processes keep one form, for their user alone', async () => {
  const place = await newPlace();
  const all = await Promise.all([said(place), said(place), said(place), said(place)]);
  for (const one of all) expect(one).toEqual(all[0]);
  const names = await formsIn(place);
  expect(names).toHaveLength(2);
  expect(names.every((name) => /^[0-9a-f]{40}\.layer$/.test(name))).toBe(true);
});

const withoutPlaces = (all: { texts: string[]; logged: string[] }) =>
  JSON.stringify(all).replaceAll(/precept-test-\w+/g, '');
