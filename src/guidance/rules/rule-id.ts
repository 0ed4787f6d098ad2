import { createHash } from 'node:crypto';
import type { Rule, RuleKind } from './rule.ts';

/** What an id of a rule looks like. */
export const ruleIdPattern = /^[0-9a-f]{10}$/;

/**
 * The id of a rule by its strength and its text as written (docs/formats.md): the same wherever the rule is moved to, and
 * another one as soon as its text changes. Two rules of the same text share it.
 */
export function hashRule(kind: RuleKind, text: string): string {
  return createHash('sha256').update(`${kind}\n${text}`).digest('hex').slice(0, 10);
}

/** The id of a rule: the one that its master gave it, or the hash of what is written here. */
export function ruleId(kind: RuleKind, { id, text }: Pick<Rule, 'id' | 'text'>): string {
  return id ?? hashRule(kind, text);
}
