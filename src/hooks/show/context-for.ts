import type { HookClient, Moment } from '../clients/client.ts';
import type { CompiledFile, TouchedCategory } from '../compiled/compiled-file.ts';
import type { StartText } from '../compiled/compiled-scope.ts';
import type { Session } from '../session/session.ts';
import type { Claim } from '../session/session-state.ts';
import { chooseRules, ruleKey, withoutClaimed } from './choose-rules.ts';
import { contextText } from './context-text.ts';

/** What an agent can be told at a moment, read from the compiled scope, which may be gone afterwards. */
export type Material =
  | { readonly start: StartText }
  | { readonly touched: readonly TouchedCategory[]; readonly title: { scope: string; maxTokens: number } };

/** What a moment needs of a compiled scope; null where that is damaged. */
export function materialOf(
  file: CompiledFile,
  moment: Moment,
  { limit }: Pick<HookClient, 'limit'>,
  files: readonly string[],
): Material | null {
  if (moment !== 'touch') {
    const start = file.start(limit);
    return start === null ? null : { start };
  }
  const touched = file.about(files);
  return touched === null ? null : { touched, title: { scope: file.scope, maxTokens: file.maxTokens } };
}

/** Marks the index of a session's beginning in its state. */
const indexKey = 'index';

/** What the agent is told, claimed for it; null where it knows all of that. */
export async function contextFor(
  material: Material,
  files: readonly string[],
  session: Session,
): Promise<string | null> {
  const state = session.now();
  if ('start' in material) {
    const { text, digest, shown } = material.start;
    if (state.shown(indexKey) === digest) return null;
    const rules = shown.map(({ category, key, digest: own }): Claim => [ruleKey(category, key), own]);
    const before = await session.claim([[indexKey, digest], ...rules]);
    return before.shown(indexKey) === digest ? null : text;
  }
  const choice = chooseRules(material.touched, state);
  const { rules, gone, claims } = choice;
  if (rules.length === 0 && gone.length === 0) return null;
  const all = [...claims, ...rules.map(({ claim }) => claim), ...gone.flatMap((one) => one.claims)];
  const left = withoutClaimed(choice, await session.claim(all));
  if (left.rules.length === 0 && left.gone.length === 0) return null;
  return contextText(left, { ...material.title, files });
}
