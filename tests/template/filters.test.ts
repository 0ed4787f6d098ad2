import { describe, expect, it } from 'vitest';
import { builtinFilters } from '../../src/template/filters/filters.ts';
import { createBudget } from '../../src/template/render/budget.ts';
import { renderTemplate } from '../../src/template/render/render-template.ts';
import type { Value } from '../../src/template/value.ts';
import { context, failureOf, textOf } from './render.ts';

const rows: readonly [expression: string, text: string][] = [
  [`missing | default('x')`, 'x'],
  ['missing | default', ''],
  [`missing | d('x')`, 'x'],
  [`scope.tags.lead.name | default('x')`, 'x'],
  [`missing.deep['er'] | default('x')`, 'x'],
  [`name | default('x')`, 'Ada'],
  [`name | default(missing)`, 'Ada'],
  [`missing | default(gone) | default('x')`, 'x'],
  [`empty | default('x')`, ''],
  [`empty | default('x', true)`, 'x'],
  [`no | default('x', true)`, 'x'],
  [`nothing | default('x')`, ''],
  [`nothing | default('x', true)`, 'x'],
  [`[] | first | default('x')`, 'x'],
  [`(missing if yes else name) | default('x')`, 'x'],
  [`'aBc' | upper`, 'ABC'],
  ['8080 | upper', '8080'],
  [`'aBc' | lower`, 'abc'],
  [`"don't stop-me (now) [or] <later>" | title`, "Don't Stop-Me (Now) [Or] <Later>"],
  [`'FOO bar' | title`, 'Foo Bar'],
  [`'fOO bar' | capitalize`, 'Foo bar'],
  [`'' | capitalize`, ''],
  [`' a b ' | trim`, 'a b'],
  [`'--a-b-' | trim('-')`, 'a-b'],
  [`'---' | trim('-')`, ''],
  [`'a.b.c' | replace('.', '/')`, 'a/b/c'],
  [`'a.b.c' | replace('.', '', 1)`, 'ab.c'],
  [`'a.b.c' | replace('.', '!', 0)`, 'a.b.c'],
  [`'aaa' | replace('aa', 'b')`, 'ba'],
  [`'a$1' | replace('$1', '$&')`, 'a$&'],
  [`'a' | replace('x', 'y')`, 'a'],
  [`['a', 1, none, true] | join(', ')`, 'a, 1, , true'],
  [`['a', 'b'] | join`, 'ab'],
  [`'abc' | join('-')`, 'a-b-c'],
  [`[] | join(', ')`, ''],
  [`'a,b,,c' | split(',')`, '["a", "b", "", "c"]'],
  [`'  a  b c ' | split`, '["a", "b", "c"]'],
  [`'a' | split(none)`, '["a"]'],
  [`'añ😀' | length`, '3'],
  ['list | count', '3'],
  ['scope.tags | length', '2'],
  [`'' | length`, '0'],
  ['list | first', 'b'],
  ['list | last', 'c'],
  [`'😀bc' | first`, '😀'],
  [`'ab😀' | last`, '😀'],
  ['scope | first', 'name'],
  ['numbers | sort', '[1, 2, 3]'],
  ['numbers | sort(true)', '[3, 2, 1]'],
  [`['b', 'A', 'c', 'B'] | sort | join`, 'AbBc'],
  [`['b', 'A', 'c', 'B'] | sort(false, true) | join`, 'ABbc'],
  [`['b', 'A', 'c', 'B'] | sort(true) | join`, 'cbBA'],
  ['[10, 9, 1] | sort', '[1, 9, 10]'],
  ['[] | sort', '[]'],
  ['scope.tags | sort', '["on-call", "team"]'],
  [`['a', 'A', 'b', 'a'] | unique`, '["a", "b"]'],
  [`['a', 'A', 'b', 'a'] | unique(true)`, '["a", "A", "b"]'],
  [`[1, '1', true, none, none, [1], [1], '[1]'] | unique`, '[1, "1", true, null, [1], "[1]"]'],
  ['[scope.tags, scope, scope.tags] | unique | length', '2'],
  ['list | reverse | join', 'cab'],
  [`'ab😀' | reverse`, '😀ba'],
  [`'a😀' | list`, '["a", "😀"]'],
  ['scope.tags | list', '["team", "on-call"]'],
  ['[1] | list', '[1]'],
  ['12 | string', '12'],
  [`(12 | string) is string`, 'true'],
  ['none | string', ''],
  [`'42' | int + 1`, '43'],
  [`' -3.9 ' | int`, '-3'],
  ['3.9 | int', '3'],
  ['-0.5 | int', '0'],
  [`'x' | int`, '0'],
  [`'x' | int(7)`, '7'],
  [`'1e3' | int`, '1000'],
  ['true | int', '1'],
  ['none | int(5)', '5'],
  [`'2.5' | float`, '2.5'],
  [`'.5' | float`, '0.5'],
  [`'x' | float(1.5)`, '1.5'],
  [`'Infinity' | float`, '0'],
  [`'0x10' | int`, '0'],
  ['2.5 | round', '3'],
  ['-2.5 | round', '-3'],
  ['-0.4 | round', '0'],
  ['1.005 | round(2)', '1.01'],
  ['1234.5 | round(-2)', '1200'],
  [`2.1 | round(0, 'ceil')`, '3'],
  [`-2.1 | round(0, 'floor')`, '-3'],
  [`2.19 | round(1, 'floor')`, '2.1'],
  ['1e21 | round(2)', '1e+21'],
  ['-3.5 | abs', '3.5'],
  [`'foo bar baz qux' | truncate(9)`, 'foo...'],
  [`'foo bar baz qux' | truncate(9, true)`, 'foo ba...'],
  [`'foo bar baz qux' | truncate(11)`, 'foo bar baz qux'],
  [`'foo bar baz qux' | truncate(11, false, '...', 0)`, 'foo bar...'],
  [`'foo bar baz qux' | truncate(8, true, '…')`, 'foo bar…'],
  [`'abcdefghijkl' | truncate(5)`, 'ab...'],
  [`'😀😀😀😀😀😀😀😀😀😀' | truncate(4, true)`, '😀...'],
  [`'short' | truncate`, 'short'],
  [String.raw`'a\nb\n\nc' | indent`, 'a\n    b\n\n    c'],
  [String.raw`'a\nb' | indent(2, true)`, '  a\n  b'],
  [String.raw`'a\n\nb' | indent(1, false, true)`, 'a\n \n b'],
  [String.raw`'a\nb' | indent('> ')`, 'a\n> b'],
  [`[1, 'a"b', none, true] | tojson`, '[1, "a\\"b", null, true]'],
  [`'<a & b>' | tojson`, '"<a & b>"'],
  ['scope.tags | tojson(2)', '{\n  "team": "platform",\n  "on-call": "Bo"\n}'],
  ['[[]] | tojson(1)', '[\n []\n]'],
];

