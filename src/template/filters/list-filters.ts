import { maxStringLength } from '../render/budget.ts';
import { compareScalars } from '../render/operators.ts';
import { toJson, tooLong, toText } from '../render/to-text.ts';
import { TemplateError } from '../template-error.ts';
import { isList, isMapping, isTruthy, itemsOf, keyCount, kindOf, type Value } from '../value.ts';
import { stringOf } from './filter.ts';

export function join(value: Value, [separator]: readonly Value[]): string {
  const mark = separator === undefined ? '' : stringOf(separator, 'join');
  const parts: string[] = [];
  let length = 0;
  for (const item of itemsOf(value, 'join')) {
    const part = toText(item);
    length += part.length + mark.length;
    if (length - mark.length > maxStringLength) throw tooLong();
    parts.push(part);
  }
  return parts.join(mark);
}

/** How many characters, items or keys there are. */
export function length(value: Value): number {
  if (typeof value === 'string') return codePoints(value);
  if (isList(value)) return value.length;
  if (isMapping(value)) return keyCount(value);
  throw new TemplateError(`length needs a string, a list or a mapping, not ${kindOf(value)}`);
}

/** The first item, character or key; undefined where there is none. */
export function first(value: Value): Value {
  return itemsOf(value, 'first')[0];
}

/** The last item, character or key; undefined where there is none. */
export function last(value: Value): Value {
  return itemsOf(value, 'last').at(-1);
}

/** `sort(reverse, case_sensitive)`: only numbers or only strings; upper and lower case are alike unless asked. */
export function sort(value: Value, [reversed, caseSensitive]: readonly Value[]): Value[] {
  const items = itemsOf(value, 'sort').map((item) => ({ item, key: sortKey(item, caseSensitive) }));
  const sign = reversed !== undefined && isTruthy(reversed) ? -1 : 1;
  const [head] = items;
  if (head) for (const { key } of items) compareScalars(head.key, key);
  return items.sort((a, b) => sign * compareScalars(a.key, b.key)).map(({ item }) => item);
}

/** `unique(case_sensitive)`: each item once, at its first place; upper and lower case are alike unless asked. */
export function unique(value: Value, [caseSensitive]: readonly Value[]): Value[] {
  const found = new Map<string | number | boolean | null | undefined, Value>();
  for (const item of itemsOf(value, 'unique')) {
    const folded = sortKey(item, caseSensitive);
    // A line break starts the keys of lists and mappings, and of strings that start with one, so that none are mixed up.
    const key =
      typeof folded === 'object' && folded !== null
        ? `\nJ${canonical(folded)}`
        : typeof folded === 'string' && folded.startsWith('\n')
          ? `\nS${folded}`
          : folded;
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}

export function reverse(value: Value): Value {
  if (typeof value === 'string') return Array.from(value).reverse().join('');
  return [...itemsOf(value, 'reverse')].reverse();
}

/** A list of the items, characters or keys. */
export function list(value: Value): Value[] {
  return [...itemsOf(value, 'list')];
}

function sortKey(item: Value, caseSensitive: Value): Value {
  if (typeof item !== 'string') return item;
  return caseSensitive !== undefined && isTruthy(caseSensitive) ? item : item.toLowerCase();
}

/** JSON with sorted keys, so that equal values have equal texts. */
function canonical(value: Value): string {
  return toJson(sortedKeys(value));
}

function sortedKeys(value: Value): Value {
  if (isList(value)) return value.map(sortedKeys);
  if (!isMapping(value)) return value;
  const sorted: { [key: string]: Value } = Object.create(null);
  for (const key of Object.keys(value).sort()) sorted[key] = sortedKeys(value[key]);
  return sorted;
}

function codePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (isLow && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}
