import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import {
  aboutFiles,
  fetchable,
  find,
  namesOf,
  sharing,
  someFiles,
  task,
  world,
  worldService,
} from './world.ts';

const often = { numRuns: runs(15) };
const parentOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('.')));
const areSiblings = (a: string, b: string) => a !== b && parentOf(a) !== '' && parentOf(a) === parentOf(b);

describe('find_guidance', () => {
  test('always names the categories that are about a file, in the same order whatever else changes', () =>
    fc.assert(
      fc.asyncProperty(world, someFiles, task, fc.nat(), async (categories, files, words, index) => {
        const expected = aboutFiles(categories, files);
        const opened = await worldService(categories);
        const alone = namesOf((await find(opened, { files })).for_files);
        expect([...alone].sort()).toEqual([...expected].sort());
        for (const max_results of [1, 50]) {
          const { for_files, results } = await find(opened, { files, task: words, max_results });
          expect(namesOf(for_files)).toEqual(alone);
          expect(results.length).toBeLessThanOrEqual(Math.max(0, max_results - alone.length));
          expect(namesOf(results).filter((name) => alone.includes(name))).toEqual([]);
        }
        const gone = categories[index % categories.length];
        const without = await worldService(categories.filter((one) => one !== gone));
        const rest = await find(without, { files, task: words });
        expect(namesOf(rest.for_files)).toEqual(alone.filter((name) => name !== gone?.name));
      }),
      often,
    ));

  test('names what shares a word with the task and nothing else, best first, and counts the others', () =>
    fc.assert(
      fc.asyncProperty(world, task, async (categories, words) => {
        const { for_files, results, more } = await find(await worldService(categories), {
          task: words,
          max_results: 50,
        });
        const expected = sharing(categories, words);
        expect(for_files).toEqual([]);
        expect(expected).toEqual(expect.arrayContaining(namesOf(results)));
        expect(results.length > 0).toBe(expected.length > 0);
        expect(results.length + more).toBe(fetchable(categories).length);
        const scores = results.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        // What is left out falls far behind: the measured share is below the 0.3 that may be.
        expect(Math.min(...scores)).toBeGreaterThan(0);
      }),
      often,
    ));

  test('answers the same content and query with the same bytes', () =>
    fc.assert(
      fc.asyncProperty(world, task, someFiles, async (categories, words, files) => {
        const [one, other] = await Promise.all([worldService(categories), worldService(categories)]);
        const input = { task: words, files };
        // Another question before, and the same one twice, make no difference.
        await find(other, { task: 'zebra' });
        const { text } = await find(one, input);
        expect((await find(other, input)).text).toBe(text);
        expect((await find(one, input)).text).toBe(text);
      }),
      often,
    ));

  test('loses with a category that is no sibling of a result only that category, where nothing was cut', () =>
    fc.assert(
      fc.asyncProperty(world, task, fc.nat(), async (categories, words, index) => {
        const gone = categories[index % categories.length]?.name ?? '';
        const rest = categories.filter(({ name }) => name !== gone);
        const input = { task: words, max_results: 50 };
        const all = namesOf((await find(await worldService(categories), input)).results);
        const fewer = namesOf((await find(await worldService(rest), input)).results);
        fc.pre(!all.some((name) => areSiblings(name, gone)));
        fc.pre(
          all.length === sharing(categories, words).length && fewer.length === sharing(rest, words).length,
        );
        expect([...fewer].sort()).toEqual(all.filter((name) => name !== gone).sort());
      }),
      often,
    ));

  test('lets what follows move up where fewer are asked for', () =>
    fc.assert(
      fc.asyncProperty(
        world,
        task,
        fc.integer({ min: 1, max: 8 }),
        async (categories, words, max_results) => {
          const opened = await worldService(categories);
          const all = await find(opened, { task: words, max_results: 50 });
          const first = await find(opened, { task: words, max_results });
          expect(first.results).toEqual(all.results.slice(0, max_results));
          expect(first.more).toBe(all.more + all.results.length - first.results.length);
        },
      ),
      often,
    ));
});
