import type { Config } from '../../config/config.ts';
import { type SettingName, settingNames } from '../../config/settings.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { type Finding, warn } from '../finding.ts';

/** Names that are read as variables of templates, and look as if a setting was meant. */
export function checkSettingNames(config: Config): Finding[] {
  const { fileVariables, environmentVariables, hints } = config;
  const own = new Set<string>([...settingNames, 'config_file', 'trust', 'no_system_config']);
  const given = [
    ...Object.keys(fileVariables).map((name) => ({ name, shown: `"${name}" of the settings file` })),
    ...Object.keys(environmentVariables).map((name) => ({ name, shown: `PRECEPT_${name}` })),
  ];
  return given.flatMap(({ name, shown }): Finding[] => {
    // Those that are one letter off are hints of the settings themselves.
    if (own.has(name.toLowerCase()) || hints.some(({ text }) => text.includes(`"${name}"`))) return [];
    const meant = settingLike(name);
    if (meant === null) return [];
    const message = `${shown} is not a setting, and only a variable for templates; ${meant} is a setting`;
    return [warn('settings', message, `Write ${meant}, if that was meant.`)];
  });
}

/** `defaultScope`, `default-scope` and `default_scop` are like default_scope. */
function settingLike(name: string): SettingName | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(name);
  const same = settingNames.find((setting) => plain(setting) === wanted);
  if (same !== undefined) return same;
  const near = didYouMean(
    name
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toLowerCase(),
    settingNames,
  );
  // Two words that share most letters by chance are not meant: its beginning or a word of it must be there.
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const isMeant =
    near !== null &&
    (plain(near).startsWith(wanted.slice(0, 5)) ||
      near.split('_').some((word) => word.length > 3 && words.includes(word)));
  return isMeant ? (near as SettingName) : (before[wanted] ?? null);
}

/** What other programs call these settings. */
const before: Readonly<Record<string, SettingName>> = {
  port: 'http_port',
  host: 'http_host',
  rules: 'rules_path',
  rulesdir: 'rules_path',
  rulesfolder: 'rules_path',
  scope: 'default_scope',
  master: 'master_server_url',
  masterurl: 'master_server_url',
  serverurl: 'master_server_url',
  plugins: 'enabled_plugins',
  loglevel: 'log_level',
};
