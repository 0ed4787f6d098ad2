import { bySegment } from '../../../model/names/category-path.ts';
import { estimateTokens, formatTokens } from '../../../model/text/tokens.ts';
import { asParagraphs } from '../../../render/foreign-text.ts';
import { bullet, closing, codeSpan, paragraphs } from '../../../render/markdown.ts';
import type { IndexData } from '../shapes.ts';
import type { IndexPresentation } from './index-answer.ts';
import type { IndexEntry } from './index-entries.ts';
import { foldedLine, indexLine, noParts } from './index-line.ts';
import { joinHint, type SegmentRow, segmentRows } from './segment-rows.ts';

type Row = SegmentRow<IndexEntry>;
type Named = readonly [string, IndexEntry];

/** What an index is written from. */
interface Parts {
  readonly data: IndexData;
  readonly presentation: IndexPresentation;
  /** What belongs to every change. */
  readonly first: readonly Named[];
  readonly rows: readonly Row[];
}

/**
 * The index as Markdown: what belongs to every change, then a tree of the categories that have rules or katas, and
 * of what is above them. Where it would be
 * longer than `index_max_tokens` its deepest levels are folded, one after the other, down to those that were asked for.
 */
export function indexMarkdown(data: IndexData, presentation: IndexPresentation): string {
  const { entries, settings, depth: asked } = presentation;
  const [first, others] = byAlways(entries);
  const rows = segmentRows(others, ({ isFetchable }) => isFetchable);
  const deepest = rows.reduce((most, { depth }) => Math.max(most, depth), 0);
  const index = { data, presentation, first, rows };
  const whole = write(index, deepest);
  const limit = settings.index_max_tokens;
  if (limit === 0 || estimateTokens(whole) <= limit) return whole;
  let sizes: readonly number[] | undefined;
  for (let depth = deepest - 1; depth > asked; depth--) {
    if (depth > asked + 1) {
      // Most levels are ruled out by the size of their lines alone, so that deep trees are not written again and again.
      sizes ??= sizesByDepth(rows, presentation, deepest);
      if ((sizes[depth] ?? 0) > limit * 4) continue;
    }
    const text = write(index, depth);
    if (depth === asked + 1 || estimateTokens(text) <= limit) return text;
  }
  return whole;
}

/** The categories that belong to every change, in the order of their segments, and all others. */
function byAlways(
  entries: IndexPresentation['entries'],
): readonly [readonly Named[], IndexPresentation['entries']] {
  const isFirst = ([, { always, isFetchable }]: Named) => always && isFetchable;
  const first = [...entries].filter(isFirst).sort(([a], [b]) => bySegment(a, b));
  return first.length === 0
    ? [[], entries]
    : [first, new Map([...entries].filter((entry) => !isFirst(entry)))];
}

/** Their lines, each with its whole key. */
function linesOf(named: readonly Named[], { settings }: IndexPresentation): string {
  return named.map(([category, entry]) => bullet(indexLine(category, entry, settings))).join('\n');
}

/** The bytes of all lines of the tree, for each depth that it may be folded at. */
function sizesByDepth(rows: readonly Row[], presentation: IndexPresentation, deepest: number): number[] {
  const open = new Array<number>(deepest + 1).fill(0);
  const folded = new Array<number>(deepest + 1).fill(0);
  for (const row of rows) {
    const [own, short] = [lineOf(row, presentation, deepest), lineOf(row, presentation, row.depth)];
    open[row.depth] = (open[row.depth] ?? 0) + Buffer.byteLength(own);
    folded[row.depth] = (folded[row.depth] ?? 0) + Buffer.byteLength(short);
  }
  let above = 0;
  return folded.map((size, depth) => {
    above += open[depth - 1] ?? 0;
    return above + size;
  });
}

/** The line of a row in a tree of so many levels. */
function lineOf(
  { segment, depth, entry, count, hasChildren }: Row,
  { settings }: IndexPresentation,
  levels: number,
) {
  const isFolded = hasChildren && depth === levels;
  const line = isFolded
    ? foldedLine(segment, entry?.when ?? null, count)
    : indexLine(segment, entry ?? noParts, settings);
  return bullet(line, depth - 1);
}

/** The index with so many levels of its tree. */
function write({ data, presentation, first, rows: all }: Parts, levels: number): string {
  const rows = all.filter(({ depth }) => depth <= levels);
  const folded = rows.find(({ depth, hasChildren }) => hasChildren && depth === levels);
  const isEmpty = rows.length + first.length === 0;
  return paragraphs([
    presentation.prologue,
    `# Index of rule categories for scope ${data.scope_name}`,
    asParagraphs(data.description),
    ...(first.length > 0 ? ['For every change:', linesOf(first, presentation)] : []),
    rows.map((row) => lineOf(row, presentation, levels)).join('\n'),
    isEmpty ? nothing(presentation) : '',
    presentation.unmatched.map((line) => bullet(line)).join('\n'),
    isEmpty ? '' : howToGoOn(presentation, rows, folded),
    presentation.epilogue,
    closing(presentation),
  ]);
}

function nothing({ depth }: IndexPresentation): string {
  return depth === 0
    ? 'This scope has no rules.'
    : 'No category matches. The index of the whole scope names them all.';
}

function howToGoOn(
  { allTokens, wantedTokens }: IndexPresentation,
  rows: readonly Row[],
  folded: Row | undefined,
): string {
  return [
    joinHint(rows),
    'Asking for a category includes its sub-categories.',
    folded === undefined
      ? ''
      : ` A name with a number of categories is folded: ask for the index of \`categories\` ${codeSpan(folded.key)} to open it.`,
    wantedTokens === null ? '' : ` These rules: about ${formatTokens(wantedTokens)} tokens.`,
    allTokens === null ? '' : ` All rules: about ${formatTokens(allTokens)} tokens.`,
  ].join('');
}
