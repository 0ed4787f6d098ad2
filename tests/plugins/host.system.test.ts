import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBudget } from '../../src/template/render/budget.ts';
import { renderTemplate } from '../../src/template/render/render-template.ts';
import { stopDate } from '../support/clock.ts';
import { startClock } from '../support/in-time.ts';
import { hostFor, scope } from './host-for.ts';

describe('values', () => {
  test('come with their plugin, for a frozen copy of the scope', async () => {
    const { host, folder, warnings } = await hostFor({
      one: 'context: (scope, world) => ({ a: 1, seen: { ...scope }, at: world.cwd, frozen: Object.isFrozen(scope.tags) })',
    });
    const { values, sources } = await host.context(scope);
    expect(values).toEqual({
      a: 1,
      at: folder,
      frozen: true,
      seen: { name: 'checkout', description: 'Orders', tags: { team: 'payments' }, sources: ['local'] },
    });
    expect(sources.get('a')).toBe('one');
    expect(warnings()).toEqual([]);
  });

  test('are asked for each answer, and their key tells whether they have changed', async () => {
    const { host } = await hostFor({
      count:
        'context: (scope) => ({ turn: scope.name === "a" ? 1 : (globalThis.turnOfTest = (globalThis.turnOfTest ?? 0) + 1) })',
    });
    const same = [await host.context({ ...scope, name: 'a' }), await host.context({ ...scope, name: 'a' })];
    expect(same[0]?.key).toBe(same[1]?.key);
    const other = [await host.context(scope), await host.context(scope)];
    expect(other.map(({ values }) => values.turn)).toEqual([1, 2]);
    expect(other[0]?.key).not.toBe(other[1]?.key);
  });

  test('of later plugins override those of earlier ones', async () => {
    const { host } = await hostFor({
      first: 'context: async () => ({ a: "first", b: "first" })',
      second: 'context: () => ({ b: "second" })',
    });
    const { values, sources } = await host.context(scope);
    expect(values).toEqual({ a: 'first', b: 'second' });
    expect(Object.fromEntries(sources)).toEqual({ a: 'first', b: 'second' });
  });

  test('are frozen all the way down and no longer the plugin’s own', async () => {
    const { host } = await hostFor({
      one: 'context: () => (globalThis.givenByTest = { deep: { list: [{ x: 1 }] } })',
    });
    const { values } = await host.context(scope);
    const deep = values.deep as { list: object[] };
    expect([values, deep, deep.list, deep.list[0]].every(Object.isFrozen)).toBe(true);
    expect(deep).not.toBe((globalThis as { givenByTest?: { deep: object } }).givenByTest?.deep);
  });

  test('cannot reach the prototype of the context', async () => {
    const { host } = await hostFor({ one: `context: () => JSON.parse('{"__proto__": {"x": 1}, "ok": 1}')` });
    const { values } = await host.context(scope);
    expect(Object.keys(values)).toEqual(['ok']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });
});

describe('a plugin that goes wrong is left out with one warning, and the answer is served', () => {
  const wrong: Readonly<Record<string, readonly [body: string, reason: RegExp]>> = {
    throws: ['context() { throw new Error("no ring\\nat all"); }', /left out: context failed: no ring$/],
    rejects: ['context: () => Promise.reject(new Error("boom"))', /left out: context failed: boom$/],
    'throws no error': ['context() { throw undefined; }', /left out: context failed: undefined$/],
    'never answers': ['context: () => new Promise(() => {})', /left out: no answer within 2 s/],
    'never loads': ['export default await new Promise(() => {});', /left out: no answer within 2 s/],
    'gives nothing': ['context: () => {}', /not undefined$/],
    'gives text': ['context: () => "text"', /not a string$/],
    'gives a list': ['context: () => [1]', /not a list$/],
    'holds a function': ['context: () => ({ a: { b: [() => 1] } })', /: a\.b\[0\] is a function;/],
    'holds a cycle': ['context() { const a = {}; a.b = { a }; return a; }', /: b\.a leads back to itself$/],
    'holds an instance': ['context: () => ({ at: new Date() })', /: at is an instance of Date;/],
    'holds a promise': ['context: () => ({ at: Promise.resolve(1) })', /: at is an instance of Promise;/],
    'holds a getter': [
      'context: () => ({ get at() { globalThis.getterOfTestRan = true; return 1; } })',
      /: at is a getter;/,
    ],
    'holds no number': ['context: () => ({ at: NaN })', /: at is NaN;/],
    'is too large': ['context: () => ({ at: "x".repeat(1_000_000) })', /: its values are over 1 MB$/],
    'is too large when written out': [
      'context() { let a = [1]; for (let i = 0; i < 18; i++) a = [a, a, a, a]; return { a }; }',
      /: its values are over 1 MB$/,
    ],
    'is too deep': [
      'context() { let a = {}; for (let i = 0; i < 20; i++) a = { a }; return a; }',
      /is nested over 20 levels deep$/,
    ],
    'fails its availability': [
      'context: () => ({}), isAvailable() { throw new Error("no") }',
      /isAvailable failed: no$/,
    ],
    'has no default export': ['export const plugin = 1;', /it has no default export/],
    'is no plugin': [
      'export default { name: "x", context: 1 };',
      /description is missing; context must be a function/,
    ],
    'gives nothing at all': ['export default { name: "x", description: "" };', /add context or filters$/],
    'has no syntax': ['export default {', /cannot be loaded: /],
    'fails to load': ['export default 1; throw new Error("broken");', /cannot be loaded: broken$/],
  };

  test.each(Object.entries(wrong))('%s', async (_, [body, reason]) => {
    const plugins = { bad: body, good: 'context: () => ({ fine: true })' };
    const { host, warnings } = await hostFor(plugins, {
      // On a busy machine nothing else is to be late.
      limits: { answer: /answer within/.test(reason.source) ? 2000 : 60_000 },
    });
    for (let answer = 0; answer < 3; answer += 1) {
      const { values } = await host.context(scope);
      await host.filters();
      expect(values).toEqual({ fine: true });
    }
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toMatch(/^plugin (bad|x) ?\(?(\.\/bad\.mjs)?\)?: |^plugin \.\/bad\.mjs: /);
    expect(warnings()[0]).toMatch(reason);
    expect(globalThis).not.toHaveProperty('getterOfTestRan');
  });

  test('one that does not exist is named with what it may be', async () => {
    const { host, warnings } = await hostFor(
      {},
      { enabled: ['./gone.mjs', 'git.contex', 'git', 'no-such-package', 'db.*'] },
    );
    expect((await host.context(scope)).values).toEqual({});
    expect(warnings().sort()).toEqual([
      'enabled_plugins: no built-in plugin matches "db.*"',
      expect.stringMatching(/^plugin \.\/gone\.mjs: left out: it cannot be loaded: Cannot find module/),
      'plugin git.contex: left out: it cannot be loaded: there is no package "git.contex"; did you mean "git.context"?',
      'plugin git: left out: it cannot be loaded: there is no package "git"; did you mean "git.context"?',
      expect.stringMatching(
        /^plugin no-such-package: .*; built in are git\.context and fs\.context, and a path starts with/,
      ),
    ]);
  });

  test('a shadow of scope is warned about and used', async () => {
    const { host, warnings } = await hostFor({
      bad: 'context: () => ({ scope: { name: "mine" }, category: null })',
    });
    expect((await host.context(scope)).values).toEqual({ scope: { name: 'mine' }, category: null });
    await host.context(scope);
    expect(warnings()).toEqual([
      'plugin bad (./bad.mjs): its variable "scope" hides the one that templates have',
      'plugin bad (./bad.mjs): its variable "category" hides the one that templates have',
    ]);
  });
});

test('an answer that came while the program was busy is not late', async () => {
  const busy = 'const end = Date.now() + 900; while (Date.now() < end);';
  const { host, warnings } = await hostFor(
    { slow: `context() { ${busy} return new Promise((resolve) => setTimeout(resolve, 1, { x: 1 })); }` },
    { limits: { answer: 800 } },
  );
  expect((await host.context(scope)).values).toEqual({ x: 1 });
  expect(warnings()).toEqual([]);
});

describe('a late plugin', () => {
  const late =
    'context: () => new Promise((resolve) => { globalThis.callsOfTest = [...(globalThis.callsOfTest ?? []), resolve]; })';
  const calls = (): ((value: object) => void)[] =>
    (globalThis as { callsOfTest?: ((value: object) => void)[] }).callsOfTest ?? [];

  test('is not waited for again while its call is pending, and asked again later', async () => {
    const pass = stopDate();
    const limits = { answer: 1000, retry: 300 };
    const { host } = await hostFor({ late: `${late}, filters: { shout: (text) => text + "!" }` }, { limits });
    await host.context(scope);
    const clock = startClock();
    for (let again = 0; again < 5; again++) await host.context(scope);
    await clock.expectInTime(5 * limits.answer);
    expect(calls()).toHaveLength(1);
    expect([...(await host.filters()).keys()]).toEqual(['shout']);
    calls()[0]?.({});
    await host.context(scope);
    expect(calls()).toHaveLength(1);
    pass(320);
    const again = host.context(scope);
    await expect.poll(calls).toHaveLength(2);
    calls()[1]?.({ back: true });
    expect((await again).values).toEqual({ back: true });
  });
});

describe('filters', () => {
  test('are given to templates; later plugins override, built-in ones stay', async () => {
    const { host, warnings } = await hostFor({
      one: 'filters: { wrap: (value, [mark = "*"]) => mark + value + mark, twice: (value) => [value, value] }',
      two: 'filters: { wrap: (value) => "<" + value + ">", upper: () => "never" }',
    });
    const filters = await host.filters();
    expect([...filters.keys()].sort()).toEqual(['twice', 'wrap']);
    const options = { context: { x: 'a' }, filters, budget: createBudget() };
    expect(renderTemplate('{{ x | upper | wrap }} {{ x | twice | length }}', options).text).toBe('<A> 2');
    await host.filters();
    expect(warnings()).toEqual([
      'plugin two (./two.mjs): its filter "upper" is not used: templates have one of that name',
    ]);
  });

  test('a name that cannot be called is refused', async () => {
    const { host, warnings } = await hostFor({ bad: 'filters: { "not-a-name": () => 1 }' });
    expect((await host.filters()).size).toBe(0);
    expect(warnings()[0]).toMatch(/filters\.not-a-name is no name that a template can call/);
  });
});

describe('what is enabled', () => {
  test('nothing is loaded before the first question, nor when nothing is enabled', async () => {
    const { host, folder } = await hostFor({
      eager:
        'export default (await import("node:fs")).writeFileSync(new URL("loaded", import.meta.url), "");',
    });
    expect(existsSync(path.join(folder, 'loaded'))).toBe(false);
    await host.context(scope);
    expect(existsSync(path.join(folder, 'loaded'))).toBe(true);

    const none = await hostFor({}, { enabled: [] });
    expect(await none.host.context(scope)).toMatchObject({ values: {}, key: '' });
    expect(await none.host.states()).toEqual([]);
  });

  test('one that is not available here is left out without a warning', async () => {
    const { host, warnings } = await hostFor(
      {
        off: 'isAvailable: ({ env }) => env.RING === "x", context: () => ({ a: 1 }), filters: { f: (x) => x }',
        on: 'isAvailable: async ({ env }) => env.RING === "canary", context: () => ({ b: 1 })',
      },
      { env: { RING: 'canary' } },
    );
    expect((await host.context(scope)).values).toEqual({ b: 1 });
    expect((await host.filters()).size).toBe(0);
    expect((await host.states()).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'off unavailable',
      'on ready',
    ]);
    expect(warnings()).toEqual([]);
  });

  test('files are found from the settings file’s folder, whether the path starts with a dot or not', async () => {
    const file = 'export default { name: "ring", description: "", context: () => ({ ring: 1 }) };';
    const { folder } = await hostFor({}, { files: { 'plugins/ring.mjs': file } });
    for (const entry of ['plugins/ring.mjs', './plugins/ring.mjs', `${folder}/plugins/ring.mjs`]) {
      const { host: found, warnings: said } = await hostFor({}, { enabled: [entry], folder });
      expect((await found.context(scope)).values, entry).toEqual({ ring: 1 });
      expect(said(), entry).toEqual([]);
    }
  });

  test('packages are found from the settings file’s folder, those for import only too', async () => {
    const exported = (name: string) =>
      `export default { name: '${name}', description: '', context: () => ({ ${name}: 1 }) };`;
    const { host, folder, warnings } = await hostFor(
      {},
      {
        enabled: ['acme-plugin', '@acme/ring', '@acme/ring/extra'],
        files: {
          'node_modules/acme-plugin/package.json':
            '{"name": "acme-plugin", "type": "module", "main": "./main.js"}',
          'node_modules/acme-plugin/main.js': exported('main'),
          'node_modules/@acme/ring/package.json':
            '{"name": "@acme/ring", "exports": {".": {"import": "./ring.mjs"}, "./extra": {"types": "./x.d.ts", "import": "./extra.mjs"}}}',
          'node_modules/@acme/ring/ring.mjs': exported('ring'),
          'node_modules/@acme/ring/extra.mjs': exported('extra'),
        },
      },
    );
    expect((await host.context(scope)).values).toEqual({ main: 1, ring: 1, extra: 1 });
    expect(folder).not.toBe(process.cwd());
    expect(warnings()).toEqual([]);
  });

  test('patterns stand for built-in plugins; of two mentions the later counts', async () => {
    const { host } = await hostFor(
      {},
      {
        enabled: ['fs.*', './late.mjs', 'fs.context'],
        files: {
          'late.mjs': `export default { name: 'late', description: '', context: () => ({ os: 'mine' }) };`,
        },
      },
    );
    const { sources } = await host.context(scope);
    expect(sources.get('os')).toBe('fs.context');
    expect((await host.states()).map(({ name }) => name)).toEqual(['late', 'fs.context']);
  });

  test('a path is relative to the folder of what names it, or absolute', async () => {
    const files = {
      'sub/p.mjs': `export default { name: 'p', description: '', context: () => ({ p: 1 }) };`,
    };
    const first = await hostFor({}, { enabled: ['../sub/p.mjs'], files });
    const of = async (enabled: string[], folder: string) =>
      (await (await hostFor({}, { enabled, folder, cwd: first.folder })).host.context(scope)).values;
    expect(await of(['../sub/p.mjs'], path.join(first.folder, 'conf'))).toEqual({ p: 1 });
    expect(await of([path.join(first.folder, 'sub/p.mjs')], '/')).toEqual({ p: 1 });
    // Not to the working folder.
    expect(await of(['./sub/p.mjs'], path.join(first.folder, 'conf'))).toEqual({});
  });
});
