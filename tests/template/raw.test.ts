import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkEnd, failureOf, renderKeeping, textOf } from './render.ts';

describe('{% raw %}', () => {
  test.each([
    ['{% raw %}\u0024{{ github.ref }}{% endraw %}', '\u0024{{ github.ref }}'],
    ['a {% raw %}{% if x %}{# c #}{{{% endraw %} {{ name }}', 'a {% if x %}{# c #}{{ Ada'],
    ["{% raw %}it's {{ 'open{% endraw %}", "it's {{ 'open"],
    ['{% raw %}{% endraw %}', ''],
    ['{%raw%}{{ x }}{%endraw%}', '{{ x }}'],
    ['{% raw %}{% raw %}{% endraw %}', '{% raw %}'],
    ['{% if yes %}{% raw %}{{ a }}{% endraw %}{% endif %}', '{{ a }}'],
    ['{% for x in [1, 2] %}{% raw %}{{ x }}{% endraw %}{{ x }}{% endfor %}', '{{ x }}1{{ x }}2'],
    ['{% raw %}\r\n\\n\\\\ {{ a }}\n{% endraw %}', '\r\n\\n\\\\ {{ a }}\n'],
    // White space.
    ['a  {%- raw %} {{ a }} {% endraw -%}  b', 'a {{ a }} b'],
    ['a {% raw -%} \n {{ a }} \n {%- endraw %} b', 'a {{ a }} b'],
    ['a {% raw -%}  {%- endraw %} b', 'a  b'],
    ['{# {% raw %} #}{{ name }}', 'Ada'],
    ["{{ '{% raw %}' }}{{ name }}", '{% raw %}Ada'],
  ])('%j', (template, text) => {
    expect(textOf(template)).toBe(text);
  });

  test.each([
    ['{% raw %}{{ a }}', /never closed; add {% endraw %}/],
    ['{% endraw %}', /no {% raw %} before it/],
    ['{% raw x %}{% endraw %}', /raw %} takes nothing/],
    ['{% rwa %}', /did you mean "raw"/],
  ])('%j is a mistake', (template, message) => {
    expect(failureOf(template).message).toMatch(message);
    expect(renderKeeping(template).text).toBe(template);
  });

  test('whatever stands in it comes out as it stands', () => {
    const part = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '{#',
      '#}',
      "'",
      '"',
      '\\',
      'a',
      '\n',
      '-',
      ' ',
      '😀',
    );
    const inside = fc.array(part).map((parts) => parts.join(''));
    fc.assert(
      fc.property(inside, (text) => {
        expect(textOf(`x{% raw %}${text}{% endraw %}y`)).toBe(`x${text}y`);
        checkEnd(`{{ name }}{% raw %}${text}`);
      }),
    );
  });
});
