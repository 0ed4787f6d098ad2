import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import { testService } from '../support/service.ts';
import { find, namesOf } from './world.ts';

const files = {
  's/commandments.yml': JSON.stringify({
    parking: { ruleset: ['Paint the lanes'] },
    payments: { ruleset: ['Charge the card of a guest once', 'Round amounts'] },
    guests: { ruleset: ['Greet a guest'] },
    other: { ruleset: ['Water the plants'] },
  }),
};
const task = 'Charge guests for a motorway toll';
const missed = (categories: readonly string[], about = task) => ({
  type: 'missed_categories',
  task: about,
  categories,
  reason: 'It was not clear',
});

/** The scores of a task's results, by category. */
async function scores(opened: Parameters<typeof find>[0], about = task): Promise<Record<string, number>> {
  const { results } = await find(opened, { task: about, max_results: 50 });
  return Object.fromEntries(results.map(({ category, score }) => [category, score]));
}

describe('reports of missed categories', () => {
  test('make a category be found for the same task from the next answer on, and by no more than a third', async () => {
    const opened = await testService(files);
    const before = await scores(opened);
    expect(Object.keys(before)).not.toContain('parking');
    await ask(opened.service, 'submit_feedback', missed(['parking', 'guests', 'payments']));
    const after = await scores(opened);
    const best = Math.max(...Object.values(before));
    expect(after.parking).toBeGreaterThan(0.3 * best);
    for (const [category, score] of Object.entries(after)) {
      expect(score - (before[category] ?? 0)).toBeGreaterThanOrEqual(0);
      expect(score - (before[category] ?? 0)).toBeLessThanOrEqual(best / 3);
    }
    expect(after.other).toBeUndefined();
  });

  test('count once however often they come, and teach words that no text has', async () => {
    const opened = await testService(files);
    await ask(opened.service, 'submit_feedback', missed(['parking']));
    const once = await scores(opened);
    for (let count = 0; count < 3; count++) await ask(opened.service, 'submit_feedback', missed(['parking']));
    expect(await scores(opened)).toEqual(once);
    const like = await scores(opened, 'a motorway toll for each guest, with a barrier');
    expect(like.parking).toBeGreaterThan(0);
    // A word or two in common with a long report are not likeness.
    const unlike = await scores(
      opened,
      'A guest likes warm walls and many other things that nobody reported',
    );
    expect(unlike.parking).toBeUndefined();
  });

  test('find a category for the same task also where no text has any of its words', async () => {
    const opened = await testService(files);
    const about = 'Erect barriers';
    await ask(opened.service, 'submit_feedback', missed(['parking'], about));
    expect((await find(opened, { task: about })).results).toMatchObject([
      { category: 'parking', score: 0, fits: true },
    ]);
  });

  test('never move what is about files, and are not heeded where search_learns is off', async () => {
    const withPaths = {
      's/commandments.yml': files['s/commandments.yml'].replace(
        '{"ruleset":["Water',
        '{"paths":["*.ts"],"ruleset":["Water',
      ),
    };
    for (const search_learns of [true, false]) {
      const opened = await testService(withPaths, { search_learns });
      const before = await find(opened, { task, files: 'a.ts' });
      await ask(opened.service, 'submit_feedback', missed(['parking', 'gone']));
      const after = await find(opened, { task, files: 'a.ts' });
      expect(namesOf(after.for_files)).toEqual(['other']);
      expect(namesOf(after.results).includes('parking')).toBe(search_learns);
      if (!search_learns) expect(after.text).toBe(before.text);
    }
  });

  test('are read from a log of other programs too, its last 256 KiB, whatever else is in it', async () => {
    const feedback_file = join(await tempFolder(), 'feedback.jsonl');
    const opened = await testService(files, { feedback_file });
    const line = (entry: object) => `${JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', ...entry })}\n`;
    await appendFile(feedback_file, `{"torn\n[1]\n${line(missed(['parking']))}`);
    expect(Object.keys(await scores(opened))).toContain('parking');
    await appendFile(feedback_file, `${'x'.repeat(256 * 1024)}\n`);
    expect(Object.keys(await scores(opened))).not.toContain('parking');
    await appendFile(feedback_file, line(missed(['other'])));
    expect(Object.keys(await scores(opened))).toContain('other');
  });
});
