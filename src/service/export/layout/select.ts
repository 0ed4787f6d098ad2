import { blockOf } from '../../../model/text/marked-block.ts';
import { estimateTokens } from '../../../model/text/tokens.ts';
import type { ExportCategory, ExportContent } from '../content.ts';
import { type RulesFile, rulesText, type ShownCategory } from '../write-rules.ts';

/** What goes into a file that is always read, and what does not fit. */
export interface Selection {
  readonly shown: readonly ShownCategory[];
  readonly leftOut: readonly ExportCategory[];
}

/**
 * The categories that fit into a budget of tokens, null being any: those with a MUST come first. The text of the file, the names of
 * what is not in it among it, is not longer than the budget unless there is nothing else in it.
 */
export function withinBudget(
  file: Pick<RulesFile, 'content' | 'about'>,
  categories: readonly ShownCategory[],
  others: readonly ExportCategory[],
  budget: number | null,
): Selection {
  if (budget === null) return { shown: categories, leftOut: others };
  const inOrder = [
    ...categories.filter(({ category }) => category.must.length > 0),
    ...categories.filter(({ category }) => category.must.length === 0),
  ];
  let chosen = new Set<ShownCategory>();
  const selection = (some: ReadonlySet<ShownCategory>): Selection => ({
    shown: categories.filter((one) => some.has(one)),
    leftOut: [...categories.filter((one) => !some.has(one)).map(({ category }) => category), ...others],
  });
  for (const one of inOrder) {
    const more = new Set([...chosen, one]);
    const { shown, leftOut } = selection(more);
    const text = rulesText({ ...file, categories: shown, leftOut });
    if (estimateTokens(blockOf(file.content.scope, text)) <= budget) chosen = more;
  }
  return selection(chosen);
}

/** The categories with rules that are wanted, and the others. */
export function split(
  { categories }: Pick<ExportContent, 'categories'>,
  { wanted }: { readonly wanted: (category: string) => boolean },
) {
  const full = categories.filter(({ must, should }) => must.length > 0 || should.length > 0);
  return {
    wanted: full.filter(({ category }) => wanted(category)),
    others: full.filter(({ category }) => !wanted(category)),
  };
}
