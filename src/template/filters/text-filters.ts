import { maxStringLength } from '../render/budget.ts';
import { toJson, tooLong, toText } from '../render/to-text.ts';
import { TemplateError } from '../template-error.ts';
import { isTruthy, type Value } from '../value.ts';
import { type Filter, integerOf, stringOf } from './filter.ts';

/** Characters beyond the length that truncate lets pass, as in Jinja. */
const truncateLeeway = 5;

export function upper(value: Value): string {
  return stringOf(value, 'upper').toUpperCase();
}

export function lower(value: Value): string {
  return stringOf(value, 'lower').toLowerCase();
}

export function capitalize(value: Value): string {
  return capitalized(stringOf(value, 'capitalize'));
}

/** Each word with a capital and small letters; words are parted by white space, - ( { [ and <. */
export function title(value: Value): string {
  return stringOf(value, 'title').replace(/[^-\s({[<]+/g, capitalized);
}

/** Without white space at both ends, or without the characters that are given. */
export function trim(value: Value, [chars]: readonly Value[]): string {
  const text = stringOf(value, 'trim');
  if (chars === undefined || chars === null) return text.trim();
  const unwanted = new Set(stringOf(chars, 'trim'));
  const parts = Array.from(text);
  let start = 0;
  let end = parts.length;
  while (start < end && unwanted.has(parts[start] ?? '')) start += 1;
  while (end > start && unwanted.has(parts[end - 1] ?? '')) end -= 1;
  return parts.slice(start, end).join('');
}

/** `replace(old, new, count)`: all places, or the first `count`. */
export function replace(value: Value, [old, by, count]: readonly Value[]): string {
  const text = stringOf(value, 'replace');
  const wanted = stringOf(old, 'replace');
  const substitute = stringOf(by, 'replace');
  if (wanted === '') throw new TemplateError('replace needs a text to look for, not an empty one');
  const most =
    count === null ? text.length : integerOf(count, text.length, 0, Number.MAX_SAFE_INTEGER, 'replace');
  const parts: string[] = [];
  const growth = substitute.length - wanted.length;
  let from = 0;
  for (let at = text.indexOf(wanted); at !== -1 && parts.length < most; at = text.indexOf(wanted, from)) {
    parts.push(text.slice(from, at));
    from = at + wanted.length;
    // Looked at on the way: a result that is refused must not cost what a large one does.
    if (text.length + parts.length * growth > maxStringLength) throw tooLong();
  }
  parts.push(text.slice(from));
  return parts.join(substitute);
}

/** `split(separator)`; without one at white space, and then without empty parts. */
export function split(value: Value, [separator]: readonly Value[]): string[] {
  const text = stringOf(value, 'split');
  if (separator === undefined || separator === null) return text.split(/\s+/).filter((part) => part !== '');
  const mark = stringOf(separator, 'split');
  if (mark === '')
    throw new TemplateError('split needs a separator that is not empty', { hint: 'use list for characters' });
  return text.split(mark);
}

/** `truncate(length, killwords, end, leeway)`: characters, the end's included; whole words unless killwords is true. */
export function truncate(value: Value, [length, killWords, end, leeway]: readonly Value[]): string {
  const text = stringOf(value, 'truncate');
  const tail = end === undefined ? '...' : stringOf(end, 'truncate');
  const tailLength = Array.from(tail).length;
  const most = integerOf(length, 255, tailLength, maxStringLength, 'truncate');
  const slack = integerOf(leeway, truncateLeeway, 0, maxStringLength, 'truncate');
  if (text.length <= most + slack) return text;
  const chars = Array.from(text);
  if (chars.length <= most + slack) return text;
  const kept = chars.slice(0, most - tailLength).join('');
  const lastSpace = killWords !== undefined && isTruthy(killWords) ? -1 : kept.lastIndexOf(' ');
  return (lastSpace < 0 ? kept : kept.slice(0, lastSpace)) + tail;
}

/** `indent(width, first, blank)`: `width` is a number of spaces or a text; the first line and blank ones only if asked. */
export function indent(value: Value, [width, first, blank]: readonly Value[]): string {
  const text = stringOf(value, 'indent');
  const margin =
    typeof width === 'string' ? width : ' '.repeat(integerOf(width, 4, 0, maxStringLength, 'indent'));
  const lines = text.split('\n');
  if (text.length + lines.length * margin.length > maxStringLength) throw tooLong();
  const indentsFirst = first !== undefined && isTruthy(first);
  const indentsBlank = blank !== undefined && isTruthy(blank);
  return lines
    .map((line, index) => ((index === 0 ? indentsFirst : line !== '' || indentsBlank) ? margin + line : line))
    .join('\n');
}

export function string(value: Value): string {
  return toText(value);
}

/** `tojson(indent)`: JSON, on one line unless an indent is given. Nothing is escaped for HTML. */
export const tojson: Filter = (value, [width]) =>
  toJson(value, width === null ? 0 : integerOf(width, 0, 0, 8, 'tojson'));

function capitalized(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length).toLowerCase();
}
