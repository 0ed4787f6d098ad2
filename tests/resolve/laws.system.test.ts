import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isScalar, parseDocument, visit } from 'yaml';
import type { ResolvedScope } from '../../src/guidance/guidance.ts';
import { type RuleCategories, ruleKinds } from '../../src/guidance/rules/rule.ts';
import { ask } from '../support/ask.ts';
import { runs } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { type Categories, expected } from './reference.ts';
import { filesOf, type Style, style, type World, world } from './world.ts';

const often = { numRuns: runs(10) };
const plain: Style = { nested: false, options: {} };

/** The first scope of a world, resolved from real files. */
async function resolved(scopes: World, written = plain, name = 's0'): Promise<ResolvedScope> {
  const { service } = await testService(filesOf(scopes, written));
  return service.scope(name);
}

function texts(categories: RuleCategories): Categories {
  const entries = [...categories].map(([name, { when, tags, paths, see, rules }]) => [
    name,
    { when, tags, paths, see, rules: rules.map(({ text }) => text) },
  ]);
  return Object.fromEntries(entries);
}

const isAbove = (upper: string, lower: string) => lower.startsWith(`${upper}.`);

describe('merging', () => {
  test('agrees with the guide read out plainly', async () => {
    const property = fc.asyncProperty(world, style, async (scopes, written) => {
      const { service } = await testService(filesOf(scopes, written));
      for (const { name } of scopes) {
        const scope = await service.scope(name);
        const wanted = expected(scopes, name);
        expect(texts(scope.commandments)).toEqual(wanted.commandments);
        expect(texts(scope.suggestions)).toEqual(wanted.suggestions);
        expect(scope.warnings).toEqual([]);
      }
    });
    await fc.assert(property, { numRuns: runs(15) });
  });

  test('an empty parent changes nothing', async () => {
    const property = fc.asyncProperty(world, fc.nat(), async (scopes, seed) => {
      const [first, ...others] = scopes as [World[number], ...World];
      const place = seed % (first.parents.length + 1);
      const parents = first.parents.toSpliced(place, 0, 'empty');
      const empty = { name: 'empty', parents: [], commandments: [], suggestions: [] };
      const with_ = await resolved([{ ...first, parents }, ...others, empty]);
      const without = await resolved(scopes);
      expect([...with_.commandments]).toEqual([...without.commandments]);
      expect([...with_.suggestions]).toEqual([...without.suggestions]);
    });
    await fc.assert(property, often);
  });

  test('nearer wins: the nearest suggestions without `+` stand on nothing, and what appends lies over them in order', async () => {
    const property = fc.asyncProperty(world, async (scopes) => {
      const scope = await resolved(scopes);
      const statedIn = (name: string, category: string) =>
        scopes.find((one) => one.name === name)?.suggestions.find((own) => own.name === category);
      for (const [name, { rules }] of scope.suggestions) {
        const places = rules.map(({ origin }) => scope.lineage.indexOf(origin.scope));
        expect(places).toEqual([...places].sort((a, b) => b - a));
        const replacing = scope.lineage.findIndex((one) => statedIn(one, name)?.plus === false);
        const from = replacing < 0 ? scope.lineage.length - 1 : replacing;
        const heard = scope.lineage.slice(0, from + 1).toReversed();
        expect(rules.map(({ text }) => text)).toEqual(
          heard.flatMap((one) => statedIn(one, name)?.ruleset ?? []),
        );
      }
    });
    await fc.assert(property, often);
  });

  test('each ancestor comes once, after all that inherit from it', async () => {
    const property = fc.asyncProperty(world, async (scopes) => {
      const { lineage } = await resolved(scopes);
      expect(new Set(lineage).size).toBe(lineage.length);
      for (const one of scopes.filter(({ name }) => lineage.includes(name))) {
        for (const parent of one.parents) {
          expect(lineage.indexOf(parent)).toBeGreaterThan(lineage.indexOf(one.name));
        }
      }
    });
    await fc.assert(property, often);
  });

  test('stacked diamonds take no longer than their parents are many', async () => {
    const files: Record<string, string> = { 'd50/suggestions.yml': 's: {ruleset: [Top]}\n' };
    for (let level = 0; level < 50; level++) {
      files[`d${level}/metadata.yml`] = `parents: [a${level}, b${level}]\n`;
      files[`d${level}/suggestions.yml`] = '+s: {ruleset: [More]}\n';
      for (const side of ['a', 'b']) files[`${side}${level}/metadata.yml`] = `parent: d${level + 1}\n`;
    }
    const { service } = await testService(files, { max_inheritance_depth: 100 });
    const scope = await service.scope('d0');
    expect(scope.lineage).toHaveLength(151);
    expect(scope.suggestions.get('s')?.rules).toHaveLength(51);
  });

  test("commandments hold each ancestor's texts exactly once, those of ancestors before the scope's own", async () => {
    const property = fc.asyncProperty(world, async (scopes) => {
      const scope = await resolved(scopes);
      const lineage = scopes.filter(({ name }) => scope.lineage.includes(name));
      for (const [name, { rules }] of scope.commandments) {
        const stated = (of: World) =>
          new Set(
            of
              .flatMap((one) => one.commandments.filter((own) => own.name === name))
              .flatMap((own) => own.ruleset),
          );
        const all = rules.map(({ text }) => text);
        expect([...all].sort()).toEqual([...stated(lineage)].sort());
        const inherited = stated(lineage.filter((one) => one.name !== scope.name));
        const kinds = all.map((text) => inherited.has(text));
        expect(kinds).toEqual([...kinds].sort().reverse());
      }
      const missing = lineage
        .flatMap((one) => one.commandments)
        .filter((own) => !scope.commandments.has(own.name));
      expect(missing).toEqual([]);
    });
    await fc.assert(property, often);
  });

  test('a scope ends up the same however its files are written, in whatever order, and whatever else there is', async () => {
    const property = fc.asyncProperty(world, style, world, async (scopes, written, strangers) => {
      const files = filesOf(scopes, plain);
      const renamed = strangers.map((one) => ({
        ...one,
        name: `x-${one.name}`,
        parents: one.parents.map((parent) => `x-${parent}`),
      }));
      const others = { ...filesOf(renamed, plain), 'broken/commandments.yml': 'a: {ruleset: [1]}\n' };
      const reversed = Object.fromEntries(Object.entries(files).reverse());
      const answer = async (all: Record<string, string>) => {
        const { service } = await testService(all);
        return ask(service, 'get_rules', { scope_name: 's0', debug: true });
      };
      const usual = await answer(files);
      expect(await answer({ ...others, ...reversed })).toBe(usual);
      const restyled = await answer(filesOf(scopes, written));
      expect(JSON.parse(restyled)).toEqual(JSON.parse(usual));
    });
    await fc.assert(property, { numRuns: runs(10) });
  });
});

