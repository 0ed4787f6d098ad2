import { basename, dirname, extname, join, relative } from 'node:path';
import { systemFolder } from '../../runtime/files/system-folder.ts';
import { ConfigError } from '../config.ts';
import { type ConfigInput, flagPlace } from '../config-input.ts';
import { absolutePath } from '../values/absolute-path.ts';

/** What the names of our environment variables begin with. */
export const prefix = 'PRECEPT_';

/** The settings file that an option, a flag or a variable asks for. */
export function askedFile({
  options,
  flags,
  env,
}: Pick<ConfigInput, 'options' | 'flags' | 'env'>): string | undefined {
  return options?.config || flags.config || env[`${prefix}CONFIG_FILE`] || undefined;
}

/** Whether the settings of everybody on this machine are left out. */
export function leavesOutMachine(env: ConfigInput['env']): boolean {
  return /^(1|true|yes|on)$/i.test(env[`${prefix}NO_SYSTEM_CONFIG`] ?? '');
}

/** The settings file that is asked for, or else the project's; null without one. ConfigError for one that is asked for and does not exist. */
export async function findNearestFile(input: ConfigInput): Promise<string | null> {
  const asked = askedFile(input);
  if (asked !== undefined) {
    const path = absolutePath(asked, input.cwd, input.home);
    if ((await readSettingsText(input, path)) !== null) return path;
    const source = input.options?.config
      ? 'option settingsFile'
      : input.flags.config
        ? flagPlace(input, 'config')
        : `environment variable ${prefix}CONFIG_FILE`;
    throw new ConfigError(`settings file ${asked} (${source}) does not exist; give the path of a YAML file`, {
      isUsage: isFromFlag(input),
    });
  }
  const path = join(input.project ?? input.cwd, '.precept', 'settings.yml');
  if ((await readSettingsText(input, path)) === null) return null;
  await refuseLink(input, path);
  return path;
}

/**
 * Throws ConfigError for the settings of a checkout that lie behind a link: they would be another file's, which its user may have allowed
 * for another place, with the plugins of this one.
 */
async function refuseLink(input: ConfigInput, file: string): Promise<void> {
  if (!(await isOfCheckout(input, file))) return;
  const project = projectOf(file);
  const [real, root] = await Promise.all([input.realPath(file), input.realPath(project)]);
  // A file system that ignores case gives the names as they are on the disk.
  if (real.toLowerCase() === join(root, relative(project, file)).toLowerCase()) return;
  throw new ConfigError(
    `settings file ${file} leads to ${real} by a link, and inside of a project none is followed; put the file itself there, or name it with --config or ${prefix}CONFIG_FILE`,
  );
}

/** Whether a file was found by itself in the working folder; the one of the home folder is its owner's even there. */
export async function isOfCheckout(input: ConfigInput, file: string): Promise<boolean> {
  const { cwd, project = cwd, home, realPath } = input;
  if (askedFile(input) !== undefined || file !== join(project, '.precept', 'settings.yml')) return false;
  // The folders are compared, not the files: a link from a checkout to the file of the home folder would have its paths lead into the checkout.
  return (await realPath(project)) !== (await realPath(home));
}

/** Where settings files are looked for, the nearest first. */
export function settingsPlaces(
  input: Pick<ConfigInput, 'flags' | 'env' | 'cwd' | 'home' | 'project' | 'platform'>,
): string[] {
  const asked = askedFile(input);
  const [project = '', person = '', ...machine] = preceptFolders(input).map((folder) =>
    join(folder, 'settings.yml'),
  );
  const near = asked === undefined ? [project, person] : [absolutePath(asked, input.cwd, input.home)];
  return [...near, ...(leavesOutMachine(input.env) ? [] : machine)];
}

