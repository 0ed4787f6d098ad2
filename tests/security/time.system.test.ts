import { beforeAll, describe, expect, test } from 'vitest';
import { parsePlainYaml } from '../../src/content/plain-yaml.ts';
import { nearest } from '../../src/model/text/nearest.ts';
import {
  bundle,
  bundled,
  json,
  localContent,
  type Rules,
  reader,
  rulesOf,
  startStub,
  texts,
} from '../federation/servers.ts';
import { httpClient } from '../http/client.ts';
import { lint } from '../lint/lint.ts';
import { ask, faultOf } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import { expectProcessorTime } from '../support/in-time.ts';
import { testService } from '../support/service.ts';
import { costOf } from './cost.ts';
import { expectTurnsDuring } from './turns.ts';

const bare = { when: null, tags: [], rules: [] };

/** A reader of one master that answers with this for everything, and what the reader's own content is worth. */
async function readerOf(answer: unknown, files = localContent) {
  const stub = await startStub(json(answer));
  return reader([stub.url], files, { remote_timeout_seconds: 30 });
}

describe('templates pay for what they search', () => {
  const needle = `ab${'a'.repeat(990)}`;
  const long = `('a' | replace('a', ${"'aaaaaaaaaa' | replace('a', ".repeat(4)}'aaaaaaaaaa'${')'.repeat(5)})`;
  test.each([
    ['in', `{{ '${needle}' in ${long} }}`],
    ['replace', `{{ ${long} | replace('${needle}', '') | length }}`],
    ['split', `{{ ${long} | split('${needle}') | length }}`],
  ])('%s: 30 searches of a slow needle cost no more than 30 templates', async (_, attack) => {
    const service = async (text: string) =>
      testService({
        's/commandments.yml': JSON.stringify({
          a: { ruleset: Array.from({ length: 30 }, (_, at) => `${at} ${text}`) },
        }),
      });
    const control = await service('{% for a in [1] %}x{% endfor %}');
    const hostile = await service(attack);
    await rulesOf(control, 's');
    const ordinary = await costOf(() => rulesOf(control, 's', true));
    const { result, ms } = await costOf(() => rulesOf(hostile, 's'));
    expect(JSON.stringify(result.template_failures)).toContain('limit reached');
    expectProcessorTime(ms, 1_500 + 20 * ordinary.ms);
  });
});

