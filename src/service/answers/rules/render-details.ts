import type { RuleDetails } from '../../../guidance/rules/record/details.ts';
import type { Rule } from '../../../guidance/rules/rule.ts';
import type { CategoryContext, TextRenderer } from '../../../render/text-renderer.ts';

/**
 * What a rule says beside its text, as answers give it: a `why` that fails, or renders to blank, is left out. Null where nothing
 * is left. `identifier` is that of the rule, `texts` renders what its author wrote.
 */
export function renderDetails(
  { details, detailsBy }: Rule,
  texts: TextRenderer,
  identifier: string,
  context: CategoryContext,
): RuleDetails | null {
  if (details === undefined) return null;
  const { why, ...rest } = details;
  if (why === undefined) return details;
  const rendered = (detailsBy === undefined ? texts : texts.for(detailsBy)).render(
    'why',
    `${identifier} why`,
    why,
    context,
  );
  if (rendered !== null && rendered.trim() !== '')
    return rendered === why ? details : { why: rendered, ...rest };
  return Object.keys(rest).length === 0 ? null : rest;
}
