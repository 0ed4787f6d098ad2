import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from './markdown.ts';

const page = readFileSync(`${root}docs/security.md`, 'utf8');
const [, table = ''] = page.split('## What holds each promise');
const rows = [...table.matchAll(/^\| (?!promise|---)(.+?) \| `(.+?)`: (.+) \|$/gm)];

describe('the tests that docs/security.md names for its promises', () => {
  test('are a row for each line of the table', () => {
    const lines = table.split('\n').filter((line) => line.startsWith('| '));
    // The head and the line below it name no test.
    expect(rows).toHaveLength(lines.length - 2);
    expect(rows.length).toBeGreaterThan(30);
  });

  test('are there, with these titles', () => {
    const gone = rows.filter(([, , file = '', title = '']) => {
      const text = readFileSync(root + file, 'utf8');
      return ![`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => text.includes(quoted));
    });
    expect(gone.map(([row]) => row)).toEqual([]);
  });
});
