interface Counted<Value> {
  readonly key: string;
  readonly count: number;
  /** ISO time it was last seen. */
  readonly last: string;
  /** What came with it then. */
  readonly value: Value;
}

/** Counts what occurs often, in bounded memory. */
export interface Tally<Value> {
  /** `size` is about what the key and the value take, in characters. */
  count(key: string, seen: string, size: number, value: Value): void;
  /** The most frequent first, then the latest, then by key. */
  top(limit: number): readonly Counted<Value>[];
}

const maxSize = 8 * 1024 * 1024;
/** What an entry of the map takes besides its texts, in characters. */
const overhead = 200;

/**
 * Counts exactly until the texts take 8 Mi characters; then the rarer half is forgotten, so that only something that is
 * rare all along may be counted short.
 */
export function createTally<Value>(): Tally<Value> {
  const counted = new Map<string, Counted<Value> & { readonly size: number }>();
  let total = 0;

  const ranked = () =>
    [...counted.values()].sort(
      (a, b) => b.count - a.count || (a.last < b.last ? 1 : a.last > b.last ? -1 : a.key < b.key ? -1 : 1),
    );

  function forgetRarest(): void {
    for (const { key, size } of ranked().reverse()) {
      if (total <= maxSize / 2) return;
      counted.delete(key);
      total -= size;
    }
  }

  return {
    count(key, seen, size, value) {
      const known = counted.get(key);
      const latest = known === undefined || seen >= known.last;
      const next = latest
        ? { key, count: (known?.count ?? 0) + 1, last: seen, value, size: size + overhead }
        : { ...known, count: known.count + 1 };
      counted.set(key, next);
      total += next.size - (known?.size ?? 0);
      if (total > maxSize) forgetRarest();
    },
    top: (limit) => ranked().slice(0, limit),
  };
}
