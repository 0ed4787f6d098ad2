import type { UsageCount, UsageFace } from './usage-line.ts';

/** A category or kata that an answer shows. */
export interface ShownPart {
  readonly category: string;
  readonly kata?: string | undefined;
  readonly tokens: number;
}

/** Counts in memory until they are taken. */
export interface UsageCounter {
  add(scope: string, face: UsageFace, parts: readonly ShownPart[], now: Date): void;
  /** What was counted since the last time, which is forgotten. */
  take(): UsageCount[];
  /** Counts again what was taken and could not be kept. */
  restore(taken: readonly UsageCount[]): void;
}

type Counting = { -readonly [Key in keyof UsageCount]: UsageCount[Key] };

/** Counts that wait in memory at most. */
const maxWaiting = 100_000;

export function createUsageCounter(): UsageCounter {
  let counts = new Map<string, Counting>();
  return {
    add(scope, face, parts, now) {
      const day = now.toISOString().slice(0, 10);
      for (const { category, kata, tokens } of parts) {
        const key = JSON.stringify([day, scope, category, kata ?? null, face]);
        const known = counts.get(key);
        if (known === undefined) {
          if (counts.size >= maxWaiting) continue;
          const named = { day, scope, category, ...(kata !== undefined && { kata }) };
          counts.set(key, { ...named, face, reads: 1, tokens });
        } else {
          known.reads += 1;
          known.tokens += tokens;
        }
      }
    },
    restore(taken) {
      for (const count of taken) {
        const { day, scope, category, kata, face, reads, tokens } = count;
        const key = JSON.stringify([day, scope, category, kata ?? null, face]);
        const known = counts.get(key);
        if (known !== undefined) {
          known.reads += reads;
          known.tokens += tokens;
        } else if (counts.size < maxWaiting) counts.set(key, { ...count });
      }
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}
