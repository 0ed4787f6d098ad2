import { isInside } from '../../runtime/files/files.ts';
import type { Config } from '../config.ts';

/**
 * The folder inside of which no link is followed on the way to a file that the program writes: the one that it runs in, wherever the
 * settings are, or else the one of the settings.
 */
export function guardedFolder(
  { checkout, project }: Pick<Config, 'checkout' | 'project'>,
  path: string,
): string {
  return isInside(path, checkout) ? checkout : project;
}
