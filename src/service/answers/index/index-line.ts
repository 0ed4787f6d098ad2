import { oneLine } from '../../../render/foreign-text.ts';
import { codeSpan, tagsElement } from '../../../render/markdown.ts';

/** What one line of an index says of a category. */
export interface LineParts {
  /** Its own, rendered; null or blank where there is none. */
  readonly when: string | null;
  /** Globs of the files it is about. */
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  readonly katas: readonly { readonly name: string; readonly paths: readonly string[] }[];
  /** It has katas, and no rules: asking for its rules gives none. */
  readonly hasKatasOnly: boolean;
}

/** The settings that say what index lines show. */
export interface LineSettings {
  readonly index_tags: boolean;
  readonly index_katas: boolean;
}

/** What a line says of a group of categories that says nothing of itself. */
export const noParts: LineParts = { when: null, paths: [], tags: [], katas: [], hasKatasOnly: false };

/** What is said of a category that has katas alone. */
export const katasOnly = '(katas only)';

/**
 * One line of an index, without its bullet: a category by the name that stands for it there (its last segment, or its whole
 * key), its own `when`, the files it is about, whether it has katas alone, its tags and its katas.
 */
export function indexLine(name: string, parts: LineParts, settings: LineSettings): string {
  const katas = settings.index_katas
    ? parts.katas.map((kata) => withPaths(codeSpan(kata.name), kata.paths))
    : [];
  return [
    withPaths(lineStart(name, parts.when), parts.paths),
    parts.hasKatasOnly ? katasOnly : '',
    settings.index_tags ? tagsElement(parts.tags) : '',
    katas.length === 0 ? '' : `— katas: ${katas.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The line of a category whose sub-categories are left out: what is below its name comes down to their number. */
export function foldedLine(name: string, when: string | null, count: number): string {
  return `${lineStart(name, when)} (${count === 1 ? '1 category' : `${count} categories`})`;
}

function lineStart(name: string, when: string | null): string {
  const text = oneLine(when ?? '');
  return text === '' ? codeSpan(name) : `${codeSpan(name)}: ${text}`;
}

function withPaths(text: string, paths: readonly string[]): string {
  return paths.length === 0 ? text : `${text} (${paths.map(codeSpan).join(', ')})`;
}
