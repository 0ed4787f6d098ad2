import type { SettingSource } from '../../config/config.ts';
import { type SettingName, settingNames, settings } from '../../config/settings.ts';
import { type Finding, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Where the settings come from. Names only: a value may be a secret, whatever its name. */
export function checkSettings({ config, shown }: Pick<Patient, 'config' | 'shown'>): Finding[] {
  const from = (source: SettingSource) => settingNames.filter((name) => config.sources[name] === source);
  const findings: Finding[] = [];
  const flag = (name: SettingName) => `--${name.replaceAll('_', '-')}`;
  const variable = (name: SettingName) => `PRECEPT_${name.toUpperCase()}`;
  if (config.layers.length === 0)
    findings.push(ok('settings', 'no settings file is there; the defaults hold'));
  for (const { file, gives, isBroken } of config.layers) {
    // That has a finding of its own.
    if (isBroken) continue;
    const names = gives.map((key) => (Object.hasOwn(settings, key) ? key : `${key} (variable)`));
    const sets = names.length === 0 ? 'nothing' : names.join(', ');
    const locks = config.locks.file === file ? `, and locks ${config.locks.keys.join(', ')}` : '';
    findings.push(ok('settings', `${shown(file)} sets ${sets}${locks}`));
  }
  const given = from('environment').map(variable);
  const known = new Set([
    ...settingNames.map((name) => name.toUpperCase()),
    'CONFIG_FILE',
    'TRUST',
    'NO_SYSTEM_CONFIG',
  ]);
  const others = Object.keys(config.environmentVariables).filter((name) => !known.has(name));
  const variables = [...given, ...others.map((name) => `PRECEPT_${name} (variable)`)];
  for (const name of ['NO_SYSTEM_CONFIG', 'CONFIG_FILE'])
    if (config.environmentVariables[name]) variables.unshift(`PRECEPT_${name}`);
  if (variables.length > 0) findings.push(ok('settings', `the environment sets ${variables.join(', ')}`));
  const flags = from('flag').map(flag);
  if (flags.length > 0) findings.push(ok('settings', `flags set ${flags.join(', ')}`));
  if (config.lockWarning !== null)
    findings.push(
      warn('settings', config.lockWarning, 'Take it out there, or ask who looks after this machine.'),
    );
  for (const { text, cure } of config.hints) findings.push(warn('settings', text, cure));
  return findings;
}
