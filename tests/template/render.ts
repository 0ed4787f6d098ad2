import { expect } from 'vitest';
import { createBudget } from '../../src/template/render/budget.ts';
import {
  type RenderFailure,
  type RenderResult,
  renderTemplate,
} from '../../src/template/render/render-template.ts';
import type { TemplateContext } from '../../src/template/value.ts';

export const context: TemplateContext = {
  name: 'Ada',
  empty: '',
  zero: 0,
  port: 8080,
  ratio: 2.5,
  yes: true,
  no: false,
  nothing: null,
  list: ['b', 'a', 'c'],
  numbers: [3, 1, 2],
  none_at_all: [],
  scope: { name: 'backend', tags: { team: 'platform', 'on-call': 'Bo' }, sources: ['local'] },
};

/** Renders with a fresh budget. */
export function render(text: string, values: TemplateContext = context): RenderResult {
  return renderTemplate(text, { context: values, budget: createBudget() });
}

/** The same with `keepFailing`. */
export function renderKeeping(text: string, values: TemplateContext = context): RenderResult {
  return renderTemplate(text, { context: values, budget: createBudget(), keepFailing: true });
}

/** What a text becomes; fails the test if the text fails. */
export function textOf(text: string, values: TemplateContext = context): string | null {
  const result = render(text, values);
  expect(result.failures).toEqual([]);
  return result.text;
}

/** The one failure of a text that must fail. */
export function failureOf(text: string, values: TemplateContext = context): RenderFailure {
  const result = render(text, values);
  expect(result.text).toBeNull();
  expect(result.failures).toHaveLength(1);
  return result.failures[0] as RenderFailure;
}

/** Renders in both ways and fails the test unless each ends with a text or with failures at places of the text. */
export function checkEnd(
  text: string,
  values: TemplateContext = context,
): { strict: RenderResult; kept: RenderResult } {
  const strict = render(text, values);
  const kept = renderKeeping(text, values);
  expect(strict.text === null).toBe(strict.failures.length > 0);
  expect(typeof kept.text).toBe('string');
  expect(kept.failures.length > 0).toBe(strict.failures.length > 0);
  if (strict.text !== null) expect(kept).toEqual(strict);
  for (const { message, offset, source } of [...strict.failures, ...kept.failures]) {
    expect(message).not.toMatch(/could not be rendered|undefined$|\[object|RangeError|TypeError/);
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(offset).toBeLessThanOrEqual(text.length);
    expect(text).toContain(source);
  }
  return { strict, kept };
}
