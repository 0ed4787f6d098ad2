/** Lets work that somebody waits for pass long work, which asks for that at each of its pauses. */
export interface Priority {
  /** Does work that somebody waits for. */
  first<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Settles when there is no such work. */
  whenFree(): Promise<void>;
}

export function createPriority(): Priority {
  const urgent = new Set<Promise<unknown>>();
  return {
    async first(work) {
      const working = work();
      urgent.add(working);
      try {
        return await working;
      } finally {
        urgent.delete(working);
      }
    },
    async whenFree() {
      while (urgent.size > 0) await Promise.allSettled(urgent);
    },
  };
}