test('every rule has an origin whose file, line and column hold its text', async () => {
  const property = fc.asyncProperty(world, style, async (scopes, written) => {
    const { service, rulesPath } = await testService(filesOf(scopes, written));
    const scope = await service.scope('s0');
    for (const kind of ruleKinds) {
      for (const { rules } of scope[kind].values()) {
        for (const { text, origin } of rules) {
          expect(origin).toMatchObject({ server: 'local', file: `${origin.scope}/${kind}.yml` });
          expect(scope.lineage).toContain(origin.scope);
          const source = await readFile(path.join(rulesPath, origin.file), 'utf8');
          expect(scalarAt(source, origin.line, origin.column ?? 0)).toBe(text);
        }
      }
    }
  });
  await fc.assert(property, often);
});

test('a category comes before its sub-categories; what stands alone keeps the order of its writing', async () => {
  const property = fc.asyncProperty(world, style, async (scopes, written) => {
    const scope = await resolved(scopes, written);
    const wanted = expected(scopes, 's0');
    for (const kind of ruleKinds) {
      const names = [...scope[kind].keys()];
      for (const [index, name] of names.entries()) {
        expect(names.slice(index).filter((later) => isAbove(later, name))).toEqual([]);
      }
      if (written.nested) continue;
      const lone = (all: readonly string[]) =>
        all.filter((name) => !all.some((other) => isAbove(name, other) || isAbove(other, name)));
      expect(lone(names)).toEqual(lone(Object.keys(wanted[kind])));
    }
  });
  await fc.assert(property, often);
});

/** The value of the scalar that starts at a place, counted by hand. */
function scalarAt(source: string, line: number, column: number): unknown {
  const before = source.split('\n').slice(0, line - 1);
  const offset = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  let found: unknown = `no scalar at ${line}:${column}`;
  visit(parseDocument(source), {
    Scalar(_, node) {
      if (node.range?.[0] === offset && isScalar(node)) found = node.value;
    },
  });
  return found;
}
