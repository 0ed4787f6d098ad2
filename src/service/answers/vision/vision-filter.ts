import type { AcStatus, StoryStatus } from '../../../guidance/stories/story-status.ts';

export interface StatusFilter {
  readonly status: 'validated' | 'not_validated' | 'all';
  readonly include_inactive: boolean;
  /** Any of them is enough; null wants everything. */
  readonly tags: ReadonlySet<string> | null;
}

/** The stories a request wants: active ones unless asked, of that status, with any of the tags. */
export function wantedStories(stories: readonly StoryStatus[], filter: StatusFilter): StoryStatus[] {
  return stories.filter(
    ({ story, status }) =>
      (filter.include_inactive || story.active) &&
      (filter.status === 'all' || status === filter.status) &&
      hasAny(filter.tags, story.tags),
  );
}

/** The acceptance criteria a request wants, of the stories with these ids; null stands for all. */
export function wantedAcs(
  stories: readonly StoryStatus[],
  filter: StatusFilter & { readonly stories: ReadonlySet<string> | null },
): AcStatus[] {
  return stories
    .filter(({ story }) => filter.stories === null || filter.stories.has(story.id))
    .flatMap(({ acs }) => acs)
    .filter(
      ({ ac, active, status }) =>
        (filter.include_inactive || active) &&
        (filter.status === 'all' || status === filter.status) &&
        hasAny(filter.tags, ac.tags),
    );
}

/** The acceptance criteria whose validation is asked for: those with these refs; null stands for all active ones. */
export function wantedValidation(
  stories: readonly StoryStatus[],
  filter: {
    readonly acs: ReadonlySet<string> | null;
    readonly passing: 'validated' | 'not_validated' | 'all';
    readonly automation: 'automated' | 'has_manual' | 'all';
  },
): AcStatus[] {
  return stories
    .flatMap(({ acs }) => acs)
    .filter(
      ({ ac, active, status, automation }) =>
        (filter.acs === null ? active : filter.acs.has(ac.ref)) &&
        (filter.passing === 'all' || status === filter.passing) &&
        (filter.automation === 'all' || automation === filter.automation),
    );
}

function hasAny(wanted: ReadonlySet<string> | null, tags: readonly string[]): boolean {
  return wanted === null || tags.some((tag) => wanted.has(tag));
}
