import { describe, expect, it } from 'vitest';
import { failureOf, textOf } from './render.ts';

const rows: readonly [template: string, text: string][] = [
  // if
  ['{% if yes %}a{% endif %}', 'a'],
  ['{% if no %}a{% endif %}', ''],
  ['{% if no %}a{% else %}b{% endif %}', 'b'],
  ['{% if no %}a{% elif yes %}b{% else %}c{% endif %}', 'b'],
  ['{% if no %}a{% elif zero %}b{% elif empty %}c{% else %}d{% endif %}', 'd'],
  ['{% if yes %}a{% elif missing %}b{% endif %}', 'a'],
  ['{% if yes %}{% if no %}a{% else %}b{% endif %}{% endif %}', 'b'],
  ['{% if yes %}{% endif %}', ''],
  // what is true
  ['{% if none_at_all %}a{% else %}b{% endif %}', 'b'],
  ['{% if nothing %}a{% else %}b{% endif %}', 'b'],
  ['{% if scope %}a{% else %}b{% endif %}', 'a'],
  ['{% if [0] %}a{% else %}b{% endif %}', 'a'],
  ["{% if '0' %}a{% else %}b{% endif %}", 'a'],
  // for
  ['{% for x in list %}{{ x }},{% endfor %}', 'b,a,c,'],
  ['{% for x in [] %}a{% endfor %}', ''],
  ['{% for x in [[1, 2], [3]] %}{% for y in x %}{{ y }}{% endfor %};{% endfor %}', '12;3;'],
  [
    '{% for x in list %}{{ loop.index }}{{ x }}{% if loop.first %}!{% endif %}{% if not loop.last %}, {% endif %}{% endfor %}',
    '1b!, 2a, 3c',
  ],
  [
    '{% for x in [1, 2] %}{% for y in [7, 8] %}{{ loop.index }}{% endfor %}/{{ loop.index }} {% endfor %}',
    '12/1 12/2 ',
  ],
  [
    '{% for x in [1, 2] %}{% for x in [3] %}{% for x in [4] %}{{ x }}{% endfor %}{{ x }}{% endfor %}{{ x }} {% endfor %}',
    '431 432 ',
  ],
  ['{% for x in [1] %}a{% endfor %}{% for y in [2] %}{{ y }}{% endfor %}', 'a2'],
  ["{% for c in 'aé😀' %}[{{ c }}]{% endfor %}", '[a][é][😀]'],
  ['{% for k in scope.tags %}{{ k }}={{ scope.tags[k] }};{% endfor %}', 'team=platform;on-call=Bo;'],
  ['{% for name in [1] %}{{ name }}{% endfor %}{{ name }}', '1Ada'],
  ['{% for x in list | sort %}{{ x }}{% endfor %}', 'abc'],
  ['{% for x in (list if yes else []) %}{{ x }}{% endfor %}', 'bac'],
  // comments
  ['a{# {{ missing }} {% if %} #}b{{ 1 }}', 'ab1'],
  ['a{##}b{{ 1 }}', 'ab1'],
  ["{# it's #}{{ 1 }}", '1'],
  // white space control
  ['a  {{- 1 -}}  b', 'a1b'],
  ['a \n\t {{- 1 }} b', 'a1 b'],
  ['a {{ 1 -}} \n\n b', 'a 1b'],
  ['a {#- c -#} b{{ 1 }}', 'ab1'],
  ['a {# c #} b{{ 1 }}', 'a  b1'],
  ['x {%- if yes -%} a {%- endif -%} y', 'xay'],
  ['{% for x in [1, 2] -%}\n  {{ x }}\n{%- endfor %}', '12'],
  ['{{-1}}{{- 2-}}{{3-}}', '123'],
  ['{{ -1 }}', '-1'],
  ['{%-if yes-%}a{%-endif-%}', 'a'],
  // white space that is kept, as are line breaks of every kind, backslashes, quotes and stray signs
  ['{% if yes %}\na\n{% endif %}\n', '\na\n\n'],
  ['a\r\nb\r{{ 1 }}\n\r\n', 'a\r\nb\r1\n\r\n'],
  ['a\v\f\u2028\r{{ 1 }}\r', 'a\v\f\u2028\r1\r'],
  ['a \r\n {{- 1 -}} \r\n b', 'a1b'],
  [`\\n \\' \\\\ ' " \` $\{x} \\u0041{{ 1 }}\\`, `\\n \\' \\\\ ' " \` $\{x} \\u00411\\`],
  ['} }} %} #} { {{ 1 }} } }} %} #} {', '} }} %} #} { 1 } }} %} #} {'],
  ['<%= 1 %>{{ 1 }}', '<%= 1 %>1'],
  ['/* {{ 1 }} `', '/* 1 `'],
  ['{{0}}{{_1}}'.replace('_1', "'_1_'"), '0_1_'],
  ["{{ '{{' }}{{ '}}' }}{{ \"%}\" }}", '{{}}%}'],
  ['{{\n1\n+\n1\n}}', '2'],
  ['{{ 1 }}}', '1}'],
];

