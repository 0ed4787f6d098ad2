import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';

const words = (...some: string[]) =>
  fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const category = fc.record({
  when: fc.option(words('Now', 'later', 'writing', 'routes')),
  paths: fc.subarray(['*.ts', 'lib/*.{js,mjs}', '**/test/*']),
  must: fc.uniqueArray(words('Write', 'tests', 'first', '`code`'), { maxLength: 3 }),
  should: fc.uniqueArray(words('Prefer', 'small', 'files', 'a, b'), { maxLength: 3 }),
});
const scope = fc.dictionary(fc.constantFrom('api', 'api.http', 'style', 'a-b.c'), category, { minKeys: 1 });

/** The categories of a content file that have rules, with what exports carry of them. */
function carried(text: string): Record<string, object> {
  const data = (parse(text) ?? {}) as Record<string, { when?: string; paths?: string[]; ruleset: string[] }>;
  return Object.fromEntries(
    Object.entries(data).map(([name, { paths = [], ruleset }]) => [
      name,
      { paths: [...paths].sort(), ruleset },
    ]),
  );
}

test('an export that is imported has the same rules, categories, paths and strengths', async () => {
  await fc.assert(
    fc.asyncProperty(scope, async (categories) => {
      const file = (key: 'must' | 'should') =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(categories)
              .filter(([, own]) => own[key].length > 0)
              .map(([name, { when, paths, ...own }]) => [name, { when, paths, ruleset: own[key] }]),
          ),
        );
      fc.pre(file('must') !== '{}' || file('should') !== '{}');
      const cwd = await tempFolder({
        's/commandments.yml': file('must'),
        's/suggestions.yml': file('should'),
      });
      const out = await tempFolder();
      expect((await precept(['export', 's', '-r', cwd, '--dir', out, '--write'])).code).toBe(0);
      const imported = await precept(['import', 'AGENTS.md', '--scope', 'back', '--write'], { cwd: out });
      expect(imported.code, imported.stderr).toBe(0);
      const read = (name: string) =>
        readFile(path.join(out, '.precept/rules/back', name), 'utf8').catch(() => '');
      expect(carried(await read('commandments.yml'))).toEqual(carried(file('must')));
      expect(carried(await read('suggestions.yml'))).toEqual(carried(file('should')));
    }),
    { numRuns: runs(8) },
  );
});
