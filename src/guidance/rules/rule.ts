import type { Origin } from '../../model/origin.ts';

export interface Rule {
  readonly text: string;
  /** What its author wrote, where the text here is without hidden characters, as masters' texts are: for its id, never shown. */
  readonly written?: string;
  readonly origin: Origin;
}

export interface RuleCategory {
  /** As written; null when the author gave none. */
  readonly when: string | null;
  readonly tags: readonly string[];
  /** Globs of the files it is about. */
  readonly paths: readonly string[];
  /** Categories to look at besides. */
  readonly see: readonly string[];
  /** Whether it belongs to every change; null where the author does not say. */
  readonly always: boolean | null;
  readonly rules: readonly Rule[];
  /** Of suggestions: whether they were all appended (`+`), so that what lies below them stays, wherever it comes from. */
  readonly append?: boolean;
}

/** A category as one file states it; `append` is the `+` of suggestions. */
export interface OwnRuleCategory extends RuleCategory {
  readonly append: boolean;
  /** Where its name is written. */
  readonly at?: Origin;
}

export type RuleCategories = ReadonlyMap<string, RuleCategory>;
export type OwnRuleCategories = ReadonlyMap<string, OwnRuleCategory>;

/** The two kinds of rules, mandatory first: the order in which every answer lists them. */
export const ruleKinds = ['commandments', 'suggestions'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Whether a kind of guidance, by its name, is one of the two. */
export function isRuleKind(kind: string): kind is RuleKind {
  return (ruleKinds as readonly string[]).includes(kind);
}
