import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isOneEditAway } from '../model/nearest.ts';
import { checkLoginSettings } from './check-login-settings.ts';
import { type Config, ConfigError, type SettingSource } from './config.ts';
import { checkEnabledPlugins } from './plugin-names.ts';
import { toFlag } from './setting-flags.ts';
import {
  allowedValues,
  parseSetting,
  type SettingName,
  type SettingValues,
  settingNames,
  settings,
} from './settings.ts';

/** Everything outside that decides the settings. */
export interface ConfigInput {
  /** Values of flags by setting name; `config` is the settings file asked for. */
  readonly flags: Readonly<Partial<Record<SettingName | 'config', string>>>;
  /** The same from a program that embeds this one, as typed values; they win over all else. */
  readonly options?: (Partial<SettingValues> & { readonly config?: string }) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** Text of a file, or null when there is none. */
  readonly readFile: (path: string) => Promise<string | null>;
  readonly isDirectory: (path: string) => Promise<boolean>;
  /** Reads YAML text to plain data; throws with a message that holds line and column. Only called when there is a file. */
  readonly parseYaml: (text: string) => Promise<unknown>;
}

const prefix = 'PRECEPT_';
const systemFolder = '/etc/precept';

/**
 * The settings in force: options over flags over `PRECEPT_*` over settings file over defaults, the first settings
 * file and the first rules folder found. All mistakes are collected into one ConfigError.
 */
export async function loadConfig(input: ConfigInput): Promise<Config> {
  const problems: string[] = [];
  const hints: string[] = [];
  const file = await findFile(input);
  const fromFile = file === null ? {} : await readSettings(input, file);
  const project = file === null ? input.cwd : projectOf(file);

  const values: Record<string, SettingValues[SettingName]> = {};
  const sources: Partial<Record<SettingName, SettingSource>> = {};
  for (const name of settingNames) {
    const row = settings[name];
    const variable = prefix + name.toUpperCase();
    const candidates: [SettingSource, unknown, string][] = [
      ['option', input.options?.[name] ?? undefined, `option ${name}`],
      ['flag', input.flags[name], `flag ${toFlag(name)}`],
      ['environment', input.env[variable] || undefined, `environment variable ${variable}`],
      ['file', fromFile[name] ?? undefined, `${file}`],
    ];
    const given = candidates.find(([, raw]) => raw !== undefined);
    const base = row.default;
    values[name] =
      row.kind === 'path' && base !== null ? absolutePath(String(base), input.cwd, input.home) : base;
    sources[name] = 'default';
    if (given === undefined) continue;
    const [source, raw, place] = given;
    const value = parseSetting(row, raw);
    if (value === undefined) {
      const shown = 'secret' in row ? 'its value' : JSON.stringify(raw).replace(/\/\/[^/"]*@/g, '//***@');
      problems.push(`setting ${name} (${place}): ${shown} is not allowed; it takes ${allowedValues(row)}`);
      continue;
    }
    const wrong = name === 'enabled_plugins' ? checkEnabledPlugins(value as readonly string[]) : null;
    if (wrong !== null) {
      problems.push(`setting ${name} (${place}): ${wrong}`);
      continue;
    }
    const start = source === 'file' ? project : input.cwd;
    values[name] = row.kind === 'path' ? absolutePath(String(value), start, input.home) : value;
    sources[name] = source;
  }

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
  problems.push(...checkLoginSettings(config));
  const searched = ['.precept/rules', '~/.precept/rules', `${systemFolder}/rules`];
  const rulesPath = await findRules(input, config, sources, problems);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze({
    settings: Object.freeze(config),
    sources,
    file,
    rulesPath,
    searched,
    fileVariables,
    environmentVariables,
    hints,
  });
}

async function findFile(input: ConfigInput): Promise<string | null> {
  const asked = input.options?.config ?? input.flags.config ?? input.env[`${prefix}CONFIG_FILE`];
  if (asked) {
    const path = absolutePath(asked, input.cwd, input.home);
    if ((await readText(input, path)) !== null) return path;
    const source = input.options?.config
      ? 'option settingsFile'
      : input.flags.config
        ? 'flag --config'
        : `environment variable ${prefix}CONFIG_FILE`;
    throw new ConfigError(`settings file ${asked} (${source}) does not exist; give the path of a YAML file`);
  }
  for (const path of settingsPlaces(input)) if ((await readText(input, path)) !== null) return path;
  return null;
}

/** Where the settings file is looked for, in order: where it was asked for, or else in the usual folders. */
export function settingsPlaces({
  flags,
  env,
  cwd,
  home,
}: Pick<ConfigInput, 'flags' | 'env' | 'cwd' | 'home'>): string[] {
  const asked = flags.config ?? env[`${prefix}CONFIG_FILE`];
  if (asked) return [absolutePath(asked, cwd, home)];
  const folders = [join(cwd, '.precept'), join(home, '.precept'), systemFolder];
  return folders.map((folder) => join(folder, 'settings.yml'));
}

async function readText(input: ConfigInput, file: string): Promise<string | null> {
  try {
    return await input.readFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`settings file ${file} cannot be read: ${reason}`, { cause: error });
  }
}

async function readSettings(input: ConfigInput, file: string): Promise<Record<string, unknown>> {
  let data: unknown;
  try {
    data = await input.parseYaml((await readText(input, file)) ?? '');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `settings file ${file}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  if (data === null || data === undefined) return {};
  if (typeof data === 'object' && !Array.isArray(data)) return data as Record<string, unknown>;
  throw new ConfigError(
    `settings file ${file}: it must be a mapping of setting names to values, like "log_level: info"`,
  );
}

async function findRules(
  input: ConfigInput,
  values: SettingValues,
  sources: Partial<Record<SettingName, SettingSource>>,
  problems: string[],
): Promise<string | null> {
  if (values.rules_path !== null) {
    if (await input.isDirectory(values.rules_path)) return values.rules_path;
    problems.push(
      `setting rules_path (${sources.rules_path}): ${values.rules_path} is not a folder; name one that exists`,
    );
    return null;
  }
  const folders = [join(input.cwd, '.precept'), join(input.home, '.precept'), systemFolder];
  for (const folder of folders) {
    const path = join(folder, 'rules');
    if (await input.isDirectory(path)) return path;
  }
  return null;
}

/** The folder that a settings file's relative paths start from: its own, or the one around its `.precept`. */
function projectOf(file: string): string {
  const folder = dirname(file);
  return basename(folder) === '.precept' ? dirname(folder) : folder;
}

function absolutePath(path: string, base: string, home: string): string {
  if (path === '~' || path.startsWith('~/') || path.startsWith('~\\')) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(base, path);
}
