import { describe, expect, it } from 'vitest';
import { createBudget } from '../../src/template/render/budget.ts';
import { type RenderResult, renderTemplate } from '../../src/template/render/render-template.ts';
import type { TemplateContext, Value } from '../../src/template/value.ts';
import { startProcessorClock } from '../support/in-time.ts';
import { context, render } from './render.ts';

const million = 1_000_000;

/** Renders and fails the test if that takes a second of processor time (the clock would blame us for a busy machine). */
function inTime(text: string, keepFailing: boolean, values: TemplateContext = context): RenderResult {
  const time = startProcessorClock();
  const result = renderTemplate(text, { context: values, budget: createBudget(), keepFailing });
  time.expectInTime(1_000);
  return result;
}

describe('what a template cannot reach', () => {
  it.each([
    `{{ ''.constructor.constructor('return process')() }}`,
    `{{ ''.constructor }}`,
    `{{ ''['constructor'] }}`,
    `{{ name.constructor.name }}`,
    `{{ name.length }}`,
    `{{ name['length'] }}`,
    `{{ name.__proto__ }}`,
    '{{ 1.constructor }}',
    '{{ port.toFixed }}',
    '{{ yes.valueOf }}',
    '{{ scope.__proto__ }}',
    `{{ scope['__proto__'] }}`,
    `{{ scope['__pro' ~ 'to__'] }}`,
    `{{ scope['constructor'] }}`,
    `{{ scope['con' + 'structor'] }}`,
    '{{ scope.constructor.prototype }}',
    '{{ scope.prototype }}',
    '{{ scope.hasOwnProperty }}',
    '{{ scope.toString }}',
    '{{ scope.__defineGetter__ }}',
    '{{ scope.__lookupGetter__ }}',
    `{{ scope[['__proto__']] }}`,
    `{{ scope[['constructor']] }}`,
    '{{ [].map }}',
    '{{ [].length }}',
    `{{ []['constructor'] }}`,
    '{{ list.length }}',
    '{{ list.push }}',
    `{{ list['0'] }}`,
    '{{ list.__proto__ }}',
    '{{ constructor }}',
    '{{ __proto__ }}',
    '{{ prototype }}',
    '{{ toString }}',
    '{{ hasOwnProperty }}',
    '{{ this }}',
    '{{ self }}',
    '{{ it }}',
    '{{ globalThis }}',
    '{{ process.env }}',
    `{{ require('fs') }}`,
    `{{ import('fs') }}`,
    '{{ Function }}',
    '{{ eval }}',
    '{{ __eta }}',
    '{{ include }}',
    '{{ options }}',
    '{{ arguments }}',
    '{{ `$' + '{process}` }}',
    "{{ 1 }}{{ ');process.exit();(' + 1 }}",
    '{% for x in list %}{{ loop.constructor }}{% endfor %}',
    '{% for x in list %}{{ loop.__proto__ }}{% endfor %}',
    '{% for __proto__ in list %}{{ scope.__proto__ }}{% endfor %}',
    '{% for x in list %}{{ loop }}{{ loop.toString }}{% endfor %}',
    '{{ name | constructor }}',
    '{{ name | __proto__ }}',
    '{{ name | toString }}',
    '{{ name | hasOwnProperty }}',
    '{{ name is constructor }}',
    '{{ (scope | list).constructor }}',
    '{{ (scope | tojson).constructor }}',
    '{{ (list | sort).sort }}',
  ])('%s fails', (text) => {
    const result = inTime(text, false);
    expect(result.text).toBeNull();
    expect(result.failures).toHaveLength(1);
    const kept = inTime(text, true);
    expect(kept.failures.length).toBeGreaterThan(0);
  });

  it('hidden names that the data itself has', () => {
    const values = {
      m: JSON.parse('{"__proto__": {"a": "x"}, "constructor": "y", "prototype": "z", "ok": 1}'),
    };
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      expect(render(`{{ m.${name} }}`, values).text).toBeNull();
      expect(render(`{{ m['${name}'] }}`, values).text).toBeNull();
      expect(render(`{{ '${name}' in m }}`, values).text).toBe('false');
      expect(render(`{{ ${name} }}`, values.m).text).toBeNull();
    }
    expect(render('{{ m }} {{ m | list }} {{ m.a is defined }}', values).text).toBe('{"ok": 1} ["ok"] false');
  });

  it('anything that is not plain data, nor does it run it', () => {
    let calls = 0;
    class Host {
      secret = 'secret';
    }
    const inner = {
      get getter() {
        calls += 1;
        return 'secret';
      },
      method: () => {
        calls += 1;
        return 'secret';
      },
      toJSON: () => 'secret',
      toString: () => 'secret',
      host: new Host(),
      date: new Date(),
      map: new Map([['a', 'secret']]),
      symbol: Symbol('secret'),
      big: 10n,
      bytes: Buffer.from('secret'),
      error: new Error('secret'),
      promise: Promise.resolve('secret'),
      heir: Object.create({ secret: 'secret' }),
      [Symbol('secret')]: 'secret',
    };
    Object.defineProperty(inner, 'unlisted', { value: 'fine', enumerable: false });
    const values = {
      ...Object.getOwnPropertyDescriptors({}),
      inner,
      list: [inner, inner.method, new Host()],
    };
    Object.defineProperty(values, 'getter', Object.getOwnPropertyDescriptor(inner, 'getter') ?? {});
    const given = values as unknown as TemplateContext;
    for (const name of Reflect.ownKeys(inner)) {
      if (typeof name !== 'string' || name === 'unlisted') continue;
      expect(render(`{{ inner.${name} }}`, given).text).toBeNull();
      expect(render(`{{ list[0].${name} }}`, given).text).toBeNull();
    }
    expect(render('{{ getter }}', given).text).toBeNull();
    expect(render('{{ list[1] }}', given).text).toBeNull();
    expect(render('{{ list[2] }}', given).text).toBeNull();
    expect(render('{{ inner }}{{ inner | list }}', given).text).toBe('{}[]');
    expect(calls).toBe(0);
  });

  it('functions and host objects do not get into results or to filters', () => {
    const seen: unknown[] = [];
    const filters = new Map([
      [
        'spy',
        (value: Value, args: readonly Value[]) => {
          seen.push(value, ...args);
          return value;
        },
      ],
    ]);
    const values = {
      data: { f: () => 1, d: new Date(), l: [() => 1, 2], ok: { x: 'y' } },
    } as unknown as TemplateContext;
    const texts = [
      '{{ data | spy(data.l) }}',
      '{{ data.l | spy(data.ok) }}',
      '{{ data.f }}',
      '{{ data.d | spy }}',
    ];
    for (const text of texts) {
      const result = renderTemplate(text, {
        context: values,
        budget: createBudget(),
        filters,
        keepFailing: true,
      });
      expect(() => structuredClone(result)).not.toThrow();
      expect(typeof result.text).toBe('string');
    }
    expect(seen.length).toBeGreaterThanOrEqual(4);
    for (const value of seen) {
      expect(() => structuredClone(value)).not.toThrow();
      expect(JSON.stringify(value)).not.toMatch(/\d{4}-\d\d-\d\dT/);
    }
  });
});

