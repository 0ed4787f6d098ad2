import { bySegment } from '../../model/category-path.ts';
import type { Origin } from '../../model/origin.ts';
import { asParagraphs, oneLine } from '../../render/foreign-text.ts';
import { bullet, type Closing, closing, closingOf, codeSpan, paragraphs } from '../../render/markdown.ts';
import type { TextRenderer } from '../../render/text-renderer.ts';
import type { CategoryFilter } from '../../resolve/category-filter.ts';
import { ancestorsOf } from '../../resolve/order.ts';
import type { ResolvedScope } from '../guidance.ts';
import { type Reports, reports } from '../reports.ts';
import { createKataWhens } from './kata-whens.ts';

interface KataEntry {
  readonly name: string;
  readonly when: string | null;
}

interface KataCategoryEntry {
  readonly category: string;
  readonly when: string | null;
  readonly katas: readonly KataEntry[];
}

/** The answer with the katas of a scope and what triggers them. */
export interface KataIndexData extends Reports {
  readonly scope_name: string;
  readonly categories: readonly KataCategoryEntry[];
}

/** What the kata index shows in other texts besides the data. */
export interface KataIndexPresentation extends Closing {
  readonly description: string;
  /** Where each kata is written, in the order of the categories and of their katas. */
  readonly origins: readonly (readonly Origin[])[];
}

/** The answer with the names of katas by category. */
export interface KataListData extends Reports {
  readonly scope_name: string;
  readonly categories: Readonly<Record<string, readonly string[]>>;
}

/** All categories that contain katas with what triggers them, rendered; raw texts where the renderer is raw. */
export function kataIndexAnswer(
  scope: ResolvedScope,
  texts: TextRenderer,
  fallback: string,
): { data: KataIndexData; presentation: KataIndexPresentation } {
  const whenOf = createKataWhens(scope, texts, fallback);
  const withKatas = [...scope.katas].filter(([, { katas }]) => katas.size > 0);
  const categories = withKatas.map(([category, { katas }]) => {
    const when = whenOf(category);
    const entries = [...katas.values()].map((kata) => {
      if (kata.when === null || texts.raw) return { name: kata.name, when: kata.when };
      const identifier = `${category}/${kata.name} when`;
      const context = { key: category, when };
      const text = texts.for(kata.origin.server).render('when', identifier, kata.when, context);
      return { name: kata.name, when: text?.trim() ?? '' };
    });
    return { category, when, katas: entries };
  });
  return {
    data: { scope_name: scope.name, categories, ...reports(texts.failures, scope) },
    presentation: {
      description: scope.metadata.description,
      origins: withKatas.map(([, { katas }]) => [...katas.values()].map(({ origin }) => origin)),
      ...closingOf(texts),
    },
  };
}

/** The kata index as Markdown: the categories, nested, with their katas below each. */
export function kataIndexMarkdown(
  { scope_name, categories }: KataIndexData,
  presentation: KataIndexPresentation,
): string {
  const names = new Set(categories.map(({ category }) => category));
  const lines = [...categories]
    .sort((a, b) => bySegment(a.category, b.category))
    .flatMap(({ category, when, katas }) => {
      const depth = ancestorsOf(category).filter((ancestor) => names.has(ancestor)).length;
      return [
        bullet(withWhen(codeSpan(category), when), depth),
        ...katas.map((kata) => bullet(withWhen(`kata ${codeSpan(kata.name)}`, kata.when), depth + 1)),
      ];
    });
  return paragraphs([
    `# Index of kata categories for scope ${scope_name}`,
    asParagraphs(presentation.description),
    lines.length > 0 ? lines.join('\n') : 'This scope has no katas.',
    lines.length > 0 ? 'Asking for a category includes its sub-categories. Fetch a kata by its name.' : '',
    closing(presentation),
  ]);
}

/** The names of the wanted katas by category. */
export function kataListData(scope: ResolvedScope, wanted: CategoryFilter): KataListData {
  const categories = [...scope.katas].flatMap(([category, { katas }]): [string, string[]][] =>
    wanted(category) && katas.size > 0 ? [[category, [...katas.keys()]]] : [],
  );
  return { scope_name: scope.name, categories: Object.fromEntries(categories), ...reports([], scope) };
}

/** The names of katas by category as Markdown. */
export function kataListMarkdown({ scope_name, categories }: KataListData): string {
  const found = Object.entries(categories).sort(([a], [b]) => bySegment(a, b));
  const lines = found.map(([category, names]) =>
    bullet(`${codeSpan(category)}: ${names.map(codeSpan).join(', ')}`),
  );
  return paragraphs([
    `# Katas of ${scope_name}`,
    lines.length > 0
      ? lines.join('\n')
      : 'No katas match. The kata index names the categories that have katas.',
  ]);
}

function withWhen(name: string, when: string | null): string {
  return when === null || when === '' ? name : `${name}: ${oneLine(when)}`;
}
