import { stripHidden } from '../model/text/hidden-text.ts';
import { oneLine } from '../render/foreign-text.ts';
import { codeSpan } from '../render/markdown.ts';
import type { TrackedEntry } from './entry.ts';
import type { PlacedSummary, RulePlace } from './summary-shape.ts';

/** Characters of a reported text that are shown. */
const longest = 300;

/** One entry as a bullet. */
export function entryMarkdown(entry: TrackedEntry): string {
  const { timestamp, type, task, rules = [], categories = [], reason, id, state, note } = entry;
  const about = [
    ...(entry.scope === undefined ? [] : [`scope ${code(entry.scope)}`]),
    ...(entry.reporter === undefined ? [] : [`reported by ${plain(entry.reporter)}`]),
  ];
  const facts = [
    `- ${timestamp} **${type}**: ${plain(task)}`,
    ...rules.map((rule) => `  - ${code(rule.category)}: ${plain(rule.rule)}`),
    ...(categories.length > 0 ? [`  - ${categories.map(code).join(', ')}`] : []),
    ...(reason ? [`  - reason: ${plain(reason)}`] : []),
    ...(about.length > 0 ? [`  - ${about.join(', ')}`] : []),
    `  - ${state}: ${code(id)}${note === undefined ? '' : `, ${plain(note)}`}`,
  ];
  return `${facts.join('\n')}\n`;
}

export function summaryMarkdown(summary: PlacedSummary): string {
  const { total, contradictory_rules, missed_categories, unreadable, first_seen, last_seen } = summary;
  const span = first_seen === null ? '' : `, from ${first_seen} to ${last_seen}`;
  const torn =
    unreadable === 0 ? '' : ` ${unreadable} more ${unreadable === 1 ? 'line is' : 'lines are'} unreadable.`;
  const missed = summary.missed.map(({ category, count, last_seen: seen, last_reason }) => {
    const why = last_reason.trim() === '' ? '' : `; latest reason: ${plain(last_reason)}`;
    return `- ${code(category)}: ${times(count)}, last ${seen}${why}`;
  });
  const disputed = summary.disputed.flatMap(({ rules, count, last_seen: seen }) => [
    `- ${times(count)}, last ${seen}`,
    ...rules.map(
      ({ category, rule, places }) => `  - ${code(category)}: ${plain(rule)} (${where(category, places)})`,
    ),
  ]);
  const parts = [
    '# Feedback',
    `${total} ${total === 1 ? 'entry' : 'entries'}: ${contradictory_rules} contradictory_rules, ${missed_categories} missed_categories${span}.${torn}`,
    '## Categories missed most',
    missed.join('\n') || 'None.',
    '## Rules disputed most',
    disputed.join('\n') || 'None.',
    ...(summary.proposals.length === 0
      ? []
      : ['## What could be done', summary.proposals.map(proposalLine).join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function proposalLine({ category, see, rules, count }: PlacedSummary['proposals'][number]): string {
  if (rules === undefined)
    return `- Link ${code(category ?? '')} to ${code(see ?? '')} with \`see\`: missed together ${times(count)}`;
  const both = rules.map((one) => `${code(one.category)}: ${plain(one.rule)}`).join(' · ');
  return `- Reconcile, disputed ${times(count)}: ${both}`;
}

function where(reported: string, places: readonly RulePlace[]): string {
  if (places.length === 0) return 'gone';
  const shown = places.slice(0, 3).map(({ server, file, line, category }) => {
    const from = server === 'local' ? '' : ` of ${server}`;
    const moved = category === reported ? '' : `, now in ${code(category)}`;
    return `${file}:${line}${from}${moved}`;
  });
  return shown.join('; ') + (places.length > 3 ? `; and ${places.length - 3} more` : '');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function code(text: string): string {
  return codeSpan(plain(text));
}

/** What a stranger wrote, on one line and without what a terminal would act on. */
function plain(text: string): string {
  const line = oneLine(stripHidden(text)).replace(/\p{Cc}+/gu, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
