import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCompiled, toCompiledBytes } from '../../src/hooks/compiled/compiled-file.ts';
import type { CompiledCategory } from '../../src/hooks/compiled/compiled-scope.ts';
import { createFileMatcher } from '../../src/model/names/path-globs.ts';

const name = fc.constantFrom('a', 'b', 'ab', 'a.b');
const free = fc.constantFrom('*', '**', 'a*', '?', '{a,b}', '{a,b/ab}', 'a', 'b');
const glob = fc
  .tuple(
    fc.constantFrom('', './', '/'),
    fc.array(free, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '/'),
  )
  .map(([before, names, after]) => before + names.join('/') + after);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const start = { text: '', digest: '', shown: [], isStable: true };

test('a compiled scope finds the categories and rules whose globs match the files, in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(glob, { maxLength: 3 }), fc.array(fc.array(glob, { maxLength: 2 }))), {
        maxLength: 40,
      }),
      fc.array(path, { minLength: 1, maxLength: 3 }),
      (all, files) => {
        const categories: readonly CompiledCategory[] = all.map(([paths, rules], place) => ({
          ...{ name: `category-${place}`, key: String(place), paths, isStable: true },
          rules: rules.map((own, rule) => ({
            ...{ key: String(rule), digest: '', isMust: true, text: `Rule ${rule}`, paths: own },
          })),
        }));
        const scope = { scope: 'a', maxTokens: 600, reach: null, cacheDir: null, unloaded: [], categories };
        const bytes = toCompiledBytes(
          { ...scope, start: { characters: start, bytes: start } },
          { stamps: [], expires: null },
          '1',
        );
        const read = (offset: number, length: number) => bytes.subarray(offset, offset + length);
        const opened = openCompiled(read, bytes.length, { version: '1', isFresh: false });
        const isAbout = createFileMatcher(files);
        const expected = categories.flatMap((category) => {
          const isWhole = category.paths.some(isAbout);
          const rules = category.rules.filter((rule) => isWhole || rule.paths.some(isAbout));
          const { name: called, key } = category;
          const shown = rules.map((rule) => ({ ...rule, paths: [] }));
          return isWhole || shown.length > 0 ? [{ name: called, key, isWhole, rules: shown }] : [];
        });
        expect(opened?.about(files)).toEqual(expected);
      },
    ),
  );
});
