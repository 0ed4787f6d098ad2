import { describe, expect, it } from 'vitest';
import { createBudget } from '../../src/template/render/budget.ts';
import { renderTemplate } from '../../src/template/render/render-template.ts';
import { context, render, renderKeeping } from './render.ts';

describe('without keepFailing', () => {
  it('the first failure ends the text', () => {
    const result = render('{{ name }} {{ missing }} {{ gone }}');
    expect(result.text).toBeNull();
    expect(result.failures.map((failure) => failure.variableName)).toEqual(['missing']);
  });

  it('a mistake in a branch that is not taken counts too', () => {
    expect(render('{% if no %}{{ 1 + }}{% endif %}').text).toBeNull();
  });
});

describe('with keepFailing', () => {
  const rows: readonly [text: string, result: string, sources: readonly string[]][] = [
    ['{{ name }} {{ missing }} {{ port }}', 'Ada {{ missing }} 8080', ['{{ missing }}']],
    ['{{ name }} {{ 1 + }} {{ port }}', 'Ada {{ 1 + }} 8080', ['{{ 1 + }}']],
    ['{{ a }}{{ b }}{{ name }}', '{{ a }}{{ b }}Ada', ['{{ a }}', '{{ b }}']],
    [
      '{{ name }}{% if yes %}[{{ port }}{{ missing }}]{% endif %}{{ name }}',
      'Ada{% if yes %}[{{ port }}{{ missing }}]{% endif %}Ada',
      ['{{ missing }}'],
    ],
    ['{% if missing %}a{% endif %} {{ name }}', '{% if missing %}a{% endif %} Ada', ['{% if missing %}']],
    ['{% if no %}{{ 1 + }}{% endif %} {{ name }}', '{% if no %}{{ 1 + }}{% endif %} Ada', ['{{ 1 + }}']],
    ['{% if 1 + %}a{% endif %} {{ name }}', '{% if 1 + %}a{% endif %} Ada', ['{% if 1 + %}']],
    ['{% if no %}{% endif x %} {{ name }}', '{% if no %}{% endif x %} Ada', ['{% endif x %}']],
    [
      '{% for x in list %}{% if x == "c" %}{{ x.y }}{% endif %}{{ x }}{% endfor %}-{{ name }}',
      '{% for x in list %}{% if x == "c" %}{{ x.y }}{% endif %}{{ x }}{% endfor %}-Ada',
      ['{{ x.y }}'],
    ],
    [
      '{% for x in %}{% if yes %}{{ 1 1 }}{% endif %}{% endfor %}{{ name }}',
      '',
      ['{% for x in %}', '{{ 1 1 }}'],
    ],
    ['{% set x = 1 %}{{ name }}', '{% set x = 1 %}Ada', ['{% set x = 1 %}']],
    ['{{ name }} {{ name', 'Ada {{ name', ['{{ name']],
    ['{{ name }} {# {{ name }}', 'Ada {# {{ name }}', ['{# {{ name }}']],
    // Broken blocks leave the whole text.
    ['{{ name }}{% if yes %}', '{{ name }}{% if yes %}', ['{% if yes %}']],
    ['{{ name }}{{ 1 + }}{% endif %}', '{{ name }}{{ 1 + }}{% endif %}', ['{{ 1 + }}', '{% endif %}']],
  ];

  it.each(rows)('%j gives %j', (text, expected, sources) => {
    const result = renderKeeping(text);
    expect(result.text).toBe(expected || text.replace('{{ name }}', 'Ada'));
    expect(result.failures.map((failure) => failure.source)).toEqual(sources);
  });

  it('keeps white space control around what stays', () => {
    expect(renderKeeping('a  {{- missing -}}  b').text).toBe('a{{- missing -}}b');
  });
});

