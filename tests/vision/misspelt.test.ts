import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/model/problems/problem.ts';
import { replaceFile, writeFiles } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { type Project, project, report, tenka } from './vision.ts';

const stories = 'rules/shop/tenka.yml';
const rules = 'rules/shop/commandments.yml';

/** The misspelt tests that lint names, with what was meant. */
async function misspelt(shop: Project): Promise<readonly string[]> {
  const { stdout } = await shop.run(['lint', '--format', 'json']);
  const problems: Problem[] = JSON.parse(stdout);
  return problems
    .filter(({ code }) => code === 'unknown-test')
    .map(({ file, message, hint }) => `${file}: ${message}. ${hint}`);
}

const line = (file: string, test: string, meant: string) =>
  `${file}: no imported report has a test \`${test}\`. Did you mean "${meant}"?`;

describe('a misspelt test of a check', () => {
  test('is named once a report was imported that has the test', async () => {
    const shop = await project({
      [stories]: tenka(['filters by prefx', 'Cart > pays Once', 'not written yet']),
      [rules]: 'a: {when: Now, ruleset: [{rule: Page, check: {test: pages by curser}}]}\n',
      'r.xml': report('find|filters by prefix', 'Cart|pays once', 'x|pages by cursor', 'x|another test'),
    });
    expect(await misspelt(shop)).toEqual([]);
    await shop.import('r.xml');
    const found = [
      line(rules, 'pages by curser', 'pages by cursor'),
      line(stories, 'filters by prefx', 'filters by prefix'),
      line(stories, 'Cart > pays Once', 'Cart > pays once'),
    ];
    expect(await misspelt(shop)).toEqual(found);
    // Another report, of other tests, says nothing about these.
    await writeFiles(shop.folder, { 'e2e.xml': report('e2e|starts') });
    await shop.import('e2e.xml');
    expect(await misspelt(shop)).toEqual(found);
    const { code, stdout } = await runProgram(['lint', '-r', 'rules'], { cwd: shop.folder });
    expect(code).toBe(0);
    expect(stdout).toContain('warning: no imported report has a test `filters by prefx` [unknown-test]');
    expect(stdout).toContain('Did you mean "filters by prefix"?');
  });

  test('is named where the name was right when the report was imported', async () => {
    const shop = await project({
      [stories]: tenka(['filters by prefix', 'sorts']),
      'r.xml': report('find|filters by prefix', 'find|sorts'),
    });
    await shop.import('r.xml');
    expect(await misspelt(shop)).toEqual([]);
    await replaceFile(path.join(shop.folder, stories), tenka(['filters by perfix', 'sorts']));
    expect(await misspelt(shop)).toEqual([line(stories, 'filters by perfix', 'filters by prefix')]);
  });

  test('and nothing else', async () => {
    const shop = await project({
      // One is the name of another check; one differs by a digit; one is a pattern; one has results; one is too short to tell.
      [stories]: tenka(['pays by card', 'pays by cart', 'retries 2 times', 'pays by car*', 'old', 'ab']),
      'r.xml': report('a|pays by card', 'a|retries 3 times', 'a|olds', 'a|abc'),
    });
    await shop.import('r.xml');
    expect(await misspelt(shop)).toEqual([]);
    // What is no result is passed over, as everywhere.
    await appendFile(
      path.join(shop.folder, '.precept/validation.jsonl'),
      '{"import": "x", "near": 7}\n{"torn',
    );
    expect(await misspelt(shop)).toEqual([]);
  });

  test('is no test that a check of unreadable stories may name', async () => {
    const shop = await project({
      [stories]: tenka(['filters by prefx', 'x']),
      'rules/other/tenka.yml': tenka(['sorts by name', 'y']),
      'r.xml': report('find|filters by prefix', 'find|sorts by name'),
    });
    await shop.import('r.xml');
    await writeFiles(shop.folder, { 'rules/other/tenka.yml': 'tenka: [' });
    await replaceFile(path.join(shop.folder, stories), tenka(['filters by prefx', 'sorts by names']));
    expect(await misspelt(shop)).toEqual([line(stories, 'filters by prefx', 'filters by prefix')]);
  });
});
