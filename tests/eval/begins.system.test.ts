import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../support/folder.ts';
import { commitAll, git } from '../support/git.ts';
import { agentOf, evals, evaluate, keptIn, project, reportOf } from './project.ts';

const shop = '.precept/rules/shop';

/** Prints the files of its copy that it is asked for. */
const reader = agentOf(
  "for (const path of ['data/sales.csv', 'evals/files/more/a.txt', 'src/a.js']) { try { console.log(path + ' has ' + require('node:fs').readFileSync(path, 'utf8').trim()) } catch { console.log(path + ' is absent') } }",
);
const once = ['shop', '--agent', reader, '--repeat', '1', '--arms', 'none'];

async function said(cwd: string, name: string): Promise<string> {
  return readFile(join(await keptIn(cwd), 'runs', name, 'none/1/transcript.txt'), 'utf8');
}

describe('evals/evals.json of a skill', () => {
  const skill = (files: readonly string[], more: object = {}) =>
    JSON.stringify({
      skill_name: 'shop',
      evals: [{ id: 1, prompt: 'Sum the sales', expected_output: 'A sum', files, ...more }],
    });

  test('begins with its files, single ones and whole folders, at the same places', async () => {
    const cwd = await project({
      [`${shop}/evals.yml`]: '',
      [`${shop}/evals/evals.json`]: skill(['data/sales.csv', 'evals/files/more'], {
        assertions: ['The sum is 3'],
      }),
      [`${shop}/data/sales.csv`]: '1,2\n',
      [`${shop}/evals/files/more/a.txt`]: 'more\n',
    });
    const { data } = await reportOf(cwd, once);
    expect(data.evals[0]).toMatchObject({ name: '1', expectations: [{ expectation: 'The sum is 3' }] });
    expect(await said(cwd, '1')).toBe(
      'data/sales.csv has 1,2\nevals/files/more/a.txt has more\nsrc/a.js is absent\n',
    );
  });

  test('are judged by a reader, the expected output where no assertion is written, and nothing without either', async () => {
    const cwd = await project({
      [`${shop}/evals.yml`]: '',
      [`${shop}/evals/evals.json`]: JSON.stringify({
        evals: [
          { id: 1, prompt: 'a', expected_output: 'A sum', assertions: [] },
          { id: 'bare', prompt: 'b' },
        ],
      }),
    });
    const { data, stderr } = await reportOf(cwd, once);
    expect(stderr).toContain('1 none 1: not judged');
    const graded = async () => (await reportOf(cwd, ['shop', '--rejudge'])).data.evals;
    const unjudged = { passes: 0, runs: 0, unjudged: 1 };
    expect(data.evals).toMatchObject([
      { expectations: [{ expectation: 'A sum' }], arms: [unjudged] },
      { expectations: [], arms: [unjudged] },
    ]);
    // Both dialects of what a grader writes.
    const place = join(await keptIn(cwd), 'runs/1/none/1/grading.json');
    const word = { text: 'A sum', passed: true, evidence: 'It is 3' };
    await writeFile(place, JSON.stringify({ assertion_results: [word] }));
    expect((await graded())[0].arms).toMatchObject([{ passes: 1, runs: 1, unjudged: 0 }]);
    await writeFile(place, JSON.stringify({ expectations: [{ ...word, passed: false }] }));
    expect((await graded())[0].arms).toMatchObject([{ passes: 0, runs: 1, unjudged: 0 }]);
  });

  test.each([
    ['two with the same id', [1, 1], 'has two evaluations with the name "1"'],
    [
      'one with the name of one of evals.yml',
      ['cursor-paging'],
      'two evaluations with the name "cursor-paging"',
    ],
  ])('%s are refused before anything runs', async (_, ids, why) => {
    const cwd = await project({
      [`${shop}/evals/evals.json`]: JSON.stringify({ evals: ids.map((id) => ({ id, prompt: 'a' })) }),
    });
    const { code, stderr } = await evaluate(cwd, once);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(existsSync(join(cwd, '.precept/evals'))).toBe(false);
  });

  test.each([
    ['../../../outside.txt', 'leads out of the folder of the skill'],
    ['data/missing.csv', 'data/missing.csv is no file of the skill that can be read'],
    ['data/link.csv', 'leads out of this project'],
  ])('a file %s is refused before anything runs', async (file, why) => {
    const cwd = await project({
      [`${shop}/evals.yml`]: '',
      [`${shop}/evals/evals.json`]: skill([file]),
      [`${shop}/data/sales.csv`]: '1,2\n',
      'outside.txt': 'secret\n',
    });
    await symlink('/etc/hosts', join(cwd, shop, 'data/link.csv'));
    const { code, stderr } = await evaluate(cwd, once);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(existsSync(join(cwd, '.precept/evals'))).toBe(false);
  });
});

describe('a repository by its URL', () => {
  async function withRepository(refOf: (first: string) => string) {
    const cwd = await project();
    const repository = join(cwd, 'orders');
    await writeFiles(repository, { 'src/a.js': 'first\n' });
    await git(repository, 'init', '--quiet', '--initial-branch=main');
    await commitAll(repository);
    await git(repository, 'tag', 'v1');
    const first = await git(repository, 'rev-parse', 'HEAD');
    await writeFiles(repository, { 'src/a.js': 'second\n' });
    await commitAll(repository);
    const url = `${pathToFileURL(repository)}${refOf(first)}`;
    await writeFiles(cwd, { [`${shop}/evals.yml`]: evals.replace('./fixtures/orders', url) });
    return cwd;
  }

  test.each([
    ['a tag', () => '#v1', 'first'],
    ['a branch', () => '#main', 'second'],
    ['no ref', () => '', 'second'],
    ['a commit', (first: string) => `#${first}`, 'first'],
  ])('%s', async (_, refOf, wanted) => {
    const cwd = await withRepository(refOf);
    await reportOf(cwd, once);
    expect(await said(cwd, 'cursor-paging')).toContain(`src/a.js has ${wanted}\n`);
  });

  test('a ref that is not there, and one that would be a flag', async () => {
    for (const [ref, why] of [
      ['#nowhere', 'cannot be fetched'],
      ['#--upload-pack=x', 'is not a ref of'],
    ]) {
      const { code, stderr } = await evaluate(await withRepository(() => ref ?? ''), once);
      expect([code, stderr]).toEqual([1, expect.stringContaining(why ?? '')]);
    }
  });
});
