import * as v from 'valibot';
import type { PlainAddress, PlainReader } from '../../wire/wire.ts';
import { plainTags } from '../../wire/wire-schemas.ts';
import { automations, statuses } from '../story.ts';

/** Where masters without bundles have their vision, if they have any. */
export const storyAddresses: readonly PlainAddress[] = [
  { path: '/tenka/stories?include_inactive=true', isOptional: true },
  { path: '/tenka/acs?include_inactive=true', isOptional: true },
];

const active = v.optional(v.boolean(), true);

const storiesSchema = v.object({
  stories: v.array(
    v.object({
      id: v.string(),
      who: v.string(),
      what: v.string(),
      why: v.string(),
      tags: plainTags,
      active,
    }),
  ),
});

const acsSchema = v.object({
  acs: v.array(
    v.object({
      ref: v.string(),
      story: v.string(),
      given: v.string(),
      when: v.string(),
      // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
      then: v.string(),
      tags: plainTags,
      active,
      status: v.optional(v.picklist(statuses), 'not_validated'),
      automation: v.optional(v.picklist(automations), 'automated'),
    }),
  ),
});

/** The stories as a bundle has them, from the answers at `storyAddresses`. */
export function readPlainStories(
  [stories, acs]: readonly unknown[],
  tools: PlainReader,
): Readonly<Record<string, unknown>> {
  if (stories === null) return {};
  const criteria = acs === null ? [] : tools.check(acsSchema, acs, 'list of acceptance criteria').acs;
  const origin = tools.origin('tenka');
  const entries = tools
    .check(storiesSchema, stories, 'list of user stories')
    .stories.map(({ id, ...story }) => {
      const own = criteria
        .filter((ac) => ac.story === id)
        .map(({ ref, story: _, tags, ...ac }) => [ref, { ...ac, tags: tags ?? [] }]);
      return [id, { ...story, tags: story.tags ?? [], acs: Object.fromEntries(own), origin }];
    });
  return Object.fromEntries(entries);
}
