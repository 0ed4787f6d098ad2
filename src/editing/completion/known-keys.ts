import type { BaseIssue, BaseSchema, ObjectEntries } from 'valibot';
import * as v from 'valibot';
import type { CompletionItem } from './item.ts';

type AnySchema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/** What a schema says of itself, or what it wraps does. */
function describe(schema: unknown): string | undefined {
  const own = v.getDescription(schema as AnySchema);
  if (own !== undefined) return own;
  const wrapped = (schema as { readonly wrapped?: unknown }).wrapped;
  return wrapped === undefined ? undefined : describe(wrapped);
}

/** The keys of a shape as completions, those that are there already left out. */
export function keyItems(entries: ObjectEntries, present: readonly string[]): CompletionItem[] {
  return Object.entries(entries)
    .filter(([name]) => !present.includes(name))
    .map(([name, schema]) => keyItem(name, describe(schema), isNested(schema)));
}

export function keyItem(name: string, about: string | undefined, isNested: boolean): CompletionItem {
  return { label: name, kind: 'key', text: isNested ? `${name}:` : `${name}: `, ...(about && { about }) };
}

/** Whether its value goes on below the key. */
function isNested(schema: unknown): boolean {
  const { type, wrapped } = schema as { readonly type?: string; readonly wrapped?: unknown };
  if (wrapped !== undefined) return isNested(wrapped);
  return type === 'array' || type === 'object' || type === 'record';
}
