import { TemplateError } from './template-error.ts';

/** What a template can hold: plain data, nothing that can be called. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [key: string]: Value };

/** The names a template may use, each with its value. */
export type TemplateContext = { readonly [key: string]: Value };

export type Mapping = { readonly [key: string]: Value };

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMapping(value: Value): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** False for '', 0, false, none, an empty list and an empty mapping, as in Jinja. */
export function isTruthy(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return !isEmpty(value);
}

/** True for none and for a string, list or mapping that holds nothing; numbers and booleans are never empty. */
export function isEmpty(value: Value): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  return isList(value) ? value.length === 0 : keyCount(value) === 0;
}

const counts = new WeakMap<Mapping, number>();

/** How many keys a mapping has. Counted once, for that takes milliseconds where there are many; mappings never change. */
export function keyCount(mapping: Mapping): number {
  let count = counts.get(mapping);
  if (count === undefined) {
    count = Object.keys(mapping).length;
    counts.set(mapping, count);
  }
  return count;
}

/** The kind of a value with its article, for messages: `a string`, `a list`, `none`. */
export function kindOf(value: Value): string {
  if (value === undefined) return 'something undefined';
  if (value === null) return 'none';
  if (isList(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`;
}

/** What a loop walks: a list's items, a string's characters, a mapping's keys. Anything else is a TemplateError. */
export function itemsOf(value: Value, user: string): readonly Value[] {
  if (typeof value === 'string') return Array.from(value);
  if (isList(value)) return value;
  if (isMapping(value)) return Object.keys(value);
  throw new TemplateError(`${user} needs a list, a string or a mapping, not ${kindOf(value)}`);
}
