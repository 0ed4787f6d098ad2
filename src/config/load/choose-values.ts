import { meantInstead } from '../../model/text/nearest.ts';
import type { Locks, SettingSource, SettingsMistake } from '../config.ts';
import { type ConfigInput, flagPlace } from '../config-input.ts';
import type { SettingRow } from '../settings/setting-row.ts';
import { type SettingName, type SettingValues, settingNames, settings } from '../settings.ts';
import { absolutePath } from '../values/absolute-path.ts';
import { readExportEntries } from '../values/export-entries.ts';
import { readMasterEntries } from '../values/master-entries.ts';
import { toMasterUrl } from '../values/master-url.ts';
import { allowedValues, parseSetting } from '../values/parse-setting.ts';
import { checkEnabledPlugins } from '../values/plugin-names.ts';
import { readSourceEntries } from '../values/source-entries.ts';
import { isLocked, twins } from './locked.ts';
import { type OpenLayer, type Refusals, refuse } from './open-layers.ts';
import { prefix } from './settings-file.ts';

/** What is wrong with a setting, and whether a flag gave it. */
export interface SettingProblem {
  /** The setting that does not take its value; left out for other mistakes. */
  readonly setting?: SettingName;
  readonly message: string;
  readonly isUsage: boolean;
  /** The same as a mistake of the settings file that gives the value; left out for other sources. */
  readonly written?: SettingsMistake | undefined;
}

export type SettingSources = Partial<Record<SettingName, SettingSource>>;
type SettingFiles = Partial<Record<SettingName, string>>;

/** What settings are chosen from besides options, flags and variables. */
export interface FilesInUse {
  /** The nearest first. */
  readonly layers: readonly OpenLayer[];
  /** Where defaults start. */
  readonly checkout: string;
  readonly locks: Locks;
  /** Takes the flags and variables that are without effect for a lock. */
  readonly refusals: Refusals;
}

/** What is chosen; where a value names something, what it names may take its place. */
export type ChosenValues = { -readonly [N in SettingName]: SettingValues[N] };

type Value = SettingValues[SettingName];

/** The value of each setting from the first place that gives it, what that place is, and all that is wrong. */
export function chooseValues(
  input: ConfigInput,
  inUse: FilesInUse,
): {
  readonly values: ChosenValues;
  readonly sources: SettingSources;
  readonly files: SettingFiles;
  readonly problems: SettingProblem[];
} {
  const values: Record<string, Value> = {};
  const sources: SettingSources = {};
  const files: SettingFiles = {};
  const problems: SettingProblem[] = [];
  for (const name of settingNames) {
    const row = settings[name];
    const base = row.default;
    values[name] =
      row.kind === 'path' && base !== null ? absolutePath(String(base), inUse.checkout, input.home) : base;
    sources[name] = 'default';
    const given = findGiven(name, input, inUse);
    if (given === undefined) continue;
    const { source, raw, place, layer } = given;
    sources[name] = source;
    if (layer !== undefined) files[name] = layer.file;
    const read =
      'onlyVariable' in row && source === 'file'
        ? {
            wrong: `it may hold a password, which does not belong into a file; give it in PRECEPT_${name.toUpperCase()}`,
          }
        : readValue(name, raw);
    if ('wrong' in read) {
      const message = `setting ${name} (${place}): ${read.wrong}`;
      const written = mistakeOf(layer?.file, name, `: ${read.wrong}`);
      problems.push({ setting: name, message, isUsage: source === 'flag', written });
      continue;
    }
    const start = layer?.project ?? input.cwd;
    values[name] = withAbsolutePaths(name, read.value, source, (path) =>
      absolutePath(path, start, input.home),
    );
  }
  problems.push(...takeMasters(values, sources, files));
  return { values: values as unknown as ChosenValues, sources, files, problems };
}

/** A mistake of the file that gives a setting; undefined without one. `text` goes behind the name of the setting. */
export function mistakeOf(
  file: string | undefined,
  setting: SettingName,
  text: string,
): SettingsMistake | undefined {
  return file === undefined ? undefined : { file, setting, message: `setting ${setting}${text}` };
}

/** What was given as a value of a setting, or what is wrong with it, without showing secrets. */
export function readValue(
  name: SettingName,
  raw: unknown,
): { readonly value: Value } | { readonly wrong: string } {
  const row = settings[name];
  const value = parseSetting(row, raw);
  const wrong = value === undefined ? whyNot(row, raw) : checkList(name, value);
  return value === undefined || wrong !== null ? { wrong: wrong ?? '' } : { value };
}

