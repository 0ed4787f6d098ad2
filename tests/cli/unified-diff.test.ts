import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../src/faces/cli/commands/parts/unified-diff.ts';
import { tempFolder } from '../support/folder.ts';
import { git } from '../support/git.ts';

const few = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }), fc.boolean())
  .map(([lines, isOpen]) => lines.join('\n') + (isOpen || lines.length === 0 ? '' : '\n'));
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name} ${at}\n`).join('');
const signs = (diff: string) => diff.replace(/^(?:---|\+\+\+|@@).*\n/gm, '').replace(/^(.).*\n/gm, '$1');

test.each([
  ['the first line, and one at the end', `old\n${numbered('line', 9)}`, `new\n${numbered('line', 9)}more\n`],
  ['everything in a long text', numbered('old', 5000), numbered('new', 5000)],
  ['a long text that had nothing', '', numbered('new', 5000)],
  ['a long text that loses all', numbered('old', 5000), ''],
  ['the last line break', 'a\nb\n', 'a\nb'],
  ['a carriage return', 'a\r\nb\r\n', 'a\nb\r\n'],
])('git takes a change of %s', async (_, before, after) => {
  expect(await applied(before, after)).toBe(after);
});

test('git takes any change', async () => {
  await fc.assert(
    fc.asyncProperty(few, few, async (before, after) => {
      fc.pre(before !== after);
      expect(await applied(before, after)).toBe(after);
    }),
    { numRuns: 20 },
  );
});

test('a line at the start and one at the end leave what is between them', () => {
  const middle = numbered('line', 5000);
  const diff = unifiedDiff('a.md', `old\n${middle}`, `new\n${middle}more\n`);
  expect(diff).toBe(
    '--- a.md\n+++ a.md\n@@ -1,4 +1,4 @@\n-old\n+new\n line 0\n line 1\n line 2\n' +
      '@@ -4999,3 +4999,4 @@\n line 4997\n line 4998\n line 4999\n+more\n',
  );
});

test('texts that share nothing are replaced as a whole, and names are as people write them', () => {
  const diff = unifiedDiff('é.md', numbered('old', 5000), numbered('new', 5000));
  expect(diff).toMatch(/^--- é\.md\n\+\+\+ é\.md\n@@ -1,5000 \+1,5000 @@\n/);
  expect(signs(diff)).toBe('-'.repeat(5000) + '+'.repeat(5000));
});

/** The text that git makes of `before` by the diff. */
async function applied(before: string, after: string): Promise<string> {
  const folder = await tempFolder({ 'a.md': before });
  const patch = path.join(folder, 'a.patch');
  await writeFile(patch, unifiedDiff('a.md', before, after));
  await git(folder, 'apply', '-p0', '--unidiff-zero', '--whitespace=nowarn', patch);
  return readFile(path.join(folder, 'a.md'), 'utf8');
}
