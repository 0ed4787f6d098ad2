import type { Config } from '../config.ts';
import { type SettingName, settings } from '../settings.ts';

/** Whether somebody has written a setting, even as it is by default. */
export function isWritten(config: Pick<Config, 'settings' | 'sources'>, name: SettingName): boolean {
  const { [name]: source = 'default' } = config.sources;
  return source !== 'default' || config.settings[name] !== settings[name].default;
}
