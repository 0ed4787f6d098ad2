import { join } from 'node:path';
import type { Change } from '../../model/change.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import { fileStamp, stampAsOf } from '../../runtime/files/files.ts';
import { contentFile, contentKinds } from '../content-files.ts';

/** What tells one state of a scope's files from another, by kind. */
export type ScopeStamps = ReadonlyMap<string, string>;

const atOnce = 16;

/** The stamps of several scopes, a few at a time; of a scope that has no folder each says `absent`. */
export async function readStamps(
  rulesPath: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, ScopeStamps>> {
  const found = await inBatches(names, atOnce, async (name): Promise<[string, ScopeStamps]> => {
    const stamp = (kind: string) => fileStamp(join(rulesPath, name, contentFile(kind)));
    const stamps = await Promise.all(contentKinds.map(stamp));
    return [name, new Map(contentKinds.map((kind, index) => [kind, stamps[index] ?? '']))];
  });
  return new Map(found);
}

/** The stamps as they may have been at `since`: of files that changed later nothing is known. */
export function stampsAsOf(
  now: ReadonlyMap<string, ScopeStamps>,
  since: number,
): ReadonlyMap<string, ScopeStamps> {
  return new Map(
    [...now].map(([name, stamps]) => [
      name,
      [...stamps.values()].every((stamp) => stampAsOf(stamp, since) === stamp)
        ? stamps
        : new Map([...stamps].map(([kind, stamp]) => [kind, stampAsOf(stamp, since)])),
    ]),
  );
}

/** The change from one state of a rules folder to another, scopes by name; null where there is none. */
export function compareStamps(
  before: ReadonlyMap<string, ScopeStamps>,
  now: ReadonlyMap<string, ScopeStamps>,
): Change | null {
  const scopes = new Set<string>();
  const kinds = new Set<string>();
  let names = false;
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const [old, young] = [before.get(name), now.get(name)];
    if (old === young) continue;
    const isListed = old !== undefined && young !== undefined;
    const differing = contentKinds.filter(
      (kind) => (old?.get(kind) ?? 'absent') !== (young?.get(kind) ?? 'absent'),
    );
    if (isListed && differing.length === 0) continue;
    scopes.add(name);
    for (const kind of differing) kinds.add(kind);
    names ||= !isListed;
  }
  return scopes.size === 0 ? null : { scopes, names, kinds };
}
