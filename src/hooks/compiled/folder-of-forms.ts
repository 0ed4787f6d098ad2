import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside, realPathNow } from '../../runtime/files/files.ts';
import type { ScopeRequest } from './compiled-scope.ts';

/**
 * The folder for compiled scopes; null where `folder` lies in the checkout that a hook works on: what is in there may have come from
 * anybody, who could write a scope of another content. Told at once, which takes a fraction of what waiting for the system does.
 */
export function folderOfForms(
  folder: string | null,
  { project, cwd, home }: Pick<ScopeRequest, 'project' | 'cwd' | 'home'>,
): string | null {
  if (folder === null) return null;
  const place = realOf(folder);
  const own = realOf(home);
  for (const start of new Set([project, cwd])) {
    const root = rootOf(realOf(start), own);
    // A folder around the home folder came with no checkout.
    if (isInside(place, root) && (home === '' || !isInside(own, root))) return null;
  }
  return folder;
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
