import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Guidance } from '../../src/guidance/guidance.ts';
import { tracingScope } from '../../src/guidance/resolve/trace-scope.ts';
import type { RuleCategories } from '../../src/guidance/rules/rule.ts';
import type { Origin } from '../../src/model/origin.ts';
import { atOnce } from '../../src/runtime/async/turns.ts';
import { writeFiles } from '../support/folder.ts';
import type { TestService } from '../support/service.ts';
import { expected, expectedOfOne, type Merged } from './law.ts';
import { reader, type Server, startServer } from './servers.ts';
import { type Content, filesOf, line, type World, world } from './worlds.ts';

const scopes = ['shop', 'mid', 'base', 'team', 'unit'];
const uncached = { cache_ttl_seconds: 0, remote_retry_seconds: 0 };

/** Has a reader and three masters, all real, take on random worlds, and compares each answer with the law. */
export async function checkLaw(numRuns: number): Promise<void> {
  const masters = await Promise.all([0, 1, 2].map(() => startServer({}, uncached)));
  const own = await reader(
    masters.map(({ url }) => url),
    {},
    { ...uncached, remote_timeout_seconds: 5 },
  );
  const property = fc.asyncProperty(world, async (chosen) => {
    await takeOn(chosen, own, masters);
    for (const name of scopes) {
      const wanted = expected(chosen, name);
      const scope = await own.service.scope(name).catch((error: { code?: string }) => {
        if (error.code !== 'scope-not-found') throw error;
        return null;
      });
      expect(scope === null ? null : toMerged(scope)).toEqual(wanted);
      if (scope === null) continue;
      const down = masters.filter((_, at) => chosen.masters[at]?.down !== null).map(({ url }) => url);
      expect(scope.unavailable.map(({ url }) => url)).toEqual(down);
      expect(orderOf(scope)).toEqual(orderOf(await own.service.scope(name)));
      checkTrace(scope);
    }
  });
  await fc.assert(property, { numRuns });
}

/** Has a reader and three masters share out lines of scopes, and compares each answer with that of one server that has all of them. */
export async function checkSharedOut(numRuns: number): Promise<void> {
  const masters = await Promise.all([0, 1, 2].map(() => startServer({}, uncached)));
  const own = await reader(
    masters.map(({ url }) => url),
    {},
    { ...uncached, remote_timeout_seconds: 5 },
  );
  const property = fc.asyncProperty(line, async ({ content, homes }) => {
    const at = (home: number) =>
      Object.fromEntries(Object.entries(content).filter((_, index) => homes[index] === home));
    // What is local lies over all that masters say, so that it has to be the near end of the line.
    const first = homes.findIndex((home) => home !== -1);
    fc.pre(first === -1 || homes.slice(first).every((home) => home !== -1));
    const idle = { down: null, delays: [0] };
    const shared = { local: at(-1), masters: [0, 1, 2].map((home) => ({ content: at(home), ...idle })) };
    await takeOn(shared, own, masters);
    for (const name of Object.keys(content)) {
      const scope = await own.service.scope(name);
      expect(toMerged(scope)).toEqual(expectedOfOne(content, name));
      expect(scope.gaps).toEqual([]);
      checkTrace(scope);
    }
  });
  await fc.assert(property, { numRuns });
}

async function takeOn(chosen: World, own: TestService, masters: readonly Server[]): Promise<void> {
  await Promise.all([
    replace(own.rulesPath, chosen.local),
    ...chosen.masters.map(async ({ content, down, delays }, at) => {
      const master = masters[at];
      if (master === undefined) return;
      await replace(master.rulesPath, content);
      let count = 0;
      master.before = async () => {
        await sleep(delays[count++ % delays.length]);
        if (down === 'error') return new Response('down', { status: 503 });
        if (down === 'garbled')
          return new Response('{"format":1,', { headers: { 'Content-Type': 'application/json' } });
        return undefined;
      };
    }),
  ]);
}

async function replace(folder: string, content: Content): Promise<void> {
  await Promise.all(scopes.map((name) => rm(`${folder}/${name}`, { recursive: true, force: true })));
  await writeFiles(folder, filesOf(content));
}

/** Each piece of each layer has come to one end, and those that are kept are what the scope has. */
function checkTrace(scope: Scope): void {
  const traced = atOnce(tracingScope(scope));
  expect(new Set(traced.map(({ piece }) => piece)).size).toBe(traced.length);
  const layers = [...scope.parts.values()].flatMap(({ local, remotes }) => [
    ...(local ? [local] : []),
    ...remotes,
  ]);
  expect(traced).toHaveLength(layers.flatMap(piecesOf).length);
  const kept = traced.flatMap(({ piece, fate }) => (fate.outcome === 'kept' ? [piece] : []));
  expect(new Set(kept)).toEqual(new Set(piecesOf(scope)));
  // What stands for another is one of the pieces, and in the same slot.
  const places = new Set(traced.map(({ slot, piece }) => placeOf(slot.key, piece.origin)));
  for (const { slot, fate } of traced) {
    if (fate.outcome === 'kept' || fate.by === null || fate.by.id === null) continue;
    expect(places).toContain(placeOf(slot.key, fate.by.origin));
  }
}

function placeOf(slot: string, { server, file, line, column }: Origin): string {
  return `${slot} ${server} ${file}:${line}:${column}`;
}

function piecesOf(guidance: Guidance): readonly object[] {
  const { commandments, suggestions, katas, stories } = guidance;
  return [
    ...[...commandments.values(), ...suggestions.values()].flatMap(({ rules }) => rules),
    ...[...katas.values()].flatMap((category) => [...category.katas.values()]),
    ...stories.values(),
  ];
}

type Scope = Awaited<ReturnType<TestService['service']['scope']>>;

function toMerged(scope: Scope): Merged {
  const rules = (categories: RuleCategories) =>
    Object.fromEntries(
      [...categories].map(([key, { when, tags, rules: own }]) => [
        key,
        { when, tags, rules: own.map(({ text }) => text) },
      ]),
    );
  const katas = [...scope.katas].map(([key, { when, katas: own }]) => [
    key,
    {
      when,
      katas: Object.fromEntries(
        [...own].map(([name, { when: at, procedure }]) => [name, { when: at, procedure }]),
      ),
    },
  ]);
  return {
    description: scope.metadata.description,
    tags: scope.metadata.tags,
    commandments: rules(scope.commandments),
    suggestions: rules(scope.suggestions),
    katas: Object.fromEntries(katas),
    stories: Object.fromEntries([...scope.stories].map(([id, { who }]) => [id, who])),
  };
}

/** Everything that has an order, in its order. */
function orderOf(scope: Scope): unknown {
  return [
    [...scope.commandments.keys()],
    [...scope.suggestions.keys()],
    [...scope.katas].map(([key, { katas }]) => [key, ...katas.keys()]),
    [...scope.stories.keys()],
    scope.sources,
    scope.lineage,
  ];
}
