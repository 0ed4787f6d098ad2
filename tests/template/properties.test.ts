import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUses } from '../../src/template/parse/find-uses.ts';
import { parseTemplate } from '../../src/template/parse/parse-template.ts';
import { createBudget } from '../../src/template/render/budget.ts';
import { renderTemplate } from '../../src/template/render/render-template.ts';
import { runs } from '../support/runs.ts';
import { evaluate, expressions, print, WrongKind } from './reference.ts';
import { checkEnd, context, render, renderKeeping } from './render.ts';
import { anyText, soup } from './texts.ts';

const often = { numRuns: runs(800) };

describe('rendering', () => {
  it('ends with a text or failures, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        checkEnd(text);
      }),
      often,
    );
  });

  it('gives the same again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(renderKeeping(text)).toEqual(renderKeeping(text));
      }),
      { numRuns: runs(200) },
    );
  });

  it('leaves text without tags as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), soup), (text) => {
        fc.pre(!/\{[{%]/.test(text));
        expect(render(text)).toEqual({ text, failures: [] });
      }),
      often,
    );
  });

  it('leaves text around tags as it is', () => {
    const words = fc.string({
      unit: fc.constantFrom(...`ab \n\r\t\v\f\u2028\u2029\\'"\`$nru0{}%#-_=~é😀<>*/`),
    });
    fc.assert(
      fc.property(words, words, fc.boolean(), (before, after, isOpen) => {
        fc.pre(!/\{[{%#]|\{$/.test(before) && !/\{[{%#]/.test(after));
        const tag = isOpen ? '{% if yes %}{{ 1 }}{% endif %}' : '{{ 1 }}';
        expect(render(before + tag + after).text).toBe(`${before}1${after}`);
      }),
      often,
    );
  });

  it('trims what stands beside a mark, and nothing else', () => {
    const words = fc.string({ unit: fc.constantFrom(...`ab \n\r\t\\'n`) });
    fc.assert(
      fc.property(words, words, (before, after) => {
        expect(render(`${before}{{- 1 -}}${after}`).text).toBe(`${before.trimEnd()}1${after.trimStart()}`);
      }),
      often,
    );
  });

  it('prints any string as it is, however it is passed on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (s) => {
        expect(render('{{ s }}{{ [s][0] }}{% for x in [s] %}{{ x }}{% endfor %}', { s }).text).toBe(
          s + s + s,
        );
      }),
    );
  });

  it('reads back the JSON it writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(
          !/"(?:__proto__|constructor|prototype)"|-0/.test(JSON.stringify(value)) && !Object.is(value, -0),
        );
        const { text } = render('{{ v | tojson }}', { v: value as null });
        expect(JSON.parse(text ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('expressions', () => {
  it('mean the same as in a simple evaluator', () => {
    let failed = 0;
    let rendered = 0;
    fc.assert(
      fc.property(expressions, fc.boolean(), (expression, withBrackets) => {
        const source = print(expression, withBrackets);
        const options = { context, budget: createBudget() };
        const result = renderTemplate(`{{ (${source}) | tojson }}`, options);
        let expected: string | null;
        try {
          expected = JSON.stringify(evaluate(expression));
        } catch (error) {
          if (!(error instanceof WrongKind)) throw error;
          expected = null;
        }
        if (expected === null) failed += 1;
        else rendered += 1;
        const compact = result.text === null ? null : JSON.stringify(JSON.parse(result.text));
        expect({ source, result: compact }).toEqual({ source, result: expected });
      }),
      { numRuns: runs(2_000) },
    );
    // Neither half may be so rare that nothing is shown by it.
    expect(failed).toBeGreaterThan(500);
    expect(rendered).toBeGreaterThan(500);
  });
});

describe('parsing', () => {
  it('never throws and lists tags and problems in their places', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const template = parseTemplate(text);
        const { tags, problems } = template;
        const { variables, filters } = findUses(template);
        let end = 0;
        for (const tag of tags) {
          expect(tag.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(tag.start)).toMatch(/^\{[{%#]/);
          end = tag.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
        for (const { offset, source } of problems) {
          expect(offset).toBeLessThanOrEqual(text.length);
          expect(text).toContain(source);
        }
        for (const { path, offset } of variables) {
          expect(
            text
              .slice(offset)
              .replace(/^[(\s]*/, '')
              .startsWith(path[0] ?? '?'),
          ).toBe(true);
        }
        for (const { name, offset } of filters) expect(text.startsWith(name, offset)).toBe(true);
      }),
      often,
    );
  });
});
