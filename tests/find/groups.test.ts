import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';
import { find, namesOf } from './world.ts';

const topics = ['harbor', 'velvet', 'monsoon', 'quartz', 'pepper', 'tundra', 'copper', 'walnut', 'zebra'];
/** A parent with a category for each topic, all about changes, and a scope that has written two itself. */
const files = {
  'company/commandments.yml': JSON.stringify({
    ...Object.fromEntries(
      topics.map((name) => [
        `topics.${name}`,
        { when: `When changing the ${name}`, ruleset: [`Polish each ${name}`] },
      ]),
    ),
    stones: { ruleset: ['Lay the stones of a lantern'] },
  }),
  'company/katas.yml':
    'crates:\n  katas:\n    pack-crates: {when: When crates leave, procedure: "1. Pack."}\n',
  's/metadata.yml': 'parent: company\n',
  's/suggestions.yml': JSON.stringify({
    'ours.gates': { ruleset: ['Close the gates'] },
    'ours.lanes': { ruleset: ['Paint the lanes'] },
  }),
};
const markdown = async (input: Readonly<Record<string, unknown>>, given: Record<string, string> = files) =>
  ask((await testService(given)).service, 'find_guidance', { scope_name: 's', ...input }, 'markdown');
interface Data {
  readonly results: readonly { readonly category: string; readonly score: number; readonly fits: boolean }[];
  readonly own: readonly string[];
}
const dataOf = async (task: string, given: Record<string, string> = files): Promise<Data> =>
  JSON.parse((await find(await testService(given), { task })).text);

describe('find_guidance', () => {
  test('tells what fits from what perhaps does, names own categories, and says that there is no more', async () => {
    expect(await markdown({ task: 'Close the gates of the harbor, stones' })).toBe(
      [
        '# Categories of scope s that fit',
        'Fits:',
        '- `ours.gates`',
        'Perhaps: stones, topics.harbor',
        'Also of s itself: ours.lanes',
        'Nothing else of 13 categories matches these words.\n',
      ].join('\n\n'),
    );
    const { results, own } = await dataOf('Close the gates of the harbor, stones');
    expect(results.map(({ category, fits }) => [category, fits])).toEqual([
      ['ours.gates', true],
      ['stones', false],
      ['topics.harbor', false],
    ]);
    expect(own).toEqual(['ours.lanes']);
  });

  test('names eight at most that perhaps fit, twelve own ones, and says what was cut', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`own.n${at}`, { ruleset: [`Say word${at} and Thing${at}`] }]),
    );
    const given = { 's/commandments.yml': JSON.stringify(many) };
    const words = Array.from({ length: 14 }, (_, at) => `word${at}`).join(' ');
    const text = await markdown({ task: words }, given);
    expect(/^Perhaps: (.*)$/m.exec(text)?.[1]?.split(', ')).toHaveLength(8);
    expect(/^Also of s itself: (.*)$/m.exec(text)?.[1]?.split(', ')).toHaveLength(12);
    expect(text).toContain('Nothing else of 20 categories matches these words.');
    expect(await markdown({ task: words, max_results: 3 }, given)).toMatch(
      /\n5 more of 20 categories match these words: ask for more results\.\n$/,
    );
  });

  test('never matches stop words, nor one frequent word alone', async () => {
    for (const task of ['when the and of a with', 'change it all', 'Wann ist das?', 'the']) {
      const text = await markdown({ task });
      expect(text, task).toBe(
        '# Categories of scope s that fit\n\nNothing fits these words well.\n\nAlso of s itself: ours.gates, ours.lanes\n',
      );
    }
    expect((await dataOf('changing velvet')).results.map(({ category }) => category)).toEqual([
      'topics.velvet',
    ]);
    const alike = Array.from({ length: 9 }, (_, at) => [`c${at}`, { ruleset: [`Gate ${at} of each lock`] }]);
    const same = { 's/commandments.yml': JSON.stringify(Object.fromEntries(alike)) };
    expect(await markdown({ task: 'gates and locks' }, same)).toContain('Nothing fits these words well.');
    const whens = alike.map(([key]) => [key, { when: 'When a lock is opened', ruleset: ['Open each lock'] }]);
    const named = { 's/commandments.yml': JSON.stringify(Object.fromEntries(whens)) };
    const alone = await markdown({ task: 'locks' }, named);
    expect(alone).toContain('Nothing fits these words well.');
    expect(alone).not.toContain('Perhaps');
    const keys = {
      's/commandments.yml': JSON.stringify({ ...Object.fromEntries(whens), 'lock.keys': whens[0]?.[1] }),
    };
    expect((await dataOf('locks', keys)).results.map(({ category }) => category)).toEqual(['lock.keys']);
    const german = { 's/commandments.yml': 'a: {ruleset: [Die und das]}\nb: {ruleset: [Lager und Hafen]}\n' };
    const opened = await testService(german, { search_language: 'de' });
    expect(namesOf((await find(opened, { task: 'die und das' })).results)).toEqual([]);
    expect(namesOf((await find(opened, { task: 'der Hafen' })).results)).toEqual(['b']);
  });

  test('says of a category that it has katas only, in find and index', async () => {
    const line = '- `crates`: When crates leave (katas only) — katas: `pack-crates`';
    expect(await markdown({ task: 'pack crates' })).toContain(line);
    const { service } = await testService(files);
    expect(await ask(service, 'get_category_index', { scope_name: 's' }, 'markdown')).toContain(
      '- `crates` (katas only) — katas: `pack-crates`',
    );
    const own = { 's/katas.yml': files['company/katas.yml'] };
    expect(await markdown({ task: 'xylophone' }, own)).toContain('Also of s itself: crates (katas only)\n');
  });

  test('counts what a nearer scope has written for more', async () => {
    const same = '{ruleset: [Keep the lantern lit]}';
    const given = {
      'company/commandments.yml': `b.far: ${same}\n`,
      's/metadata.yml': 'parent: company\n',
      's/commandments.yml': `z.near: ${same}\n`,
    };
    const { results } = await dataOf('lantern lit', given);
    expect(results.map(({ category }) => category)).toEqual(['z.near', 'b.far']);
    expect(results[0]?.score).toBeGreaterThan(results[1]?.score ?? 0);
  });

  test('takes odd names of masters for text', async () => {
    const odd = { 's/commandments.yml': '"<b>x": {ruleset: [Lantern]}\nplain: {ruleset: [Quartz]}\n' };
    expect(await markdown({ task: 'nothing here' }, odd)).toContain('Also of s itself: `<b>x`, plain\n');
  });
});
