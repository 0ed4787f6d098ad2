import * as v from 'valibot';
import { entriesSchema as anyEntries } from '../../model/entries-schema.ts';
import { maxWhenLength } from '../../model/max-when-length.ts';
import { scopeNamePattern } from '../../model/names/scope-name.ts';

/** Shapes that the parts of a bundle have in common. Keys that are not known are passed over. */

// A key becomes a heading or a list item: one line, no control characters.
// At most 64 segments: each is a heading, so that a few thousand long paths would become gigabytes.
const key = /^(?!(?:[^.]*\.){64})[^\p{Cc}\p{Cs}\u2028\u2029]{1,500}$/u;

/** An object as its entries, in order, with keys of that form, `most` of them. */
export const entriesSchema = <Schema extends v.GenericSchema>(
  value: Schema,
  form: RegExp = key,
  most?: number,
) => anyEntries(value, form, most);

/** Tags of a scope; they stand in the context of every template. */
export const tagsSchema = <Schema extends v.GenericSchema>(tag: Schema) => entriesSchema(tag, key, 1000);

/** The default of a key that holds entries. */
export const none = (): Readonly<Record<string, unknown>> => ({});

/** It is written with every category that inherits it. */
export const when = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(maxWhenLength))), null);
export const texts = v.optional(v.array(v.string()), []);

/** Whether a category belongs to every change. */
export const always = v.optional(v.nullable(v.boolean()), null);

/** What leads to a category or kata and from it, as a bundle has it: only what there is, as before there were any. */
export function writeLinks({
  paths,
  see = [],
  always = null,
}: {
  paths: readonly string[];
  see?: readonly string[];
  always?: boolean | null;
}): object {
  return {
    ...(paths.length > 0 && { paths }),
    ...(see.length > 0 && { see }),
    ...(always !== null && { always }),
  };
}

export const origin = v.object({
  server: v.string(),
  scope: v.pipe(v.string(), v.regex(scopeNamePattern)),
  file: v.pipe(v.string(), v.maxLength(500)),
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** A list that servers of the older wire format write null for where it has nothing. */
const plainList = <Schema extends v.GenericSchema>(item: Schema) => v.optional(v.nullable(v.array(item)), []);
export const plainTexts = plainList(v.string());

/** A tag as servers of the older wire format write it: any scalar, which stands for its text. */
export const plainTag = v.pipe(
  v.nullable(v.union([v.string(), v.number(), v.boolean()])),
  v.transform((value) => (value === null ? '' : String(value))),
);
export const plainTags = plainList(plainTag);
