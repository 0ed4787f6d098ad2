import { formatTokens } from '../model/tokens.ts';
import { bullet, type Closing, closing, paragraphs } from '../render/markdown.ts';
import { indexLine, type LineParts, type LineSettings } from './index/index-line.ts';
import type { Reports } from './reports.ts';

/** A category that was found. */
export interface FoundEntry {
  readonly category: string;
  readonly when: string | null;
  readonly paths: readonly string[];
  readonly see: readonly string[];
  readonly katas: readonly { readonly name: string; readonly when: string | null }[];
  readonly score: number;
  readonly tokens: number;
  /** The rule that matches best. */
  readonly rule: string | null;
}

/** The answer with the categories that fit a task and files. */
export interface FindData extends Reports {
  readonly scope_name: string;
  /** Those whose `paths` match a file. */
  readonly for_files: readonly FoundEntry[];
  readonly results: readonly FoundEntry[];
  /** How many other categories the scope has. */
  readonly more: number;
}

/** What the Markdown shows besides. */
export interface FindPresentation extends Closing {
  /** What was looked for. */
  readonly asked: { readonly task: boolean; readonly files: boolean };
  /** What gives the reader the whole index: a tool, or a command. */
  readonly index: string;
  /** What the line of each category says. */
  readonly lines: ReadonlyMap<string, LineParts>;
  readonly settings: LineSettings;
}

/** What was found as Markdown: one line a category, with its whole name. */
export function findMarkdown(data: FindData, presentation: FindPresentation): string {
  const { asked, index, failures } = presentation;
  const shown = data.for_files.length + data.results.length;
  const heading = asked.task ? 'For your task:' : 'By the names of the files:';
  return paragraphs([
    `# Categories of scope ${data.scope_name} that fit`,
    data.for_files.length > 0 ? 'For your files:' : '',
    list(data.for_files, presentation),
    asked.files && data.results.length > 0 ? heading : '',
    list(data.results, presentation),
    shown === 0 ? 'No category fits.' : '',
    others(data.more, shown, index),
    closing({ failures }),
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

function others(more: number, shown: number, index: string): string {
  const names = `${formatTokens(more)}${shown === 0 ? '' : ' more'} ${more === 1 ? 'category is' : 'categories are'}`;
  const rest = more === 0 ? '' : `${names} in the index (${index}). `;
  return `${rest}Asking for a category includes its sub-categories.`;
}
