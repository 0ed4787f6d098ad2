import { basename, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { fileStamp } from '../../runtime/files/files.ts';

/** The settings files that a service was opened with, and where one of the project would be: they are read once, at the start. */
export function settingsFiles({ layers, checkout }: Config): string[] {
  const own = layers.some(({ of }) => of === 'found') ? [] : [join(checkout, '.precept', 'settings.yml')];
  return [...layers.map(({ file }) => file), ...own];
}

/** Notes how the settings files are now; what is returned gives the names of those that were written, made or removed since. */
export function noteSettings(config: Config): () => Promise<string[]> {
  const noted = settingsFiles(config).map((file) => ({ file, before: fileStamp(file) }));
  return async () => {
    const looked = noted.map(async ({ file, before }) =>
      (await before) === (await fileStamp(file)) ? [] : [basename(file)],
    );
    return [...new Set((await Promise.all(looked)).flat())];
  };
}

/** Says that settings files have changed, and what has them read. */
export function restartText(files: readonly string[]): string {
  return `${files.join(' and ')} ${files.length === 1 ? 'has' : 'have'} changed since this server started, which reads settings at its start alone: restart the server, or the client that started it`;
}
