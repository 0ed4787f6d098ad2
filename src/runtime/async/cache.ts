import QuickLRU from 'quick-lru';

export interface TtlCache<Value> {
  /** The cached value, or the one load in flight for `key`, or a new load. A load that fails is not kept. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  /** The cached value, if there is one; nothing is loaded. */
  peek(key: string): Value | undefined;
  /** Forgets one key, or everything; a load in flight still answers its askers but is not kept. */
  clear(key?: string): void;
  /** Forgets the values that are stale by `isStale`, and every load in flight: what it will give is not known yet. */
  clearWhere(isStale: (value: Value) => boolean): void;
  /** How often a value was found, and how often not. */
  readonly counts: { readonly hits: number; readonly misses: number };
}

export interface TtlCacheOptions<Value> {
  /** Seconds a value is kept; 0 keeps nothing, though simultaneous askers still share one load. */
  readonly ttlSeconds: number;
  readonly maxSize?: number;
  /** Seconds for this one value, where it must not be kept as long as the rest. */
  readonly ttlOf?: (value: Value) => number;
}

/** The least recently used entries are dropped; between `maxSize` and twice as many are held. */
export function createLru<Value>(maxSize: number): Map<string, Value> {
  return new QuickLRU<string, Value>({ maxSize });
}

/** A cache with a time to live and one load in flight per key. */
export function createTtlCache<Value>(options: TtlCacheOptions<Value>): TtlCache<Value> {
  const { ttlSeconds, maxSize = 1000, ttlOf = () => ttlSeconds } = options;
  const kept = new QuickLRU<string, Value>({ maxSize });
  const loading = new Map<string, Promise<Value>>();
  const counts = { hits: 0, misses: 0 };

  function start(key: string, load: () => Promise<Value>): Promise<Value> {
    const task = load().then(
      (value) => {
        if (loading.get(key) === task) {
          loading.delete(key);
          const seconds = Math.min(ttlSeconds, ttlOf(value));
          if (seconds > 0) kept.set(key, value, { maxAge: seconds * 1000 });
        }
        return value;
      },
      (error: unknown) => {
        if (loading.get(key) === task) loading.delete(key);
        throw error;
      },
    );
    loading.set(key, task);
    return task;
  }

  return {
    counts,
    async get(key, load) {
      const value = kept.get(key);
      if (value === undefined) counts.misses += 1;
      else counts.hits += 1;
      return value !== undefined ? value : (loading.get(key) ?? start(key, load));
    },
    peek: (key) => kept.get(key),
    clear(key) {
      if (key === undefined) {
        kept.clear();
        loading.clear();
      } else {
        kept.delete(key);
        loading.delete(key);
      }
    },
    clearWhere(isStale) {
      for (const [key, value] of [...kept]) if (isStale(value)) kept.delete(key);
      loading.clear();
    },
  };
}
