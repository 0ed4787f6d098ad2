import type { Mapping, Value } from '../value.ts';

type Shell = Value[] | { [key: string]: Value };

/** Names that no template reaches, even where the data has them. */
const hiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Takes anything and gives plain data: own data properties only, mappings without a prototype. Functions, accessors and
 * objects of a class become undefined. A copy is made once per `copies`, so cycles and shared parts stay what they are.
 */
export function safeCopy(value: unknown, copies: WeakMap<object, object>): Value {
  if (typeof value !== 'object' || value === null) return toScalar(value);
  const copied = copies.get(value);
  if (copied) return copied as Mapping;
  const pending: { from: object; to: Shell }[] = [];
  const copy = (part: unknown): Value => {
    if (typeof part !== 'object' || part === null) return toScalar(part);
    const known = copies.get(part);
    if (known) return known as Mapping;
    const to = emptyLike(part);
    if (!to) return undefined;
    copies.set(part, to);
    pending.push({ from: part, to });
    return to;
  };
  const result = copy(value);
  for (let next = pending.pop(); next; next = pending.pop()) {
    fill(next.to, next.from, copy);
    // The filters of plugins are handed these copies.
    Object.freeze(next.to);
  }
  return result;
}

/** Gives the value of one own data property, copied where it is not a scalar; undefined if there is none. */
export function readOwn(from: object, name: string, copies: WeakMap<object, object>): Value {
  if (hiddenNames.has(name)) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(from, name)?.value;
  return typeof value === 'string' ? value : safeCopy(value, copies);
}

function toScalar(value: unknown): Value {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  ) {
    return value;
  }
  return undefined;
}

function emptyLike(value: object): Shell | undefined {
  if (Array.isArray(value)) return [];
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ? Object.create(null) : undefined;
}

function fill(to: Shell, from: object, copy: (part: unknown) => Value): void {
  if (Array.isArray(to)) {
    const { length } = from as readonly unknown[];
    for (let index = 0; index < length; index += 1) {
      to.push(copy(Object.getOwnPropertyDescriptor(from, index)?.value));
    }
    return;
  }
  for (const key of Object.keys(from)) {
    if (hiddenNames.has(key)) continue;
    const part = copy(Object.getOwnPropertyDescriptor(from, key)?.value);
    if (part !== undefined) to[key] = part;
  }
}
