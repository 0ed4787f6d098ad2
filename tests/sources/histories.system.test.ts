import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { commitAll, gitRepository } from '../support/git.ts';
import { runs } from '../support/runs.ts';
import { seed } from '../support/seed.ts';

/** What one scope says in one place: at most one parent, texts of MUST, texts of SHOULD, by category. */
interface Layer {
  readonly parent: string | null;
  readonly must: Readonly<Record<string, readonly string[]>>;
  readonly should: Readonly<Record<string, readonly string[]>>;
}
type Layers = Readonly<Record<string, Layer>>;

const sourceNames = ['s0', 's1', 's2', 's3'];
const localNames = ['l0', 'l1', 's1'];
const texts = fc.uniqueArray(fc.constantFrom('one', 'two', 'three', 'four'), { minLength: 1, maxLength: 3 });
const rules = fc.dictionary(fc.constantFrom('api', 'db'), texts, { maxKeys: 2 });

/** Layers of these names, each with a parent among the names before it and `others`. */
function layers(names: readonly string[], others: readonly string[]): fc.Arbitrary<Layers> {
  const each = names.map((_, index) =>
    fc.option(
      fc.record({
        parent: fc.option(fc.constantFrom(...others, ...names.slice(0, index), 's0'), { nil: null }),
        must: rules,
        should: rules,
      }),
      { nil: null, freq: 5 },
    ),
  );
  return fc.tuple(...each).map((found) =>
    Object.fromEntries(
      found.flatMap((layer, index) => {
        const name = names[index] as string;
        if (layer === null) return [];
        return [[name, layer.parent === name ? { ...layer, parent: null } : layer] as const];
      }),
    ),
  );
}

function filesOf(all: Layers, folder: string): Record<string, string> {
  const yaml = (map: Layer['must']) =>
    JSON.stringify(Object.fromEntries(Object.entries(map).map(([key, ruleset]) => [key, { ruleset }])));
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, { parent, must, should }]) => [
      [`${folder}/${name}/metadata.yml`, JSON.stringify(parent === null ? {} : { parents: [parent] })],
      [`${folder}/${name}/commandments.yml`, yaml(must)],
      [`${folder}/${name}/suggestions.yml`, yaml(should)],
    ]),
  );
}

/** A scope and its ancestors among these layers, nearest first; the last may be in none of them. */
function family(name: string, all: Layers): string[] {
  const names = [name];
  for (let at = all[name]?.parent ?? null; at !== null && !names.includes(at); at = all[at]?.parent ?? null)
    names.push(at);
  return names;
}

/** What a scope serves, by looking at every layer: all MUST, and of each category the SHOULD of the nearest layer that has some. */
function served(name: string, local: Layers, source: Layers): Set<string> {
  const lineage = family(name, local);
  const found: Layer[] = [
    ...lineage.flatMap((one) => local[one] ?? []),
    ...lineage.flatMap((one) =>
      source[one] === undefined ? [] : family(one, source).flatMap((far) => source[far] ?? []),
    ),
  ];
  const lines = new Set<string>();
  for (const { must } of found)
    for (const [category, list] of Object.entries(must))
      for (const text of list) lines.add(`MUST ${category} ${text}`);
  for (const category of ['api', 'db'])
    for (const text of found.find(({ should }) => should[category] !== undefined)?.should[category] ?? [])
      lines.add(`SHOULD ${category} ${text}`);
  return lines;
}

interface Change {
  readonly element: string;
  readonly kind?: string;
  readonly category?: string;
  readonly field?: string;
  readonly op: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Of a rule that has another strength or category now. */
  readonly text?: string;
  readonly from?: { readonly kind: string; readonly category: string };
  readonly scopes: readonly string[];
}

test('the report of an update is what comparing every scope by hand gives', async () => {
  const repository = await gitRepository({ 'rules/s0/commandments.yml': '{}' });
  const [cwd, home, cache] = [await tempFolder(), await tempFolder(), await tempFolder()];
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    HOME: home,
    PRECEPT_TRUST: '1',
    XDG_CACHE_HOME: cache,
    LOCALAPPDATA: cache,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const replace = async (folder: string, all: Layers) => {
    await rm(path.join(folder, 'rules'), { recursive: true, force: true });
    await mkdir(path.join(folder, 'rules'));
    await writeFiles(folder, { 'rules/keep': '', ...filesOf(all, 'rules') });
  };
  let known: Layers = {};
  // A parent that the source lacks would be looked for here.
  const closed = (all: Layers): Layers =>
    Object.fromEntries(
      Object.entries(all).map(([name, layer]) => {
        const isHere = layer.parent !== null && all[layer.parent] !== undefined;
        return [name, isHere ? layer : { ...layer, parent: null }];
      }),
    );
  const world = fc.record({
    source: layers(sourceNames, ['s0']).map(closed),
    local: layers(localNames, ['s0', 's2', 's3']),
  });
  await fc.assert(
    fc.asyncProperty(world, async ({ source, local }) => {
      await replace(repository, source);
      await commitAll(repository);
      await replace(path.join(cwd, '.precept').replace(/\.precept$/, ''), local);
      await writeFiles(cwd, {
        '.precept/settings.yml': `rules_path: rules\nsources: [{git: ${JSON.stringify(repository)}, path: rules}]\n`,
      });
      const { code, stdout, stderr } = await precept(
        ['sources', 'update', '--write', '--accept-must', '--format', 'json'],
        { cwd, home, env },
      );
      expect([code, stderr]).toEqual([0, '']);
      const data = JSON.parse(stdout) as { must: number; scopes: { name: string }[]; changes: Change[] };
      const names = [...new Set([...localNames, ...sourceNames])];
      let isMustLost = false;
      for (const name of names) {
        const [was, is] = [served(name, local, known), served(name, local, source)];
        const lost = [...was].filter((line) => !is.has(line)).sort();
        const won = [...is].filter((line) => !was.has(line)).sort();
        const told = data.changes.filter(
          ({ element, field, from, scopes }) =>
            element === 'rule' && (field === undefined || from !== undefined) && scopes.includes(name),
        );
        const lines = (side: 'before' | 'after', ops: readonly string[]) =>
          told
            .filter(({ op }) => ops.includes(op))
            .map((change) => {
              const { kind, category } = (side === 'before' ? change.from : undefined) ?? change;
              return `${kind === 'commandments' ? 'MUST' : 'SHOULD'} ${category} ${change.text ?? change[side]}`;
            })
            .sort();
        expect(lines('before', ['removed', 'changed']), `${name} lost`).toEqual(lost);
        expect(lines('after', ['added', 'changed']), `${name} won`).toEqual(won);
        isMustLost ||= lost.some((line) => line.startsWith('MUST'));
      }
      expect(data.must > 0).toBe(isMustLost);
      const first = data.changes.slice(0, data.must);
      expect(
        first.every(({ kind, from, op }) => (from?.kind ?? kind) === 'commandments' && op !== 'added'),
      ).toBe(true);
      known = source;
    }),
    { numRuns: runs(10), seed, endOnFailure: true },
  );
}, 600_000);
