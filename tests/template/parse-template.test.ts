import { describe, expect, it } from 'vitest';
import { findUses } from '../../src/template/parse/find-uses.ts';
import { parseTemplate } from '../../src/template/parse/parse-template.ts';

describe('parseTemplate', () => {
  it('lists the variables that come from the context, with their places', () => {
    const text = "{{ a.b['c'].d }}{% for x in list %}{{ x.y ~ z }}{{ loop.index }}{% endfor %}{{ x }}";
    expect(findUses(parseTemplate(text)).variables).toEqual([
      { name: "a.b['c'].d", path: ['a', 'b', 'c', 'd'], offset: 3, isOptional: false },
      { name: 'list', path: ['list'], offset: text.indexOf('list'), isOptional: false },
      { name: 'z', path: ['z'], offset: text.indexOf('z }}'), isOptional: false },
      { name: 'x', path: ['x'], offset: text.lastIndexOf('x'), isOptional: false },
    ]);
  });

  it.each([
    ["{{ a | default('x') }}", ['a?']],
    ["{{ a | d(b) | d('x') }}", ['a?', 'b?']],
    ['{{ a | d(b) }}', ['a?', 'b']],
    ['{% if a is defined and b %}{% endif %}', ['a?', 'b']],
    ['{{ a is none }}', ['a']],
    ["{{ (a if b else c) | default('x') }}", ['a?', 'b', 'c?']],
    ["{{ a[b] | default('x') }}", ['a[b]?', 'b']],
    ['{{ a[b].c }}', ['a[b].c', 'b']],
    ['{{ [a, -b] | join(c) }}', ['a', 'b', 'c']],
    ['{% if a %}{{ b }}{% elif c %}{{ d }}{% else %}{{ e }}{% endif %}', ['a', 'b', 'c', 'd', 'e']],
    ['{{ (a).b }}', ['a.b']],
    ['{{ [a][b] }}', ['a', 'b']],
  ])('%s uses %j', (text, names) => {
    const found = findUses(parseTemplate(text)).variables.map(
      ({ name, isOptional }) => name + (isOptional ? '?' : ''),
    );
    expect(found).toEqual(names);
  });

  it('stops a path where it is not known', () => {
    expect(findUses(parseTemplate('{{ a.b[c].d }}')).variables[0]?.path).toEqual(['a', 'b']);
  });

  it('lists filters with their places', () => {
    const text = '{{ a | upper }}{% if b | x(c | y) %}{% endif %}';
    expect(findUses(parseTemplate(text)).filters).toEqual([
      { name: 'upper', offset: text.indexOf('upper') },
      { name: 'x', offset: text.indexOf('x(') },
      { name: 'y', offset: text.indexOf('y)') },
    ]);
  });

  it('collects problems of all tags', () => {
    const text = 'a {{ 1 + }} {% if = %}{{ "b" ~ }}{% endif %} {% nope %}';
    const { problems, isBroken, body } = parseTemplate(text);
    expect(isBroken).toBe(false);
    expect(problems.map(({ offset, source }) => [offset, source])).toEqual([
      [text.indexOf('}}'), '{{ 1 + }}'],
      [text.indexOf('='), '{% if = %}'],
      [text.indexOf('}}{% endif'), '{{ "b" ~ }}'],
      [text.indexOf('nope'), '{% nope %}'],
    ]);
    expect(body.map(({ kind }) => kind)).toEqual(['text', 'broken', 'text', 'broken', 'text', 'broken']);
  });

  it('says when the blocks do not fit together', () => {
    const { isBroken, body, problems } = parseTemplate('{{ 1 + }}{% if a %}');
    expect({ isBroken, body }).toEqual({ isBroken: true, body: [] });
    expect(problems).toHaveLength(2);
  });

  it('gives up on a text with endless problems', () => {
    const { isBroken, problems } = parseTemplate('{{}}'.repeat(10_000));
    expect(isBroken).toBe(true);
    expect(problems).toHaveLength(1_001);
  });
});
