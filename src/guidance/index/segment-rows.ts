import { bySegment } from '../../model/category-path.ts';

/** A line of a tree of categories: one segment of a path. */
export interface SegmentRow<Entry> {
  /** The path down to it. */
  readonly key: string;
  readonly segment: string;
  /** From 1. */
  readonly depth: number;
  /** What is known of it; undefined for a mere group. */
  readonly entry: Entry | undefined;
  /** How many of the counted categories are it or below it. */
  readonly count: number;
  readonly hasChildren: boolean;
}

/**
 * The tree of the categories that `counts` counts and of all above them, each path once, in the order of segments. What has
 * nothing counted at or below it is left out.
 */
export function segmentRows<Entry>(
  entries: ReadonlyMap<string, Entry>,
  counts: (entry: Entry) => boolean,
): SegmentRow<Entry>[] {
  const totals = new Map<string, number>();
  const parents = new Set<string>();
  for (const [category, entry] of entries) {
    if (!counts(entry)) continue;
    const paths = pathsOf(category);
    for (const path of paths) totals.set(path, (totals.get(path) ?? 0) + 1);
    for (const path of paths.slice(0, -1)) parents.add(path);
  }
  return [...totals.keys()].sort(bySegment).map((key) => {
    const segments = key.split('.');
    return {
      key,
      segment: segments.at(-1) as string,
      depth: segments.length,
      entry: entries.get(key),
      count: totals.get(key) as number,
      hasChildren: parents.has(key),
    };
  });
}

/** The paths down to a category and its own: `a.b.c` gives `a`, `a.b`, `a.b.c`. */
function pathsOf(category: string): string[] {
  const segments = category.split('.');
  return segments.map((_, index) => segments.slice(0, index + 1).join('.'));
}

/** How the names of such a tree become keys, by one of its rows that counts; empty where none needs it. */
export function joinHint(rows: readonly SegmentRow<unknown>[]): string {
  const nested = rows.find(({ depth, hasChildren }) => depth > 1 && !hasChildren);
  return nested === undefined ? '' : `Join the names by dots (\`${nested.key}\`). `;
}
