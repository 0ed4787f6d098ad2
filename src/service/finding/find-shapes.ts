import * as v from 'valibot';
import type { Immutable } from '../../model/immutable.ts';
import { reports } from '../answers/shapes.ts';

/** Shapes of what is found by words. */
const entries = v.array(
  v.object({
    category: v.string(),
    when: v.nullable(v.string()),
    paths: v.array(v.string()),
    see: v.array(v.string()),
    katas: v.array(v.object({ name: v.string(), when: v.nullable(v.string()) })),
    /** For sure, and not only perhaps. */
    fits: v.boolean(),
    /** It belongs to every change. */
    always: v.exactOptional(v.literal(true)),
    score: v.number(),
    tokens: v.number(),
    /** The rule that matches best. */
    rule: v.nullable(v.string()),
  }),
);

/** The answer with the categories that fit a task and files. */
export const findShape = v.object({
  scope_name: v.string(),
  /** Those whose `paths` match a file. */
  for_files: entries,
  results: entries,
  /** What the scope has written itself and is not among the results, by its keys. */
  own: v.array(v.string()),
  /** How many other categories the scope has. */
  more: v.number(),
  ...reports,
});
export type FindData = Immutable<v.InferOutput<typeof findShape>>;

/** A category that was found. */
export type FoundEntry = FindData['results'][number];

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
