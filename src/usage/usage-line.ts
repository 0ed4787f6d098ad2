import * as v from 'valibot';
import { scopeNamePattern } from '../model/names/scope-name.ts';
import { isUtcDay } from '../model/utc-day.ts';

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

/** How many sessions of a client there were on one day, and how many of them guidance reached. */
export interface SessionCount {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** As the client calls itself, or the id of one whose hook it was. */
  readonly client: string;
  readonly connected: number;
  /** Sessions whose agent asked for guidance. */
  readonly asked: number;
  /** Sessions that a hook showed some. */
  readonly shown: number;
}

/** How often a rule concerned a change on one day, and what became of it where its checks could tell. */
export interface RuleOutcomes {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly scope: string;
  /** The id of the rule. */
  readonly rule: string;
  readonly relevant: number;
  readonly kept: number;
  readonly violated: number;
  readonly waived: number;
}

/** What became of a session. */
export type Reached = 'connected' | 'asked' | 'shown';

/** A line of the log. */
export interface UsageLine {
  /** When it was written: ISO 8601, UTC. */
  readonly timestamp: string;
  /** Names the line between servers; left out where it stays on one. */
  readonly id?: string | undefined;
  readonly counts: readonly UsageCount[];
  /** Left out where there are none. */
  readonly sessions?: readonly SessionCount[] | undefined;
  /** Left out where there are none. */
  readonly outcomes?: readonly RuleOutcomes[] | undefined;
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000));
const day = v.pipe(
  v.string(),
  v.check((text) => isUtcDay(text)),
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

/** Characters of the name of a client. */
export const maxClientName = 64;

/** One count of sessions as a line holds it. */
export const sessionCountSchema = v.object({
  day,
  client: v.pipe(v.string(), v.minLength(1), v.maxLength(maxClientName), v.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)),
  connected: whole,
  asked: whole,
  shown: whole,
});

/** What became of one rule as a line holds it. */
export const ruleOutcomesSchema = v.object({
  day,
  scope: v.pipe(v.string(), v.regex(scopeNamePattern)),
  rule: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  relevant: whole,
  kept: whole,
  violated: whole,
  waived: whole,
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
  sessions: v.optional(v.array(v.unknown()), []),
  outcomes: v.optional(v.array(v.unknown()), []),
});

/** The line as it stands in the log, without the line break. */
export function toUsageText({ timestamp, id, counts, sessions, outcomes }: UsageLine): string {
  return JSON.stringify({
    timestamp,
    ...(id !== undefined && { id }),
    counts,
    ...(sessions && { sessions }),
    ...(outcomes && { outcomes }),
  });
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
  const { timestamp, id } = line.output;
  const counts = valid(usageCountSchema, line.output.counts);
  const sessions = valid(sessionCountSchema, line.output.sessions);
  const outcomes = valid(ruleOutcomesSchema, line.output.outcomes);
  return {
    timestamp,
    ...(id !== undefined && { id }),
    counts,
    ...(sessions.length > 0 && { sessions }),
    ...(outcomes.length > 0 && { outcomes }),
  };
}

function valid<Schema extends v.GenericSchema>(
  schema: Schema,
  all: readonly unknown[],
): v.InferOutput<Schema>[] {
  return all.flatMap((one) => {
    const checked = v.safeParse(schema, one);
    return checked.success ? [checked.output] : [];
  });
}
