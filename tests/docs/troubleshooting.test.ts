import { expect, test } from 'vitest';
import { manifestTroubles } from '../../src/federation/master-error.ts';
import { faultStatus } from '../../src/model/fault.ts';
import { problemCodes } from '../../src/model/problems/problem-codes.ts';
import { readMarkdown } from './markdown.ts';

const [, requests = '', masters = '', lint = ''] = readMarkdown('docs/troubleshooting.md').text.split(
  /^## (?:Codes of requests|States of a master|Codes of lint)$/m,
);
const rowsOf = (text: string) => [...text.matchAll(/^\| `([a-z\d-]+)` \|(?: (\d+) \|)?/gm)];
const namesIn = (text: string) => rowsOf(text).map(([, code]) => code);

test('has every code of a request with its status', () => {
  const rows = rowsOf(requests).map(([, code, status]) => [code, Number(status)]);
  expect(Object.fromEntries(rows)).toEqual(faultStatus);
  expect(rows).toHaveLength(Object.keys(faultStatus).length);
});

test('has every state of a master', () => {
  expect(namesIn(masters).toSorted()).toEqual(['unavailable', 'refused', ...manifestTroubles].toSorted());
});

test('has every code of lint, in the order of the reference', () => {
  expect(namesIn(lint)).toEqual(Object.keys(problemCodes));
});
