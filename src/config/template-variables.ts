import type { Config } from './config.ts';
import { settingNames, settings } from './settings.ts';

const secretName = /(TOKEN|SECRET|PASSW(OR)?D|CREDENTIAL|PRIVATE_?KEY|API_?KEY|STORE_URL)/i;

/** Whether a variable of this name is kept from templates because it reads like a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * The variables that settings give to templates, lowest precedence first: scalar settings and the file's extra keys
 * under their own and their UPPER-CASE name, then `PRECEPT_<NAME>` as `<NAME>`. Secrets are left out, at any depth.
 */
export function templateVariables(config: Config): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  const put = (name: string, value: unknown) => {
    if (isSecretName(name)) return;
    variables[name] = withoutSecrets(value);
    if (!Object.hasOwn(config.fileVariables, name.toUpperCase()))
      variables[name.toUpperCase()] = variables[name];
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

/** The same data without what stands under a name that reads like a secret; what contains itself ends where it does. */
function withoutSecrets(value: unknown, inside: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (inside.includes(value)) return null;
  const around = [...inside, value];
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, around));
  const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecrets(inner, around)]));
}
