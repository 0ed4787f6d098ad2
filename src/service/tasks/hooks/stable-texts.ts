import { templateVariables } from '../../../config/template-variables.ts';
import { builtInPluginNames } from '../../../config/values/plugin-names.ts';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import type { UnloadedPlugin } from '../../../hooks/compiled/compiled-scope.ts';
import { isOfImport } from '../../../plugins/load/import-module.ts';
import { findUses } from '../../../template/parse/find-uses.ts';
import { parseTemplate } from '../../../template/parse/parse-template.ts';
import type { Basis } from '../../parts/basis.ts';

/** Tells of texts whether they stay the same while files and settings do. */
export type IsStable = (text: string | null | undefined) => boolean;

/** What the built-in plugins give only at times: outside of a branch there is none. */
const atTimes = /^git_/;
/** Names that templates have of themselves, but for `category`, whose `when` is a text too. */
const ownNames = ['scope', 'origin', 'service_version'];

/** The plugins that give nothing for as long as their modules cannot be imported. */
export async function unloadedPlugins({ config, plugins }: Basis): Promise<readonly UnloadedPlugin[]> {
  const states = config.settings.enabled_plugins.length === 0 ? [] : await plugins.states();
  return states.flatMap(({ name: entry, reason }) =>
    isOfImport(reason) ? [{ entry, folder: config.pluginFolder, reason }] : [],
  );
}

/**
 * A judge of a scope's texts: what plugins say changes without a file, so that no text with a value or a filter of theirs is stable. Plugins that are
 * not built in may give any name that is not ours, and all while one of them cannot be asked; but none of those that are `unloaded`.
 */
export async function createIsStable(
  { config, plugins }: Basis,
  scope: ResolvedScope,
  unloaded: readonly UnloadedPlugin[],
): Promise<IsStable> {
  const { enabled_plugins: enabled } = config.settings;
  if (enabled.length === 0) return () => true;
  const [{ values }, filters, states] = await Promise.all([
    plugins.context(scope),
    plugins.filters(),
    plugins.states(),
  ]);
  const silent = new Set(unloaded.map(({ entry }) => entry));
  const isForeign = enabled.some(
    (name) => !name.endsWith('*') && !builtInPluginNames.includes(name) && !silent.has(name),
  );
  const isUnsure = isForeign && states.some(({ name, state }) => state !== 'ready' && !silent.has(name));
  const ours = new Set([...ownNames, ...Object.keys(templateVariables(config))]);
  const isOurs = (name: string) =>
    !Object.hasOwn(values, name) && !atTimes.test(name) && (!isForeign || ours.has(name));
  const judge = (text: string | null | undefined, category: boolean): boolean => {
    if (!text || !/\{[{%]/.test(text)) return true;
    if (isUnsure) return false;
    const uses = findUses(parseTemplate(text));
    return (
      uses.filters.every(({ name }) => !filters.has(name)) &&
      uses.variables.every(({ path: [name = ''] }) => (name === 'category' ? category : isOurs(name)))
    );
  };
  const areWhensStable = whensOf(scope).every((when) => judge(when, false));
  return (text) => judge(text, areWhensStable);
}

/** Everything that is said of when something applies. */
export function whensOf(scope: ResolvedScope): readonly (string | null)[] {
  return [
    ...ruleKinds.flatMap((kind) => [...scope[kind].values()].map(({ when }) => when)),
    ...[...scope.katas.values()].flatMap(({ when, katas }) => [
      when,
      ...[...katas.values()].map((kata) => kata.when),
    ]),
  ];
}