/** The folders that may hold settings and rules, in order: the project's, the person's, the machine's. */
export function preceptFolders({
  env,
  cwd,
  home,
  project = cwd,
  platform,
}: Pick<ConfigInput, 'env' | 'cwd' | 'home' | 'project' | 'platform'>): string[] {
  const system = systemFolder(env, platform);
  return [join(project, '.precept'), join(home, '.precept'), ...(system === null ? [] : [system])];
}

/** Whether a file or folder may be read: of the machine's, where it is its administrators' own. */
export async function isTheirs(input: ConfigInput, path: string): Promise<boolean> {
  const system = systemFolder(input.env, input.platform);
  // Nobody else can write below /etc.
  if (dirname(path) !== system || system === '/etc/precept') return true;
  return (await input.ofAdministrators?.(path)) === true;
}

/** Whether the settings file in use is one that a flag names. */
function isFromFlag({ options, flags }: ConfigInput): boolean {
  return !options?.config && Boolean(flags.config);
}

/** Text of a settings file; null without it. ConfigError where it cannot be read. */
export async function readSettingsText(input: ConfigInput, file: string): Promise<string | null> {
  try {
    return await input.readFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `settings file ${file} cannot be read: ${reason}`;
    throw new ConfigError(message, { cause: error, isUsage: isFromFlag(input) });
  }
}

/** What a settings file says, by key. ConfigError where it cannot be read. */
export async function readSettings(input: ConfigInput, file: string): Promise<Record<string, unknown>> {
  const text = (await readSettingsText(input, file)) ?? '';
  const language = languageOfName(file);
  if (language !== null) throw otherLanguage(input, file, language);
  let data: unknown;
  try {
    data = await input.parseYaml(text);
  } catch (error) {
    const looks = languageOfText(text);
    if (looks !== null) throw otherLanguage(input, file, looks);
    const reason = error instanceof Error ? error.message : String(error);
    throw unusable(file, reason, error);
  }
  if (data === null || data === undefined) return {};
  if (typeof data === 'object' && !Array.isArray(data)) return data as Record<string, unknown>;
  const looks = languageOfText(text);
  if (looks !== null) throw otherLanguage(input, file, looks);
  throw unusable(file, `it must be a mapping of setting names to values, ${example}`);
}

function unusable(file: string, reason: string, cause?: unknown): ConfigError {
  const mistakes = [{ file, setting: null, message: reason }];
  return new ConfigError(`settings file ${file}: ${reason}`, { cause, mistakes });
}

const example = 'like "log_level: info"';

const languages: Readonly<Record<string, string>> = {
  '.toml': 'TOML',
  '.ini': 'INI',
  '.properties': 'a properties file',
  '.xml': 'XML',
  '.js': 'JavaScript',
  '.mjs': 'JavaScript',
  '.cjs': 'JavaScript',
  '.ts': 'TypeScript',
};

function languageOfName(file: string): string | null {
  return languages[extname(file).toLowerCase()] ?? null;
}

/** The language that text which is not YAML seems to be, by its first line that is not a comment. */
function languageOfText(text: string): string | null {
  const first = text.split('\n').find((line) => /^\s*[^\s#;]/.test(line)) ?? '';
  if (/^\s*(\[[\w."-]+\]\s*$|[\w.-]+\s*=)/.test(first)) return 'TOML or INI';
  return /^\s*<[\w?!]/.test(first) ? 'XML' : null;
}

function otherLanguage(input: ConfigInput, file: string, language: string): ConfigError {
  const isUsage = isFromFlag(input);
  const place = isUsage ? ` (${flagPlace(input, 'config')})` : '';
  return new ConfigError(
    `settings file ${file}${place} is ${language}, but settings are YAML: write "name: value" lines, ${example}, into a .yml file`,
    { isUsage },
  );
}

/** The folder that a settings file's relative paths start from: its own, or the one around its `.precept`. */
export function projectOf(file: string): string {
  const folder = dirname(file);
  return basename(folder) === '.precept' ? dirname(folder) : folder;
}
