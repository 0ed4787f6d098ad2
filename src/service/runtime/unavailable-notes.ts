import type { UnavailableMaster } from '../../model/guidance.ts';

/** What Markdown answers report of missing masters where `show_unavailable` is set, a line each. */
export function unavailableNotes(unavailable: readonly UnavailableMaster[]): string[] {
  return unavailable.map(
    ({ url, reason, since }) => `Master ${url} is unavailable since ${since}: ${reason}.`,
  );
}
