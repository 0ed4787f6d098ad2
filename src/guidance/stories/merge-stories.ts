import type { Stories } from './story.ts';

/** Stories of a child over those of its parent: by id, the child's story replaces the parent's whole. */
export function mergeStories(parent: Stories, child: Stories): Stories {
  return child.size === 0 ? parent : new Map([...parent, ...child]);
}
