import { late, withinLimit } from './time-limit.ts';

export interface LastKnownOptions<Value> {
  readonly load: () => Promise<Value>;
  /** What there is until something was loaded. */
  readonly initial: Value;
  /** Milliseconds for which what was loaded is not loaded again. */
  readonly pause: number;
  /** Milliseconds that anybody waits for it at most. */
  readonly patience: number;
  /** Hears why it cannot be loaded, and null when it can be again; each once. */
  readonly onTrouble?: (reason: unknown) => void;
}

/** A value from elsewhere, loaded when it is asked for; while that fails or takes too long, the last one. Never rejects. */
export function createLastKnown<Value>(options: LastKnownOptions<Value>): () => Promise<Value> {
  const { load, initial, pause, patience, onTrouble = () => {} } = options;
  let known = initial;
  let loaded = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;
  let isLate = false;
  let isTroubled = false;

  function heard(reason: unknown): void {
    if ((reason !== null) !== isTroubled) onTrouble(reason);
    isTroubled = reason !== null;
  }
  async function refresh(): Promise<void> {
    try {
      known = await load();
      heard(null);
    } catch (error) {
      heard(error);
    } finally {
      loaded = Date.now();
      loading = null;
      isLate = false;
    }
  }
  return async () => {
    if (loading === null && Date.now() - loaded < pause) return known;
    loading ??= refresh();
    if (!isLate && (await withinLimit(loading, patience)) === late) isLate = loading !== null;
    return known;
  };
}
