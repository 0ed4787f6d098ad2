import * as v from 'valibot';
import { acFields, checkResultSchema, storyFields } from '../guidance/stories/tenka-schema.ts';
import { scopeNamePattern } from '../model/scope-name.ts';

/** The shape of a bundle (docs/formats.md), as a master must give it. Keys that are not known are passed over. */

// A key becomes a heading or a list item: one line, no control characters.
const key = /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,500}$/u;
const storyId = /^US[0-9]+$/;
const acRef = /^AC[0-9]+\.[0-9]+$/;

/**
 * An object as its entries, in order, with keys of that form. Any name can be one: `v.record` would drop a category that
 * is called `constructor` or `prototype`.
 */
export function entriesOf<Schema extends v.GenericSchema>(value: Schema, form: RegExp = key) {
  return v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'Expected an object',
    ),
    v.rawTransform(({ dataset: { value: input }, addIssue, NEVER }): [string, v.InferOutput<Schema>][] => {
      const entries: [string, v.InferOutput<Schema>][] = [];
      for (const [name, given] of Object.entries(input)) {
        const place = { type: 'object', origin: 'value', input, key: name, value: given } as const;
        if (!form.test(name)) {
          addIssue({ message: 'This key is not allowed', path: [place] });
          return NEVER;
        }
        const result = v.safeParse(value, given, { abortEarly: true });
        if (!result.success) {
          const [{ message, path = [] }] = result.issues;
          addIssue({ message, path: [place, ...(path as [])] });
          return NEVER;
        }
        entries.push([name, result.output]);
      }
      return entries;
    }),
  );
}

const when = v.optional(v.nullable(v.string()), null);
const texts = v.optional(v.array(v.string()), []);
const none = () => ({});

const origin = v.object({
  server: v.string(),
  scope: v.pipe(v.string(), v.regex(scopeNamePattern)),
  file: v.pipe(v.string(), v.maxLength(500)),
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

const rules = v.optional(
  entriesOf(v.object({ when, tags: texts, rules: v.array(v.object({ text: v.string(), origin })) })),
  none,
);

const katas = v.optional(
  entriesOf(v.object({ when, katas: entriesOf(v.object({ when, procedure: v.string(), origin })) })),
  none,
);

const acs = v.optional(entriesOf(v.object(acFields), acRef), none);
const stories = v.optional(entriesOf(v.object({ ...storyFields, acs, origin }), storyId), none);

const farther = v.object({ url: v.string(), reason: v.string(), since: v.string() });

export const bundleSchema = v.object({
  format: v.literal(1),
  scope_name: v.string(),
  metadata: v.object({
    description: v.optional(v.nullable(v.string()), ''),
    tags: v.optional(entriesOf(v.string()), none),
  }),
  commandments: rules,
  suggestions: rules,
  katas,
  tenka: stories,
  results: v.optional(v.array(checkResultSchema), []),
  unavailable: v.optional(v.pipe(v.array(farther), v.maxLength(100)), []),
});

/** A bundle as it is sent. */
export type BundleData = v.InferInput<typeof bundleSchema>;
/** A bundle as it is read. */
export type Bundle = v.InferOutput<typeof bundleSchema>;
