import { sourceLabel } from '../../config/values/source-entries.ts';
import type { MasterState } from '../../federation/master-health.ts';
import type { Masters } from '../../federation/masters.ts';
import type { MasterQuestion } from '../explain/explain-scope.ts';
import type { MasterWord } from '../explain/explain-shape.ts';
import type { Loop } from '../runtime/content/scope-resolver.ts';
import type { Shared } from './shared.ts';

/** What masters say of themselves, and of what came from them. */
export interface Federation {
  /** What masters say themselves of what came from them; nothing for another server, which asks its own. */
  masterWords(questions: readonly MasterQuestion[]): Promise<readonly MasterWord[]>;
  /** How each master is now, in list order: all are asked, at most each few seconds. */
  surveyMasters(): ReturnType<Masters['survey']>;
  /** The file of that hash from the scope of a master; null where it does not give it. */
  masterFile(url: string, scope: string, sha256: string): Promise<Uint8Array | null>;
  /** How each master was when it was asked last, in list order. */
  masterStates(): Promise<readonly MasterState[]>;
  /** The scopes that masters name and do not give; all are asked for. */
  lackingScopes(): ReturnType<Masters['lacking']>;
  /** The masters that answered last that the login is missing or not enough. */
  deniedMasters(): Promise<readonly string[]>;
}

/** The masters as they are asked for one caller. */
export function federationFor(
  { config, masters, surveys }: Pick<Shared, 'config' | 'masters' | 'surveys'>,
  { hops, loop }: { readonly hops: readonly string[]; readonly loop: Loop },
): Federation {
  return {
    async masterWords(questions) {
      if (masters === null || loop === null || hops.length > 0 || questions.length === 0) return [];
      const { masterWords } = await import('../runtime/federation/master-words.ts');
      // Sources are here, and have nothing to add.
      const ofSources = new Set(config.settings.sources.map(sourceLabel));
      return masterWords(
        await masters(),
        questions.filter(({ url }) => !ofSources.has(url)),
        loop,
      );
    },
    surveyMasters: async () =>
      masters === null || loop === null ? [] : surveys.get('', async () => (await masters()).survey(loop)),
    masterFile: async (url, scope, sha256) =>
      masters === null || loop === null ? null : (await masters()).file(url, scope, sha256, loop),
    masterStates: async () => (masters === null ? [] : (await masters()).states()),
    lackingScopes: async () => (masters === null || loop === null ? [] : (await masters()).lacking(loop)),
    deniedMasters: async () => (masters === null ? [] : (await masters()).denied()),
  };
}
