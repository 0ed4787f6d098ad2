import * as v from 'valibot';
import { checkShape } from '../../../guidance/rules/record/details-shape.ts';

/** What became of a change: the rules that concern it, without what checks say. */
export const reviewShape = v.object({
  scope: v.string(),
  policy: v.object({
    rules: v.number(),
    scopes: v.number(),
    digest: v.string(),
    complete: v.boolean(),
    incomplete: v.exactOptional(v.string()),
  }),
  files: v.array(
    v.object({
      path: v.string(),
      old: v.exactOptional(v.string()),
      status: v.picklist(['added', 'modified', 'deleted', 'renamed']),
    }),
  ),
  rules: v.array(
    v.object({
      id: v.string(),
      strength: v.picklist(['MUST', 'SHOULD']),
      scope: v.string(),
      category: v.string(),
      rule: v.string(),
      why: v.exactOptional(v.string()),
      chosen: v.array(
        v.object({
          by: v.picklist(['paths', 'check', 'words', 'always']),
          files: v.exactOptional(v.array(v.string())),
          score: v.exactOptional(v.number()),
        }),
      ),
      checks: v.array(checkShape),
      tokens: v.number(),
      /** The waivers of the rule that reach a changed file. */
      waiver: v.exactOptional(v.string()),
    }),
  ),
  left_out: v.array(v.object({ id: v.string(), category: v.string(), tokens: v.number() })),
});
