import type { Config } from '../config.ts';
import type { SettingName } from '../settings.ts';

/** The folder that relative paths of a setting start from: that of the file which gives it, or else the working folder. */
export function baseFolder(
  { layers, files }: Pick<Config, 'layers' | 'files'>,
  name: SettingName,
  cwd: string,
): string {
  return layers.find(({ file }) => file === files[name])?.project ?? cwd;
}
