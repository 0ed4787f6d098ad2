import type { Choice } from '../choose/choose-rules.ts';
import type { ReviewRule } from '../review-data.ts';

/** Rules of one category and strength that are chosen for the same reasons. */
export interface RuleGroup {
  readonly strength: ReviewRule['strength'];
  readonly category: string;
  readonly reason: string;
  readonly rules: readonly ReviewRule[];
}

/** Files that one reason names. */
const mostNamed = 3;

/** Rules grouped in their order, so that a reason is said once. `show` makes the name of a file, which the change chose, safe to print. */
export function groupRules(
  rules: readonly ReviewRule[],
  show: (file: string) => string,
): readonly RuleGroup[] {
  const groups = new Map<string, { head: Omit<RuleGroup, 'rules'>; rules: ReviewRule[] }>();
  for (const rule of rules) {
    const { strength, category, chosen } = rule;
    const reason = reasonText(chosen, show);
    const key = JSON.stringify([strength, category, reason]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { head: { strength, category, reason }, rules: [rule] });
    else known.rules.push(rule);
  }
  return [...groups.values()].map(({ head, rules: own }) => ({ ...head, rules: own }));
}

/** Why rules are there: `every change`, or the files that they are about. What is certain is said before what words tell. */
function reasonText(chosen: readonly Choice[], show: (file: string) => string): string {
  const [first] = chosen;
  if (first === undefined || first.by === 'always') return 'every change';
  const files = first.files ?? [];
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  return `${first.by === 'words' ? 'by words: ' : ''}${files.slice(0, mostNamed).map(show).join(', ')}${more}`;
}
