import { describe, expect, it } from 'vitest';
import { failureOf, textOf } from './render.ts';

const rows: readonly [expression: string, variableName: string | null, message: RegExp][] = [
  ['missing', 'missing', /"missing" is not defined; define it or write \{\{ missing \| default\('…'\) \}\}/],
  ['nmae', 'nmae', /did you mean "name"\?/],
  ['scope.tags.lead', 'scope.tags.lead', /"scope.tags.lead" is not defined/],
  ['scope.tags.taem', 'scope.tags.taem', /did you mean "team"\?/],
  ['scope.tag.team', 'scope.tag.team', /"scope.tag.team" is not defined \(did you mean "tags"\?\)/],
  ['scop.tags.team', 'scop.tags.team', /did you mean "scope"\?/],
  [`scope['tags']["lead"]`, `scope['tags']["lead"]`, /is not defined/],
  ['( scope . tags ) . lead', 'scope.tags.lead', /is not defined/],
  ['list[9]', 'list[9]', /\(list is a list\)/],
  ['list[1.5]', 'list[1.5]', /is not defined/],
  ['list.name', 'list.name', /\(list is a list\)/],
  ['list[name]', 'list[name]', /is not defined/],
  ['scope[list]', 'scope[list]', /is not defined/],
  ['name.first', 'name.first', /\(name is a string\)/],
  ['name[0]', 'name[0]', /\(name is a string\)/],
  ['port.x', 'port.x', /\(port is a number\)/],
  ['nothing.x', 'nothing.x', /\(nothing is none\)/],
  ['missing | upper', 'missing', /is not defined/],
  ['missing | upper | default("x")', 'missing', /is not defined/],
  ['missing ~ "x" | default("x")', 'missing', /is not defined/],
  ['(missing ~ "x") | default("x")', 'missing', /is not defined/],
  ['missing | default(gone)', 'gone', /"gone" is not defined/],
  ['missing is none', 'missing', /is not defined/],
  ['missing is empty', 'missing', /is not defined/],
  ['missing == none', 'missing', /is not defined/],
  ['not missing', 'missing', /is not defined/],
  ['missing and yes', 'missing', /is not defined/],
  ['no or missing', 'missing', /is not defined/],
  ['[missing]', 'missing', /is not defined/],
  ['missing in list', 'missing', /is not defined/],
  ['1 if missing else 2', 'missing', /is not defined/],
  ['missing if yes else 2', 'missing', /is not defined/],
  ['list[missing]', 'missing', /is not defined/],
  ['list[missing] | default("x")', 'missing', /is not defined/],
  ['name | replace(missing, "x")', 'missing', /is not defined/],
  ['list | map', null, /no filter "map"/],
];

describe('undefined values', () => {
  it.each(rows)('{{ %s }} blames %s', (expression, variableName, message) => {
    const failure = failureOf(`text {{ ${expression} }}`);
    expect(failure.variableName).toBe(variableName);
    expect(failure.message).toMatch(message);
    expect(failure.source).toBe(`{{ ${expression} }}`);
  });

  it.each([
    ['if', '{% if missing %}{% endif %}'],
    ['elif', '{% if no %}{% elif missing %}{% endif %}'],
    ['for', '{% for x in missing %}{% endfor %}'],
    ['a loop variable', '{% for x in [scope] %}{{ x.y }}{% endfor %}'],
  ])('%s needs a value', (_, template) => {
    expect(failureOf(template).variableName).toBe(template.includes('x.y') ? 'x.y' : 'missing');
  });

  it('cannot be told from a context that says undefined', () => {
    expect(textOf("{{ a | default('x') }}{{ a is defined }}", { a: undefined })).toBe('xfalse');
    expect(failureOf('{{ a }}', { a: undefined }).variableName).toBe('a');
  });

  it('does not read what is not needed', () => {
    expect(
      textOf("{{ 'a' if yes else missing }}{{ yes or missing }}{% if no %}{{ missing }}{% endif %}"),
    ).toBe('atrue');
  });
});
