import { join } from 'node:path';
import { absolutePath } from '../config/values/absolute-path.ts';
import { cacheFolder } from '../runtime/files/cache-folder.ts';
import { readSmallFile } from '../runtime/files/files.ts';
import { systemFolder } from '../runtime/files/system-folder.ts';
import type { World } from '../runtime/world.ts';

const largest = 1024 * 1024;

/**
 * Where compiled scopes are kept, told without reading settings as a whole: as a flag or variable says, or the user's own settings on one line, or
 * where the platform has such files. Settings of a checkout may say otherwise, and are asked where nothing is found.
 */
export function likelyCacheDir(
  flag: string | undefined,
  { env, cwd, home }: Pick<World, 'env' | 'cwd' | 'home'>,
): string | null {
  const named = flag ?? env.PRECEPT_CACHE_DIR ?? '';
  if (named !== '') return absolutePath(named, cwd, home);
  const own = home === '' ? null : inSettings(join(home, '.precept'), home);
  return own ?? inSettings(systemFolder(env), home) ?? cacheFolder(env, home === '' ? undefined : home);
}

/** What the settings of a folder say where they say it on one line. Relative paths count from the folder around it. */
function inSettings(folder: string | null, home: string): string | null {
  const text =
    folder === null ? undefined : readSmallFile(join(folder, 'settings.yml'), largest)?.toString('utf8');
  const [, , path] = /^cache_dir:[ \t]*(["']?)([^"'#\r\n]+?)\1[ \t]*(?:#.*)?\r?$/m.exec(text ?? '') ?? [];
  return path === undefined || folder === null ? null : absolutePath(path, join(folder, '..'), home);
}
