import fc from 'fast-check';
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { tempFolder } from '../support/folder.ts';
import { startClock, startProcessorClock } from '../support/in-time.ts';
import { addressOf, endInOrder, startProgram } from '../support/program.ts';
import { seed } from '../support/seed.ts';
import { type Attempt, attempts, planted } from './probes.ts';
import { checkEnd } from './render.ts';

const canary = `canary ${process.pid}`;
/** What of JavaScript would show in a text. */
const escaped = new RegExp(`${canary}|native code|\\[object |=> |undefined$`);

export interface Outcomes {
  rendered: number;
  failed: number;
  /** Milliseconds of processor time that the slowest took, rendered in both ways. */
  slowest: number;
}

/**
 * Renders that many generated templates while every value of the process inherits a secret. None may show it or anything else
 * of JavaScript, or take longer than a second of processor time; those that reach for it must fail.
 */
export function checkAttempts(runs: number): Outcomes {
  const outcomes: Outcomes = { rendered: 0, failed: 0, slowest: 0 };
  let reads = 0;
  const prototypes = [Object, Array, String, Number, Boolean, Function].map(
    (kind) => kind.prototype as object,
  );
  const get = () => {
    reads++;
    return canary;
  };
  for (const prototype of prototypes) {
    Object.defineProperty(prototype, planted, { configurable: true, enumerable: false, get });
  }
  const known = Reflect.ownKeys(globalThis).length;
  try {
    const property = fc.property(attempts, ({ text, mustFail }) => {
      const time = startProcessorClock();
      const { strict, kept } = checkEnd(text);
      outcomes.slowest = Math.max(outcomes.slowest, time.took());
      time.expectInTime(1000, text);
      if (mustFail) expect(strict.text, text).toBeNull();
      for (const shown of [strict.text ?? '', kept.text ?? '']) {
        if (!escaped.test(text)) expect(shown).not.toMatch(escaped);
        expect(shown.length).toBeLessThanOrEqual(1024 * 1024 + text.length);
      }
      for (const { message } of strict.failures) expect(message).not.toContain(canary);
      outcomes[strict.text === null ? 'failed' : 'rendered']++;
    });
    fc.assert(property, { numRuns: runs, seed });
  } finally {
    for (const prototype of prototypes) Reflect.deleteProperty(prototype, planted);
  }
  expect(reads).toBe(0);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Reflect.ownKeys(globalThis)).toHaveLength(known);
  return outcomes;
}

/**
 * Has the built program serve that many generated templates as rules, fifty scopes' worth of them at a time. Each answer must
 * come within two seconds, and report every template that must fail. Gives the number of reports.
 */
export async function checkServedAttempts(count: number): Promise<number> {
  const perScope = 50;
  const usable = ({ text }: Attempt) =>
    text.trim() !== '' && Buffer.from(text).toString() === text && !/[\0\ufeff\ufffe\uffff]/.test(text);
  const made = fc.sample(attempts.filter(usable), { numRuns: count, seed });
  const files: Record<string, string> = {};
  const scopes = Array.from({ length: Math.ceil(count / perScope) }, (_, index) =>
    made.slice(index * perScope, (index + 1) * perScope),
  );
  for (const [index, group] of scopes.entries()) {
    const rules = Object.fromEntries(group.map(({ text }, at) => [`c${at}`, { ruleset: [text] }]));
    files[`s${index}/commandments.yml`] = stringify(rules, {
      defaultStringType: 'QUOTE_DOUBLE',
      lineWidth: 0,
    });
  }
  const program = await startProgram(['serve', '--port', '0', '-r', await tempFolder(files)]);
  const url = await addressOf(program);
  let reports = 0;
  for (const [index, group] of scopes.entries()) {
    const clock = startClock();
    const response = await fetch(`${url}/api/v1/scopes/s${index}/rules`);
    const text = await response.text();
    await clock.expectInTime(2000);
    expect(response.status, text.slice(0, 300)).toBe(200);
    const { commandments, template_failures = [] } = JSON.parse(text) as {
      commandments: Record<string, { rules: string[] }>;
      template_failures?: { element_identifier: string; template_text: string; error_message: string }[];
    };
    const failed = new Map(template_failures.map((failure) => [failure.element_identifier, failure]));
    reports += failed.size;
    for (const [at, { text: template, mustFail }] of group.entries()) {
      const failure = failed.get(`c${at} rule #1`);
      if (mustFail) expect(failure, template).toBeDefined();
      if (failure === undefined) continue;
      expect(commandments[`c${at}`]?.rules ?? []).toEqual([]);
      expect(failure.error_message).not.toMatch(/RangeError|TypeError|^\s*$/);
    }
  }
  const { code, stderr } = await endInOrder(program);
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/precept error|^\s+at /m);
  return reports;
}
