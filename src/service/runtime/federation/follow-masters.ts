import type { Masters } from '../../../federation/masters.ts';
import { contentKinds } from '../../../guidance/content-files.ts';
import type { Change } from '../../../model/change.ts';
import { createLru } from '../../../runtime/async/cache.ts';

/** What a master's content is made of; results of tests, which are everybody's, are in those of the scopes. */
const ofScopes: ReadonlySet<string> = new Set(contentKinds);

/** Ids of changes that are remembered: far more than are on their way at once. */
const maxIds = 1000;

/**
 * Tells of what changes on masters, until the signal ends it. What this server has told of itself, and what it has heard already by
 * another way, is passed over.
 */
export function followMasters(
  masters: Masters,
  {
    instanceId,
    signal,
    onChange,
  }: {
    readonly instanceId: string;
    readonly signal: AbortSignal;
    readonly onChange: (change: Change) => void;
  },
): Promise<void> {
  const heard = createLru<true>(maxIds);
  return masters.watch({
    loop: [instanceId],
    signal,
    onTold({ scopes, isFirst, id }) {
      if (id !== undefined) {
        if (id.startsWith(`${instanceId}.`) || heard.has(id)) return;
        heard.set(id, true);
      }
      // At first only what was cached before is doubtful.
      if (isFirst) onChange({ scopes: null, names: false, kinds: new Set() });
      else onChange({ scopes, names: true, kinds: ofScopes, ...(id !== undefined && { id }) });
    },
  });
}