describe('files of little but signs', () => {
  const size = 300_000;
  let ordinary: number;
  beforeAll(async () => {
    const rules = `a:\n  ruleset:\n${'    - A rule\n'.repeat(size / 13)}`;
    const opened = await testService({ 'o/commandments.yml': rules, 'warm/commandments.yml': rules });
    await rulesOf(opened, 'warm');
    ordinary = (await costOf(() => rulesOf(opened, 'o'))).ms;
  });
  test.each([
    ['[', /nested too deeply/],
    ['{', /nested too deeply/],
    ['- ', /nested too deeply/],
    ['? ', /nested too deeply/],
    ['a: {', /nested too deeply/],
    ['"\\q', /escapes that YAML does not have|\w/],
    ['"', /\w/],
    ['*a ', /\w/],
    ['&a ', /\w/],
    ['!a ', /\w/],
    [',', /\w/],
    ['@\n', /\w/],
  ])('of %j are refused in the time of a file of rules', async (sign, says) => {
    const attack = `a:${sign === '- ' ? '\n  ' : ' '}${sign === ',' ? '[' : sign.startsWith('"\\') ? '"' : ''}${sign.replace(/^"\\/, '\\').repeat(size / sign.length)}`;
    const opened = await testService({ 's/commandments.yml': attack });
    const hostile = await costOf(() => faultOf(opened.service, { scope_name: 's' }));
    expect(hostile.result.code).toBe('invalid-content');
    expect(hostile.result.message).toMatch(says);
    expect(hostile.result.message).toMatch(/s\/commandments\.yml:\d+:\d+: /);
    expectProcessorTime(hostile.ms, 500 + 4 * ordinary);
  });

  test('tabs far behind other mistakes are refused in the time of a file of rules', async () => {
    const mistakes = '    - "a" b\n'.repeat(48);
    const far = `    - ${'x'.repeat(3_900_000)}\n`;
    const attack = `a:\n  ruleset:\n${mistakes}${far}${'\t- y\n'.repeat(48)}`;
    const opened = await testService({ 's/commandments.yml': attack });
    const hostile = await costOf(() => faultOf(opened.service, { scope_name: 's' }));
    expect(hostile.result.message).toMatch(/s\/commandments\.yml:3:11: /);
    expectProcessorTime(hostile.ms, 500 + 4 * ordinary);
  });

  test.each([
    ['blanks', ' '],
    ['tabs', '\t'],
    ['signs of comments', ' #'],
    ['hyphens', ' -'],
  ])('lint reads a line of %s in the time of a file of rules', async (_, sign) => {
    const text = `a:\n  ruleset:\n    - "x"${sign.repeat(size / sign.length)}\n    - y\n`;
    const folder = await tempFolder({ 's/commandments.yml': text });
    const { ms } = await costOf(() => lint(folder));
    expectProcessorTime(ms, 500 + 4 * ordinary);
  });

  test('settings are looked at too, and may have 1 MiB', () => {
    expect(() => parsePlainYaml(`a: ${'['.repeat(100_000)}`)).toThrow(
      /^line 1, column \d+: it is nested too deeply/,
    );
    expect(() => parsePlainYaml(`a: "${'\\q'.repeat(100_000)}"`)).toThrow(
      /^line 1, column \d+: it has hundreds of escapes/,
    );
    expect(() => parsePlainYaml(`a: [${',1'.repeat(200_000)}]`)).toThrow(
      /^line 1, column \d+: it has too many parts/,
    );
    expect(() => parsePlainYaml(`# ${'x'.repeat(1024 * 1024)}`)).toThrow('over 1 MiB');
    expect(parsePlainYaml(`# ${'x'.repeat(1000 * 1024)}\na: 1\n`)).toEqual({ a: 1 });
  });

  test('a flowchart is looked at too', async () => {
    const procedure = `#!fcyaml\nflowchart: ${'['.repeat(100_000)}`;
    const opened = await testService({ 's/katas.yml': JSON.stringify({ a: { katas: { go: procedure } } }) });
    const { result, ms } = await costOf(() =>
      ask(opened.service, 'get_kata', { scope_name: 's', kata_name: 'go' }).catch(
        (error: Error) => error.message,
      ),
    );
    expect(result).toMatch(/nested too deeply/);
    expectProcessorTime(ms, 1_500);
  });
});

