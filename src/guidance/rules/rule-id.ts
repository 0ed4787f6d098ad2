import { hashPiece } from '../piece-id.ts';
import type { Rule, RuleKind } from './rule.ts';

/**
 * The id of a rule by its strength and its text as written (docs/formats.md): the same wherever the rule is moved to, and
 * another one as soon as its text changes. Two rules of the same text share it. A master's rule has the id that the master
 * gave it.
 */
export function ruleId(kind: RuleKind, { id, text }: Pick<Rule, 'id' | 'text'>): string {
  return id ?? hashPiece(kind, text);
}