interface Given {
  readonly source: SettingSource;
  readonly raw: unknown;
  /** Where that is, in words. */
  readonly place: string;
  /** The file, where it is one. */
  readonly layer?: OpenLayer;
}

/** The first that gives a setting. A flag or variable for what is locked does not. */
function findGiven(
  name: SettingName,
  input: ConfigInput,
  { layers, locks, refusals }: FilesInUse,
): Given | undefined {
  const variable = prefix + name.toUpperCase();
  const isThere = ({ raw }: Given) => raw !== undefined;
  const option: Given = {
    source: 'option',
    raw: input.options?.[name] ?? undefined,
    place: `option ${name}`,
  };
  const typed: Given[] = [
    { source: 'flag', raw: input.flags[name], place: flagPlace(input, name) },
    {
      source: 'environment',
      raw: input.env[variable] || undefined,
      place: `environment variable ${variable}`,
    },
  ];
  const written = layers.map(
    (layer): Given => ({ source: 'file', raw: layer.allowed[name] ?? undefined, place: layer.file, layer }),
  );
  if (!isLocked(locks, name)) return [option, ...typed, ...outerTwins(name, input, written)].find(isThere);
  for (const { place } of typed.filter(isThere)) refuse(refusals, name, place);
  return [option, ...written].find(isThere);
}

/** The files that count where masters are named by a flag or variable in the other of the two ways: the nearest alone, whose mistake that is. */
function outerTwins(
  name: SettingName,
  { flags, env, options }: ConfigInput,
  written: readonly Given[],
): readonly Given[] {
  const twin = twins[name] as SettingName | undefined;
  if (twin === undefined) return written;
  const isGiven =
    (options?.[twin] ?? flags[twin] ?? (env[prefix + twin.toUpperCase()] || undefined)) !== undefined;
  return isGiven ? written.filter(({ layer }) => layer?.of === 'found') : written;
}

/** Why a setting does not take what was given, without showing secrets. */
function whyNot(row: SettingRow, raw: unknown): string {
  const entries =
    row.kind === 'masters'
      ? readMasterEntries(raw, toMasterUrl)
      : row.kind === 'sources'
        ? readSourceEntries(raw)
        : row.kind === 'exports'
          ? readExportEntries(raw)
          : null;
  if (typeof entries === 'string') return entries;
  const shown = row.secret === true ? 'its value' : JSON.stringify(raw).replace(/\/\/[^/"]*@/g, '//***@');
  const meant = row.kind === 'choice' ? meantInstead(String(raw), row.choices) : '';
  // A file of variables that Windows wrote, or that docker reads, gives these too.
  const stray = /^(["']).*\1$|\s$/s.test(String(raw));
  const without = row.secret === true && stray ? '; write it without quotes and blanks around it' : '';
  return `${shown} is not allowed; it takes ${allowedValues(row)}${meant}${without}`;
}

function checkList(name: SettingName, value: Value): string | null {
  return name === 'enabled_plugins' ? checkEnabledPlugins(value as readonly string[]) : null;
}

/** The value, its paths made absolute. */
function withAbsolutePaths(
  name: SettingName,
  value: Value,
  source: SettingSource,
  toAbsolute: (path: string) => string,
): Value {
  if (settings[name].kind === 'path') return toAbsolute(String(value));
  // Who types a relative path means the working folder; a package is never looked for there.
  if (name === 'enabled_plugins' && source === 'flag') {
    return (value as readonly string[]).map((entry) =>
      /^\.{1,2}[\\/]/.test(entry) ? toAbsolute(entry) : entry,
    );
  }
  if (name !== 'masters') return value;
  return (value as SettingValues['masters']).map(({ token_file, ...entry }) => ({
    ...entry,
    ...(token_file !== undefined && { token_file: toAbsolute(token_file) }),
  }));
}

/** Has the addresses of `masters` stand for those of master_server_url. A problem where both are given. */
function takeMasters(
  values: Record<string, Value>,
  { masters, master_server_url: urls }: SettingSources,
  files: SettingFiles,
): SettingProblem[] {
  if (masters === 'default') return [];
  if (urls !== 'default') {
    const message = 'settings masters and master_server_url are both given; keep one of them';
    const isWritten = masters === 'file' && urls === 'file';
    const written = mistakeOf(
      isWritten ? files.masters : undefined,
      'masters',
      ' is given beside master_server_url; keep one of them',
    );
    return [{ message, isUsage: masters === 'flag' || urls === 'flag', written }];
  }
  values.master_server_url = (values.masters as SettingValues['masters']).map(({ url }) => url);
  return [];
}
