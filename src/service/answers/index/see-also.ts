import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import type { TextRenderer } from '../../../render/text-renderer.ts';
import { ancestorsOf } from '../../../resolve/category-order.ts';
import type { CategoryFilter } from '../category-filter.ts';
import { indexEntries } from './index-entries.ts';
import { indexLine, type LineSettings, noParts } from './index-line.ts';

/** Links that one answer follows at most. */
const maxLinks = 5;

/**
 * The index lines, without bullets, of the categories that the wanted ones link to and that are not wanted themselves. A
 * link counts where something can be fetched at or below its target.
 */
export function seeAlso(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
  settings: LineSettings,
): string[] {
  const linked = new Set<string>();
  for (const categories of [...ruleKinds.map((kind) => scope[kind]), scope.katas]) {
    for (const [category, { see }] of categories) {
      if (see.length === 0 || !wanted(category)) continue;
      for (const target of see) if (!wanted(target)) linked.add(target);
    }
  }
  if (linked.size === 0) return [];
  const known = fetchable(scope);
  const targets = new Set([...linked].filter((target) => known.has(target)).slice(0, maxLinks));
  const entries = indexEntries(scope, (category) => targets.has(category), texts);
  return [...targets].map((target) => indexLine(target, entries.get(target) ?? noParts, settings));
}

/** Every category that has rules or katas, and all above them. */
function fetchable(scope: ResolvedScope): ReadonlySet<string> {
  const names = [
    ...ruleKinds.flatMap((kind) => [...scope[kind]].filter(([, { rules }]) => rules.length > 0)),
    ...[...scope.katas].filter(([, { katas }]) => katas.size > 0),
  ].map(([name]) => name);
  return new Set(names.flatMap((name) => [name, ...ancestorsOf(name)]));
}
