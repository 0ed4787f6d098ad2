import { version } from '../model/version.ts';
import type { TemplateContext, Value } from '../template/value.ts';
import type { ResolvedScope } from './guidance.ts';

/**
 * The variables of one answer, lowest precedence first: those of the settings, `service_version`, `scope`, and
 * plugin values. `category` is added per category by the text renderer.
 */
export function templateContext(
  variables: Readonly<Record<string, unknown>>,
  scope: ResolvedScope,
  pluginValues: Readonly<Record<string, unknown>> = {},
): TemplateContext {
  const { name, sources, metadata } = scope;
  const own = { name, description: metadata.description, tags: metadata.tags, sources };
  return {
    ...(variables as Record<string, Value>),
    service_version: version,
    scope: own,
    ...(pluginValues as Record<string, Value>),
  };
}
