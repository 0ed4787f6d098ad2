import type { Config } from '../../config/config.ts';
import { hasAnyStory } from './content/any-story.ts';

/** Whether there are user stories, found out once and again after a change. */
export interface Vision {
  isThere(): Promise<boolean>;
  forget(): void;
}

/** A master may have some, and is not asked. */
export function createVision({ settings, rulesPath }: Config): Vision {
  let known: Promise<boolean> | null = null;
  return {
    async isThere() {
      if (settings.master_server_url.length > 0) return true;
      if (rulesPath === null) return false;
      known ??= hasAnyStory(rulesPath).catch(() => false);
      return known;
    },
    forget() {
      known = null;
    },
  };
}