describe('budgets', () => {
  const loop = (turns: number) => `{% for x in list %}${'.'.repeat(turns)}{% endfor %}{{ name }}`;
  const list = Array.from({ length: 10 }, (_, index) => index);
  const limits = { textTurns: 20, answerTurns: 30, textOutput: 50, answerOutput: 100 };

  it('a text may not make more turns than its limit, and the rest of it is still rendered', () => {
    const budget = createBudget({ textTurns: 9 });
    const result = renderTemplate(loop(1), { context: { list, name: 'Ada' }, budget, keepFailing: true });
    expect(result.text).toBe('{% for x in list %}.{% endfor %}Ada');
    expect(result.failures[0]?.message).toMatch(
      /limit reached: the loops of one text may make at most 9 turns/,
    );
  });

  it('exactly the limit is allowed', () => {
    const budget = createBudget({ textTurns: 10 });
    expect(renderTemplate(loop(0), { context: { list, name: 'Ada' }, budget }).text).toBe('Ada');
  });

  it('turns of inner loops count', () => {
    const budget = createBudget({ textTurns: 109 });
    const text = '{% for x in list %}{% for y in list %}{% endfor %}{% endfor %}';
    expect(renderTemplate(text, { context: { list }, budget }).failures[0]?.message).toMatch(/limit reached/);
    const enough = createBudget({ textTurns: 110 });
    expect(renderTemplate(text, { context: { list }, budget: enough }).text).toBe('');
  });

  it('a text may not become longer than its limit', () => {
    const options = { context: { list, name: 'Ada' }, budget: createBudget(limits) };
    expect(renderTemplate(loop(4), options).text).toHaveLength(43);
    const failed = renderTemplate(loop(5), options);
    expect(failed.text).toBeNull();
    expect(failed.failures[0]?.message).toMatch(
      /limit reached: one text may become at most 50 characters long/,
    );
  });

  it('exactly that length is allowed', () => {
    const values = { context: { list, name: 'Ada' } };
    expect(
      renderTemplate(loop(4), { ...values, budget: createBudget({ textOutput: 43 }) }).text,
    ).toHaveLength(43);
    expect(renderTemplate(loop(4), { ...values, budget: createBudget({ textOutput: 42 }) }).text).toBeNull();
  });

  it('a text with too many failures stays as written from there on', () => {
    const text = '{{ missing }}'.repeat(20_000);
    const result = renderKeeping(text);
    expect(result.text).toBe(text);
    expect(result.failures.length).toBeLessThan(10_001);
    expect(result.failures.length).toBeGreaterThan(5_000);
  });

  it('a bound that is met again and again ends a text soon', () => {
    const budget = createBudget({ textTurns: 10 });
    const text = '{% for x in list %}{% for y in list %}{% endfor %}{% endfor %}'.repeat(4_000);
    const result = renderTemplate(text, { context: { list }, budget, keepFailing: true });
    expect(result.text).toBe(text);
    expect(result.failures.length).toBeLessThan(500);
  });

  it('what it takes to read a value to its end is paid for', () => {
    const big = Array.from({ length: 10_000 }, (_, index) => index);
    const cost = (text: string) => {
      const budget = createBudget();
      expect(renderTemplate(text, { context: { big }, budget }).failures).toEqual([]);
      return createBudget().work - budget.work;
    };
    expect(cost('{{ big[0] }}')).toBeLessThan(100);
    for (const text of [
      '{{ big }}',
      '{{ big ~ 1 }}',
      '{{ big | first }}',
      '{{ big == big }}',
      '{{ none in big }}',
    ]) {
      expect(cost(text)).toBeGreaterThan(9_999);
    }
    expect(cost('{{ big | sort | first }}')).toBeGreaterThan(3 * cost('{{ big | reverse | first }}') * 0.8);
  });

  it('after the turns of the answer are used up every template fails', () => {
    const options = { context: { list, name: 'Ada' }, budget: createBudget(limits) };
    for (let text = 0; text < 3; text += 1) expect(renderTemplate(loop(0), options).text).toBe('Ada');
    for (const text of ['{{ name }}', '{{ 1 }}']) {
      const failed = renderTemplate(text, options);
      expect(failed.text).toBeNull();
      expect(failed.failures[0]?.message).toContain('limit reached');
      expect(renderTemplate(text, { ...options, keepFailing: true }).text).toBe(text);
    }
    expect(renderTemplate('no template', options)).toEqual({ text: 'no template', failures: [] });
  });

  it('after the output of the answer is used up every template fails', () => {
    const options = {
      context: { list, name: 'Ada' },
      budget: createBudget({ ...limits, answerTurns: 1_000 }),
    };
    expect(renderTemplate(loop(4), options).text).toHaveLength(43);
    expect(renderTemplate(loop(4), options).text).toHaveLength(43);
    expect(renderTemplate(loop(4), options).failures[0]?.message).toContain('limit reached');
    expect(renderTemplate('{{ name }}', options).failures[0]?.message).toContain('limit reached');
  });

  it('output that was taken back is paid for', () => {
    const budget = createBudget({ answerOutput: 100 });
    const text = '{% for x in list %}....{% if x == 9 %}{{ missing }}{% endif %}{% endfor %}';
    renderTemplate(text, { context: { list }, budget });
    expect(budget.output).toBe(60);
    renderTemplate(text, { context: { list }, budget, keepFailing: true });
    expect(budget.output).toBeLessThan(0);
  });

  it('has its limits', () => {
    expect(createBudget()).toMatchObject({ output: 8 * 2 ** 20, turns: 1_000_000 });
    expect(createBudget().limits).toMatchObject({ textOutput: 2 ** 20, textTurns: 100_000 });
  });

  it('lets ten texts of 100,000 turns each be rendered, and no more', () => {
    const budget = createBudget();
    const text =
      '{% for a in l %}{% for b in l %}{% for c in ten %}{{ "" }}{% endfor %}{% endfor %}{% endfor %}';
    const l = Array.from({ length: 94 }, () => 0);
    const options = { context: { ...context, l, ten: list }, budget };
    for (let count = 0; count < 10; count += 1) expect(renderTemplate(text, options).text).toBe('');
    expect(budget.turns).toBe(1_000_000 - 10 * (94 + 94 * 94 + 94 * 94 * 10));
    expect(renderTemplate(text, options).failures[0]?.message).toContain('limit reached');
    expect(renderTemplate('{{ name }}', options).failures[0]?.message).toContain('limit reached');
  });

  it('reads a context anew for each answer', () => {
    const tags: { team: string } = { team: 'a' };
    expect(render('{{ tags.team }}', { tags }).text).toBe('a');
    tags.team = 'b';
    expect(render('{{ tags.team }}', { tags }).text).toBe('b');
  });
});
