import { Fault } from '../../model/fault.ts';
import type { AcStatus, StoryStatus } from './story-status.ts';

export interface StatusFilter {
  readonly status: 'validated' | 'not_validated' | 'all';
  readonly include_inactive: boolean;
  readonly tags: string | undefined;
}

/** The stories a request wants: active ones unless asked, of that status, with any of the tags. */
export function wantedStories(stories: readonly StoryStatus[], filter: StatusFilter): StoryStatus[] {
  const tagged = tagFilter(filter.tags);
  return stories.filter(
    ({ story, status }) =>
      (filter.include_inactive || story.active) &&
      (filter.status === 'all' || status === filter.status) &&
      tagged(story.tags),
  );
}

/** The acceptance criteria a request wants, of the given stories or all. Faults as `readRefs` has them. */
export function wantedAcs(
  stories: readonly StoryStatus[],
  filter: StatusFilter & { readonly stories: string | undefined },
): AcStatus[] {
  const known = new Set(stories.map(({ story }) => story.id));
  const ids = filter.stories === undefined ? null : readRefs(filter.stories, 'story', known);
  const tagged = tagFilter(filter.tags);
  return stories
    .filter(({ story }) => ids === null || ids.has(story.id))
    .flatMap(({ acs }) => acs)
    .filter(
      ({ ac, active, status }) =>
        (filter.include_inactive || active) &&
        (filter.status === 'all' || status === filter.status) &&
        tagged(ac.tags),
    );
}

/** The acceptance criteria whose validation is asked for: the named ones, or all active ones. Faults as `readRefs`. */
export function wantedValidation(
  stories: readonly StoryStatus[],
  filter: {
    readonly acs: string | undefined;
    readonly passing: 'validated' | 'not_validated' | 'all';
    readonly automation: 'automated' | 'has_manual' | 'all';
  },
): AcStatus[] {
  const all = stories.flatMap(({ acs }) => acs);
  const refs =
    filter.acs === undefined ? null : readRefs(filter.acs, 'ac', new Set(all.map(({ ac }) => ac.ref)));
  return all.filter(
    ({ ac, active, status, automation }) =>
      (refs === null ? active : refs.has(ac.ref)) &&
      (filter.passing === 'all' || status === filter.passing) &&
      (filter.automation === 'all' || automation === filter.automation),
  );
}

/** Characters of a list of refs. */
const maxLength = 10_000;

const refKinds = {
  story: {
    pattern: /^US[0-9]+$/,
    fault: 'story-not-found',
    noun: 'user story',
    like: 'US1',
    parameter: 'stories',
  },
  ac: {
    pattern: /^AC[0-9]+\.[0-9]+$/,
    fault: 'ac-not-found',
    noun: 'acceptance criterion',
    like: 'AC1.2',
    parameter: 'acs',
  },
} as const;

/** Comma-separated refs as a set. Faults: `invalid-parameter` for a malformed one, `…-not-found` for an unknown one. */
export function readRefs(
  text: string,
  kind: keyof typeof refKinds,
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const { pattern, fault, noun, like, parameter } = refKinds[kind];
  if (text.length > maxLength) {
    throw new Fault(
      'invalid-parameter',
      `${parameter}: the list is longer than ${maxLength.toLocaleString('en')} characters; ask for fewer at a time.`,
    );
  }
  const refs = text.split(',').map((ref) => ref.trim());
  const malformed = refs.find((ref) => !pattern.test(ref));
  if (malformed !== undefined) {
    throw new Fault(
      'invalid-parameter',
      `${parameter}: "${malformed.slice(0, 60)}" is no ${noun}; give refs like ${like}, separated by commas.`,
    );
  }
  const unknown = refs.find((ref) => !known.has(ref));
  if (unknown !== undefined)
    throw new Fault(fault, `There is no ${noun} ${unknown.slice(0, 60)} in this scope.`);
  return new Set(refs);
}

function tagFilter(text: string | undefined): (tags: readonly string[]) => boolean {
  if (text === undefined || text.trim() === '') return () => true;
  const wanted = new Set(text.split(',').map((tag) => tag.trim()));
  return (tags) => tags.some((tag) => wanted.has(tag));
}