describe('others have their turn', () => {
  test('while a large file is read', async () => {
    const rule = (at: number) => `    - Rule ${at} says this and that and something else besides\n`;
    const text = `a:\n  ruleset:\n${Array.from({ length: 20_000 }, (_, at) => rule(at)).join('')}`;
    const opened = await testService({
      's/commandments.yml': text,
      'o/commandments.yml': 'a: {ruleset: [x]}',
    });
    await rulesOf(opened, 'o');
    await expectTurnsDuring(rulesOf(opened, 's'));
  });

  test('while a flowchart is read', async () => {
    const node = (at: number) =>
      `    - {id: n${at}, type: process, description: Do ${at}, next: n${at + 1}}\n`;
    const nodes = Array.from({ length: 3_000 }, (_, at) => node(at)).join('');
    const procedure = `#!fcyaml\nflowchart:\n  nodes:\n${nodes}    - {id: n3000, type: terminator, description: End}\n`;
    const opened = await testService({ 's/katas.yml': JSON.stringify({ a: { katas: { go: procedure } } }) });
    await expectTurnsDuring(ask(opened.service, 'get_kata', { scope_name: 's', kata_name: 'go' }));
  });

  test('while templates fail by the thousand, and while they loop', async () => {
    const failing = Array.from({ length: 5_000 }, (_, at) => `{{ nobody${at} }}`);
    const five = Array.from({ length: 5 }, () => '{% for a in [1, 2, 3, 4, 5, 6, 7, 8] %}').join('');
    const looping = Array.from({ length: 25 }, (_, at) => `${at} ${five}x${'{% endfor %}'.repeat(5)}`);
    const text = (ruleset: string[]) => JSON.stringify({ a: { ruleset } });
    const opened = await testService({
      'failing/commandments.yml': text(failing),
      'looping/commandments.yml': text(looping),
      'o/commandments.yml': text(['x']),
    });
    await rulesOf(opened, 'o');
    for (const scope of ['failing', 'looping']) {
      // What is read is known by then: it is the rendering that is looked at.
      await rulesOf(opened, scope, true);
      await expectTurnsDuring(rulesOf(opened, scope), scope);
    }
  });

  test('while what categories apply to fails to render, in rules, the index and a search', async () => {
    const categories = (count: number) =>
      JSON.stringify(
        Object.fromEntries(
          Array.from({ length: count }, (_, at) => [`c${at}`, { when: `{{ nobody${at} }}`, ruleset: ['x'] }]),
        ),
      );
    const opened = await testService({
      's/commandments.yml': categories(5_000),
      'o/commandments.yml': categories(1),
    });
    const questions = (scope_name: string) => ({
      get_rules: { scope_name },
      get_category_index: { scope_name },
      find_guidance: { scope_name, task: 'anything' },
    });
    for (const [operation, input] of Object.entries(questions('o')))
      await ask(opened.service, operation, input);
    await rulesOf(opened, 's', true);
    for (const [operation, input] of Object.entries(questions('s'))) {
      await expectTurnsDuring(ask(opened.service, operation, input), operation);
    }
  });

  test('while flowcharts are read for the index', async () => {
    const nodes = Array.from(
      { length: 1_500 },
      (_, at) => `    - {id: n${at}, type: process, description: Do ${at}, next: n${at + 1}}\n`,
    );
    const procedure = `#!fcyaml\nflowchart:\n  nodes:\n${nodes.join('')}    - {id: n1500, type: terminator, description: End}\n`;
    const katas = Object.fromEntries([1, 2, 3, 4].map((at) => [`go-${at}`, procedure]));
    const opened = await testService({
      's/katas.yml': JSON.stringify({ a: { katas } }),
      'o/katas.yml': JSON.stringify({ a: { katas: { go: procedure } } }),
    });
    await ask(opened.service, 'get_category_index', { scope_name: 'o' });
    await ask(opened.service, 'get_katas', { scope_name: 's' });
    await expectTurnsDuring(ask(opened.service, 'get_category_index', { scope_name: 's' }));
  });

  test('while rules are compared for the page of conflicts', async () => {
    const rules = (count: number, word: string) =>
      JSON.stringify({
        a: {
          ruleset: Array.from({ length: count }, (_, at) => `${word} use tool ${at % 50} in module ${at}`),
        },
      });
    const client = await httpClient({ 's/commandments.yml': rules(3_000, 'Never') });
    await expectTurnsDuring(client.get('/conflicts', { accept: 'text/html' }));
  });

  test('while a text is looked for in rules, and not found', async () => {
    const ruleset = Array.from(
      { length: 20_000 },
      (_, at) => `Rule ${at} says this and that and something else`,
    );
    const opened = await testService({
      's/commandments.yml': JSON.stringify({ a: { ruleset } }),
      'o/commandments.yml': 'a: {ruleset: [x]}',
    });
    const explain = (scope_name: string) =>
      ask(opened.service, 'explain', { scope_name, of: 'no such words' });
    await explain('o');
    await rulesOf(opened, 's');
    await expectTurnsDuring(explain('s'));
  });

  test('while pages of thousands of rules and katas, and of two scopes beside each other, are written', async () => {
    const rules = (count: number, end: string) =>
      JSON.stringify({ a: { ruleset: Array.from({ length: count }, (_, at) => `Rule ${at} ${end}`) } });
    const katas = Array.from({ length: 20_000 }, (_, at) => [`kata-${at}`, { when: 'Now', procedure: 'Do' }]);
    const client = await httpClient({
      's/commandments.yml': rules(20_000, 'says this'),
      's/katas.yml': JSON.stringify({ a: { katas: Object.fromEntries(katas) } }),
      't/commandments.yml': rules(20_000, 'says that'),
      'o/commandments.yml': rules(1, ''),
    });
    const page = async (path: string) => (await client.get(path, { accept: 'text/html' })).text();
    // What is read is known by then, and so is the code: it is the writing that is looked at.
    for (const path of ['/scopes/o', '/scopes/o/katas', '/compare?from=o&to=s', '/scopes/t'])
      await page(path);
    for (const path of ['/scopes/s', '/scopes/s/katas', '/compare?from=s&to=t']) {
      await expectTurnsDuring(page(path), path);
    }
  });

  test('while a bundle is read', async () => {
    const story = (at: number) => [`US${at}`, { who: 'a', what: 'b', why: 'c', acs: {} }];
    const tenka = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => story(at)));
    const rules = bundled('shop', { a: Array.from({ length: 10_000 }, (_, at) => `Rule ${at} of many`) });
    const own = await readerOf(bundle('shop', { commandments: rules, suggestions: rules, tenka }), {});
    await expectTurnsDuring(rulesOf(own));
  });
});

