import { bySegment, isWithin } from '../../../model/names/category-path.ts';

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
  const counted = [...entries.keys()].filter((category) => counts(entries.get(category) as Entry));
  const rows: Draft<Entry>[] = [];
  /** The rows down to the category before: what it shares with the next is not looked at again. */
  const open: Draft<Entry>[] = [];
  for (const category of counted.sort(bySegment)) {
    while (open.length > 0 && !isWithin(category, (open.at(-1) as Draft<Entry>).key)) open.pop();
    for (let start = (open.at(-1)?.key.length ?? -1) + 1; start < category.length; ) {
      const dot = category.indexOf('.', start);
      const end = dot < 0 ? category.length : dot;
      const above = open.at(-1);
      if (above !== undefined) above.hasChildren = true;
      const key = category.slice(0, end);
      const segment = category.slice(start, end);
      const row = {
        key,
        segment,
        depth: open.length + 1,
        entry: entries.get(key),
        count: 0,
        hasChildren: false,
      };
      open.push(row);
      rows.push(row);
      start = end + 1;
    }
    for (const row of open) row.count += 1;
  }
  return rows;
}

type Draft<Entry> = { -readonly [Key in keyof SegmentRow<Entry>]: SegmentRow<Entry>[Key] };

/** How the names of such a tree become keys, by one of its rows that counts; empty where none needs it. */
export function joinHint(rows: readonly SegmentRow<unknown>[]): string {
  const nested = rows.find(({ depth, hasChildren }) => depth > 1 && !hasChildren);
  return nested === undefined ? '' : `Join the names by dots (\`${nested.key}\`). `;
}
