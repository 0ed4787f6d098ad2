import { expect, test } from 'vitest';
import { unportableNames } from '../../src/lint/checks/portable-names.ts';
import { nameAmong } from '../../src/lint/lint-target.ts';

const told = (...names: string[]) =>
  unportableNames(names).map(({ at, message }) => `${at.file}: ${message}`);

test('names that Windows keeps for devices, in any letter case', () => {
  for (const name of ['con', 'NUL', 'Aux', 'prn', 'com1', 'COM9', 'lpt0'])
    expect(told(name)).toEqual([expect.stringContaining(`"${name}" for a device`)]);
  expect(told('console', 'nullable', 'com10', 'com', 'aux-1', 'xcon', 'lpt')).toEqual([]);
});

test('names that differ by letter case alone, each but the first', () => {
  expect(told('API', 'Api', 'api', 'shop')).toEqual([
    expect.stringMatching(/^Api: "Api" and "API" are one directory on Windows/),
    expect.stringMatching(/^api: "api" and "API" are one directory on Windows/),
  ]);
  expect(told('api', 'apis', 'shop')).toEqual([]);
});

test('a name that the file system answers for is the one that the folder has', () => {
  expect(nameAmong(['acme', 'bad'], 'Bad')).toBe('bad');
  expect(nameAmong(['BAD', 'bad'], 'bad')).toBe('bad');
  expect(nameAmong([], 'bad')).toBe('bad');
});
