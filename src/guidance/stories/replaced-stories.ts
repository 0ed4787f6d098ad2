import type { Family, Replaced } from '../kind.ts';
import { isSamePlace } from '../piece-key.ts';
import type { Stories } from './story.ts';

/** The stories of a parent in whose place its child has others. */
export function replacedStories({ child, parent }: Family<Stories>): Replaced[] {
  return [...parent.content.values()].flatMap(({ id, origin }): Replaced[] => {
    const now = child.content.get(id)?.origin;
    if (now === undefined || isSamePlace(now, origin)) return [];
    return [{ kind: 'story', category: '', text: id, origin, by: now.scope }];
  });
}
