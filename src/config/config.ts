import type { SettingName, SettingValues } from './settings.ts';

export { ConfigError } from '../model/config-error.ts';

/** Where a setting's value came from. */
export type SettingSource = 'option' | 'flag' | 'environment' | 'file' | 'default';

/** The frozen outcome of flags, environment, settings file and defaults. */
export interface Config {
  readonly settings: SettingValues;
  readonly sources: Readonly<Partial<Record<SettingName, SettingSource>>>;
  /** Settings file in use, absolute; null when there is none. */
  readonly file: string | null;
  /** Rules folder in use, absolute; null when none was found. */
  readonly rulesPath: string | null;
  /** Where a rules folder was looked for, in order, for messages. */
  readonly searched: readonly string[];
  /** Extra keys of the settings file: template variables, any data. */
  readonly fileVariables: Readonly<Record<string, unknown>>;
  /** `PRECEPT_<NAME>` variables under `<NAME>`. */
  readonly environmentVariables: Readonly<Record<string, string>>;
  /** What the user should know but need not fix: settings one letter off, for instance. */
  readonly hints: readonly string[];
}
