import * as v from 'valibot';

/** Shapes that the parts of a bundle have in common, as the API's documentation shows them. */

export const originShape = v.object({
  server: v.string(),
  scope: v.string(),
  file: v.string(),
  line: v.number(),
});

export const whenShape = v.nullable(v.string());

/** Only there where a category has some. */
export const linksShape = {
  paths: v.optional(v.array(v.string())),
  see: v.optional(v.array(v.string())),
  always: v.optional(v.boolean()),
};

/** Categories by name. */
export const categoriesShape = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.record(v.string(), v.object(entries));
