import type { Rule, RuleCategories, RuleKind } from '../../guidance/rules/rule.ts';

/** A rule where it is written. */
export interface PlacedRule {
  readonly kind: RuleKind;
  readonly category: string;
  readonly rule: Rule;
}

export interface Entry extends PlacedRule {
  /** In the order in which entries were met. */
  readonly number: number;
  readonly layer: Layer;
}

/** What one server says itself of one scope. */
export interface Layer {
  readonly number: number;
  readonly scope: string;
  readonly isLocal: boolean;
  readonly entries: Entry[];
}

/** The rules of a scope, or of one server's files. */
export type RuleGuidance = Readonly<Record<RuleKind, RuleCategories>>;
