import { join, resolve } from 'node:path';

/** A path as it is meant from `base`, without a separator at its end; `~` is the home folder. */
export function absolutePath(path: string, base: string, home: string): string {
  if (path === '~' || path.startsWith('~/') || path.startsWith('~\\'))
    return resolve(join(home, path.slice(1)));
  return resolve(base, path);
}
