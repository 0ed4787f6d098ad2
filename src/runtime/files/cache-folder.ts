import { platform } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The folder below which programs of this user keep what they can have again, by the platform's custom (on Linux the XDG Base
 * Directory Specification), with ours at its end; null where nothing says where that is.
 */
export function cacheFolder(
  env: Readonly<Record<string, string | undefined>>,
  home: string | undefined,
): string | null {
  const own = 'precept';
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = env;
  const system = platform();
  if (system === 'win32' && isAbsolute(local)) return join(local, own);
  if (system !== 'win32' && isAbsolute(xdg)) return join(xdg, own);
  if (home === undefined) return null;
  if (system === 'win32') return join(home, 'AppData', 'Local', own);
  return system === 'darwin' ? join(home, 'Library', 'Caches', own) : join(home, '.cache', own);
}
