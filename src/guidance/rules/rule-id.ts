import { hashPiece } from '../piece-id.ts';
import type { Rule, RuleKind } from './rule.ts';

/**
 * The id of a rule by its strength and its text as written (docs/formats.md): the same wherever the rule is moved to, and
 * another one as soon as its text changes. Two rules of the same text share it. What a master says of ids is not taken: it
 * could give one of its rules the id of another.
 */
export function ruleId(kind: RuleKind, { text, written = text }: Pick<Rule, 'text' | 'written'>): string {
  return hashPiece(kind, written);
}
