import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { SettingValues } from '../../src/config/settings.ts';
import { Fault } from '../../src/model/fault.ts';
import type { Format } from '../../src/service/answer.ts';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';

/** One file of tests/cases: content, settings, and what requests must answer. */
interface Case {
  readonly about: string;
  readonly files: Readonly<Record<string, string>>;
  readonly settings?: Partial<SettingValues>;
  readonly asks: readonly Ask[];
}

interface Ask {
  /** Arguments of the operation; `operation` names another one than get_rules. */
  readonly ask: Readonly<Record<string, unknown>>;
  /** Parts of the JSON answer. Categories are compared with their order; reports that are not named must be absent. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** The whole text in another representation. */
  readonly markdown?: string;
  readonly yaml?: string;
  readonly fault?: { readonly code: string; readonly says: readonly string[] };
}

type Categories = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const folder = new URL('../cases/', import.meta.url);
const reports = { template_failures: undefined, warnings: undefined };

/** Shows of each category what the case states: a list stands for its rules alone. */
function asStated(actual: Categories, stated: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(actual).map(([name, category]) => {
    const wanted = stated[name];
    if (Array.isArray(wanted)) return [name, category.rules];
    const fields = Object.keys(wanted ?? {}).map((field) => [field, category[field]]);
    return [name, fields.length === 0 ? category : Object.fromEntries(fields)];
  });
}

function checkJson(text: string, stated: Readonly<Record<string, unknown>>): void {
  const answer = JSON.parse(text);
  for (const [part, wanted] of Object.entries<unknown>({ ...reports, ...stated })) {
    if ((part === 'commandments' || part === 'suggestions') && !Array.isArray(wanted)) {
      const categories = wanted as Readonly<Record<string, unknown>>;
      expect(asStated(answer[part], categories), part).toEqual(Object.entries(categories));
    } else {
      expect(answer[part], part).toEqual(wanted);
    }
  }
}

describe.each(readdirSync(folder).sort())('%s', (file) => {
  const { about, files, settings, asks } = parse(readFileSync(new URL(file, folder), 'utf8')) as Case;

  test(about, async () => {
    const { service } = await testService(files, settings);
    expect(asks.length).toBeGreaterThan(0);
    for (const { ask: request, json, fault, ...texts } of asks) {
      const { operation = 'get_rules', ...input } = request;
      const answer = (format: Format) => ask(service, String(operation), input, format);
      if (json !== undefined) checkJson(await answer('json'), json);
      for (const [format, text] of Object.entries(texts)) expect(await answer(format as Format)).toBe(text);
      if (fault !== undefined) {
        const error = await answer('json').catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(Fault);
        expect((error as Fault).code).toBe(fault.code);
        for (const part of fault.says) expect((error as Fault).message).toContain(part);
      }
    }
  });
});
