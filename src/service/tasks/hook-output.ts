import { jsonForTerminal } from '../../model/text/for-terminal.ts';
import { estimateTokens } from '../../model/text/tokens.ts';
import type { Answer } from '../answer.ts';
import type { IndexPresentation } from '../answers/index/index-answer.ts';
import { ask } from '../ask.ts';
import { getCategoryIndex } from '../operations/get-category-index.ts';
import type { Service } from '../service.ts';

/** Events of a host at which an agent begins, or begins again, with an empty context. */
export const hookEvents = ['SessionStart', 'SubagentStart'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** Claude Code puts output of more than 10,000 characters into a file. */
const maxCharacters = 9500;
/** What an index is folded to at first, in tokens. */
const firstTry = 2300;

/**
 * What a hook of a host prints, so that an agent begins with the index of a scope: one JSON text of at most 9,500 characters. The
 * index is folded until it fits. Faults: those of the scope.
 */
export async function hookOutput(service: Service, scope: string, event: HookEvent): Promise<string> {
  const input = { scope_name: scope, debug: false };
  const answer: Answer<unknown, IndexPresentation> = await ask(getCategoryIndex, input, service);
  const { index_max_tokens: wanted } = service.config.settings;
  let most = wanted === 0 ? firstTry : Math.min(wanted, firstTry);
  for (; most > 0; most = Math.floor(most * 0.7)) {
    const { data, presentation } = answer;
    const settings = { ...presentation.settings, index_max_tokens: most };
    const folded = answer.with({ data, presentation: { ...presentation, settings } }).text('markdown');
    const text = printed(event, folded, scope);
    if (text.length <= maxCharacters) return text;
    // Folding ends at the top level, and says no less from there on.
    if (estimateTokens(folded) > most * 2 && most < firstTry / 4) return cut(event, folded, scope);
  }
  return cut(event, answer.text('markdown'), scope);
}

/** The index up to the last line that fits. */
function cut(event: HookEvent, index: string, scope: string): string {
  const lines = index.split('\n');
  while (lines.length > 0) {
    lines.length = Math.floor(lines.length * 0.9);
    const text = printed(event, `${lines.join('\n')}\n…\n`, scope);
    if (text.length <= maxCharacters) return text;
  }
  return printed(event, '', scope);
}

function printed(event: HookEvent, index: string, scope: string): string {
  const context = `This project's rules are served by the MCP server Precept.\n\n${index.trimEnd()}\n\nThe rules of a category come from the tool get_rules (scope_name \`${scope}\`); find_guidance names those that fit a task, and get_category_index gives the whole index.\n`;
  return jsonForTerminal({ hookSpecificOutput: { hookEventName: event, additionalContext: context } });
}
