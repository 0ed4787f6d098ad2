import { version } from '../../model/version.ts';
import type { TemplateContext, Value } from '../../template/value.ts';
import type { ResolvedScope } from '../guidance.ts';

/**
 * The variables of one answer, lowest precedence first: those of the settings, `service_version`, `scope`, and
 * plugin values. `category` is added per category by the text renderer. `tags` are those of the scope where they are not
 * given.
 */
export function templateContext(
  variables: Readonly<Record<string, unknown>>,
  scope: ResolvedScope,
  pluginValues: Readonly<Record<string, unknown>> = {},
  tags: ResolvedScope['metadata']['tags'] = scope.metadata.tags,
): TemplateContext {
  const { name, sources, metadata } = scope;
  const own = { name, description: metadata.description, tags, sources };
  return {
    ...(variables as Record<string, Value>),
    service_version: version,
    scope: own,
    ...(pluginValues as Record<string, Value>),
  };
}
