import type { Review, ReviewRule } from '../review.ts';
import { policyLine } from './policy-line.ts';

/** For people: the policy, then each rule with why it is there. */
export function reviewText({ data }: Review): string {
  const blocks = [[policyLine(data.policy)], ...data.rules.map(ruleLines)];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function ruleLines({ strength, id, category, rule, why }: ReviewRule): string[] {
  return [`${strength} ${id} (${category})`, `  ${rule}`, ...(why === undefined ? [] : [`  Why: ${why}`])];
}
