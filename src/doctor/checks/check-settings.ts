import type { SettingSource } from '../../config/config.ts';
import { type SettingName, settingNames } from '../../config/settings.ts';
import { type Finding, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Where the settings come from. Names only: a value may be a secret, whatever its name. */
export function checkSettings({ config, shown }: Pick<Patient, 'config' | 'shown'>): Finding[] {
  const from = (source: SettingSource) => settingNames.filter((name) => config.sources[name] === source);
  const findings: Finding[] = [];
  const flag = (name: SettingName) => `--${name.replaceAll('_', '-')}`;
  const variable = (name: SettingName) => `PRECEPT_${name.toUpperCase()}`;
  if (config.file === null) findings.push(ok('settings', 'no settings file is there; the defaults hold'));
  else {
    const sets = [...from('file'), ...Object.keys(config.fileVariables).map((name) => `${name} (variable)`)];
    const what = sets.length === 0 ? 'nothing' : sets.join(', ');
    findings.push(ok('settings', `${shown(config.file)} sets ${what}`));
  }
  const settings = from('environment').map(variable);
  const known = new Set([...settingNames.map((name) => name.toUpperCase()), 'CONFIG_FILE', 'TRUST']);
  const others = Object.keys(config.environmentVariables).filter((name) => !known.has(name));
  const variables = [...settings, ...others.map((name) => `PRECEPT_${name} (variable)`)];
  if (config.environmentVariables.CONFIG_FILE) variables.unshift('PRECEPT_CONFIG_FILE');
  if (variables.length > 0) findings.push(ok('settings', `the environment sets ${variables.join(', ')}`));
  const flags = from('flag').map(flag);
  if (flags.length > 0) findings.push(ok('settings', `flags set ${flags.join(', ')}`));
  for (const hint of config.hints)
    findings.push(warn('settings', hint, 'Rename it if the setting was meant.'));
  return findings;
}
