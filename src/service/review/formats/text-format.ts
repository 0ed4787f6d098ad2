import { listOf } from '../../../guidance/rules/record/details.ts';
import { oneLine } from '../../../render/foreign-text.ts';
import { brokenLines, editsAnything, editsLines } from '../edits/guidance-edits.ts';
import type { PolicyRule } from '../policy/policy.ts';
import type { ReviewFinding, ReviewRule } from '../review-data.ts';
import type { Review } from '../to-review.ts';
import { groupRules } from './group-rules.ts';
import { outcomesLine } from './outcomes-line.ts';
import { breaksHeading, editsHeading, newScopeLine, policyLine, unchangedLine } from './policy-line.ts';

/** For people: the policy, what the change does to it, what it breaks by file, then the rules by category. */
export function reviewText(review: Review): string {
  const { data, edits } = review;
  const blocks = [
    [policyLine(data.policy), ...newScopeLine(review), ...unchangedLine(review), ...outcomesLine(review)],
    ...(edits.broken.length > 0 ? [[breaksHeading, ...brokenLines(edits).map((line) => `  ${line}`)]] : []),
    ...(editsAnything(edits) ? [[editsHeading, ...editsLines(edits).map((line) => `  ${line}`)]] : []),
    ...findingBlocks(review),
    ...ruleBlocks(data.rules),
    ...(data.left_out.length === 0 ? [] : [[leftOut(data.left_out)]]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

interface Placed {
  readonly rule: ReviewRule;
  readonly policy: PolicyRule | undefined;
  readonly finding: ReviewFinding;
}

/** What the change breaks, file by file, in the order of lines. */
function findingBlocks({ data, shown }: Review): string[][] {
  const byFile = new Map<string, Placed[]>();
  for (const [index, rule] of data.rules.entries())
    for (const finding of rule.findings ?? []) {
      const own = byFile.get(finding.file) ?? [];
      byFile.set(finding.file, [...own, { rule, policy: shown[index], finding }]);
    }
  const inOrder = (a: Placed, b: Placed) => (a.finding.line ?? 0) - (b.finding.line ?? 0);
  return [...byFile].map(([file, placed]) => [
    oneLine(file) || '(no file)',
    ...placed.sort(inOrder).flatMap(findingLines),
  ]);
}

function findingLines({ rule, policy, finding }: Placed): string[] {
  const { line, text, message, waived } = finding;
  const word = waived === true ? 'waived' : 'violates';
  return [
    `  ${line === undefined ? '' : `${line}: `}${word} ${rule.strength} ${rule.id}: ${oneLine(rule.rule)}`,
    ...(text === undefined ? [] : [`    > ${oneLine(text)}`]),
    ...(message === undefined ? [] : [`    ${oneLine(message)}`]),
    ...(rule.why === undefined ? [] : [`    Why: ${oneLine(rule.why)}`]),
    ...listOf<string>(policy?.details?.good).map((one) => `    Good: ${oneLine(one)}`),
    ...(waived === true && rule.waiver !== undefined ? [`    ${rule.waiver}`] : []),
  ];
}

function ruleBlocks(rules: readonly ReviewRule[]): string[][] {
  return groupRules(rules, oneLine).map(({ strength, category, reason, rules: own }) => [
    `${strength} ${category} (${reason})`,
    ...own.flatMap(ruleLines),
  ]);
}

function ruleLines({ id, rule, why, outcome, reason, checks, waiver, findings }: ReviewRule): string[] {
  const waived = waiver === undefined || findings !== undefined ? '' : ` ${oneLine(waiver)}`;
  const edited = checks.some((check) => check.why !== undefined) ? ' (check: changed by this change)' : '';
  const state =
    outcome === undefined ? '' : `${outcome}${reason === undefined ? '' : ` (${oneLine(reason)})`}: `;
  return [
    `  - ${state}${oneLine(rule)}${waived} [${id}]${edited}`,
    ...(why === undefined ? [] : [`    Why: ${oneLine(why)}`]),
  ];
}

function leftOut(left: Review['data']['left_out']): string {
  const names = left.map(({ id, category, tokens }) => `${id} (${category}, ${tokens} tokens)`);
  return `Left out, to stay within the tokens: ${names.join(', ')}`;
}
