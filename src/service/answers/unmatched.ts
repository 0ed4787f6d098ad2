import type { ResolvedScope } from '../../guidance/guidance.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { isWithin } from '../../model/names/category-path.ts';
import { findingNearest } from '../../model/text/nearest.ts';
import { codeSpan } from '../../render/markdown.ts';
import { pathsAround } from '../../resolve/category-order.ts';

/** What an answer is about, and what else a category may have. */
export type Sought = 'rules' | 'katas';

/** Categories that are told of at most, and names of katas with each. */
const maxLines = 10;
const maxNames = 10;

/**
 * A line for each category that was asked for and has nothing of what was sought at or below it: what it has instead, or that
 * there is none of that name, with the nearest. `found` are the categories that the answer shows. It can pause.
 */
export function* writingUnmatched(
  scope: ResolvedScope,
  asked: ReadonlySet<string> | null,
  found: readonly string[],
  sought: Sought,
): Generator<void, string[]> {
  if (asked === null) return [];
  const matched = pathsAround(found, asked);
  const missed = [...asked].filter((path) => !matched.has(path));
  const more = missed.length - maxLines;
  const lines: string[] = [];
  for (const path of missed.slice(0, maxLines)) {
    yield;
    lines.push(yield* lineOf(scope, path, sought));
  }
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

function* lineOf(scope: ResolvedScope, path: string, sought: Sought): Generator<void, string> {
  const name = codeSpan(path);
  const rules = ruleKinds.flatMap((kind) =>
    [...scope[kind]].filter(([category]) => isWithin(category, path)).flatMap(([, own]) => own.rules),
  );
  const katas = [...scope.katas]
    .filter(([category]) => isWithin(category, path))
    .flatMap(([, own]) => [...own.katas.keys()]);
  if (sought === 'rules' && katas.length > 0) {
    const more = katas.length > maxNames ? ` and ${katas.length - maxNames} more` : '';
    return `${name} has no rules, only katas (${katas.slice(0, maxNames).map(codeSpan).join(', ')}${more})`;
  }
  if (sought === 'katas' && rules.length > 0) return `${name} has no katas, only rules`;
  const categories = [...ruleKinds.flatMap((kind) => [...scope[kind].keys()]), ...scope.katas.keys()];
  if (categories.some((category) => isWithin(category, path))) return `${name} has no ${sought}`;
  if (categories.length === 0) return `there is no category ${name}`;
  // A name without a dot may be meant for the first word of several.
  const firsts = path.includes('.')
    ? []
    : categories.map((category) => category.split('.', 1)[0] ?? category);
  const near = (yield* findingNearest(path, new Set([...categories, ...firsts]))).map(codeSpan).join(', ');
  return `there is no category ${name}; the nearest are ${near}`;
}
