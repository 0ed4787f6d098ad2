import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside, realPathNow } from './files.ts';

/**
 * The folder for what is made of content and served in its place; null where `folder` lies in the checkout around one of `starts`: what is in
 * there may have come from anybody, who could write other content. Null too where nobody can tell. Told at once, which takes a fraction of what
 * waiting for the system does. `home` is empty where it is not known.
 */
export function outsideCheckouts(
  folder: string | null,
  starts: readonly string[],
  home: string,
): string | null {
  if (folder === null) return null;
  try {
    const place = realOf(folder);
    const own = realOf(home);
    for (const start of new Set(starts)) {
      const root = rootOf(realOf(start), own);
      // A folder around the home folder came with no checkout.
      if (isInside(place, root) && (home === '' || !isInside(own, root))) return null;
    }
    return folder;
  } catch {
    return null;
  }
}

/** The folder that git cloned, around a folder without links; the folder itself where none is below the home folder. */
function rootOf(folder: string, home: string): string {
  for (let place = folder; dirname(place) !== place && place !== home; place = dirname(place))
    if (lstatSync(join(place, '.git'), { throwIfNoEntry: false }) !== undefined) return place;
  return folder;
}

/** Where a path leads, links followed; of one that is not there, its nearest folder decides. */
function realOf(path: string): string {
  try {
    return realPathNow(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realOf(above), basename(path));
  }
}
