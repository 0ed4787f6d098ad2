import { join } from 'node:path';
import type { McpServerEntry } from '../../../clients/facts/agent.ts';
import type { Config } from '../../../config/config.ts';
import { settingNames } from '../../../config/settings.ts';
import type { RunStore } from '../records/run-store.ts';
import { type MadeArm, writeArm } from './make-arms.ts';

/**
 * Writes the guidance of all arms below `work`, and gives how the server of a run is started: by its arm, and the file that it writes its
 * answers to; null for an arm without guidance.
 */
export async function serveArms(
  config: Config,
  store: RunStore,
  arms: readonly MadeArm[],
  work: string,
  { program: [command = '', ...first], home }: { readonly program: readonly string[]; readonly home: string },
): Promise<(arm: string, log: string) => McpServerEntry | null> {
  const settings = new Map<string, string>();
  for (const [index, arm] of arms.entries()) {
    if (arm.files === null) continue;
    // Beside what is kept, so that plugins are found from there as from the project.
    const path = join(store.folder, `settings-${index}.yml`);
    await writeArm(arm, join(work, 'arms', String(index)), path, config, store.plan.scope_name);
    settings.set(arm.name, path);
  }
  const { settings: own, environmentVariables } = config;
  const known = new Set([...settingNames.map((name) => name.toUpperCase()), 'CONFIG_FILE', 'TRUST']);
  const variables = Object.entries(environmentVariables).flatMap(([name, value]) =>
    known.has(name.toUpperCase()) ? [] : [[`PRECEPT_${name}`, value] as const],
  );
  const hasMasters = own.master_server_url.length + own.masters.length > 0;
  // The logins of masters are kept in the user's home folder.
  const env = { ...Object.fromEntries(variables), ...(hasMasters && { HOME: home, USERPROFILE: home }) };
  return (arm, log) => {
    const path = settings.get(arm);
    return path === undefined ? null : { command, args: [...first, '--config', path, '--record', log], env };
  };
}
