import type { ResolvedScope } from '../guidance/guidance.ts';
import type { CategoryFilter } from '../resolve/category-filter.ts';
import { ancestorsOf } from '../resolve/order.ts';
import { bySegment } from './index-view.ts';
import { createKataWhens } from './kata-whens.ts';
import { bullet, closing, codeSpan, oneLine, paragraphs } from './markdown.ts';
import { reports } from './rules-json.ts';
import type { TextRenderer } from './text-renderer.ts';

interface KataEntry {
  readonly name: string;
  readonly when: string | null;
}

interface KataCategoryEntry {
  readonly category: string;
  readonly when: string | null;
  readonly katas: readonly KataEntry[];
}

/** All categories that contain katas with what triggers them, rendered; raw texts where the renderer is raw. */
export function kataIndexEntries(
  scope: ResolvedScope,
  texts: TextRenderer,
  fallback: string,
): KataCategoryEntry[] {
  const whenOf = createKataWhens(scope, texts, fallback);
  return [...scope.katas]
    .filter(([, { katas }]) => katas.size > 0)
    .map(([category, { katas }]) => {
      const when = whenOf(category);
      const entries = [...katas.values()].map((kata) => {
        if (kata.when === null || texts.raw) return { name: kata.name, when: kata.when };
        const identifier = `${category}/${kata.name} when`;
        const text = texts.render('when', identifier, kata.when, { key: category, when });
        return { name: kata.name, when: text?.trim() ?? '' };
      });
      return { category, when, katas: entries };
    });
}

/** The JSON answer of the kata index (contract 6). */
export function kataIndexJson(
  scope: ResolvedScope,
  entries: readonly KataCategoryEntry[],
  texts: TextRenderer,
): object {
  return { scope_name: scope.name, categories: entries, ...reports(texts.failures, scope) };
}

/** The Markdown answer of the kata index (contract 7): the categories, nested, with their katas below each. */
export function kataIndexMarkdown(
  scope: ResolvedScope,
  entries: readonly KataCategoryEntry[],
  texts: TextRenderer,
): string {
  const names = new Set(entries.map(({ category }) => category));
  const lines = [...entries]
    .sort((a, b) => bySegment(a.category, b.category))
    .flatMap(({ category, when, katas }) => {
      const depth = ancestorsOf(category).filter((ancestor) => names.has(ancestor)).length;
      return [
        bullet(withWhen(codeSpan(category), when), depth),
        ...katas.map((kata) => bullet(withWhen(`kata ${codeSpan(kata.name)}`, kata.when), depth + 1)),
      ];
    });
  return paragraphs([
    `# Index of kata categories for scope ${scope.name}`,
    scope.metadata.description,
    lines.length > 0 ? lines.join('\n') : 'This scope has no katas.',
    lines.length > 0 ? 'Asking for a category includes its sub-categories. Fetch a kata by its name.' : '',
    closing(texts),
  ]);
}

/** The names of the wanted katas by category, as JSON (contract 6). */
export function kataListJson(scope: ResolvedScope, wanted: CategoryFilter): object {
  const categories = listed(scope, wanted).map(([category, names]) => [category, names]);
  return { scope_name: scope.name, categories: Object.fromEntries(categories), ...reports([], scope) };
}

/** The names of the wanted katas by category, as Markdown. */
export function kataListMarkdown(scope: ResolvedScope, wanted: CategoryFilter): string {
  const found = listed(scope, wanted).sort(([a], [b]) => bySegment(a, b));
  const lines = found.map(([category, names]) =>
    bullet(`${codeSpan(category)}: ${names.map(codeSpan).join(', ')}`),
  );
  return paragraphs([
    `# Katas of ${scope.name}`,
    lines.length > 0
      ? lines.join('\n')
      : 'No katas match. The kata index names the categories that have katas.',
  ]);
}

function listed(scope: ResolvedScope, wanted: CategoryFilter): [string, string[]][] {
  return [...scope.katas].flatMap(([category, { katas }]): [string, string[]][] =>
    wanted(category) && katas.size > 0 ? [[category, [...katas.keys()]]] : [],
  );
}

function withWhen(name: string, when: string | null): string {
  return when === null || when === '' ? name : `${name}: ${oneLine(when)}`;
}
