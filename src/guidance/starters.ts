import { kindNames, kinds } from './kinds.ts';
import { starter as metadata } from './metadata/starter.ts';

/** The content files of a new project, by their names without `.yml`. */
export async function loadStarters(): Promise<ReadonlyMap<string, string>> {
  const all = await Promise.all(
    kindNames.map(
      async (name): Promise<[string, string]> => [kinds[name].file, await kinds[name].loadStarter()],
    ),
  );
  return new Map([['metadata', metadata], ...all]);
}
