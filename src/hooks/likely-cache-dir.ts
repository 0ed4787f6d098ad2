import { join } from 'node:path';
import { absolutePath } from '../config/values/absolute-path.ts';
import { cacheFolder } from '../runtime/files/cache-folder.ts';
import { readSmallFile } from '../runtime/files/files.ts';
import { systemFolder } from '../runtime/files/system-folder.ts';
import type { World } from '../runtime/world.ts';

const largest = 1024 * 1024;

/**
 * Where compiled scopes are kept, told without reading settings as a whole: as a flag or variable says, or the user's own settings on one line, or
 * where the platform has such files. Where the machine's settings lock it, they alone say so. Settings of a checkout have no say.
 */
export function likelyCacheDir(
  flag: string | undefined,
  { env, cwd, home }: Pick<World, 'env' | 'cwd' | 'home'>,
): string | null {
  const system = systemFolder(env);
  const machine = textOf(system);
  const ofMachine = () => inSettings(machine, system, home);
  const otherwise = () => ofMachine() ?? cacheFolder(env, home === '' ? undefined : home);
  if (isLocked(machine)) return otherwise();
  const named = flag ?? env.PRECEPT_CACHE_DIR ?? '';
  if (named !== '') return absolutePath(named, cwd, home);
  const person = home === '' ? null : join(home, '.precept');
  return inSettings(textOf(person), person, home) ?? otherwise();
}

function textOf(folder: string | null): string {
  const bytes = folder === null ? null : readSmallFile(join(folder, 'settings.yml'), largest);
  return bytes?.toString('utf8') ?? '';
}

/** Whether the key `locked`, on its line or in those below it, names the setting. */
function isLocked(settings: string): boolean {
  const [locked = ''] = /^["']?locked["']?:.*(?:\n[ \t-].*|\n\]?\r?(?=\n))*/m.exec(settings) ?? [];
  return /\bcache_dir\b/i.test(locked);
}

/** What the settings of a folder say where they say it on one line. Relative paths count from the folder around it. */
function inSettings(settings: string, folder: string | null, home: string): string | null {
  const [, , path] = /^cache_dir:[ \t]*(["']?)([^"'#\r\n]+?)\1[ \t]*(?:#.*)?\r?$/m.exec(settings) ?? [];
  return path === undefined || folder === null ? null : absolutePath(path, join(folder, '..'), home);
}
