import { estimateTokens } from '../../model/text/tokens.ts';
import type { Choice, ChosenRule } from './choose-rules.ts';

/** What the text is about. */
export interface ContextTitle {
  readonly scope: string;
  /** Relative to the project. */
  readonly files: readonly string[];
  /** The setting hook_max_tokens; 0 for no other limit than the client's. */
  readonly maxTokens: number;
}

/** Tokens that each client gives to its agent whole, with the marks of JSON. */
const mostTokens = 2200;
/** Categories that are named of those that are left out. */
const mostNamed = 12;
const longestName = 200;

/**
 * What an agent is told of the rules chosen for its files: MUST first, within the tokens, and in one line what does not fit. It states facts:
 * clients take commands in such a place for an attack.
 */
export function contextText(
  choice: Omit<Choice, 'claims'>,
  { scope, files, maxTokens }: ContextTitle,
): string {
  const { rules, gone } = choice;
  const most = maxTokens === 0 ? mostTokens : Math.min(maxTokens, mostTokens);
  const [first = ''] = files;
  const others = files.length > 1 ? ` and ${files.length - 1} more` : '';
  const about = first.length > longestName ? '' : ` for ${code(first)}${others}`;
  const lines = [`Rules of this project${about} (Precept, scope ${code(scope)}):`];
  for (const { category, claims } of gone)
    lines.push(`Changed: ${counted(claims.length)} of ${code(category)} shown before no longer there.`);
  const left: ChosenRule[] = [];
  let used = estimateTokens(`${lines.join('\n')}\n`);
  let heading = '';
  for (const chosen of mustFirst(rules)) {
    const { category } = chosen;
    const own = [...(heading === category ? [] : [`${code(category)}:`]), bulletOf(chosen)];
    const cost = estimateTokens(`${own.join('\n')}\n`);
    // No advice in the place of what is mandatory.
    const isLater = !chosen.rule.isMust && left.some(({ rule }) => rule.isMust);
    if (isLater || used + cost > most) left.push(chosen);
    else {
      lines.push(...own);
      used += cost;
      heading = category;
    }
  }
  if (left.length > 0) lines.push(leftOut(left, scope));
  return `${lines.join('\n')}\n`;
}

function mustFirst(rules: readonly ChosenRule[]): readonly ChosenRule[] {
  return [...rules.filter(({ rule }) => rule.isMust), ...rules.filter(({ rule }) => !rule.isMust)];
}

function bulletOf({ rule: { text }, isChanged }: ChosenRule): string {
  return isChanged ? text.replace(/^- \*\*\w+\*\*/, '$& (changed)') : text;
}

function leftOut(left: readonly ChosenRule[], scope: string): string {
  const categories = [...new Set(left.map(({ category }) => category))];
  const named = categories.slice(0, mostNamed).join(', ');
  const others = categories.length > mostNamed ? ` and ${categories.length - mostNamed} more` : '';
  return `Left out for length: ${counted(left.length)}. The tool get_rules has ${left.length === 1 ? 'it' : 'them'}: scope_name ${code(scope)}, categories ${code(named)}${others}.`;
}

function counted(rules: number): string {
  return rules === 1 ? '1 rule' : `${rules} rules`;
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s/g, ' ')}\``;
}
