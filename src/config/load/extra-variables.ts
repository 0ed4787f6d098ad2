import { isOneEditAway } from '../../model/text/nearest.ts';
import type { Config } from '../config.ts';
import { settingNames, settings } from '../settings.ts';
import { prefix } from './settings-file.ts';

/** What the settings file and the environment define beyond settings, with hints at names that look like mistyped settings. */
export function extraVariables(
  env: Readonly<Record<string, string | undefined>>,
  fromFile: Readonly<Record<string, unknown>>,
): Pick<Config, 'fileVariables' | 'environmentVariables' | 'hints'> {
  const fileVariables = Object.fromEntries(
    Object.entries(fromFile).filter(([name]) => !Object.hasOwn(settings, name)),
  );
  const environmentVariables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith(prefix) && name.length > prefix.length && value !== undefined) {
      environmentVariables[name.slice(prefix.length)] = value;
    }
  }
  const hints: string[] = [];
  for (const name of [...Object.keys(fileVariables), ...Object.keys(environmentVariables)]) {
    const fromFileInCapitals = (setting: string) =>
      name.toLowerCase() === setting && Object.hasOwn(fileVariables, name);
    const meant = settingNames.find(
      (setting) => isOneEditAway(name.toLowerCase(), setting) || fromFileInCapitals(setting),
    );
    if (meant !== undefined)
      hints.push(`"${name}" is read as a template variable; did you mean the setting ${meant}?`);
  }
  return { fileVariables, environmentVariables, hints };
}
