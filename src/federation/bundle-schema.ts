import * as v from 'valibot';
import { acFields, storyFields } from '../content/tenka-schema.ts';
import { scopeNamePattern } from '../model/scope-name.ts';

/** The shape of a bundle (contract 10), as a master must give it. Keys that are not known are passed over. */

// A key becomes a heading or a list item: one line, no control characters.
const key = v.pipe(v.string(), v.regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]{1,500}$/u));
const when = v.optional(v.nullable(v.string()), null);
const texts = v.optional(v.array(v.string()), []);
const tags = v.optional(v.record(key, v.string()), {});

const origin = v.object({
  server: v.string(),
  scope: v.pipe(v.string(), v.regex(scopeNamePattern)),
  file: v.pipe(v.string(), v.maxLength(500)),
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

const rules = v.record(
  key,
  v.object({ when, tags: texts, rules: v.array(v.object({ text: v.string(), origin })) }),
);

const katas = v.record(
  key,
  v.object({ when, katas: v.record(key, v.object({ when, procedure: v.string(), origin })) }),
);

const stories = v.record(
  v.pipe(v.string(), v.regex(/^US[0-9]+$/)),
  v.object({
    ...storyFields,
    acs: v.optional(v.record(v.pipe(v.string(), v.regex(/^AC[0-9]+\.[0-9]+$/)), v.object(acFields)), {}),
    origin,
  }),
);

const result = v.object({
  timestamp: v.string(),
  scope: v.string(),
  ac: v.string(),
  check: v.string(),
  passed: v.boolean(),
  source: v.string(),
});

export const bundleSchema = v.object({
  format: v.literal(1),
  scope_name: v.string(),
  metadata: v.object({ description: v.optional(v.nullable(v.string()), ''), tags }),
  commandments: v.optional(rules, {}),
  suggestions: v.optional(rules, {}),
  katas: v.optional(katas, {}),
  tenka: v.optional(stories, {}),
  results: v.optional(v.array(result), []),
});

export type Bundle = v.InferOutput<typeof bundleSchema>;
