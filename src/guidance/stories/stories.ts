import * as v from 'valibot';
import type { GuidanceKind } from '../kind.ts';
import { originShape } from '../shapes.ts';
import { storiesMerging } from './merge-stories.ts';
import { replacedStories } from './replaced-stories.ts';
import type { Stories } from './story.ts';

/** The vision: user stories with their acceptance criteria. */
export const stories: GuidanceKind<Stories, Stories> = {
  file: 'tenka',
  merging: storiesMerging,
  groups: (content) => [{ category: null, when: null, pieces: [...content.values()] }],
  replaced: replacedStories,
  kept: () => () => false,
  shape: {
    tenka: v.record(
      v.string(),
      v.looseObject({ who: v.string(), what: v.string(), why: v.string(), origin: originShape }),
    ),
    results: v.array(
      v.looseObject({ scope: v.string(), ac: v.string(), check: v.string(), passed: v.boolean() }),
    ),
  },
  loadReader: async () => (await import('./read-tenka.ts')).storiesReader,
  loadWire: async () => (await import('./stories-wire.ts')).storiesWire,
  loadStarter: async () => (await import('./starter.ts')).starter,
};
