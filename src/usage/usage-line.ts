import * as v from 'valibot';
import { scopeNamePattern } from '../model/names/scope-name.ts';

/** Where guidance is given out. */
export const usageFaces = ['mcp', 'rest', 'cli', 'explorer'] as const;
export type UsageFace = (typeof usageFaces)[number];

/** How often one category or kata of a scope was given out on one day at one face. */
export interface UsageCount {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly scope: string;
  readonly category: string;
  /** Left out for the rules of the category. */
  readonly kata?: string | undefined;
  readonly face: UsageFace;
  readonly reads: number;
  /** About how many tokens that was, together. */
  readonly tokens: number;
}

/** A line of the log. */
export interface UsageLine {
  /** When it was written: ISO 8601, UTC. */
  readonly timestamp: string;
  /** Names the line between servers; left out where it stays on one. */
  readonly id?: string | undefined;
  readonly counts: readonly UsageCount[];
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000));
const day = v.pipe(
  v.string(),
  v.check((text) => isDay(text)),
);

/** One count as a line holds it. */
export const usageCountSchema = v.object({
  day,
  scope: v.pipe(v.string(), v.regex(scopeNamePattern)),
  category: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  kata: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(1000))),
  face: v.picklist(usageFaces),
  reads: whole,
  tokens: whole,
});

/** When a line was written. */
export const timestampSchema = v.pipe(
  v.string(),
  v.maxLength(100),
  v.check(
    (text) => !Number.isNaN(Date.parse(text)),
    'must be a moment in ISO 8601, like 2026-03-31T12:00:00Z',
  ),
);

const lineSchema = v.object({
  timestamp: timestampSchema,
  id: v.optional(v.string()),
  counts: v.array(v.unknown()),
});

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The line as it stands in the log, without the line break. */
export function toUsageText({ timestamp, id, counts }: UsageLine): string {
  return JSON.stringify({ timestamp, ...(id !== undefined && { id }), counts });
}

/** The line of a text, or null for one that is torn or not ours; counts that are none are passed over. */
export function parseUsageText(text: string): UsageLine | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  const line = v.safeParse(lineSchema, data);
  if (!line.success) return null;
  const counts = line.output.counts.flatMap((one) => {
    const count = v.safeParse(usageCountSchema, one);
    return count.success ? [count.output] : [];
  });
  const { timestamp, id } = line.output;
  return { timestamp, ...(id !== undefined && { id }), counts };
}
