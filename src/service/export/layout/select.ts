import { blockOf } from '../../../model/text/marked-block.ts';
import { estimateTokens } from '../../../model/text/tokens.ts';
import type { ExportCategory, ExportContent } from '../content.ts';
import { withGeneratedLine } from '../files/generated-line.ts';
import { type RulesFile, rulesText, type ShownCategory } from '../write-rules.ts';

/** What goes into a file that is always read, and what does not fit. */
export interface Selection {
  readonly shown: readonly ShownCategory[];
  readonly leftOut: readonly ExportCategory[];
  /** Whether the budget has left something out. */
  readonly isCut: boolean;
}

/**
 * The categories that fit into a budget of tokens, null being any: first those with a MUST, then those that belong to every change,
 * those of the scope itself, and those that were read most. The text of the file, the names of
 * what is not in it among it, is not longer than the budget unless there is nothing else in it.
 */
export function withinBudget(
  file: Pick<RulesFile, 'content' | 'about'>,
  categories: readonly ShownCategory[],
  others: readonly ExportCategory[],
  budget: number | null,
): Selection {
  if (budget === null) return { shown: categories, leftOut: others, isCut: false };
  const inOrder = [...categories].sort((a, b) => byValue(a.category, b.category));
  let chosen = new Set<ShownCategory>();
  const selection = (some: ReadonlySet<ShownCategory>): Selection => ({
    shown: categories.filter((one) => some.has(one)),
    isCut: some.size < categories.length,
    leftOut: [...categories.filter((one) => !some.has(one)).map(({ category }) => category), ...others],
  });
  for (const one of inOrder) {
    const more = new Set([...chosen, one]);
    const { shown, leftOut, isCut } = selection(more);
    const { scope, source } = file.content;
    const text = withGeneratedLine(source, rulesText({ ...file, categories: shown, leftOut, isCut }));
    if (estimateTokens(blockOf(scope, text)) <= budget) chosen = more;
  }
  return selection(chosen);
}

/** What is worth more comes first; the order that there is stays among equals. */
function byValue(a: ExportCategory, b: ExportCategory): number {
  const rank = ({ must, always, own }: ExportCategory) => [must.length > 0, always, own].map(Number);
  const [first, second] = [rank(a), rank(b)];
  const at = first.findIndex((value, index) => value !== second[index]);
  return at === -1 ? b.reads - a.reads : (second[at] ?? 0) - (first[at] ?? 0);
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
