import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * The home folder of the user: that of the environment, or of the user's entry on this machine, or else the root of the file system, which
 * containers name for a user without an entry. A path that is not absolute, such as an empty HOME, would make a checkout the user's own folder.
 */
export function homeFolder(): string {
  for (const find of [homedir, () => userInfo().homedir])
    try {
      const folder = find();
      if (isAbsolute(folder)) return folder;
    } catch {
      // There is no such variable, or no such entry.
    }
  return '/';
}
