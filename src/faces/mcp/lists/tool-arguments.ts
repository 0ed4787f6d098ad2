import * as v from 'valibot';
import type { Operation } from '../../../service/operation.ts';
import { textLists } from '../../../service/operations/shapes/arguments.ts';

const schemas = new WeakMap<Operation, v.GenericSchema>();

/**
 * The schema of a tool's arguments: that of the operation without the hidden ones, `scope_name` optional. Built once. Where a tool has
 * arguments of its own it says what to send but takes everything: the operation checks it, with the errors of the other faces.
 */
export function toolArguments(operation: Operation): v.GenericSchema {
  let schema = schemas.get(operation);
  if (schema === undefined) {
    schema = operation.mcp?.input ?? shownArguments(operation);
    schemas.set(operation, schema);
  }
  return schema;
}

/**
 * Arguments without those that are null, which is how some clients leave one out, and with a text in place of a list of tags or refs: a
 * schema of both would make the list of tools too long.
 */
export function plainArguments(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === null ? [] : [[name, textLists.has(name) && isTexts(value) ? value.join(',') : value]],
    ),
  );
}

/** What is wrong with arguments, where an empty text is wrong with the advice to leave it out. */
export function withAdvice<
  Issue extends { readonly message: string; readonly path?: readonly unknown[] | undefined },
>(issues: readonly Issue[], given: unknown): Issue[] {
  return issues.map((issue) => {
    const [first] = issue.path ?? [];
    const { key } = Object(first) as { readonly key?: string };
    return key !== undefined && Object(given)[key] === ''
      ? { ...issue, message: `${issue.message}; leave it out instead` }
      : issue;
  });
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function shownArguments(operation: Operation): v.GenericSchema {
  const hidden = operation.mcp?.hide ?? [];
  const entries = Object.fromEntries(
    Object.entries(operation.input.entries)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, entry]) => [name, name === 'scope_name' ? v.optional(entry as v.GenericSchema) : entry]),
  );
  return v.strictObject(entries, refusal('tool', Object.keys(entries)));
}

/** Valibot calls an unknown key "expected never", and one that is left out "undefined"; an agent needs to know which there are. */
export function refusal(what: 'tool' | 'prompt', names: readonly string[]) {
  return ({ expected, received, message }: v.StrictObjectIssue): string => {
    const takes = `this ${what} takes ${names.join(', ') || 'none'}`;
    if (expected === 'never') return `there is no such argument; ${takes}`;
    return received === 'undefined' ? `it is missing; ${takes}` : message;
  };
}
