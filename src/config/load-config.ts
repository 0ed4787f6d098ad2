import { dirname, join } from 'node:path';
import { isOneEditAway } from '../model/nearest.ts';
import { absolutePath } from './absolute-path.ts';
import { checkLoginSettings } from './check-login-settings.ts';
import { type Config, ConfigError, type SettingSource } from './config.ts';
import { type ConfigInput, flagPlace } from './config-input.ts';
import { judgeFile } from './judge-file.ts';
import { readMasterEntries } from './master-entries.ts';
import { toMasterUrl } from './master-url.ts';
import { allowedValues, parseSetting } from './parse-setting.ts';
import { checkEnabledPlugins } from './plugin-names.ts';
import { type SettingName, type SettingValues, settingNames, settings } from './settings.ts';
import { findSettingsFile, prefix, projectOf, readSettings, systemFolder } from './settings-file.ts';

/**
 * The settings in force: options over flags over `PRECEPT_*` over settings file over defaults, the first settings
 * file and the first rules folder found. All mistakes are collected into one ConfigError.
 */
export async function loadConfig(input: ConfigInput): Promise<Config> {
  const problems: SettingProblem[] = [];
  const hints: string[] = [];
  const { file, data: written } = await readFoundFile(input);
  const here = input.project ?? input.cwd;
  const project = file === null ? here : projectOf(file);
  const { trust, allowed: fromFile } = await judgeFile(input, file, written, project);

  const values: Record<string, SettingValues[SettingName]> = {};
  const sources: Partial<Record<SettingName, SettingSource>> = {};
  for (const name of settingNames) {
    const row = settings[name];
    const variable = prefix + name.toUpperCase();
    const candidates: [SettingSource, unknown, string][] = [
      ['option', input.options?.[name] ?? undefined, `option ${name}`],
      ['flag', input.flags[name], flagPlace(input, name)],
      ['environment', input.env[variable] || undefined, `environment variable ${variable}`],
      ['file', fromFile[name] ?? undefined, `${file}`],
    ];
    const given = candidates.find(([, raw]) => raw !== undefined);
    const base = row.default;
    values[name] = row.kind === 'path' && base !== null ? absolutePath(String(base), here, input.home) : base;
    sources[name] = 'default';
    if (given === undefined) continue;
    const [source, raw, place] = given;
    const value = parseSetting(row, raw);
    const entries =
      row.kind === 'masters' && value === undefined ? readMasterEntries(raw, toMasterUrl) : null;
    if (typeof entries === 'string') {
      problems.push({ message: `setting ${name} (${place}): ${entries}`, isUsage: source === 'flag' });
      continue;
    }
    if (value === undefined) {
      const shown = 'secret' in row ? 'its value' : JSON.stringify(raw).replace(/\/\/[^/"]*@/g, '//***@');
      const message = `setting ${name} (${place}): ${shown} is not allowed; it takes ${allowedValues(row)}`;
      problems.push({ message, isUsage: source === 'flag' });
      continue;
    }
    const wrong = name === 'enabled_plugins' ? checkEnabledPlugins(value as readonly string[]) : null;
    if (wrong !== null) {
      problems.push({ message: `setting ${name} (${place}): ${wrong}`, isUsage: source === 'flag' });
      continue;
    }
    const start = source === 'file' ? project : input.cwd;
    values[name] = row.kind === 'path' ? absolutePath(String(value), start, input.home) : value;
    // Who types a relative path means the working folder; a package is never looked for there.
    if (name === 'enabled_plugins' && source === 'flag')
      values[name] = (value as readonly string[]).map((entry) =>
        /^\.{1,2}[\\/]/.test(entry) ? absolutePath(entry, input.cwd, input.home) : entry,
      );
    if (name === 'masters') values[name] = withPaths(value as SettingValues['masters'], start, input.home);
    sources[name] = source;
  }
  problems.push(...takeMasters(values, sources));

  const fileVariables = Object.fromEntries(
    Object.entries(fromFile).filter(([name]) => !Object.hasOwn(settings, name)),
  );
  const environmentVariables: Record<string, string> = {};
  for (const [name, value] of Object.entries(input.env)) {
    if (name.startsWith(prefix) && name.length > prefix.length && value !== undefined) {
      environmentVariables[name.slice(prefix.length)] = value;
    }
  }
  for (const name of [...Object.keys(fileVariables), ...Object.keys(environmentVariables)]) {
    const fromFileInCapitals = (setting: string) =>
      name.toLowerCase() === setting && Object.hasOwn(fileVariables, name);
    const meant = settingNames.find(
      (setting) => isOneEditAway(name.toLowerCase(), setting) || fromFileInCapitals(setting),
    );
    if (meant !== undefined)
      hints.push(`"${name}" is read as a template variable; did you mean the setting ${meant}?`);
  }

  const config = values as unknown as SettingValues;
  for (const { setting, message } of checkLoginSettings(config)) {
    const isUsage = sources[setting] === 'flag';
    const place = isUsage ? ` (${flagPlace(input, setting)})` : '';
    problems.push({ message: `setting ${setting}${place}${message}`, isUsage });
  }
  const hasKeys = config.masters.some(({ keys }) => keys !== undefined);
  if (hasKeys || Object.keys(config.master_keys).length > 0 || config.signing_key !== null)
    problems.push(...(await readKeys(input, values, sources, project)));
  const searched = ['.precept/rules', '~/.precept/rules', `${systemFolder}/rules`];
  const rulesPath = await findRules(input, config, sources, problems);
  if (problems.length > 0) {
    const isUsage = problems.some((problem) => problem.isUsage);
    throwOrTell(new ConfigError(problems.map(({ message }) => message).join('\n'), { isUsage }), input);
  }
  return Object.freeze({
    settings: Object.freeze(config),
    sources,
    file,
    rulesPath,
    project,
    checkout: here,
    pluginFolder: pluginFolder(input, file, sources.enabled_plugins),
    trust,
    searched,
    fileVariables,
    environmentVariables,
    hints,
  });
}

/** Has the addresses of `masters` stand for those of master_server_url. A problem where both are given. */
function takeMasters(
  values: Record<string, SettingValues[SettingName]>,
  { masters, master_server_url: urls }: Partial<Record<SettingName, SettingSource>>,
): SettingProblem[] {
  if (masters === 'default') return [];
  if (urls !== 'default') {
    const message = 'settings masters and master_server_url are both given; keep one of them';
    return [{ message, isUsage: masters === 'flag' || urls === 'flag' }];
  }
  values.master_server_url = (values.masters as SettingValues['masters']).map(({ url }) => url);
  return [];
}

/** The entries with the absolute paths of their files. */
function withPaths(entries: SettingValues['masters'], start: string, home: string): SettingValues['masters'] {
  return entries.map(({ token_file, ...entry }) => ({
    ...entry,
    ...(token_file !== undefined && { token_file: absolutePath(token_file, start, home) }),
  }));
}

/** Puts the keys themselves in the place of what names them. */
async function readKeys(
  input: ConfigInput,
  values: Record<string, SettingValues[SettingName]>,
  sources: Partial<Record<SettingName, SettingSource>>,
  project: string,
): Promise<SettingProblem[]> {
  const { resolveMasterKeys, signingKeyMistake } = await import('./master-keys.ts');
  const settings = values as unknown as SettingValues;
  const { master_server_url: urls, signing_key: path } = settings;
  const baseOf = (name: SettingName) => (sources[name] === 'file' ? project : input.cwd);
  const ofMasters = settings.masters.flatMap(({ url, keys }) => (keys === undefined ? [] : [[url, keys]]));
  const [own, entries] = await Promise.all([
    resolveMasterKeys(settings.master_keys, { ...input, urls, base: baseOf('master_keys') }),
    resolveMasterKeys(Object.fromEntries(ofMasters), { ...input, urls, base: baseOf('masters') }),
  ]);
  values.master_keys = { ...entries.keys, ...own.keys };
  const wrong = path === null ? null : await signingKeyMistake(path, input.readFile);
  const told = [
    ...own.mistakes.map((message) => ['master_keys', message] as const),
    ...entries.mistakes.map((message) => ['masters', message] as const),
    ...(wrong === null ? [] : [['signing_key', wrong] as const]),
  ];
  return told.map(([name, message]) => {
    const isUsage = sources[name] === 'flag';
    const place = isUsage ? ` (${flagPlace(input, name)})` : '';
    return { message: `setting ${name}${place}: ${message}`, isUsage };
  });
}

/** Where plugins are looked up: beside the settings that name them, and never in a working folder that came from elsewhere. */
function pluginFolder(input: ConfigInput, file: string | null, source: SettingSource | undefined): string {
  if (source === 'file' && file !== null) return dirname(file);
  return source === 'option' ? input.cwd : input.home;
}

/** What is wrong with a setting, and whether a flag gave it. */
interface SettingProblem {
  readonly message: string;
  readonly isUsage: boolean;
}

/** The settings file in use, with what it says. One that cannot be read is a mistake, and says nothing where that is tolerated. */
async function readFoundFile(
  input: ConfigInput,
): Promise<{ file: string | null; data: Record<string, unknown> }> {
  let file: string | null = null;
  try {
    file = await findSettingsFile(input);
    return { file, data: file === null ? {} : await readSettings(input, file) };
  } catch (error) {
    throwOrTell(error, input);
    return { file, data: {} };
  }
}

function throwOrTell(error: unknown, { tolerate }: ConfigInput): void {
  if (tolerate === undefined || !(error instanceof ConfigError)) throw error;
  tolerate(error.message);
}

async function findRules(
  input: ConfigInput,
  values: SettingValues,
  sources: Partial<Record<SettingName, SettingSource>>,
  problems: SettingProblem[],
): Promise<string | null> {
  if (values.rules_path !== null) {
    if (await input.isDirectory(values.rules_path)) return values.rules_path;
    const isUsage = sources.rules_path === 'flag';
    const place = isUsage ? flagPlace(input, 'rules_path') : sources.rules_path;
    problems.push({
      message: `setting rules_path (${place}): ${values.rules_path} is not a folder; name one that exists`,
      isUsage,
    });
    return null;
  }
  const folders = [join(input.project ?? input.cwd, '.precept'), join(input.home, '.precept'), systemFolder];
  for (const folder of folders) {
    const path = join(folder, 'rules');
    if (await input.isDirectory(path)) return path;
  }
  return null;
}
