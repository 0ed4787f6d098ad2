import { oneLine } from '../../render/foreign-text.ts';
import { bullet, codeSpan, paragraphs } from '../../render/markdown.ts';
import type { RuleEntry, RuleReport } from '../../usage/rule-report.ts';

const headings: Readonly<Record<keyof RuleReport, string>> = {
  ignored: 'Ignored: read, and violated',
  needless: 'Needless: often relevant, never violated',
  unseen: 'Unseen: never relevant',
};
/** Rules of each list that the text shows. */
const shown = 50;
const longest = 160;

/** The three lists, each rule with what to do about it. */
export function ruleUsageMarkdown(
  data: RuleReport & { readonly since: string; readonly until: string },
  { isOn }: { readonly isOn: boolean },
): string {
  const lists = (Object.keys(headings) as (keyof RuleReport)[]).flatMap((name) => listText(name, data[name]));
  return `${paragraphs([
    `# What became of rules from ${data.since} to ${data.until}`,
    isOn ? '' : 'Nothing is counted here: the setting `usage` is off.',
    ...lists,
    lists.length === 0 ? 'No rule needs a look.' : '',
  ])}\n`;
}

function listText(name: keyof RuleReport, entries: readonly RuleEntry[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length > shown ? [bullet(`and ${entries.length - shown} more`)] : [];
  const lines = entries.slice(0, shown).map((one) => {
    const text = oneLine(one.rule);
    const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
    const counts = `${one.relevant} relevant, ${one.violated} violated, ${one.waived} waived, ${one.reads} reads`;
    return bullet(`${codeSpan(one.scope)} ${codeSpan(one.id)} ${cut} (${counts}). ${one.next}`);
  });
  return [`## ${headings[name]}`, [...lines, ...more].join('\n')];
}
