import type { SettingSource } from '../config.ts';
import { type ConfigInput, flagPlace } from '../config-input.ts';
import type { SettingRow } from '../settings/setting-row.ts';
import { type SettingName, type SettingValues, settingNames, settings } from '../settings.ts';
import { absolutePath } from '../values/absolute-path.ts';
import { readMasterEntries } from '../values/master-entries.ts';
import { toMasterUrl } from '../values/master-url.ts';
import { allowedValues, parseSetting } from '../values/parse-setting.ts';
import { checkEnabledPlugins } from '../values/plugin-names.ts';
import { prefix } from './settings-file.ts';

/** What is wrong with a setting, and whether a flag gave it. */
export interface SettingProblem {
  readonly message: string;
  readonly isUsage: boolean;
}

export type SettingSources = Partial<Record<SettingName, SettingSource>>;

/** The settings file in use, and the folders that relative paths start from. */
export interface FileInUse {
  /** Null when there is none. */
  readonly file: string | null;
  /** What it says, without what its user has not allowed. */
  readonly allowed: Readonly<Record<string, unknown>>;
  /** Where its own paths start. */
  readonly project: string;
  /** Where defaults start. */
  readonly checkout: string;
}

/** What is chosen; where a value names something, what it names may take its place. */
export type ChosenValues = { -readonly [N in SettingName]: SettingValues[N] };

type Value = SettingValues[SettingName];

/** The value of each setting from the first place that gives it, what that place is, and all that is wrong. */
export function chooseValues(
  input: ConfigInput,
  inUse: FileInUse,
): { readonly values: ChosenValues; readonly sources: SettingSources; readonly problems: SettingProblem[] } {
  const values: Record<string, Value> = {};
  const sources: SettingSources = {};
  const problems: SettingProblem[] = [];
  for (const name of settingNames) {
    const row = settings[name];
    const base = row.default;
    values[name] =
      row.kind === 'path' && base !== null ? absolutePath(String(base), inUse.checkout, input.home) : base;
    sources[name] = 'default';
    const given = findGiven(name, input, inUse);
    if (given === undefined) continue;
    const [source, raw, place] = given;
    if ('onlyVariable' in row && source === 'file') {
      const advice = 'it may hold a password, which does not belong into a file';
      const message = `setting ${name} (${place}): ${advice}; give it in PRECEPT_${name.toUpperCase()}`;
      problems.push({ message, isUsage: false });
      continue;
    }
    const value = parseSetting(row, raw);
    const wrong = value === undefined ? whyNot(row, raw) : checkList(name, value);
    if (value === undefined || wrong !== null) {
      problems.push({ message: `setting ${name} (${place}): ${wrong}`, isUsage: source === 'flag' });
      continue;
    }
    const start = source === 'file' ? inUse.project : input.cwd;
    values[name] = withAbsolutePaths(name, value, source, (path) => absolutePath(path, start, input.home));
    sources[name] = source;
  }
  problems.push(...takeMasters(values, sources));
  return { values: values as unknown as ChosenValues, sources, problems };
}

/** The first that gives a setting: where from, what, and that place in words. */
function findGiven(
  name: SettingName,
  input: ConfigInput,
  { file, allowed }: FileInUse,
): [SettingSource, unknown, string] | undefined {
  const variable = prefix + name.toUpperCase();
  const candidates: [SettingSource, unknown, string][] = [
    ['option', input.options?.[name] ?? undefined, `option ${name}`],
    ['flag', input.flags[name], flagPlace(input, name)],
    ['environment', input.env[variable] || undefined, `environment variable ${variable}`],
    ['file', allowed[name] ?? undefined, `${file}`],
  ];
  return candidates.find(([, raw]) => raw !== undefined);
}

/** Why a setting does not take what was given, without showing secrets. */
function whyNot(row: SettingRow, raw: unknown): string {
  const entries = row.kind === 'masters' ? readMasterEntries(raw, toMasterUrl) : null;
  if (typeof entries === 'string') return entries;
  const shown = row.secret === true ? 'its value' : JSON.stringify(raw).replace(/\/\/[^/"]*@/g, '//***@');
  return `${shown} is not allowed; it takes ${allowedValues(row)}`;
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
): SettingProblem[] {
  if (masters === 'default') return [];
  if (urls !== 'default') {
    const message = 'settings masters and master_server_url are both given; keep one of them';
    return [{ message, isUsage: masters === 'flag' || urls === 'flag' }];
  }
  values.master_server_url = (values.masters as SettingValues['masters']).map(({ url }) => url);
  return [];
}
