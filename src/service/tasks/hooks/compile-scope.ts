import type { Config } from '../../../config/config.ts';
import { guardedFolder } from '../../../config/load/guarded-folder.ts';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type {
  CompiledCategory,
  CompiledScope,
  FreshScope,
  ReachPlace,
} from '../../../hooks/compiled/compiled-scope.ts';
import { ask, type ServiceFor } from '../../ask.ts';
import { getCategoryIndex } from '../../operations/get-category-index.ts';
import { getRules } from '../../operations/get-rules.ts';
import type { Basis } from '../../parts/basis.ts';
import { categoriesOf, type RuleOfCategory, rulesForEveryChange } from './rules-of-files.ts';
import { createIsStable, unloadedPlugins, whensOf } from './stable-texts.ts';
import { startText } from './start-text.ts';
import { type SettingsWorld, validityOf } from './validity.ts';

/** A scope as hooks need it, with what that holds for where nothing has changed since `since`. Faults: those of the scope. */
export async function compileWhole(
  service: ServiceFor<typeof getCategoryIndex>,
  name: string,
  world: SettingsWorld,
  since: number,
): Promise<FreshScope> {
  const compiled = await compileScope(service, name);
  return { compiled, validity: await validityOf(service, await service.scope(name), world, since) };
}

/** What hooks need of a scope, made of the same answers as every face gives. */
async function compileScope(
  service: ServiceFor<typeof getCategoryIndex>,
  name: string,
): Promise<CompiledScope> {
  const input = { scope_name: name, debug: false };
  const { presentation } = await ask(getRules, input, service);
  const index = await ask(getCategoryIndex, input, service);
  const scope = await service.scope(name);
  const unloaded = await unloadedPlugins(service);
  const isStable = await createIsStable(service, scope, unloaded);
  const categories = categoriesOf(scope, presentation, isStable, service.config.rulesPath);
  const always = rulesForEveryChange(scope, categories);
  const start = {
    name: scope.name,
    index,
    always,
    isStable: textsOfStart(service.config, scope).every(isStable) && areStable(categories, always),
  };
  return {
    scope: scope.name,
    maxTokens: service.config.settings.hook_max_tokens,
    reach: reachOf(service),
    cacheDir: service.config.settings.cache_dir,
    unloaded,
    start: {
      characters: startText(start, 'characters'),
      bytes: startText(start, 'bytes'),
    },
    categories: categories.filter(
      ({ paths, rules }) =>
        rules.length > 0 && (paths.length > 0 || rules.some((rule) => rule.paths.length > 0)),
    ),
  };
}

/** What the index says, beside the names of categories. Its tokens are of all rules. */
function textsOfStart({ settings }: Config, scope: ResolvedScope): readonly (string | null)[] {
  const { index_markdown_prologue: before, index_markdown_epilogue: after } = settings;
  return [before, after, settings.default_category_description, ...whensOf(scope)];
}

function areStable(categories: readonly CompiledCategory[], always: readonly RuleOfCategory[]): boolean {
  const keys = new Set(always.map(({ category }) => category));
  return categories.every(({ key, isStable }) => isStable || !keys.has(key));
}

/** Where it is counted whom a hook reaches: in the log of this machine, also where others share a store. */
function reachOf({ config }: Basis): ReachPlace | null {
  const { usage, usage_file: path } = config.settings;
  return usage ? { path, within: guardedFolder(config, path) } : null;
}
