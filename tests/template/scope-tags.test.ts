import { describe, expect, test } from 'vitest';
import { findUses } from '../../src/template/parse/find-uses.ts';
import { parseTemplate } from '../../src/template/parse/parse-template.ts';
import { failureOf, textOf } from './render.ts';

describe('a key that scope.tags lacks', () => {
  test.each([
    ['{% if scope.tags.tier %}a{% else %}b{% endif %}', 'b'],
    ["{% if scope.tags['tier'] == 'critical' %}a{% else %}b{% endif %}", 'b'],
    ["{% if no %}a{% elif scope['tags'].tier %}b{% else %}c{% endif %}", 'c'],
    ["{{ 'a' if scope.tags.tier else 'b' }}", 'b'],
    ["{{ 'a' if not scope.tags.tier and scope.tags.tier is none else 'b' }}", 'a'],
    ["{{ 'a' if scope.tags.tier in ['x', none] else 'b' }}", 'a'],
    ['{% for x in [1] %}{% if scope.tags.tier %}a{% else %}b{% endif %}{% endfor %}', 'b'],
    ['{% if scope.tags.tier is defined %}a{% else %}b{% endif %}', 'b'],
    ["{% if scope.tags.tier | default('x') == 'x' %}a{% else %}b{% endif %}", 'a'],
    ["{% if ('a' if scope.tags.tier else scope.tags.gone) is none %}a{% endif %}", 'a'],
    ['{% if scope.tags[name] %}a{% else %}b{% endif %}', 'b'],
    ["{% if scope.tags.team == 'platform' %}a{% endif %}", 'a'],
  ])('is none in a condition: %s', (template, text) => {
    expect(textOf(template)).toBe(text);
    expect(
      findUses(parseTemplate(template)).variables.filter(
        ({ name, isOptional }) => /tier/.test(name) && !isOptional,
      ),
    ).toEqual([]);
  });

  test.each([
    ['{{ scope.tags.tier }}', 'scope.tags.tier'],
    ['{% if yes %}{{ scope.tags.tier }}{% endif %}', 'scope.tags.tier'],
    ["{{ scope.tags.tier if yes else 'b' }}", 'scope.tags.tier'],
    ['{% for x in scope.tags.list %}{% endfor %}', 'scope.tags.list'],
    ['{% if scope.tags.tier %}{% else %}{{ scope.tags.tier }}{% endif %}', 'scope.tags.tier'],
    // Only of tags, and only of the scope's.
    ['{% if scope.owner %}{% endif %}', 'scope.owner'],
    ['{% if scope.tags.tier.level %}{% endif %}', 'scope.tags.tier.level'],
    ['{% if tags.tier %}{% endif %}', 'tags.tier'],
    ['{% for scope in [[1]] %}{% if scope.tags.tier %}{% endif %}{% endfor %}', 'scope.tags.tier'],
  ])('is an error elsewhere: %s', (template, variable) => {
    expect(failureOf(template).variableName).toBe(variable);
  });

  test('of no scope at all is an error', () => {
    expect(failureOf('{% if scope.tags.tier %}{% endif %}', {}).variableName).toBe('scope.tags.tier');
  });
});
