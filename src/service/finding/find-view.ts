import { isCategoryPath } from '../../model/names/category-path.ts';
import { formatTokens } from '../../model/text/tokens.ts';
import { bullet, type Closing, closing, codeSpan, paragraphs } from '../../render/markdown.ts';
import { indexLine, katasOnly, type LineParts, type LineSettings } from '../answers/index/index-line.ts';
import type { FindData, FoundEntry } from './find-shapes.ts';

/** Why a category is there. */
export interface Why {
  readonly always: boolean;
  /** It is about one of the files. */
  readonly files: boolean;
  /** The words that it shares with what was asked. */
  readonly words: readonly string[];
  /** The scope has written it itself. */
  readonly own: boolean;
  /** It was reported as missed for a task like this. */
  readonly learnt: boolean;
}

/** What the Markdown shows besides. */
export interface FindPresentation extends Closing {
  /** How many others match that were not asked for. */
  readonly cut: number;
  /** What the line of each category says. */
  readonly lines: ReadonlyMap<string, LineParts>;
  readonly settings: LineSettings;
  why(category: string): Why;
}

/**
 * What was found as Markdown: one line for each category that is about the files or fits, with its whole name, and the keys of those
 * that perhaps fit, and of the scope's own.
 */
export function findMarkdown(data: FindData, presentation: FindPresentation): string {
  const { for_files, results, own, scope_name } = data;
  const { lines } = presentation;
  const fits = results.filter(({ fits: isSure }) => isSure);
  const perhaps = results.filter(({ fits: isSure }) => !isSure).map(({ category }) => category);
  const isAnythingFound = for_files.length > 0 || results.some(({ always }) => !always);
  const isAnySure = for_files.length > 0 || fits.some(({ always }) => !always);
  const isEmpty = for_files.length + results.length + data.more === 0 && !data.warnings?.length;
  return paragraphs([
    `# Categories of scope ${scope_name} that fit`,
    for_files.length > 0 ? 'For your files:' : '',
    list(for_files, presentation),
    isAnySure ? '' : 'Nothing fits these words well.',
    isEmpty ? 'This scope has no rules and no katas yet.' : '',
    fits.length === 0 ? '' : fits.some(({ always }) => !always) ? 'Fits:' : 'For every change:',
    list(fits, presentation),
    named('Perhaps', perhaps, lines),
    named(`Also of ${scope_name} itself`, own, lines),
    isAnythingFound ? others(data, presentation) : '',
    closing(presentation),
  ]);
}

function list(entries: readonly FoundEntry[], { lines, settings }: FindPresentation): string {
  return entries
    .flatMap(({ category }) => {
      const parts = lines.get(category);
      return parts === undefined ? [] : [bullet(indexLine(category, parts, settings))];
    })
    .join('\n');
}

/** The keys of categories in one line; a master's key may hold anything. */
function named(title: string, categories: readonly string[], lines: FindPresentation['lines']): string {
  if (categories.length === 0) return '';
  const keys = categories.map((category) => {
    const key = isCategoryPath(category) ? category : codeSpan(category);
    return lines.get(category)?.hasKatasOnly ? `${key} ${katasOnly}` : key;
  });
  return `${title}: ${keys.join(', ')}`;
}

function others({ for_files, results, more }: FindData, { cut }: FindPresentation): string {
  const all = for_files.length + results.length + more;
  return cut === 0
    ? nothingElse(all)
    : `${formatTokens(cut)} more of ${counted(all)} ${cut === 1 ? 'matches' : 'match'} these words: ask for more results.`;
}

/** The sentence that ends a search of all these categories: what it has not named need not be looked for. */
export function nothingElse(categories: number): string {
  return `Nothing else of ${counted(categories)} matches these words.`;
}

function counted(categories: number): string {
  return `${formatTokens(categories)} ${categories === 1 ? 'category' : 'categories'}`;
}
