import { limitError, TemplateError } from '../template-error.ts';
import { isList, kindOf, type Value } from '../value.ts';
import { maxNesting, maxStringLength } from './budget.ts';

/**
 * The string form of a value: strings as they are, none as nothing, true and false in lower case, numbers in the shortest
 * form, lists and mappings as JSON on one line with a space after commas and colons.
 */
export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return toJson(value);
  return String(value);
}

/** JSON of a value, indented by `indent` spaces a level if that is not 0. Cycles, depth and size end in a TemplateError. */
export function toJson(value: Value, indent = 0): string {
  const parts: string[] = [];
  let length = 0;
  const put = (part: string): void => {
    length += part.length;
    if (length > maxStringLength) throw tooLong();
    parts.push(part);
  };
  const lineBreak = (level: number): string => (indent === 0 ? '' : `\n${' '.repeat(indent * level)}`);
  const separator = indent === 0 ? ', ' : ',';

  const write = (part: Value, level: number): void => {
    if (typeof part !== 'object' || part === null) return put(scalarJson(part));
    if (level >= maxNesting) throw limitError(`a value may be nested at most ${maxNesting} levels deep`);
    const entries = isList(part) ? part.map((item) => ['', item] as const) : Object.entries(part);
    const [open, close] = isList(part) ? '[]' : '{}';
    if (entries.length === 0) return put(`${open}${close}`);
    entries.forEach(([key, item], index) => {
      put(`${index === 0 ? open : separator}${lineBreak(level + 1)}`);
      if (!isList(part)) put(`${JSON.stringify(key)}: `);
      write(item, level + 1);
    });
    put(`${lineBreak(level)}${close}`);
  };

  write(value, 0);
  return parts.join('');
}

/** The TemplateError for a string beyond the bound. */
export function tooLong(): TemplateError {
  return limitError(`a string may have at most ${maxStringLength.toLocaleString('en-GB')} characters`);
}

function scalarJson(value: string | number | boolean | null | undefined): string {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
    throw new TemplateError(`${value === undefined ? kindOf(value) : value} cannot be written as JSON`);
  }
  return JSON.stringify(value);
}
