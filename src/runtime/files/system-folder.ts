import { platform as systemName } from 'node:os';
import { win32 } from 'node:path';

/**
 * The folder of settings and rules for everybody on this machine; null where the system names none. On Windows it is never
 * `/etc/precept`, which anybody may have made on the drive of the working folder.
 */
export function systemFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: string = systemName(),
): string | null {
  if (platform !== 'win32') return '/etc/precept';
  // The names of variables have no letter case there, but a copy of the environment has.
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PROGRAMDATA');
  const folder = (name === undefined ? undefined : env[name]) ?? '';
  return /^[A-Za-z]:[\\/]/.test(folder) ? win32.join(folder, 'precept') : null;
}
