/** What differs between two lists: items that are in one only, or the same items in another order. */
export type ListDifference<Item> =
  | { readonly op: 'added' | 'removed'; readonly item: Item; readonly count: number }
  | { readonly op: 'moved'; readonly before: readonly Item[]; readonly after: readonly Item[] };

/**
 * What differs between two lists whose items are the same where `keyOf` says so. What is missing comes first, in the order of
 * `before`, then what is new. An order counts only where nothing else differs; of it only the part that changed is given.
 */
export function compareLists<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): ListDifference<Item>[] {
  const [old, young] = [before.map(keyOf), after.map(keyOf)];
  if (old.length === young.length && old.every((key, index) => key === young[index])) return [];
  const more = new Map<string, number>();
  for (const key of young) more.set(key, (more.get(key) ?? 0) + 1);
  for (const key of old) more.set(key, (more.get(key) ?? 0) - 1);
  const found = (items: readonly Item[], op: 'added' | 'removed', sign: number) =>
    items.flatMap((item): ListDifference<Item>[] => {
      const key = keyOf(item);
      const count = sign * (more.get(key) ?? 0);
      if (count <= 0) return [];
      more.delete(key);
      return [{ op, item, count }];
    });
  const differences = [...found(before, 'removed', -1), ...found(after, 'added', 1)];
  return differences.length > 0 ? differences : [moved(before, after, old, young)];
}

function moved<Item>(
  before: readonly Item[],
  after: readonly Item[],
  old: readonly string[],
  young: readonly string[],
): ListDifference<Item> {
  const start = old.findIndex((key, index) => key !== young[index]);
  const end = old.findLastIndex((key, index) => key !== young[index]) + 1;
  return { op: 'moved', before: before.slice(start, end), after: after.slice(start, end) };
}
