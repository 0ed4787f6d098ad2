import type { StartText } from '../../../hooks/compiled/compiled-scope.ts';
import { jsonForTerminal } from '../../../model/text/for-terminal.ts';
import { estimateTokens } from '../../../model/text/tokens.ts';
import { sha256 } from '../../../runtime/sha256.ts';
import type { Answer } from '../../answer.ts';
import type { IndexPresentation } from '../../answers/index/index-answer.ts';
import type { RuleOfCategory } from './rules-of-files.ts';

/** Clients put what is longer than 10,000 characters, or bytes, into a file, or cut it. */
const most = 9500;
/** What an index is folded to at first, in tokens. */
const firstTry = 2300;
/** What of the length the rules for every change may take, so that an index still follows. */
const shareOfRules = 0.6;

/** Lengths of a text that is to be put before an agent, as clients count it. */
const lengths = {
  characters: (text: string) =>
    jsonForTerminal({ hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: text } })
      .length,
  bytes: (text: string) => Buffer.byteLength(JSON.stringify(text)) + 100,
} as const;

/** What an agent begins with, before it is fitted to the length that its client takes. */
export interface Beginning {
  /** The name of the scope. */
  readonly name: string;
  readonly index: Answer<unknown, IndexPresentation>;
  /** The mandatory rules for every change. */
  readonly always: readonly RuleOfCategory[];
  /** Its texts stay while the files do. */
  readonly isStable: boolean;
}

/** What an agent begins with: the mandatory rules for every change, whole, then the index of the scope, folded until all of it fits. */
export function startText(
  { name: scope, index, always, isStable }: Beginning,
  unit: keyof typeof lengths,
): StartText {
  const fits = (text: string) => lengths[unit](text) <= most;
  const rules: RuleOfCategory[] = [];
  const written = () => rulesText(rules, always.length - rules.length, scope);
  for (const rule of always) {
    rules.push(rule);
    if (lengths[unit](written()) > most * shareOfRules) rules.pop();
  }
  const text = withIndex(index, (shown) => around(scope, written(), shown), fits);
  const shown = rules.map(({ category, rule: { key, digest } }) => ({ category, key, digest }));
  return { text, digest: sha256(text).slice(0, 10), shown, isStable };
}

function rulesText(rules: readonly RuleOfCategory[], left: number, scope: string): string {
  if (rules.length === 0) return '';
  const more = left === 0 ? '' : `\n- ${left} more: the tool get_rules has them (scope_name \`${scope}\`)`;
  return `Rules for every change:\n${rules.map(({ rule }) => rule.text).join('\n')}${more}\n\n`;
}

function around(scope: string, rules: string, index: string): string {
  return `This project's rules are served by the MCP server Precept.\n\n${rules}${index.trimEnd()}\n\nThe rules of a category come from the tool get_rules (scope_name \`${scope}\`); find_guidance names those that fit a task, and get_category_index gives the whole index.\n`;
}

function withIndex(
  index: Answer<unknown, IndexPresentation>,
  write: (index: string) => string,
  fits: (text: string) => boolean,
): string {
  const { data, presentation } = index;
  const { index_max_tokens: wanted } = presentation.settings;
  let tokens = wanted === 0 ? firstTry : Math.min(wanted, firstTry);
  for (; tokens > 0; tokens = Math.floor(tokens * 0.7)) {
    const settings = { ...presentation.settings, index_max_tokens: tokens };
    const folded = index.with({ data, presentation: { ...presentation, settings } }).text('markdown');
    const text = write(folded);
    if (fits(text)) return text;
    // Folding ends at the top level, and says no less from there on.
    if (estimateTokens(folded) > tokens * 2 && tokens < firstTry / 4) return cut(folded, write, fits);
  }
  return cut(index.text('markdown'), write, fits);
}

/** The index up to the last line that fits. */
function cut(index: string, write: (index: string) => string, fits: (text: string) => boolean): string {
  const lines = index.split('\n');
  while (lines.length > 0) {
    lines.length = Math.floor(lines.length * 0.9);
    const text = write(`${lines.join('\n')}\n…\n`);
    if (fits(text)) return text;
  }
  return write('');
}