describe('categories by the thousand', () => {
  const categories = (count: number, more: (at: number) => object = () => ({})) =>
    JSON.stringify(
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `${'a.'.repeat(30)}c${at}`,
          { ...more(at), ruleset: ['x'] },
        ]),
      ),
    );

  test('thousands of names that are asked for and not there cost hardly more than one', async () => {
    const opened = await testService({ 's/commandments.yml': categories(4_000) });
    const rules = (names: readonly string[]) =>
      ask(opened.service, 'get_rules', { scope_name: 's', categories: names.join() });
    await rules(['z']);
    const names = Array.from({ length: 1_500 }, (_, at) => `z${at}`);
    const one = await costOf(() => rules(['y']));
    const many = await costOf(() => rules(names));
    expectProcessorTime(many.ms, 500 + 10 * one.ms);
  });

  test('their tree, their links and what fails in them take time in proportion', async () => {
    const make = (count: number) =>
      categories(count, (at) => ({
        when: '{{ nobody }}',
        see: Array.from({ length: 5 }, (_, to) => `z${at}.${to}`),
      }));
    const client = await httpClient({
      'warm/commandments.yml': make(500),
      'few/commandments.yml': make(500),
      'many/commandments.yml': make(4_000),
    });
    const all = async (scope: string) => {
      await (await client.get(`/api/v1/scopes/${scope}/index`, { accept: 'text/markdown' })).text();
      await (await client.get(`/scopes/${scope}`, { accept: 'text/html' })).text();
    };
    await all('warm');
    const few = await costOf(() => all('few'));
    const many = await costOf(() => all('many'));
    // Eight times as many would cost 64 times as much if each were compared with each.
    expectProcessorTime(many.ms, 1_000 + 24 * few.ms);
  });

  test('pages have as many of them, and of their tags, as one step may write; a text of megabytes stands there as it is', async () => {
    const client = await httpClient({
      's/commandments.yml': categories(4_000, (at) => ({ tags: [`tag-${at}`] })),
      't/commandments.yml': JSON.stringify({ a: { ruleset: ['`a'.repeat(300_000), '`code`'] } }),
    });
    const page = async (path: string) => (await client.get(path, { accept: 'text/html' })).text();
    const many = await page('/scopes/s');
    expect(many.match(/<option /g)?.length).toBeLessThan(1_100);
    expect(many.match(/data-count=/g)?.length).toBeLessThan(1_100);
    const there = await page(`/scopes/s?category=${'a.'.repeat(30)}c3000`);
    expect(there).toMatch(/aria-current="true">[^<]*c3000</);
    const { result, ms } = await costOf(() => page('/scopes/t'));
    expect(result).toContain('<code>code</code>');
    expect(result).toContain('`a`a`a');
    expectProcessorTime(ms, 1_000);
  });

  test('of patterns of roles there may be five hundred', async () => {
    const metadata = (count: number) =>
      JSON.stringify({ auth: { accepted_roles: Array.from({ length: count }, (_, at) => `role-${at}`) } });
    const rules = 'a: {ruleset: [x]}';
    const opened = await testService({
      's/metadata.yml': metadata(500),
      's/commandments.yml': rules,
      't/metadata.yml': metadata(501),
      't/commandments.yml': rules,
    });
    expect(texts((await rulesOf(opened, 's')).commandments).a).toEqual(['x']);
    const fault = await faultOf(opened.service, { scope_name: 't' });
    expect(fault.message).toMatch(/t\/metadata\.yml:1:\d+: .*more than 500 patterns/);
  });

  test('of parents there may be a thousand', async () => {
    const parents = (count: number) =>
      JSON.stringify({ parents: Array.from({ length: count }, (_, at) => `p${at}`) });
    const rules = 'a: {ruleset: [x]}';
    const opened = await testService({
      's/metadata.yml': parents(1_000),
      's/commandments.yml': rules,
      't/metadata.yml': parents(20_000),
      't/commandments.yml': rules,
    });
    expect((await rulesOf(opened, 's')).warnings).toHaveLength(1_000);
    const { result, ms } = await costOf(() => faultOf(opened.service, { scope_name: 't' }));
    expect(result.message).toMatch(/t\/metadata\.yml:1:\d+: .*more than 1000 parents/);
    expectProcessorTime(ms, 1_500);
  });
});

