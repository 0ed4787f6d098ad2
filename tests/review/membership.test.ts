import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import type { Check } from '../../src/guidance/rules/record/check.ts';
import type { ChangedFile } from '../../src/service/review/change/changed-file.ts';
import { chooseRules } from '../../src/service/review/choose/choose-rules.ts';
import {
  emptyPolicy,
  type Policy,
  type PolicyCategory,
  type PolicyRule,
} from '../../src/service/review/policy/policy.ts';

/** A policy whose categories each fit the files that hold their word. */
interface Tree extends Policy {
  readonly wordOf: ReadonlyMap<string, string>;
}

const name = fc.constantFrom('src', 'api', 'db', 'lib', 'a.ts', 'b.ts', 'c.sql', '.ci');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const part = fc.oneof(name, fc.constantFrom('**', '*', '*.ts', '?.sql', '{a,b}.ts', '{src,lib}'));
const glob = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const globs = fc.array(glob, { maxLength: 2 });
const word = fc.constantFrom('cursor', 'ledger', 'migration', 'notice');

const check: fc.Arbitrary<Check> = fc.oneof(
  globs
    .filter(({ length }) => length > 0)
    .chain((paths) =>
      fc.constantFrom<Check>(
        { pattern: 'x', paths },
        { require: 'x', paths },
        { command: 'x', paths },
        { eslint: 'x', paths },
      ),
    ),
  fc.constant<Check>({ review: true }),
  fc.constant<Check>({ eslint: 'x' }),
);

const category = fc.record({
  paths: globs,
  always: fc.boolean(),
  word,
  rules: fc.array(
    fc.record({
      kind: fc.constantFrom('commandments', 'suggestions'),
      checks: fc.array(check, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

const tree: fc.Arbitrary<Tree> = fc.array(category, { minLength: 1, maxLength: 5 }).map((drawn) => {
  const wordOf = new Map(drawn.map((one, at) => [`c${at}`, one.word]));
  const rules = drawn.flatMap(({ rules }, at) =>
    rules.map(({ kind, checks }, place) => ({
      ...{ id: `c${at}-${place}`, kind, category: `c${at}`, text: 'x', details: null, checks },
      ...{ waivers: [], scope: 'shop', server: 'local', checksServer: 'local', tokens: 1 },
    })),
  );
  const categories = drawn.map(({ paths, always }, at) => ({ category: `c${at}`, paths, always }));
  return {
    ...emptyPolicy('shop'),
    wordOf,
    rules: rules as readonly PolicyRule[],
    categories,
    findByWords: async ({ added }) =>
      new Map(
        [...wordOf]
          .filter(([, word]) => added.some(({ text }) => text.includes(word)))
          .map(([key]) => [key, 1]),
      ),
  };
});

const file: fc.Arbitrary<ChangedFile> = fc
  .record({
    path,
    old: fc.option(path, { nil: undefined, freq: 4 }),
    status: fc.constantFrom('added', 'modified', 'deleted'),
    words: fc.array(word, { maxLength: 2 }),
  })
  .map(({ path, old, status, words }) => ({
    ...{ path, kind: 'text', added: words.map((text, at) => ({ line: at + 1, text })) },
    ...(old === undefined ? { status } : { old, status: 'renamed' }),
  }));
const change = fc.uniqueArray(file, { maxLength: 5, selector: ({ path }) => path });

const idsOf = async (policy: Policy, files: readonly ChangedFile[]) =>
  (await chooseRules(policy, files)).map(({ rule }) => rule.id);

/** What the contract says, tried one by one with the globs of another library. */
function model({ rules, categories, wordOf }: Tree, files: readonly ChangedFile[]): string[] {
  const names = files.flatMap(({ path, old }) => (old === undefined ? [path] : [path, old]));
  const isAbout = (wanted: readonly string[]) =>
    wanted.some((one) => {
      const matches = picomatch(one, { dot: true, noextglob: true, basename: !one.includes('/') });
      return names.some((name) => matches(name));
    });
  const belongs = ({ category, paths, always }: PolicyCategory) =>
    isAbout(paths) ||
    (always && files.length > 0) ||
    files.some(({ added }) => added.some(({ text }) => text.includes(wordOf.get(category) ?? '')));
  const chosen = new Set(categories.filter(belongs).map(({ category }) => category));
  return rules
    .filter(
      ({ category, checks }) =>
        chosen.has(category) || checks.some((one) => 'paths' in one && isAbout(one.paths ?? [])),
    )
    .map(({ id }) => id);
}

test('the rules of a change are those of a model that tries each, MUST before SHOULD', async () => {
  await fc.assert(
    fc.asyncProperty(tree, change, async (policy, files) => {
      const chosen = await chooseRules(policy, files);
      expect(chosen.map(({ rule }) => rule.id).sort()).toEqual(model(policy, files).sort());
      const kinds = chosen.map(({ rule }) => rule.kind);
      expect(kinds).toEqual([...kinds].sort());
    }),
    { numRuns: 1000 },
  );
});

test('a further changed file never takes a rule away', async () => {
  await fc.assert(
    fc.asyncProperty(tree, change, file, async (policy, files, further) => {
      const others = files.filter(({ path }) => path !== further.path);
      expect(await idsOf(policy, [...others, further])).toEqual(
        expect.arrayContaining(await idsOf(policy, others)),
      );
    }),
    { numRuns: 500 },
  );
});

test('the order of files does not matter', async () => {
  const ordered = change.chain((files) =>
    fc.tuple(
      fc.constant(files),
      fc.shuffledSubarray(files, { minLength: files.length, maxLength: files.length }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(tree, ordered, async (policy, [files, shuffled]) => {
      expect(await chooseRules(policy, shuffled)).toEqual(await chooseRules(policy, files));
    }),
    { numRuns: 500 },
  );
});
