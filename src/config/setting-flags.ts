import type { SettingRow } from './settings/setting-row.ts';
import { type SettingName, settings } from './settings.ts';

/** A flag that gives a setting, or names the settings file. */
export interface SettingFlag {
  readonly name: SettingName | 'config';
  /** Like `--rules-path`. */
  readonly flag: string;
  /** Like `-r`. */
  readonly short: string | null;
  readonly about: string;
}

const shorts: Readonly<Record<string, string>> = { config: '-c', rules_path: '-r' };

/** The flags that every command takes: the settings file, and each setting that is not a secret. */
export const settingFlags: readonly SettingFlag[] = [
  { name: 'config', about: 'Settings file to read, like .precept/settings.yml' } as const,
  ...Object.entries(settings)
    .filter(([, row]: [string, SettingRow]) => row.secret !== true)
    .map(([name, { about }]) => ({ name: name as SettingName, about })),
].map(({ name, about }) => ({ name, flag: toFlag(name), short: shorts[name] ?? null, about }));

/** The flag of a setting or an argument: `rules_path` is `--rules-path`. */
export function toFlag(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}
