import type { Feedback } from '../../feedback/entry.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { bullet } from '../../render/markdown.ts';
import { inTurns } from '../../runtime/async/turns.ts';
import { writingUnmatched } from '../answers/unmatched.ts';
import type { Given } from '../operation.ts';

/**
 * Paragraphs about the categories that feedback names and its scope, or the default scope, does not have: they may be misspelt. None
 * where the scope cannot be read, or may not be seen.
 */
export async function unknownCategories(
  { categories = [], rules = [], scope: named }: Feedback,
  service: Given<'scope'>,
): Promise<readonly string[]> {
  const name = named ?? service.config.settings.default_scope;
  const scope = name === null ? null : await service.scope(name).catch(() => null);
  if (scope === null) return [];
  const asked = new Set([...categories, ...rules.map(({ category }) => category)]);
  const known = [...ruleKinds, 'katas' as const].flatMap((kind) => [...scope[kind].keys()]);
  const lines = await inTurns(writingUnmatched(scope, asked, known, 'rules'));
  if (lines.length === 0) return [];
  return [
    `The report is stored as you gave it, but in scope ${scope.name}:`,
    lines.map((line) => bullet(line)).join('\n'),
  ];
}
