import * as v from 'valibot';
import { reports } from './shapes.ts';

/** Shapes of what is found by words. */
const entries = v.array(
  v.object({
    category: v.string(),
    when: v.nullable(v.string()),
    paths: v.array(v.string()),
    see: v.array(v.string()),
    katas: v.array(v.object({ name: v.string(), when: v.nullable(v.string()) })),
    fits: v.boolean(),
    always: v.exactOptional(v.literal(true)),
    score: v.number(),
    tokens: v.number(),
    rule: v.nullable(v.string()),
  }),
);

export const findShape = v.object({
  scope_name: v.string(),
  for_files: entries,
  results: entries,
  own: v.array(v.string()),
  more: v.number(),
  ...reports,
});

export const searchShape = v.object({
  hits: v.array(
    v.object({
      category: v.string(),
      kata: v.optional(v.string()),
      text: v.string(),
      origin: v.object({ server: v.string(), scope: v.string(), file: v.string(), line: v.number() }),
      scopes: v.array(v.string()),
      score: v.number(),
    }),
  ),
  warnings: v.optional(v.array(v.string())),
});
