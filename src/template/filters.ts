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
import { isTruthy, type Value } from './value.ts';

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

/** How many times the steps of reading its value a filter takes, where that is not one. */
export const filterEffort: ReadonlyMap<string, number> = new Map([
  ['sort', 4],
  ['title', 2],
]);

/** The filters every template has, by name. A filter of a plugin with one of these names is not used. */
export const builtinFilters: ReadonlyMap<string, Filter> = new Map(
  rows.map(([name, least, most, filter]) => [name, withArguments(name, least, most, filter)]),
);
