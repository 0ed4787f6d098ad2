import { guardedFolder } from '../../../config/load/guarded-folder.ts';
import type { CompiledScope, ReachPlace } from '../../../hooks/compiled/compiled-scope.ts';
import { ask } from '../../ask.ts';
import { getCategoryIndex } from '../../operations/get-category-index.ts';
import { getRules } from '../../operations/get-rules.ts';
import type { Service } from '../../service.ts';
import { categoriesOf, rulesForEveryChange } from './rules-of-files.ts';
import { startText } from './start-text.ts';

/** What hooks need of a scope, made of the same answers as every face gives. Faults: those of the scope. */
export async function compileScope(service: Service, name: string): Promise<CompiledScope> {
  const input = { scope_name: name, debug: false };
  const { presentation } = await ask(getRules, input, service);
  const index = await ask(getCategoryIndex, input, service);
  const scope = await service.scope(name);
  const categories = categoriesOf(scope, presentation);
  const always = rulesForEveryChange(scope, categories);
  return {
    scope: scope.name,
    maxTokens: service.config.settings.hook_max_tokens,
    reach: reachOf(service),
    start: {
      characters: startText(scope.name, index, always, 'characters'),
      bytes: startText(scope.name, index, always, 'bytes'),
    },
    categories: categories.filter(
      ({ paths, rules }) =>
        rules.length > 0 && (paths.length > 0 || rules.some((rule) => rule.paths.length > 0)),
    ),
  };
}

/** Where it is counted whom a hook reaches: in the log of this machine, also where others share a store. */
function reachOf({ config }: Service): ReachPlace | null {
  const { usage, usage_file: path } = config.settings;
  return usage ? { path, within: guardedFolder(config, path) } : null;
}
