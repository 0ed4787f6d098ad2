import { oneLine } from '../../render/foreign-text.ts';
import { bullet, codeSpan, paragraphs } from '../../render/markdown.ts';
import { type ChecksData, type JudgedRule, type RuleState, ruleStates } from './checks-data.ts';

/** What each state is about, for headings. */
const headings: Readonly<Record<RuleState, string>> = {
  enforced: 'Enforced',
  stale: 'Stale',
  unverified: 'Unverified',
  review: 'For a reader',
  unmarked: 'Without any check',
};
/** The states that are listed, the worst first. */
const listed = ['stale', 'unverified'] as const;
const longest = 100;

/** Counts first, then what is stale, and what could not be told; with `unmarked` the rules without any check alone. */
export function checksText(data: ChecksData, unmarked = false): string {
  const parts = (unmarked ? (['unmarked'] as const) : listed).flatMap((state) => {
    const rules = data.rules.filter((rule) => rule.state === state);
    return rules.length === 0 ? [] : [`\n${headings[state]}:\n${rules.map(ruleText).join('')}`];
  });
  return `${countsLine(data)}\n${parts.join('')}`;
}

function ruleText(rule: JudgedRule): string {
  const reasons = told(rule).map(
    ({ name, why, cure }) =>
      `    ${[name, why].filter(Boolean).join(': ')}\n${cure === undefined ? '' : `      ${cure}\n`}`,
  );
  return `  ${rule.file}:${rule.line}  ${rule.id}  ${shorten(rule.text)}\n${reasons.join('')}`;
}

/** The same as Markdown. */
export function checksMarkdown(data: ChecksData, unmarked = false): string {
  return paragraphs([
    `# Checks of ${oneLine(data.scope_name)}`,
    countsLine(data),
    ...(unmarked ? (['unmarked'] as const) : listed).flatMap((state) => {
      const rules = data.rules.filter((rule) => rule.state === state);
      return rules.length === 0 ? [] : [`## ${headings[state]}`, rules.map(ruleMarkdown).join('\n')];
    }),
  ]);
}

function ruleMarkdown(rule: JudgedRule): string {
  const place = codeSpan(`${rule.file}:${rule.line}`);
  const reasons = told(rule).map(
    ({ name, why, cure }) =>
      `  ${bullet(`${codeSpan(name)}${why === undefined ? '' : `: ${oneLine(why)}`}${cure === undefined ? '' : `. ${oneLine(cure)}`}`)}`,
  );
  return [bullet(`${place} ${codeSpan(rule.id)} ${oneLine(shorten(rule.text))}`), ...reasons].join('\n');
}

function countsLine({ scope_name, counts, rules }: ChecksData): string {
  const each = ruleStates.map((state) => `${counts[state]} ${state}`).join(', ');
  return `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'} of ${oneLine(scope_name)}: ${each}`;
}

/** The checks that are why a rule is as it is. */
function told({ state, checks }: JudgedRule): { name: string; why?: string; cure?: string }[] {
  return checks
    .filter((check) => check.state === state)
    .map(({ why, cure, ...check }) => {
      const [[kind, value] = ['', '']] = Object.entries(check);
      const name = oneLine(`${kind} ${String(value)}`);
      return { name, ...(why !== undefined && { why }), ...(cure !== undefined && { cure }) };
    });
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
