import { pathToFileURL } from 'node:url';
import { expandEnabled } from '../../plugins/load/load-plugin.ts';
import { pluginFiles } from '../../plugins/load/plugin-files.ts';
import { tryModule } from '../../plugins/load/try-module.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const cure = 'Fix it, or take it out of enabled_plugins; its values and filters are missing meanwhile.';

/** The enabled plugins: whether each can be loaded and gives values, and what it does besides. */
export async function checkPlugins({ service, config, trials }: Patient): Promise<Finding[]> {
  const { unmatched } = expandEnabled(config.settings.enabled_plugins);
  const findings = unmatched.map((pattern) => {
    const message = `enabled_plugins: no built-in plugin matches "${pattern}"`;
    return fail('plugins', message, 'Built in are git.context and fs.context.');
  });
  findings.push(...trials);
  if (service.config.settings.enabled_plugins.length === 0) return findings;
  await service.plugins.context({
    name: 'doctor',
    metadata: { description: '', tags: {}, parents: [], access: null },
    sources: [],
  });
  for (const { name, state, reason } of await service.plugins.states()) {
    if (state === 'left out') findings.push(fail('plugins', `${name} is left out: ${reason}`, cure));
    else if (state === 'unavailable') findings.push(ok('plugins', `${name} has nothing to give here`));
    else findings.push(ok('plugins', `${name} works`));
  }
  return findings;
}

/**
 * What the plugins that are not built in do to the program that loads them, each tried in a process of its own. `isDangerous`: one
 * would stop or end this program too.
 */
export async function tryPlugins({
  config,
  cwd,
  env,
  shown,
}: Pick<Patient, 'config' | 'cwd' | 'env' | 'shown'>): Promise<{
  findings: Finding[];
  isDangerous: boolean;
}> {
  const files = await pluginFiles(config.settings.enabled_plugins, config.pluginFolder);
  const trials = await Promise.all(
    files.map(async (file) => ({ file, ...(await tryModule(pathToFileURL(file).href, cwd, env)) })),
  );
  const quiet = 'Have it write to standard error, or not at all.';
  const findings = trials.flatMap(({ file, how, prints }): Finding[] => [
    ...(how === 'fine' ? [] : [fail('plugins', `the plugin ${shown(file)} ${how}`, cure)]),
    ...(prints ? [warn('plugins', `the plugin ${shown(file)} writes to standard output`, quiet)] : []),
  ]);
  return { findings, isDangerous: trials.some(({ how }) => how !== 'fine') };
}
