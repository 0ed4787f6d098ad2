import type { Config } from './config.ts';
import { settingNames, settings } from './settings.ts';

const secretName = /(TOKEN|SECRET|PASSW(OR)?D|CREDENTIAL|PRIVATE_?KEY|API_?KEY)/i;

/** Whether a variable of this name is kept from templates because it reads like a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * The variables that settings give to templates, lowest precedence first: scalar settings and the file's extra keys
 * under their own and their UPPER-CASE name, then `PRECEPT_<NAME>` as `<NAME>`. Secrets are left out.
 */
export function templateVariables(config: Config): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  const put = (name: string, value: unknown) => {
    if (isSecretName(name)) return;
    variables[name] = value;
    if (!Object.hasOwn(config.fileVariables, name.toUpperCase())) variables[name.toUpperCase()] = value;
  };
  for (const name of settingNames) {
    const value = config.settings[name];
    if (value !== null && typeof value !== 'object' && !('secret' in settings[name])) put(name, value);
  }
  if (config.rulesPath !== null) put('rules_path', config.rulesPath);
  for (const [name, value] of Object.entries(config.fileVariables)) put(name, value);
  for (const [name, value] of Object.entries(config.environmentVariables)) {
    if (!isSecretName(name)) variables[name] = value;
  }
  return variables;
}
