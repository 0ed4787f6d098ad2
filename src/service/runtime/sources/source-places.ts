import type { Config } from '../../../config/config.ts';
import type { Authorship } from '../../../git/authorship/authorship.ts';
import { editLink } from '../../../git/authorship/edit-link.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { Authors } from '../../answers/place-shape.ts';
import type { RemoteWorld } from '../federation/open-masters.ts';
import { openPacks } from './open-packs.ts';
import { createSources } from './open-sources.ts';

/** What tells of lines of local files, and where lines of sources are edited. Who wrote those nobody knows here: their commit came alone. */
export function openSourcePlaces(
  own: Authorship | null,
  config: Config,
  log: Logger,
  world: RemoteWorld,
): Authorship & Pick<Authors, 'elsewhere'> {
  const sources = createSources(config, openPacks(config, log, world), world);
  return {
    of: async (lines, options) => (own === null ? lines.map(() => ({})) : own.of(lines, options)),
    async elsewhere(places) {
      const states = await sources.states();
      return places.map(({ server, file, line }) => {
        const state = states.find(({ label }) => label === server);
        const remote = state?.entry.git;
        if (state === undefined || remote === undefined || state.content === null) return {};
        const branch = state.entry.ref ?? 'HEAD';
        const link = editLink(remote, { path: `${state.content.folder}${file}`, branch, line });
        return { authorship: 'shallow' as const, ...(link !== null && { edit_url: link }) };
      });
    },
  };
}
