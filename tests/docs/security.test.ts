import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from './markdown.ts';

const page = readFileSync(`${root}docs/promises.md`, 'utf8');
const rows = [...page.matchAll(/^\| (?!promise|---)(.+?) \| `(.+?)`: (.+) \|$/gm)];

describe('the tests that docs/promises.md names', () => {
  test('are a row for each line of the tables', () => {
    const lines = page.split('\n').filter((line) => /^\| (?!promise \||---)/.test(line));
    expect(rows).toHaveLength(lines.length);
    expect(rows.length).toBeGreaterThan(70);
  });

  test('are there, with these titles', () => {
    const gone = rows.filter(([, , file = '', title = '']) => {
      const text = readFileSync(root + file, 'utf8');
      return ![`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => text.includes(quoted));
    });
    expect(gone.map(([row]) => row)).toEqual([]);
  });
});
