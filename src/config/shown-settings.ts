import type { Config, SettingSource } from './config.ts';
import { isLocked } from './load/locked.ts';
import { prefix } from './load/settings-file.ts';
import { toFlag } from './setting-flags.ts';
import type { SettingRow } from './settings/setting-row.ts';
import { type SettingName, settingNames, settings } from './settings.ts';
import { maskSecrets } from './values/address-secrets.ts';

/** The value of a setting that is in force, and where it comes from, for people to see. */
export interface ShownSetting {
  readonly key: SettingName;
  /** `***` for a secret; null for none, and for what has a mistake. */
  readonly value: unknown;
  readonly source: SettingSource;
  /** The file, variable or flag that gives it; none for a default. */
  readonly place?: string;
  /** What gives it is not a value that the setting takes. */
  readonly mistake?: true;
  /** The machine's settings keep all others from changing it. */
  readonly locked?: true;
}

/** Every setting as it is in force. */
export function shownSettings(config: Config): ShownSetting[] {
  return settingNames.map((key) => shownSetting(config, key));
}

/** One setting as it is in force. */
export function shownSetting(config: Config, key: SettingName): ShownSetting {
  const source = config.sources[key] ?? 'default';
  const place = placeOf(config, key, source);
  const isMistake = config.mistaken.includes(key);
  return {
    key,
    value: isMistake ? null : shownValue(config, key),
    source,
    ...(place !== null && { place }),
    ...(isMistake && { mistake: true }),
    ...(isLocked(config.locks, key) && { locked: true }),
  };
}

function placeOf({ files }: Config, key: SettingName, source: SettingSource): string | null {
  switch (source) {
    case 'file':
      return files[key] ?? null;
    case 'environment':
      return prefix + key.toUpperCase();
    case 'flag':
      return toFlag(key);
    case 'option':
      return key;
    case 'default':
      return null;
  }
}

function shownValue({ settings: values, rulesPath }: Config, key: SettingName): unknown {
  const row: SettingRow = settings[key];
  const value = key === 'rules_path' ? (rulesPath ?? values.rules_path) : values[key];
  if (row.secret !== true) return key === 'sources' ? withoutSourceSecrets(value) : withoutPasswords(value);
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? value : '***';
}

/** The same data without what lets someone in: users, passwords and queries of addresses. */
export function withoutSourceSecrets(value: unknown): unknown {
  return mapTexts(value, maskSecrets);
}

function withoutPasswords(value: unknown): unknown {
  return mapTexts(value, (text) => text.replace(/\/\/[^/\s"]*@/g, '//***@'));
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}