describe('what a template cannot use up', () => {
  const nested = (depth: number, list: string, inner: string) =>
    Array.from({ length: depth }, (_, level) => `{% for v${level} in ${list} %}`).join('') +
    inner +
    '{% endfor %}'.repeat(depth);
  const ten = '[0,1,2,3,4,5,6,7,8,9]';
  const doubling = (depth: number, first: string, sign: string, last = '') =>
    Array.from({ length: depth }, (_, level) => {
      const name = level === 0 ? first : `v${level - 1}`;
      return `{% for v${level} in [${name} ${sign} ${name}] %}`;
    })
      .concat(last.replaceAll('$', `v${depth - 1}`), '{% endfor %}'.repeat(depth))
      .join('');
  const cyclic: { self?: unknown; list: unknown[] } = { list: [] };
  cyclic.self = cyclic;
  cyclic.list.push(cyclic.list);
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 'x');
  const laughs = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner, inner], 'x');
  const tall = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], Array(3_000).fill(0));
  const tooLong = /^limit reached: a string may have at most 1,048,576 characters/;
  const big = Array.from({ length: 50_000 }, (_, index) => `item ${(index * 7919) % 50_000}`);
  const values = {
    ...context,
    cyclic,
    deep,
    laughs,
    tall,
    big,
    long: 'ab '.repeat(300_000),
  } as unknown as TemplateContext;

  it.each([
    ['endless nested loops', nested(8, ten, '')],
    ['endless nested loops that write', nested(8, ten, '{{ 1 }}')],
    ['loops of many steps', `${nested(5, ten, `{{ ${'1 + '.repeat(500)}1 }}`.repeat(100))}`],
    ['10 MB of output', nested(4, ten, 'x'.repeat(1_000))],
    ['10 MB of output in one go', nested(1, ten, '{{ long }}{{ long }}')],
    ['a string that doubles', doubling(40, `'x'`, '~'), tooLong],
    ['a string that doubles with +', doubling(40, `'x'`, '+'), tooLong],
    ['a list that doubles', doubling(40, '[1]', '+')],
    [
      'a value that nests',
      nested(4, ten, '{{ 1 }}').replace('{{ 1 }}', doubling(50, '[1]', ',', '{{ $ | tojson }}')),
    ],
    ['a string that is multiplied', `{{ 'x' * 1000000000 }}`, /cannot multiply/],
    ['replace that grows', doubling(12, `'aaaa'`, '~', `{{ $ | replace('a', $) }}`), tooLong],
    ['JSON that grows', '{{ tall | tojson(8) }}', tooLong],
    ['join that grows', `{{ big | join(long) }}`, tooLong],
    ['indent that grows', `{{ 'a' | indent(1000000000) }}`, /indent needs a whole number from 0 to/],
    ['indent of many lines', String.raw`{{ long | replace(' ', '\n') | indent(100) }}`, tooLong],
    [
      'a needle that is slow to look for',
      doubling(17, `'a'`, '~', `{{ ('b' ~ $) in ($ ~ $) }}`),
      /a text to look for/,
    ],
    [
      'split at a slow needle',
      doubling(17, `'a'`, '~', `{{ ($ ~ $) | split('b' ~ $) }}`),
      /a text to look for/,
    ],
    [
      'replace with a slow needle',
      doubling(17, `'a'`, '~', `{{ ($ ~ $) | replace('b' ~ $, '') }}`),
      /a text to look for/,
    ],
    ['sorting again and again', nested(3, ten, '{{ big | sort | first }}')],
    ['unique again and again', nested(3, ten, '{{ big | unique | first }}')],
    ['JSON again and again', nested(3, ten, '{{ big | tojson | length }}')],
    ['join again and again', nested(3, ten, '{{ big | join | length }}')],
    ['lengths again and again', nested(4, ten, '{{ long | length }}')],
    ['equality again and again', nested(4, ten, '{{ big == big }}')],
    ['membership again and again', nested(4, ten, `{{ 'nowhere' in big }}`)],
    ['case again and again', nested(4, ten, '{{ long | title | length }}')],
    ['JSON of a cycle', '{{ cyclic | tojson }}'],
    ['text of a cycle', '{{ cyclic }}'],
    ['text of a cyclic list', '{{ cyclic.list ~ 1 }}'],
    ['equality of cycles', '{{ [cyclic] == [cyclic] }}'],
    ['unique of cycles', '{{ [cyclic, cyclic] | unique | length }}'],
    ['JSON of something deep', '{{ deep | tojson }}'],
    ['equality of something deep', '{{ deep == [deep] }}'],
    ['JSON of something that unfolds', '{{ laughs | tojson }}'],
    ['equality of something that unfolds', '{{ laughs == [laughs[0], laughs[1]] }}'],
    ['65 brackets', `{{ ${'('.repeat(65)}1${')'.repeat(65)} }}`, /may be nested at most 64/],
    ['10,000 brackets', `{{ ${'('.repeat(10_000)}1${')'.repeat(10_000)} }}`],
    ['10,000 square brackets', `{{ ${'['.repeat(10_000)}1${']'.repeat(10_000)} }}`],
    ['10,000 indices', `{{ ${'list['.repeat(10_000)}0${']'.repeat(10_000)} }}`],
    ['10,000 filters in arguments', `{{ ${'1|default('.repeat(10_000)}0${')'.repeat(10_000)} }}`],
    ['10,000 signs', `{{ ${'- '.repeat(10_000)}1 }}`],
    ['10,000 nots', `{{ ${'not '.repeat(10_000)}1 }}`],
    ['100,000 sums', `{{ ${'1+'.repeat(100_000)}1 }}`],
    ['100,000 members', `{{ a${'.a'.repeat(100_000)} }}`],
    ['100,000 filters', `{{ 1${'|d'.repeat(100_000)} }}`],
    ['100,000 conditions', `{{ ${'1 if 1 else '.repeat(80_000)}1 }}`],
    ['65 blocks', `${'{% if yes %}'.repeat(65)}${'{% endif %}'.repeat(65)}`],
    ['10,000 blocks', `${'{% if yes %}'.repeat(10_000)}${'{% endif %}'.repeat(10_000)}`],
    ['1 MB of {{', '{{'.repeat(million / 2), /is never closed/],
    ['1 MB of {{}}', '{{}}'.repeat(million / 4)],
    ['20,000 empty tags', '{{}}'.repeat(20_000), /where a value is expected/],
    ["1 MB of {{'", "{{'".repeat(million / 3), /is never closed/],
    [`1 MB of {{"'`, `{{"'`.repeat(million / 4), /is never closed/],
    ['1 MB of {%', '{%'.repeat(million / 2), /is never closed/],
    ['1 MB of {#', `{{ 1 }}${'{#'.repeat(million / 2)}`, /is never closed/],
    ['1 MB of {{-', '{{-'.repeat(million / 3), /is never closed/],
    ['1 MB of {{ in a string', `{{ '${'{{'.repeat(million / 2)}`, /is never closed/],
    ['1 MB of backslashes', `{{ '${'\\'.repeat(million)}`, /is never closed/],
    ['1 MB of white space', `{{ 1${' '.repeat(million)}2 }}`, /"2" stands where/],
    ['1 MB of digits', `{{ ${'1'.repeat(million)} }}`, /too large/],
    ['1 MB of digits and lines', `{{ ${'1_'.repeat(million / 2)} }}`, /put text in quotes/],
    ['1 MB of letters', `{{ ${'a'.repeat(million)} }}`, /is not defined/],
    ['1 MB of missing names', '{{a}}'.repeat(million / 5)],
    ['20,000 missing names', '{{a}}'.repeat(20_000), /is not defined/],
    ['1 MB of mistakes', '{{ 1 + "a" }}'.repeat(million / 13)],
    ['20,000 mistakes', '{{ 1 + "a" }}'.repeat(20_000), /cannot add/],
    ['1 MB of loops too many', nested(1, 'long', '').repeat(million / 40)],
    ['10,000 loops too many', nested(1, 'long', '').repeat(10_000)],
    ['1 MB of costly failures', '{{ big | join(long) }}'.repeat(million / 22)],
    ['20,000 costly failures', '{{ big | join(long) }}'.repeat(20_000)],
    ['1 MB of unknown statements', '{% x %}'.repeat(million / 7)],
    ['20,000 unknown statements', '{% x %}'.repeat(20_000), /there is no statement/],
    ['2 MB', `{{ name }}${'x'.repeat(2 * million)}`],
  ] as const)('%s fails within a second', (_, text, message = /^limit reached/) => {
    const result = inTime(text, false, values);
    expect(result.text).toBeNull();
    expect(result.failures[0]?.message).toMatch(message);
    expect(inTime(text, true, values).failures.length).toBeGreaterThan(0);
  });

  it.each([
    ['20,000 expressions', '{{ name }}'.repeat(20_000)],
    ['20,000 comments', `{{ 1 }}${'{##}'.repeat(19_999)}`],
    ['1 MB of text', `{{ 1 }}${"\\'\r\n".repeat(million / 4)}`],
    ['64 brackets', `{{ ${'('.repeat(64)}1${')'.repeat(64)} }}`],
    ['64 blocks', `${'{% if yes %}'.repeat(64)}${'{% endif %}'.repeat(64)}`],
    ['a sum of 1,000', `{{ ${'1+'.repeat(1_000)}1 }}`],
    ['100,000 turns', '{% for x in long | list %}{% if loop.index == 1 %}{% endif %}{% endfor %}'],
  ])('%s renders within a second', (name, text) => {
    const given = name === '100,000 turns' ? { long: 'x'.repeat(100_000) } : values;
    expect(inTime(text, false, given).failures).toEqual([]);
  });

  it('an answer of hostile texts ends', () => {
    const budget = createBudget();
    const time = startProcessorClock();
    for (let index = 0; index < 10_000; index += 1) {
      const text = `${index % 200}${nested(4, ten, '{{ big | first }}')}`;
      renderTemplate(text, { context: values, budget, keepFailing: index % 2 === 0 });
    }
    time.expectInTime(10_000);
  });
});
