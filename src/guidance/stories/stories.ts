import * as v from 'valibot';
import type { GuidanceKind, Slot } from '../kind.ts';
import { hashPiece } from '../piece-id.ts';
import { originShape } from '../shapes.ts';
import { storiesMerging } from './kind/merge-stories.ts';
import type { Stories, UserStory } from './story.ts';
import { storyText } from './story-text.ts';

/** The vision: user stories with their acceptance criteria. */
export const stories: GuidanceKind<Stories, Stories, UserStory> = {
  file: 'tenka',
  noun: 'story',
  merging: storiesMerging,
  groups: (content) => [{ category: null, when: null, pieces: [...content.values()] }],
  slots,
  addsUp: false,
  textOf: storyText,
  idOf: (story) => hashPiece('stories', storyText(story)),
  shape: {
    tenka: v.record(
      v.string(),
      v.looseObject({ who: v.string(), what: v.string(), why: v.string(), origin: originShape }),
    ),
    results: v.array(
      v.looseObject({ scope: v.string(), ac: v.string(), check: v.string(), passed: v.boolean() }),
    ),
  },
  loadReader: async () => (await import('./kind/read-tenka.ts')).storiesReader,
  loadParts: async () => (await import('./kind/story-parts.ts')).storyParts,
  loadWire: async () => (await import('./kind/stories-wire.ts')).storiesWire,
  loadStarter: async () => (await import('./kind/starter.ts')).starter,
};

function* slots(content: Stories): Iterable<Slot<UserStory>> {
  for (const story of content.values()) {
    yield { key: story.id, category: null, name: story.id, pieces: [story] };
  }
}