describe('names that are looked for', () => {
  test('the nearest of 10,000 long names cost less than of 10,000 short ones four times over', async () => {
    const short = Array.from({ length: 10_000 }, (_, at) => `scope-${at}`);
    const long = short.map((name) => name.padEnd(200, 'x'));
    const ordinary = await costOf(async () => nearest('scope-9999', short));
    expect(ordinary.result[0]).toBe('scope-9999');
    const hostile = await costOf(async () => nearest('y'.repeat(200), long));
    expect(hostile.result).toHaveLength(3);
    expectProcessorTime(hostile.ms, 300 + 4 * ordinary.ms);
  });

  test('a master may list 10,000 scopes; details of them look for no names', async () => {
    const names = Array.from({ length: 10_001 }, (_, at) => `s${at}`);
    const tooMany = await readerOf(names);
    expect(JSON.parse(await ask(tooMany.service, 'list_scopes', {}))).toEqual(['shop']);
    const long = names.slice(0, 300).map((name) => name.padEnd(200, 'x'));
    const stub = await startStub(json((path: string) => (path.endsWith('/scopes') ? long : undefined)));
    const own = await reader([stub.url]);
    const listed = await costOf(() => ask(own.service, 'list_scopes', {}));
    const detailed = await costOf(() => ask(own.service, 'list_scopes', { details: true }));
    expect(JSON.parse(detailed.result)).toHaveLength(301);
    // 300 names by 300 names of 200 letters would be 3,600 million cells of a table.
    expectProcessorTime(detailed.ms, 5_000 + 100 * listed.ms);
  });

  test('a flood of failures with names to look for is paid for', async () => {
    const tags = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`${'a'.repeat(30)}${at}`.slice(0, 38), 'x']),
    );
    const rule = (at: number) => `{{ scope.tags.${'b'.repeat(30)}${at} }}`;
    const rules = bundled('shop', { a: Array.from({ length: 5_000 }, (_, at) => rule(at)) });
    const own = await readerOf(
      bundle('shop', { metadata: { description: 'd', tags, sources: [] }, commandments: rules }),
      {},
    );
    const { result, ms } = await costOf(() => rulesOf(own));
    expect(result.template_failures).toHaveLength(5_000);
    expectProcessorTime(ms, 6_000);
  });
});

