import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside, realPath } from '../../runtime/files/files.ts';
import type { ScopeRequest } from './compiled-scope.ts';

/**
 * The folder for compiled scopes; null where `folder` lies in the checkout that a hook works on: what is in there may have come from
 * anybody, who could write a scope of another content.
 */
export async function folderOfForms(
  folder: string | null,
  { project, cwd, home }: Pick<ScopeRequest, 'project' | 'cwd' | 'home'>,
): Promise<string | null> {
  if (folder === null) return null;
  const [place, own] = await Promise.all([realPath(folder), realPath(home)]);
  for (const start of new Set([project, cwd])) {
    const root = await rootOf(await realPath(start), own);
    // A folder around the home folder came with no checkout.
    if (isInside(place, root) && (home === '' || !isInside(own, root))) return null;
  }
  return folder;
}

/** The folder that git cloned, around a folder without links; the folder itself where none is below the home folder. */
async function rootOf(folder: string, home: string): Promise<string> {
  for (let place = folder; dirname(place) !== place && place !== home; place = dirname(place))
    if ((await lstat(join(place, '.git')).catch(() => null)) !== null) return place;
  return folder;
}