const wrong: readonly [expression: string, message: RegExp][] = [
  ['list | upper', /upper needs a string, not a list/],
  ['none | trim', /trim needs a string, not none/],
  ['name | upper(1)', /the filter upper takes 0 arguments, not 1/],
  ['name | default(1, 2, 3)', /the filter default takes 0 to 2 arguments/],
  [`name | replace('a')`, /the filter replace takes 2 to 3 arguments, not 1/],
  [`name | replace('', 'x')`, /replace needs a text to look for/],
  [`name | replace('A', 'x', -1)`, /replace needs a whole number from 0/],
  [`name | split('')`, /split needs a separator that is not empty/],
  ['5 | join', /join needs a list, a string or a mapping, not a number/],
  ['5 | length', /length needs a string, a list or a mapping, not a number/],
  ['true | first', /first needs a list/],
  ['[] | first', /"\[\] \| first" has no value/],
  ['[] | last', /has no value/],
  [`[1, 'a'] | sort`, /cannot compare a number with a string/],
  ['[[1]] | sort', /cannot compare a list with a list/],
  [`'a' | round`, /round needs a number, not a string/],
  ['1 | round(1.5)', /whole number/],
  [`1 | round(0, 'up')`, /common, ceil or floor/],
  [`'a' | abs`, /abs needs a number/],
  [`'abc' | truncate(1)`, /truncate needs a whole number from 3/],
  ['name | indent(-1)', /indent needs a whole number from 0/],
  ['name | indent(1.5)', /indent needs a whole number/],
  ['name | tojson(9)', /tojson needs a whole number from 0 to 8/],
  ['name | uper', /there is no filter "uper" \(did you mean "upper"\?\)/],
  ['name | constructor', /there is no filter "constructor"/],
  ['name | toString', /there is no filter "toString"/],
  ['name | __proto__', /there is no filter "__proto__"/],
];

