import { isTruthy, type Value } from '../value.ts';
import { type Filter, withArguments } from './filter.ts';
import { first, join, last, length, list, reverse, sort, unique } from './list-filters.ts';
import { abs, float, int, round } from './number-filters.ts';
import {
  capitalize,
  indent,
  lower,
  replace,
  split,
  string,
  title,
  tojson,
  trim,
  truncate,
  upper,
} from './text-filters.ts';

export type { Filter } from './filter.ts';

/** Whether `default` puts its first argument in the place of a value. */
export function needsDefault(value: Value, alsoEmpty: boolean): boolean {
  return value === undefined || (alsoEmpty && !isTruthy(value));
}

const defaultFilter: Filter = (value, [fallback = '', alsoEmpty = false]) =>
  needsDefault(value, isTruthy(alsoEmpty)) ? fallback : value;

const rows: readonly [name: string, least: number, most: number, filter: Filter][] = [
  ['default', 0, 2, defaultFilter],
  ['d', 0, 2, defaultFilter],
  ['upper', 0, 0, upper],
  ['lower', 0, 0, lower],
  ['title', 0, 0, title],
  ['capitalize', 0, 0, capitalize],
  ['trim', 0, 1, trim],
  ['replace', 2, 3, replace],
  ['join', 0, 1, join],
  ['split', 0, 1, split],
  ['length', 0, 0, length],
  ['count', 0, 0, length],
  ['first', 0, 0, first],
  ['last', 0, 0, last],
  ['sort', 0, 2, sort],
  ['unique', 0, 1, unique],
  ['reverse', 0, 0, reverse],
  ['list', 0, 0, list],
  ['string', 0, 0, string],
  ['int', 0, 1, int],
  ['float', 0, 1, float],
  ['round', 0, 2, round],
  ['abs', 0, 0, abs],
  ['truncate', 0, 4, truncate],
  ['indent', 0, 3, indent],
  ['tojson', 0, 1, tojson],
];

/** How many times the steps of reading its value a filter takes, as measured, where that is not one. */
const effort: ReadonlyMap<string, { readonly ofText: number; readonly ofOthers: number }> = new Map([
  ...['list', 'first', 'last', 'reverse', 'split', 'indent'].map(
    (name) => [name, { ofText: 4, ofOthers: 1 }] as const,
  ),
  ...['replace', 'truncate', 'length', 'count', 'string', 'tojson'].map(
    (name) => [name, { ofText: 2, ofOthers: 2 }] as const,
  ),
  ...['trim', 'title'].map((name) => [name, { ofText: 6, ofOthers: 2 }] as const),
  ['join', { ofText: 8, ofOthers: 2 }],
  ['unique', { ofText: 16, ofOthers: 3 }],
  ['sort', { ofText: 32, ofOthers: 4 }],
]);

/** How many times the steps of reading its value a filter takes. */
export function filterEffort(name: string, value: Value): number {
  const row = effort.get(name);
  if (row === undefined) return 1;
  return typeof value === 'string' ? row.ofText : row.ofOthers;
}

/** The filters that look for their first argument in a text. */
export const searchingFilters: ReadonlySet<string> = new Set(['replace', 'split']);

/** The filters every template has, by name. A filter of a plugin with one of these names is not used. */
export const builtinFilters: ReadonlyMap<string, Filter> = new Map(
  rows.map(([name, least, most, filter]) => [name, withArguments(name, least, most, filter)]),
);
