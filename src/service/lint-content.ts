import { templateVariables } from '../config/template-variables.ts';
import { lintRules, type Progress } from '../lint/lint-rules.ts';
import type { CheckedSettings } from '../lint/lint-settings.ts';
import type { LintTarget } from '../lint/lint-target.ts';
import type { Problem } from '../model/problem.ts';
import type { Service } from './service.ts';

/** Everything that is wrong or could be better in a rules folder, judged with the settings and plugins of a service. */
export async function lintContent(
  { config, plugins }: Pick<Service, 'config' | 'plugins'>,
  target: LintTarget,
  options: { readonly settings?: CheckedSettings | null; readonly onProgress?: Progress } = {},
): Promise<Problem[]> {
  const { settings = null, onProgress } = options;
  return lintRules({
    ...target,
    settings,
    maxDepth: config.settings.max_inheritance_depth,
    hasMasters: config.settings.master_server_url.length > 0,
    severities: config.settings.lint,
    variables: templateVariables(config),
    filters: await plugins.filters(),
    pluginValues: async (resolved) => (await plugins.context(resolved)).values,
    ...(onProgress && { onProgress }),
  });
}
