import { didYouMean, isOneEditAway } from '../../model/text/nearest.ts';
import type { Config, Hint, Locks } from '../config.ts';
import { settingNames, settings } from '../settings.ts';
import { isLocked } from './locked.ts';
import { misplacedKey } from './misplaced-key.ts';
import { givenKeys, type OpenLayer, type Refusals, refuse } from './open-layers.ts';
import { prefix } from './settings-file.ts';

/** What the settings files and the environment define beyond settings, with hints at names that look like mistyped settings. */
export function extraVariables(
  env: Readonly<Record<string, string | undefined>>,
  layers: readonly OpenLayer[],
  locks: Locks,
  refusals: Refusals,
): Pick<Config, 'fileVariables' | 'environmentVariables' | 'hints'> {
  const all = layers.flatMap(({ allowed }) => Object.entries(allowed)).reverse();
  const fileVariables = Object.fromEntries(all.filter(([name]) => !Object.hasOwn(settings, name)));
  const environmentVariables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const key = name.slice(prefix.length);
    if (!name.startsWith(prefix) || key === '' || value === undefined) continue;
    const isSetting = Object.hasOwn(settings, key.toLowerCase());
    if (isLocked(locks, key)) {
      if (!isSetting) refuse(refusals, key.toLowerCase(), name);
    } else environmentVariables[key] = value;
  }
  const hints: Hint[] = [];
  for (const name of [...Object.keys(fileVariables), ...Object.keys(environmentVariables)]) {
    const fromFileInCapitals = (setting: string) =>
      name.toLowerCase() === setting && Object.hasOwn(fileVariables, name);
    const meant = settingNames.find(
      (setting) => isOneEditAway(name.toLowerCase(), setting) || fromFileInCapitals(setting),
    );
    if (meant !== undefined)
      hints.push({
        text: `"${name}" is read as a template variable; did you mean the setting ${meant}?`,
        cure: 'Rename it if the setting was meant.',
        isOfFile: Object.hasOwn(fileVariables, name),
      });
  }
  for (const [name, value] of Object.entries(fileVariables)) {
    const misplaced = misplacedKey(name, value);
    if (misplaced !== null) hints.push({ ...misplaced, isOfFile: true });
  }
  for (const { file, of, allowed } of layers)
    if (of !== 'machine' && Array.isArray(allowed.locked))
      hints.push({
        text: `${file}: locked counts in the settings of the machine alone; here it locks nothing and is a template variable`,
        cure: 'Have the file of the machine name these keys, or take it out.',
      });
  hints.push(...lockHints(layers, locks));
  return { fileVariables, environmentVariables, hints };
}

/** Locked keys that are nothing: a mistyped one would lock nothing. */
function lockHints(layers: readonly OpenLayer[], { file, keys }: Locks): Hint[] {
  const given = givenKeys(layers.find((layer) => layer.file === file)?.allowed ?? {});
  const known = new Set([...settingNames, ...given].map((key) => key.toLowerCase()));
  const unknown = keys.filter((key) => !known.has(key.toLowerCase()));
  return unknown.map((key) => {
    const meant = didYouMean(key, settingNames);
    return {
      text: `${file} locks "${key}", which is neither a setting nor a key of that file${meant === null ? '' : `; did you mean ${meant}?`}`,
      cure: `Correct the list locked of ${file}.`,
    };
  });
}
