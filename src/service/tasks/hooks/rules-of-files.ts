import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { pathsOfCheck } from '../../../guidance/rules/record/check.ts';
import { checksOf } from '../../../guidance/rules/record/details.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import type { CompiledCategory, CompiledRule } from '../../../hooks/compiled/compiled-scope.ts';
import { sha256 } from '../../../runtime/sha256.ts';
import { ruleLines } from '../../answers/rules/rules-markdown.ts';
import type { RulesPresentation } from '../../answers/rules/rules-view.ts';
import type { IsStable } from './stable-texts.ts';

/** A rule with the key of its category. */
export interface RuleOfCategory {
  readonly category: string;
  readonly rule: CompiledRule;
}

/** All categories of a scope with their rules as hooks show them, those of a strength together; `rulesPath` is the folder of rules in use. */
export function categoriesOf(
  scope: ResolvedScope,
  presentation: RulesPresentation,
  isStable: IsStable,
  rulesPath: string | null,
): readonly CompiledCategory[] {
  const found = new Map<string, { paths: Set<string>; rules: CompiledRule[]; isStable: boolean }>();
  for (const kind of ruleKinds) {
    for (const view of presentation[kind]) {
      const own = found.get(view.category) ?? {
        paths: new Set(scope.katas.get(view.category)?.paths),
        rules: [],
        isStable: true,
      };
      found.set(view.category, own);
      for (const path of view.paths) own.paths.add(path);
      // Also those that came out blank: they may not, the next time.
      own.isStable &&= (scope[kind].get(view.category)?.rules ?? []).every(
        ({ text, details }) => isStable(text) && isStable(details?.why),
      );
      const texts = ruleLines(kind, view, presentation);
      for (const [index, written] of view.written.entries()) {
        const text = texts[index] ?? '';
        own.rules.push({
          key: sha256(view.idOf(written)).slice(0, 10),
          digest: sha256(text).slice(0, 10),
          isMust: kind === 'commandments',
          text,
          paths: [...new Set(checksOf(written.details).flatMap(pathsOfCheck))],
        });
      }
    }
  }
  return [...found].map(([name, { paths, rules, isStable: stays }]) => ({
    name,
    // A session may go to another project, which has a category of the same name.
    key: sha256(`${rulesPath}\n${name}`).slice(0, 8),
    paths: [...paths],
    rules,
    isStable: stays,
  }));
}

/** The mandatory rules of the categories that belong to every change. */
export function rulesForEveryChange(
  scope: ResolvedScope,
  categories: readonly CompiledCategory[],
): readonly RuleOfCategory[] {
  const isAlways = (name: string) =>
    [...ruleKinds, 'katas' as const].some((kind) => scope[kind].get(name)?.always === true);
  return categories.flatMap(({ name, key, rules }) =>
    isAlways(name) ? rules.filter(({ isMust }) => isMust).map((rule) => ({ category: key, rule })) : [],
  );
}
