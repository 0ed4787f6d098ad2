import type { Gathered, Masters } from '../../../federation/masters.ts';
import type { Sources } from './open-sources.ts';

/** Seconds after which content that is not here is looked for again. */
const lookAgain = 5;

/** The masters with the sources of the settings before them: what is told of sources comes from this machine. */
export function withSources(sources: Sources, masters: Masters | null): Masters {
  const nothing: Gathered<never> = { values: [], unavailable: [], keepSeconds: null };
  return {
    ...(masters ?? noMasters),
    async scope(name, loop) {
      const [own, asked] = await Promise.all([sources.scope(name), masters?.scope(name, loop) ?? nothing]);
      const keeps = [asked.keepSeconds, own.gaps.length > 0 ? lookAgain : null].filter((one) => one !== null);
      return {
        ...asked,
        values: [...own.remotes, ...asked.values],
        keepSeconds: keeps.length === 0 ? null : Math.min(...keeps),
        gaps: own.gaps,
      };
    },
    async names(loop) {
      const [own, asked] = await Promise.all([sources.names(), masters?.names(loop) ?? nothing]);
      return { ...asked, values: [own, ...asked.values] };
    },
    file: async (url, name, sha256, loop) =>
      (await sources.file(sha256)) ?? (await masters?.file(url, name, sha256, loop)) ?? null,
  };
}

const noMasters: Masters = {
  urls: [],
  scope: async () => ({ values: [], unavailable: [], keepSeconds: null }),
  names: async () => ({ values: [], unavailable: [], keepSeconds: null }),
  explain: async () => ({ error: 'it is not a master of this server' }),
  file: async () => null,
  lacking: async () => [],
  reload: async () => [],
  survey: async () => [],
  states: () => [],
  denied: () => [],
  foreign: () => [],
  watch: async () => {},
  close: async () => {},
};
