import * as v from 'valibot';
import type { Immutable } from '../model/immutable.ts';
import type { NamedRule } from './entry.ts';

export const namedRule = v.object({ category: v.string(), rule: v.string() });

/** What a log says in all, with the places of the rules. */
export const feedbackSummaryShape = v.object({
  total: v.number(),
  contradictory_rules: v.number(),
  missed_categories: v.number(),
  /** Lines of the log that are not entries. */
  unreadable: v.number(),
  first_seen: v.nullable(v.string()),
  last_seen: v.nullable(v.string()),
  /** The most missed first, each with the latest reason why it was not fetched. */
  missed: v.array(
    v.object({ category: v.string(), count: v.number(), last_seen: v.string(), last_reason: v.string() }),
  ),
  /** The most disputed first: two rules, or one where a report names only one. */
  disputed: v.array(
    v.object({
      rules: v.array(
        v.object({
          ...namedRule.entries,
          /** Where the rule is written now, and the category it is in, which may be another than the reported one. */
          places: v.array(
            v.object({ server: v.string(), file: v.string(), line: v.number(), category: v.string() }),
          ),
        }),
      ),
      count: v.number(),
      last_seen: v.string(),
    }),
  ),
  /** What could be done about reports that say the same; what has been reported most often first. */
  proposals: v.array(
    v.object({
      /** `see`: link one category to another; `reconcile`: change one of two rules. */
      kind: v.picklist(['see', 'reconcile']),
      /** The category that would get the link, and the one it would lead to. */
      category: v.exactOptional(v.string()),
      see: v.exactOptional(v.string()),
      rules: v.exactOptional(v.array(namedRule)),
      count: v.number(),
    }),
  ),
});
export type PlacedSummary = Immutable<v.InferOutput<typeof feedbackSummaryShape>>;

export type RulePlace = PlacedSummary['disputed'][number]['rules'][number]['places'][number];

/** The same without the places. */
export type FeedbackSummary = Omit<PlacedSummary, 'disputed'> & {
  readonly disputed: readonly (Omit<PlacedSummary['disputed'][number], 'rules'> & {
    readonly rules: readonly NamedRule[];
  })[];
};
