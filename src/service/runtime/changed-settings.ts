import { basename, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { fileStamp } from '../../runtime/files/files.ts';

/** The settings files that a service was opened with, and where one of the project would be: they are read once, at the start. */
export function settingsFiles({ layers, checkout }: Config): string[] {
  const own = layers.some(({ of }) => of === 'found') ? [] : [join(checkout, '.precept', 'settings.yml')];
  return [...layers.map(({ file }) => file), ...own];
}

/** The names of settings files that were written, made or removed after `since`, in milliseconds since 1970. */
export async function changedSettings(config: Config, since: number): Promise<string[]> {
  const looked = settingsFiles(config).map(async (file) => {
    const stamp = await fileStamp(file);
    const changed =
      stamp === 'absent'
        ? config.layers.some((layer) => layer.file === file)
        : Number(stamp.split(' ')[2]) > since;
    return changed ? [basename(file)] : [];
  });
  return [...new Set((await Promise.all(looked)).flat())];
}

/** Says that settings files have changed, and what has them read. */
export function restartText(files: readonly string[]): string {
  return `${files.join(' and ')} ${files.length === 1 ? 'has' : 'have'} changed since this server started, which reads settings at its start alone: restart the server, or the client that started it`;
}
