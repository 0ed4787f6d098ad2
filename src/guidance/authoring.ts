import type { Authoring } from './kind.ts';
import { kindNames, kinds } from './kinds.ts';
import { metadataAuthoring } from './metadata/metadata-authoring.ts';

/** What people who write guidance are given, by the name of the content file without `.yml`. */
export async function loadAuthoring(): Promise<ReadonlyMap<string, Authoring>> {
  const all = await Promise.all(
    kindNames.map(async (name): Promise<[string, Authoring]> => {
      const { file, loadAuthoring: load } = kinds[name];
      return [file, await load()];
    }),
  );
  return new Map([['metadata', metadataAuthoring], ...all]);
}
