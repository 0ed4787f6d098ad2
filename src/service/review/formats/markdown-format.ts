import { oneLine } from '../../../render/foreign-text.ts';
import { bullet, codeSpan } from '../../../render/markdown.ts';
import { brokenLines, editsAnything, editsLines } from '../edits/guidance-edits.ts';
import type { ReviewFinding, ReviewRule } from '../review-data.ts';
import type { Review } from '../to-review.ts';
import { groupRules } from './group-rules.ts';
import { outcomesLine } from './outcomes-line.ts';
import { breaksHeading, editsHeading, newScopeLine, policyLine, unchangedLine } from './policy-line.ts';

/** Whoever posts it finds its own comment by this. */
const marker = '<!-- precept-review -->';
/** What GitHub takes of a comment is 65,536 characters; some are left for whoever posts it. */
const maxLength = 60_000;

/** For one comment on a pull request, at most 60,000 characters. */
export function reviewMarkdown(review: Review): string {
  const { data, edits } = review;
  const parts = [
    [
      policyLine(data.policy),
      ...newScopeLine(review),
      ...unchangedLine(review),
      ...outcomesLine(review),
    ].join('\n'),
    ...(edits.broken.length > 0 ? [`**${breaksHeading}**\n\n${fenced(brokenLines(edits))}`] : []),
    ...(editsAnything(edits) ? [`**${editsHeading}**\n\n${fenced(editsLines(edits))}`] : []),
    ...findings(data.rules),
    ...groupRules(data.rules, codeSpan).map(({ strength, category, reason, rules }) =>
      [`**${strength}** ${codeSpan(category)} (${reason})\n`, ...rules.map(ruleBullet)].join('\n'),
    ),
    ...(data.left_out.length === 0
      ? []
      : [`Left out, to stay within the tokens: ${data.left_out.map(({ id }) => codeSpan(id)).join(', ')}`]),
  ];
  const shown: string[] = [];
  let room = maxLength;
  for (const part of parts) {
    room -= part.length + 2;
    if (room < 0) break;
    shown.push(part);
  }
  const rest = parts.length - shown.length;
  const more = rest === 0 ? [] : [`And ${rest} more parts: \`precept review --format json\` has all.`];
  return `${[...shown, ...more, marker].join('\n\n')}\n`;
}

function fenced(lines: readonly string[]): string {
  const longest = Math.max(2, ...(lines.join('\n').match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, ...lines, fence].join('\n');
}

function findings(rules: readonly ReviewRule[]): string[] {
  const lines = rules.flatMap((rule) => (rule.findings ?? []).map((finding) => findingBullet(rule, finding)));
  return lines.length === 0 ? [] : [['**Findings**\n', ...lines].join('\n')];
}

function findingBullet(
  { strength, id, rule, why, waiver }: ReviewRule,
  { file, line, text, message, waived }: ReviewFinding,
): string {
  const place = codeSpan(line === undefined ? file : `${file}:${line}`);
  const word = waived === true ? `waived ${oneLine(waiver ?? '')}` : `violates **${strength}**`;
  const details = [
    ...(text === undefined || text.trim() === '' ? [] : [bullet(codeSpan(text.trim()), 1)]),
    ...(message === undefined ? [] : [bullet(oneLine(message), 1)]),
    ...(why === undefined ? [] : [bullet(`Why: ${oneLine(why)}`, 1)]),
  ];
  return [bullet(`${place} ${word} ${codeSpan(id)}: ${oneLine(rule)}`), ...details].join('\n');
}

function ruleBullet({ id, rule, why, outcome, reason, checks, waiver, findings: found }: ReviewRule): string {
  const waived = waiver === undefined || found !== undefined ? '' : ` ${oneLine(waiver)}`;
  const edited = checks.some((check) => check.why !== undefined) ? ' (check: changed by this change)' : '';
  const state =
    outcome === undefined ? '' : `${outcome}${reason === undefined ? '' : ` (${oneLine(reason)})`}: `;
  const text = bullet(`${state}${oneLine(rule)}${waived} ${codeSpan(id)}${edited}`);
  return why === undefined ? text : `${text}\n${bullet(`Why: ${oneLine(why)}`, 1)}`;
}
