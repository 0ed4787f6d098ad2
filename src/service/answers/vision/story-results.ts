import type { Results } from '../../../guidance/stories/results/results-of.ts';
import { type CheckResult, checkKey, type Stories, type UserStory } from '../../../guidance/stories/story.ts';

/** The stories with the latest results of their checks: those of local ones as they were imported. */
export function withResults(stories: Stories, imported: Results): Stories {
  return new Map(
    [...stories].map(([id, story]) => [
      id,
      story.origin.server === 'local' ? { ...story, results: importedOf(story, imported) } : story,
    ]),
  );
}

function importedOf({ origin, acs }: UserStory, imported: Results): ReadonlyMap<string, CheckResult> {
  const found = new Map<string, CheckResult>();
  for (const { ref, checks } of acs.values()) {
    for (const { text } of checks) {
      const result = imported.latest(origin.scope, ref, text);
      if (result !== undefined) found.set(checkKey(origin.scope, ref, text), result);
    }
  }
  return found;
}
