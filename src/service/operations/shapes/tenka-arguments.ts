import * as v from 'valibot';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { automations, checkKey, statuses } from '../../../guidance/stories/story.ts';
import { type StoryStatus, storyStatus } from '../../../guidance/stories/story-status.ts';
import { withResults } from '../../answers/vision/story-results.ts';
import type { Service } from '../../service.ts';

/** The arguments that the operations on vision share. */
export const status = v.optional(v.picklist([...statuses, 'all']), 'all');
export const automation = v.optional(v.picklist([...automations, 'all']), 'all');
export const includeInactive = v.optional(v.boolean(), false);
export const tags = v.optional(v.pipe(v.string(), v.description('Any matches, like a,b')));

/** The stories of a scope with their status now. */
export async function storiesNow(
  scope: ResolvedScope,
  service: Pick<Service, 'results'>,
): Promise<readonly StoryStatus[]> {
  const current = withResults(scope.stories, await service.results());
  return [...current.values()].map((story) =>
    storyStatus(story, ({ scope: from }, ac, check) => story.results.get(checkKey(from, ac, check))),
  );
}