describe('what a master makes answers write again and again', () => {
  const told = (rules: Rules) => ({
    local: texts(rules.commandments).local,
    unavailable: rules.unavailable?.[0]?.reason,
    warnings: rules.warnings,
  });

  test.each([
    ['a path of 65 segments', { [Array(65).fill('a').join('.')]: bare }],
    ['a `when` of 2,001 characters', { a: { ...bare, when: 'x'.repeat(2_001) } }],
  ])('%s is refused, and the local rules are served', async (_, commandments) => {
    const own = await readerOf(bundle('shop', { commandments }));
    const { local, unavailable } = told(await rulesOf(own));
    expect(local).toEqual(['Keep calm']);
    expect(unavailable).toMatch(/wrong shape/);
  });

  test('64 segments and 2,000 characters are served', async () => {
    const path = Array(64).fill('a').join('.');
    const own = await readerOf(
      bundle('shop', { commandments: { [path]: { ...bare, when: 'x'.repeat(2_000) } } }),
    );
    expect(Object.keys((await rulesOf(own)).commandments)).toEqual([path, 'local']);
  });

  test('a `when` that 10,000 categories inherit: the part is left out, with a warning', async () => {
    const inherited = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a.b${at}`, bare]));
    const when = 'x'.repeat(2_000);
    const own = await readerOf(bundle('shop', { commandments: { a: { ...bare, when }, ...inherited } }));
    const { result, ms } = await costOf(() => rulesOf(own));
    expect(told(result).local).toEqual(['Keep calm']);
    expect(Object.keys(result.commandments)).toEqual(['local']);
    expect(result.warnings).toEqual([
      expect.stringMatching(/^The part of master http.* is left out: .*over 16 MiB\.$/),
    ]);
    expectProcessorTime(ms, 3_000);
    // The same without the text is served.
    const small = await readerOf(
      bundle('shop', { commandments: { a: { ...bare, when: 'x' }, ...inherited } }),
    );
    expect(Object.keys((await rulesOf(small)).commandments)).toHaveLength(10_002);
  });

  test('of two masters the one that no longer fits is left out', async () => {
    const part = (name: string) =>
      bundle('shop', {
        commandments: {
          [name]: { ...bare, when: 'x'.repeat(2_000) },
          ...Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${name}.b${at}`, bare])),
        },
      });
    const [first, second] = [await startStub(json(part('a'))), await startStub(json(part('b')))];
    const own = await reader([first.url, second.url], localContent, { remote_timeout_seconds: 30 });
    const rules = await rulesOf(own);
    expect(rules.commandments).toHaveProperty('a');
    expect(rules.commandments).not.toHaveProperty('b');
    expect(rules.warnings).toEqual([expect.stringContaining(second.url)]);
  });

  test('a `when` whose template grows is left empty, with a report', async () => {
    const when = "{{ 'x' | indent(100000, true) }}";
    const inherited = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`a.b${at}`, bare]));
    const own = await readerOf(bundle('shop', { commandments: { a: { ...bare, when }, ...inherited } }));
    const rules = await rulesOf(own);
    expect(rules.commandments['a.b1']?.when).toBe('These rules apply at all times');
    expect(rules.template_failures).toMatchObject([
      { element_identifier: 'a when', error_message: expect.stringContaining('limit reached') },
    ]);
  });

  test('a local `when` that does the same breaks its own scope', async () => {
    const inherited = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`b${at}`, { ruleset: [] }]),
    );
    const files = {
      's/commandments.yml': JSON.stringify({ a: { when: 'x'.repeat(100_000), ruleset: [], ...inherited } }),
      ...localContent,
    };
    const opened = await testService(files);
    const fault = await faultOf(opened.service, { scope_name: 's' });
    expect(fault).toMatchObject({ code: 'invalid-content', message: expect.stringContaining('64 MiB') });
    expect(texts((await rulesOf(opened)).commandments).local).toEqual(['Keep calm']);
  });
});
