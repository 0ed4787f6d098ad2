import type { Value } from '../template/value.ts';

/** What a plugin gave, as a frozen copy; `text` is the same as JSON. */
export interface PlainValues {
  readonly values: Readonly<Record<string, Value>>;
  readonly text: string;
}

const maxSize = 1_000_000;
const maxLevels = 20;

/** A copy being made: the mappings and lists that are open, outermost first, and the keys that lead there. */
interface Copying {
  size: number;
  readonly open: object[];
  readonly keys: (string | number)[];
}

/**
 * Copies what a plugin gave. Only own data properties are read, so that no code of the plugin's runs. Throws a
 * TypeError that says what is not plain data, and where.
 */
export function plainValues(given: unknown): PlainValues {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`it must give an object of variables, not ${nameOf(given)}`);
  }
  const values = copyOf(given, { size: 0, open: [], keys: [] }) as Record<string, Value>;
  return { values, text: JSON.stringify(values) };
}

function copyOf(value: unknown, copying: Copying): Value {
  const { open } = copying;
  spend(copying, typeof value === 'string' ? value.length + 2 : 8);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object') throw notPlain(value, copying);
  if (open.includes(value)) throw new TypeError(`${place(copying)} leads back to itself`);
  if (open.length >= maxLevels)
    throw new TypeError(`${place(copying)} is nested over ${maxLevels} levels deep`);
  open.push(value);
  const copy = Array.isArray(value) ? copyOfList(value, copying) : copyOfMapping(value, copying);
  open.pop();
  return Object.freeze(copy);
}

function copyOfList(list: readonly unknown[], copying: Copying): Value[] {
  if (Object.getPrototypeOf(list) !== Array.prototype) throw notPlain(list, copying);
  const copy: Value[] = [];
  for (let index = 0; index < list.length; index += 1) {
    copying.keys.push(index);
    copy.push(copyOf(dataOf(list, index, copying) ?? null, copying));
    copying.keys.pop();
  }
  return copy;
}

function copyOfMapping(mapping: object, copying: Copying): Record<string, Value> {
  const prototype: unknown = Object.getPrototypeOf(mapping);
  if (prototype !== null && prototype !== Object.prototype) throw notPlain(mapping, copying);
  const copy: Record<string, Value> = Object.create(null);
  for (const key of Object.keys(mapping)) {
    copying.keys.push(key);
    spend(copying, key.length + 4);
    const value = dataOf(mapping, key, copying);
    if (value !== undefined && key !== '__proto__') copy[key] = copyOf(value, copying);
    copying.keys.pop();
  }
  return copy;
}

function spend(copying: Copying, size: number): void {
  copying.size += size;
  if (copying.size > maxSize) throw new TypeError('its values are over 1 MB');
}

function dataOf(owner: object, key: string | number, copying: Copying): unknown {
  const property = Object.getOwnPropertyDescriptor(owner, key);
  if (property && !('value' in property)) {
    throw new TypeError(`${place(copying)} is a getter; give the value itself`);
  }
  return property?.value;
}

function place({ keys }: Copying): string {
  const written = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return written.replace(/^\./, '') || 'it';
}

function notPlain(value: unknown, copying: Copying): TypeError {
  return new TypeError(
    `${place(copying)} is ${nameOf(value)}; only text, finite numbers, booleans, null, lists and objects are data`,
  );
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const prototype: unknown = Object.getPrototypeOf(value) ?? {};
  const maker: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  const name =
    typeof maker === 'function' ? Object.getOwnPropertyDescriptor(maker, 'name')?.value : undefined;
  return typeof name === 'string' && name !== ''
    ? `an instance of ${name}`
    : 'an object with a prototype of its own';
}
