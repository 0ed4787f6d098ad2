import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { oneLine } from '../../../render/foreign-text.ts';
import type { TemplateFailure } from '../../../render/text-renderer.ts';

/** Why the rules of a scope are not all that there should be, in one line; empty where nothing is missing. A master that is away counts in any case. */
export function whatIsMissing(
  { gaps, unavailable }: Pick<ResolvedScope, 'gaps' | 'unavailable'>,
  failures: readonly TemplateFailure[],
): string {
  const failed = failures.filter(({ element_type: type }) => type === 'rule');
  const texts = failed.length === 1 ? '1 rule' : `${failed.length} rules`;
  const [first] = failed;
  const lines = [
    ...gaps.map(({ text }) => text),
    ...unavailable.map(({ url, since, reason, as_of }) => {
      const copy = as_of === undefined ? '' : `; its content is as of ${as_of}`;
      return `master ${url} is unavailable since ${since}: ${reason}${copy}.`;
    }),
    ...(first === undefined
      ? []
      : [`${texts} could not be rendered, ${first.element_identifier} among them: ${first.error_message}.`]),
  ];
  return oneLine(lines.join(' '));
}
