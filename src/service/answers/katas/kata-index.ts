import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { KataCategory } from '../../../guidance/katas/kata.ts';
import { bySegment } from '../../../model/names/category-path.ts';
import { asParagraphs, oneLine } from '../../../render/foreign-text.ts';
import { bullet, type Closing, closing, closingOf, codeSpan, paragraphs } from '../../../render/markdown.ts';
import type { CategoryFilter } from '../category-filter.ts';
import type { IndexWork } from '../index/index-work.ts';
import { joinHint, segmentRows } from '../index/segment-rows.ts';
import { reports } from '../reports.ts';
import type { KataIndexData, KataListData } from '../shapes.ts';
import { writingUnmatched } from '../unmatched.ts';
import { gatheringKataEntries, type KataCategoryEntry } from './kata-entries.ts';
import { createKataWhens, renderingKataWhens } from './kata-whens.ts';

/** What the kata index shows in other texts besides the data. */
export interface KataIndexPresentation extends Closing {
  readonly description: string;
  /** The own `when` of each category of katas; null where there is none. */
  readonly whens: ReadonlyMap<string, string | null>;
  /** The categories as they were found, in the order of the data. */
  readonly found: readonly KataCategory[];
}

/**
 * All categories that contain katas with what triggers them, rendered; raw texts where the renderer is raw. `aside` renders
 * what stands in the data alone. It can pause on the way.
 */
export function* answeringKataIndex(
  { scope, texts, aside }: IndexWork,
  fallback: string,
): Generator<void, { data: KataIndexData; presentation: KataIndexPresentation }> {
  const rest = aside();
  const ownWhenOf = yield* renderingKataWhens(scope, () => true, texts);
  const whens = createKataWhens(scope, rest, fallback, ownWhenOf);
  const found = yield* gatheringKataEntries(scope, () => true, texts, whens);
  const categories = found.map(({ entry }) => entry);
  return {
    data: {
      scope_name: scope.name,
      categories,
      ...reports([...texts.failures, ...rest.failures], scope),
    },
    presentation: {
      description: scope.metadata.description,
      whens: new Map([...scope.katas.keys()].map((category) => [category, ownWhenOf(category)])),
      found: found.map(({ category }) => category),
      ...closingOf(texts),
    },
  };
}

/** The kata index as Markdown: a tree of the categories, with their katas below each. */
export function kataIndexMarkdown(
  { scope_name, categories }: KataIndexData,
  { description, whens, ...presentation }: KataIndexPresentation,
): string {
  const entries = new Map<string, KataCategoryEntry | null>([...whens.keys()].map((name) => [name, null]));
  for (const entry of categories) entries.set(entry.category, entry);
  const rows = segmentRows(entries, (entry) => entry !== null);
  const lines = rows.flatMap(({ key, segment, depth, entry }) => [
    bullet(withWhen(codeSpan(segment), whens.get(key) ?? null), depth - 1),
    ...(entry?.katas ?? []).map((kata) => bullet(withWhen(`kata ${codeSpan(kata.name)}`, kata.when), depth)),
  ]);
  return paragraphs([
    `# Index of kata categories for scope ${scope_name}`,
    asParagraphs(description),
    lines.length > 0 ? lines.join('\n') : 'This scope has no katas.',
    lines.length > 0
      ? `${joinHint(rows)}Asking for a category includes its sub-categories. Fetch a kata by its name.`
      : '',
    closing(presentation),
  ]);
}

/** What the list of katas shows besides the data. */
export interface KataListPresentation {
  /** A line for each category that was asked for and has no katas. */
  readonly unmatched: readonly string[];
  /** The scope has no kata in any category, and nothing of it is missing. */
  readonly isEmpty: boolean;
}

/** The names of the wanted katas by category; `asked` are the paths that were asked for, null for everything. */
export function* answeringKataList(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  asked: ReadonlySet<string> | null,
): Generator<void, { data: KataListData; presentation: KataListPresentation }> {
  const categories = [...scope.katas].flatMap(([category, { katas }]): [string, string[]][] =>
    wanted(category) && katas.size > 0 ? [[category, [...katas.keys()]]] : [],
  );
  const found = categories.map(([category]) => category);
  return {
    data: { scope_name: scope.name, categories: Object.fromEntries(categories), ...reports([], scope) },
    presentation: {
      unmatched: yield* writingUnmatched(scope, asked, found, 'katas'),
      isEmpty:
        scope.gaps.length + scope.unavailable.length === 0 &&
        [...scope.katas.values()].every(({ katas }) => katas.size === 0),
    },
  };
}

/** The names of katas by category as Markdown. */
export function kataListMarkdown(
  { scope_name, categories }: KataListData,
  { unmatched, isEmpty }: KataListPresentation,
): string {
  const found = Object.entries(categories).sort(([a], [b]) => bySegment(a, b));
  const lines = found.map(([category, names]) =>
    bullet(`${codeSpan(category)}: ${names.map(codeSpan).join(', ')}`),
  );
  return paragraphs([
    `# Katas of ${scope_name}`,
    lines.length > 0 ? lines.join('\n') : nothingMatches(isEmpty),
    unmatched.map((line) => bullet(line)).join('\n'),
  ]);
}

function nothingMatches(isEmpty: boolean): string {
  const next = isEmpty
    ? 'This scope has no katas yet.'
    : 'The kata index names the categories that have katas.';
  return `No katas match. ${next}`;
}

function withWhen(name: string, when: string | null): string {
  return when === null || when === '' ? name : `${name}: ${oneLine(when)}`;
}
