import { joinMaps, type Merging } from '../../../resolve/merging.ts';
import type { Stories } from '../story.ts';

/** By id, the nearest story counts whole; of several masters, the first's. */
export const storiesMerging: Merging<Stories, Stories> = {
  none: new Map(),
  over: (below, above) => (above.size === 0 ? below : new Map([...below, ...above])),
  ofMasters: (answers) => joinMaps(answers, (first) => first),
  withoutEchoes: (remote) => remote,
  inOrder: (stories) => stories,
};
