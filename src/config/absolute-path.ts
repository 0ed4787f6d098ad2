import { isAbsolute, join, resolve } from 'node:path';

/** A path as it is meant from `base`; `~` is the home folder. */
export function absolutePath(path: string, base: string, home: string): string {
  if (path === '~' || path.startsWith('~/') || path.startsWith('~\\')) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(base, path);
}
