import { dirname, join } from 'node:path';
import { systemFolder } from '../runtime/files/system-folder.ts';
import { type Config, ConfigError, type Hint, type SettingSource } from './config.ts';
import { type ConfigInput, flagPlace } from './config-input.ts';
import { chooseValues, mistakeOf, type SettingProblem } from './load/choose-values.ts';
import { extraVariables } from './load/extra-variables.ts';
import { lockedLine } from './load/locked.ts';
import { givenKeys, type OpenLayer, openLayers, throwOrTell } from './load/open-layers.ts';
import { isTheirs, preceptFolders } from './load/settings-file.ts';
import type { SettingName } from './settings.ts';
import { checkLoginSettings } from './values/check-login-settings.ts';

/**
 * The settings in force: options over flags over `PRECEPT_*` over settings files, the nearest first, over defaults, and the first rules
 * folder found. What the machine's file locks is as that file says. All mistakes are collected into one ConfigError.
 */
export async function loadConfig(given: ConfigInput): Promise<Config> {
  const refused: string[] = [];
  const input: ConfigInput = {
    ...given,
    async ofAdministrators(path) {
      const answer = (await given.ofAdministrators?.(path)) ?? null;
      if (answer === false) refused.push(path);
      return answer;
    },
  };
  const checkout = input.project ?? input.cwd;
  const { layers, trust, locks, refusals, mistake } = await openLayers(input);
  const { file = null, project = checkout } = layers[0] ?? {};
  const chosen = chooseValues(input, { layers, checkout, locks, refusals });
  const { values, sources, files, problems } = chosen;
  if (mistake !== null) problems.push({ message: mistake, isUsage: false });
  for (const { setting, message } of checkLoginSettings(values)) {
    problems.push(toProblem(input, chosen, setting, message));
  }
  const hasKeys = values.masters.some(({ keys }) => keys !== undefined);
  if (hasKeys || Object.keys(values.master_keys).length > 0 || values.signing_key !== null)
    problems.push(...(await readKeys(input, chosen, layers)));
  const rulesPath = await findRules(input, chosen, problems);
  const extra = extraVariables(input.env, layers, locks, refusals);
  const mistakes = problems.flatMap(({ written }) => written ?? []);
  const stopping = problems.filter(({ written }) => input.keepMistakes !== true || written === undefined);
  if (stopping.length > 0) {
    const isUsage = problems.some((problem) => problem.isUsage);
    const told = problems.map(({ message }) => message);
    const message = [...told, ...misspelt(told, extra.hints)].join('\n');
    throwOrTell(new ConfigError(message, { isUsage, mistakes }), input);
  }
  const system = systemFolder(input.env, input.platform);
  return Object.freeze({
    settings: Object.freeze(values),
    sources,
    mistaken: problems.flatMap(({ setting }) => setting ?? []),
    mistakes,
    file,
    layers: layers.map(({ allowed, data: _, ...layer }, index) => ({
      ...layer,
      gives: givenKeys(allowed).filter(
        (key) => !layers.slice(0, index).some((nearer) => Object.hasOwn(nearer.allowed, key)),
      ),
    })),
    files,
    locks,
    lockWarning: refusals.size === 0 ? null : lockedLine(locks, refusals),
    rulesPath,
    project,
    checkout,
    pluginFolder: pluginFolder(input, files.enabled_plugins, sources.enabled_plugins),
    trust,
    searched: ['.precept/rules', '~/.precept/rules', ...(system === null ? [] : [join(system, 'rules')])],
    ...extra,
    hints: [...refused.map(whyRefused), ...extra.hints],
  });
}

/** The hints at settings that mistakes name: one that seems to be missing may be there under a mistyped name. */
function misspelt(mistakes: readonly string[], hints: readonly Hint[]): string[] {
  return hints.flatMap(({ text }) => {
    const [, meant] = /did you mean the setting (\w+)\?/.exec(text) ?? [];
    return meant !== undefined && mistakes.some((mistake) => mistake.includes(meant)) ? [text] : [];
  });
}

function whyRefused(path: string): Hint {
  const cure = `icacls "${dirname(path)}" /setowner *S-1-5-32-544 /T`;
  return {
    text: `${path} is not read: it and its folder do not belong to the administrators of this machine; have them run: ${cure}`,
    cure: `Have an administrator run: ${cure}`,
  };
}

/** A problem of a setting; `text` goes behind its name and the flag that gave it. */
function toProblem(
  input: ConfigInput,
  { sources, files }: Pick<ReturnType<typeof chooseValues>, 'sources' | 'files'>,
  name: SettingName,
  text: string,
): SettingProblem {
  const isUsage = sources[name] === 'flag';
  const place = isUsage ? ` (${flagPlace(input, name)})` : '';
  return { message: `setting ${name}${place}${text}`, isUsage, written: mistakeOf(files[name], name, text) };
}

/** Puts the keys themselves in the place of what names them. */
async function readKeys(
  input: ConfigInput,
  chosen: ReturnType<typeof chooseValues>,
  layers: readonly OpenLayer[],
): Promise<SettingProblem[]> {
  const { values, files } = chosen;
  const { resolveMasterKeys, signingKeyMistake } = await import('./values/master-keys.ts');
  const { master_server_url: urls, signing_key: path } = values;
  const baseOf = (name: SettingName) => layers.find(({ file }) => file === files[name])?.project ?? input.cwd;
  const ofMasters = values.masters.flatMap(({ url, keys }) => (keys === undefined ? [] : [[url, keys]]));
  const [own, entries] = await Promise.all([
    resolveMasterKeys(values.master_keys, { ...input, urls, base: baseOf('master_keys') }),
    resolveMasterKeys(Object.fromEntries(ofMasters), { ...input, urls, base: baseOf('masters') }),
  ]);
  values.master_keys = { ...entries.keys, ...own.keys };
  const wrong = path === null ? null : await signingKeyMistake(path, input.readFile);
  const told = [
    ...own.mistakes.map((message) => ['master_keys', message] as const),
    ...entries.mistakes.map((message) => ['masters', message] as const),
    ...(wrong === null ? [] : [['signing_key', wrong] as const]),
  ];
  return told.map(([name, message]) => toProblem(input, chosen, name, `: ${message}`));
}

/** Where plugins are looked up: beside the settings that name them, and never in a working folder that came from elsewhere. */
function pluginFolder(
  input: ConfigInput,
  file: string | undefined,
  source: SettingSource | undefined,
): string {
  if (file !== undefined) return dirname(file);
  return source === 'option' ? input.cwd : input.home;
}

async function findRules(
  input: ConfigInput,
  { values, sources, files }: ReturnType<typeof chooseValues>,
  problems: SettingProblem[],
): Promise<string | null> {
  if (values.rules_path !== null) {
    if (await input.isDirectory(values.rules_path)) return values.rules_path;
    const isUsage = sources.rules_path === 'flag';
    const place = isUsage ? flagPlace(input, 'rules_path') : sources.rules_path;
    const text = `: ${values.rules_path} is not a folder; name one that exists`;
    const written = mistakeOf(files.rules_path, 'rules_path', text);
    problems.push({ message: `setting rules_path (${place})${text}`, isUsage, written });
    return null;
  }
  for (const folder of preceptFolders(input)) {
    const path = join(folder, 'rules');
    if ((await input.isDirectory(path)) && (await isTheirs(input, path))) return path;
  }
  return null;
}
