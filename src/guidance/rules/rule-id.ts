import { hashPiece } from '../piece-id.ts';
import type { Rule, RuleKind } from './rule.ts';

/**
 * The id of a rule (docs/formats.md): what its author calls it, else one by its strength and its text as written, which is the
 * same wherever the rule is moved to, and another one as soon as its text changes. Two rules of the same text share it.
 */
export function ruleId(
  kind: RuleKind,
  { id, text, written = text }: Pick<Rule, 'id' | 'text' | 'written'>,
): string {
  return id ?? hashPiece(kind, written);
}