const wrong: readonly [template: string, message: RegExp][] = [
  ['{% if yes %}', /\{% if %\} is never closed; add \{% endif %\}/],
  ['{% for x in list %}', /\{% for %\} is never closed; add \{% endfor %\}/],
  ['{% endif %}', /\{% endif %\} is outside of any block/],
  ['{% else %}', /\{% else %\} is outside of any block/],
  ['{% if yes %}{% endfor %}', /does not fit in \{% if %\}; close that with \{% endif %\} first/],
  ['{% for x in list %}{% endif %}', /does not fit in \{% for %\}/],
  ['{% for x in list %}{% else %}{% endfor %}', /\{% else %\} does not fit in \{% for %\}/],
  ['{% if yes %}{% else %}{% else %}{% endif %}', /does not fit/],
  ['{% if yes %}{% else %}{% elif no %}{% endif %}', /does not fit/],
  ['{% if %}{% endif %}', /the tag ends where a value is expected/],
  ['{% if yes no %}{% endif %}', /"no" stands where/],
  ['{% if yes %}{% else no %}{% endif %}', /"no" stands where/],
  ['{% if yes %}{% endif no %}', /"no" stands where/],
  ['{% if yes %}{% elif %}{% endif %}', /where a value is expected/],
  ['{% for %}{% endfor %}', /where the name of the loop variable is expected/],
  ['{% for x %}{% endfor %}', /where "in" is expected/],
  ['{% for x in %}{% endfor %}', /where a value is expected/],
  ['{% for x in list list %}{% endfor %}', /"list" stands where/],
  ['{% for k, v in scope %}{% endfor %}', /a loop has one variable/],
  ["{% for 'x' in list %}{% endfor %}", /where the name of the loop variable/],
  ['{% for loop in list %}{% endfor %}', /where the name of the loop variable/],
  ['{% for true in list %}{% endfor %}', /where the name of the loop variable/],
  ['{% for in in list %}{% endfor %}', /where the name of the loop variable/],
  ['{% for x in 5 %}{% endfor %}', /a loop needs a list, a string or a mapping, not a number/],
  ['{% for x in none %}{% endfor %}', /a loop needs a list, a string or a mapping, not none/],
  ['{% for x in list %}{% endfor %}{{ x }}', /"x" is not defined/],
  ['{% for x in list %}{% endfor %}{{ loop.index }}', /"loop.index" is not defined/],
  ['{% for x in list %}{{ loop.length }}{% endfor %}', /"loop.length" is not defined/],
  ['{% %}', /the tag ends where a statement is expected/],
  ['{% 1 %}', /"1" stands where a statement is expected/],
  ['{% elseif x %}', /there is no statement "elseif" \(write elif\)/],
  ['{% set x = 1 %}', /there is no statement "set"/],
  ['{% endfro %}', /did you mean "endfor"/],
  ["{% include 'x' %}", /there is no statement "include"/],
  ['{{ 1', /this tag is never closed; add }}$/],
  ['{% if yes', /this tag is never closed; add %}$/],
  ['{{ 1 }}{# never', /this tag is never closed; add #}$/],
  ["{{ 'abc }}", /a string in this tag is never closed; add its quote$/],
];

describe('statements', () => {
  it.each(rows)('%j gives %j', (template, text) => {
    expect(textOf(template)).toBe(text);
  });

  it.each(wrong)('%j fails with %s', (template, message) => {
    expect(failureOf(template).message).toMatch(message);
  });

  it.each(['', 'plain', '{# not a template #}', '{ { a } }', '#} }} %}', 'a\r\n{#', '{'])(
    'leaves %j as it is',
    (text) => {
      expect(textOf(text)).toBe(text);
    },
  );

  it('names the tag that opens a block and its place', () => {
    expect(failureOf('a {% if yes %} {{ name }}')).toMatchObject({ offset: 2, source: '{% if yes %}' });
  });

  it('names the tag inside of a block that fails', () => {
    const failure = failureOf('{% for x in [1, 0] %}{{ 1 / x }}{% endfor %}');
    expect(failure).toMatchObject({ source: '{{ 1 / x }}', offset: 24, message: 'cannot divide by zero' });
  });
});
