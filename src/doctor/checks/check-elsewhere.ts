import { join } from 'node:path';
import { type SettingName, settingNames } from '../../config/settings.ts';
import { parsePlainYaml } from '../../content/plain-yaml.ts';
import { scopeNamesIn } from '../../guidance/read/read-scope.ts';
import { isDirectory, isInside, readOptionalFile } from '../../runtime/files/files.ts';
import { type Finding, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** What was written for Precept where it does not look: settings, variables and rules that are not read. */
export async function checkElsewhere(patient: Patient): Promise<Finding[]> {
  return [...(await unreadSettings(patient)), ...bareVariables(patient), ...(await unreadRules(patient))];
}

/** Files of the project's own folder that hold settings; those beside the settings file are looked at elsewhere. */
async function unreadSettings({ config, project, shown }: Patient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of ['settings.yml', 'precept.yml', 'precept.yaml', '.precept.yml', '.preceptrc']) {
    const path = join(project, name);
    if (config.layers.some(({ file }) => file === path)) continue;
    const known = Object.keys(await dataOf(path)).filter(isSetting);
    if (known.length === 0) continue;
    const message = `${shown(path)} sets ${known.slice(0, 3).join(', ')}, and is not read`;
    findings.push(
      warn('settings', message, `Move it to ${shown(join(project, '.precept', 'settings.yml'))}.`),
    );
  }
  return findings;
}

/** Variables that are named like a setting, without what they must begin with; other programs have none like these. */
const telling: readonly SettingName[] = [
  'rules_path',
  'default_scope',
  'master_server_url',
  'enabled_plugins',
  'feedback_file',
  'validation_file',
];

function bareVariables({ config, env }: Patient): Finding[] {
  return telling
    .filter((name) => env[name.toUpperCase()] && (config.sources[name] ?? 'default') === 'default')
    .map((name) => {
      const variable = name.toUpperCase();
      const message = `the variable ${variable} is not read`;
      return warn('settings', message, `Write PRECEPT_${variable}, if Precept is meant.`);
    });
}

/** Scopes in the project's own folder while the rules in use are those of another. */
async function unreadRules({ config, project, shown }: Patient): Promise<Finding[]> {
  const { rulesPath, sources } = config;
  const own = join(project, '.precept', 'rules');
  if (rulesPath === null || isInside(rulesPath, own) || !(await isDirectory(own))) return [];
  const scopes = await scopeNamesIn(own).catch(() => []);
  if (scopes.length === 0 || sources.rules_path === 'flag') return [];
  const by =
    sources.rules_path === 'environment'
      ? 'PRECEPT_RULES_PATH'
      : `rules_path of ${shown(config.files.rules_path ?? 'the settings')}`;
  const message = `the rules in use are those of ${shown(rulesPath)}, and ${shown(own)} is not read`;
  const cure = `Take out ${by}, if the rules of the project are meant, or remove the folder that is not read.`;
  return [warn('rules', message, cure)];
}

async function dataOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const bytes = await readOptionalFile(path, 1024 * 1024);
    return Object(bytes === null ? {} : parsePlainYaml(bytes.toString('utf8'))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isSetting(name: string): boolean {
  return settingNames.some((one) => one === name);
}
