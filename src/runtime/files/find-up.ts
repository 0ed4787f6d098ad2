import { lstat } from 'node:fs/promises';
import path from 'node:path';

/** `folder` and all folders above it, nearest first. */
export function foldersUp(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}

/** The nearest folder, from `folder` upwards, that holds something called `name`; null when none does. */
export async function findUp(folder: string, name: string): Promise<string | null> {
  for (const candidate of foldersUp(folder)) {
    try {
      await lstat(path.join(candidate, name));
      return candidate;
    } catch {
      // Not here, or not for us to read: git itself goes on upwards too.
    }
  }
  return null;
}