describe('filters', () => {
  it.each(rows)('{{ %s }} gives %j', (expression, text) => {
    expect(textOf(`{{ ${expression} }}`)).toBe(text);
  });

  it.each(wrong)('{{ %s }} fails with %s', (expression, message) => {
    expect(failureOf(`{{ ${expression} }}`).message).toMatch(message);
  });

  it('has every filter in this table', () => {
    const promised =
      'default d upper lower title capitalize trim replace join split length count first last sort unique reverse list string int float round abs truncate indent tojson';
    expect([...builtinFilters.keys()].sort()).toEqual(promised.split(' ').sort());
    for (const name of builtinFilters.keys()) {
      expect(rows.some(([expression]) => new RegExp(`\\| ${name}\\b`).test(expression))).toBe(true);
    }
  });

  it('can be called by themselves', () => {
    const call = (name: string, value: Value, ...args: Value[]) => builtinFilters.get(name)?.(value, args);
    expect(call('default', undefined, 'x')).toBe('x');
    expect(call('d', '', 'x')).toBe('');
    expect(call('d', '', 'x', true)).toBe('x');
    expect(
      call('unique', [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toEqual([{ a: 1, b: 2 }]);
    expect(() => call('upper', 'x', 1)).toThrow(/takes 0 arguments/);
  });

  it('never changes what it is given', () => {
    const list: Value = ['b', 'a'];
    textOf('{{ list | sort }}{{ list | reverse }}{{ list | unique }}{{ list | list }}', { list });
    expect(list).toEqual(['b', 'a']);
  });
});

describe('filters of plugins', () => {
  const withFilter = (filter: (value: Value, args: readonly Value[]) => unknown) =>
    renderTemplate('{{ list | mine(1, name) }}', {
      context,
      budget: createBudget(),
      filters: new Map([['mine', filter as () => Value]]),
    });

  it('get the value and the arguments', () => {
    const result = withFilter((value, args) => `${JSON.stringify(value)} ${JSON.stringify(args)}`);
    expect(result).toEqual({ text: '["b","a","c"] [1,"Ada"]', failures: [] });
  });

  it('do not take the place of built-in ones', () => {
    const filters = new Map([['upper', () => 'mine']]);
    expect(renderTemplate(`{{ 'a' | upper }}`, { context, budget: createBudget(), filters }).text).toBe('A');
  });

  it('are offered for misspelt names', () => {
    const filters = new Map([['shout', () => 'mine']]);
    const result = renderTemplate(`{{ 'a' | shuot }}`, { context, budget: createBudget(), filters });
    expect(result.failures[0]?.message).toContain('did you mean "shout"?');
  });

  it.each([
    [
      'an error',
      () => {
        throw new Error('boom');
      },
      /the filter mine failed: boom/,
    ],
    [
      'a string thrown',
      () => {
        throw 'boom';
      },
      /the filter mine failed: boom/,
    ],
    [
      'a thing without a name',
      () => {
        throw Object.create(null);
      },
      /could not be rendered/,
    ],
    ['a promise', () => Promise.resolve('x'), /not plain data/],
    ['a function', () => () => 'x', /not plain data/],
    ['a symbol', () => Symbol('x'), /not plain data/],
    ['an object of a class', () => new Date(), /not plain data/],
    ['nothing', () => undefined, /not plain data/],
    ['a change of its input', (value: Value) => (value as Value[]).push('x'), /the filter mine failed/],
  ])('that give %s fail the template', (_, filter, message) => {
    const result = withFilter(filter);
    expect(result.text).toBeNull();
    expect(result.failures[0]?.message).toMatch(message);
    expect(result.failures[0]?.source).toBe('{{ list | mine(1, name) }}');
  });

  it('may hand back one list again, changed', () => {
    const list: number[] = [];
    const filters = new Map([
      [
        'grow',
        () => {
          list.push(list.length);
          return list;
        },
      ],
    ]);
    const options = { context, budget: createBudget(), filters };
    expect(renderTemplate('{{ 1 | grow }} {{ 1 | grow }}', options).text).toBe('[0] [0, 1]');
  });
});
