import type { SettingsMistake } from '../model/config-error.ts';
import type { GatedKey } from './gate.ts';
import type { Consent } from './load/consent.ts';
import type { SettingName, SettingValues } from './settings.ts';

export { ConfigError, type SettingsMistake } from '../model/config-error.ts';

/** Where a setting's value came from. */
export type SettingSource = 'option' | 'flag' | 'environment' | 'file' | 'default';

/** What became of a settings file that was found in the working folder, and so came with a checkout. */
export interface Trust {
  /** `own`: it is the user's own, or there is none. `free`: it holds nothing that needs consent. */
  readonly state: 'own' | 'free' | 'trusted' | 'untrusted';
  /** The keys that need consent; without it they count as not written. */
  readonly gated: readonly GatedKey[];
  /** What its user's consent is about, as `boundValues` gives it; nothing where that is not asked for. */
  readonly values: Readonly<Record<string, string>>;
  /** What became of that consent. */
  readonly consent: Consent;
}

/** One of the settings files in use. */
export interface SettingsLayer {
  /** Absolute. */
  readonly file: string;
  /** `found`: the one that is asked for, or the project's. Then the person's, and that of everybody on this machine. */
  readonly of: 'found' | 'person' | 'machine';
  /** The folder that its relative paths start from. */
  readonly project: string;
  /** The keys that it writes and that no nearer file does: settings, and variables of templates. */
  readonly gives: readonly string[];
  /** It cannot be read, and so gives nothing. */
  readonly isBroken: boolean;
}

/** What the settings of everybody on this machine keep others from changing. */
export interface Locks {
  /** The file that says so; null where nothing is locked. */
  readonly file: string | null;
  readonly keys: readonly string[];
}

/** Something that the user should know but need not fix, and what to do about it where it was not meant. */
export interface Hint {
  readonly text: string;
  readonly cure: string;
  /** It is about a key of a settings file, which lint reports at its place. */
  readonly isOfFile?: boolean;
}

/** The frozen outcome of flags, environment, settings file and defaults. */
export interface Config {
  readonly settings: SettingValues;
  readonly sources: Readonly<Partial<Record<SettingName, SettingSource>>>;
  /** The settings that do not take the value they are given, and have their default where mistakes are tolerated. */
  readonly mistaken: readonly SettingName[];
  /** What is wrong with values of settings files, where these mistakes are kept or tolerated. */
  readonly mistakes: readonly SettingsMistake[];
  /** The nearest settings file in use, absolute; null when there is none. */
  readonly file: string | null;
  /** All settings files in use, the nearest first. */
  readonly layers: readonly SettingsLayer[];
  /** The file that gives a setting, where its source is `file`. */
  readonly files: Readonly<Partial<Record<SettingName, string>>>;
  readonly locks: Locks;
  /** What was written in spite of locks and has no effect, in one line; null for nothing. */
  readonly lockWarning: string | null;
  /** Rules folder in use, absolute; null when none was found. */
  readonly rulesPath: string | null;
  /** Where a rules folder was looked for, in order, for messages. */
  readonly searched: readonly string[];
  /** Extra keys of the settings files: template variables, any data. */
  readonly fileVariables: Readonly<Record<string, unknown>>;
  /** `PRECEPT_<NAME>` variables under `<NAME>`. */
  readonly environmentVariables: Readonly<Record<string, string>>;
  /** The folder that relative paths of the nearest settings file start from. */
  readonly project: string;
  /** The folder whose `.precept` counts, absolute, wherever the settings file is: what is in it may have come from anybody. */
  readonly checkout: string;
  /** Where plugins that are named by a relative path or a package's name are looked up. */
  readonly pluginFolder: string;
  readonly trust: Trust;
  /** Settings one letter off, for instance. */
  readonly hints: readonly Hint[];
}
