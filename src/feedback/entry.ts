import * as v from 'valibot';

export const feedbackTypes = ['contradictory_rules', 'missed_categories'] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

export interface NamedRule {
  readonly category: string;
  readonly rule: string;
}

/** What a reporter says. */
export interface Feedback {
  readonly type: FeedbackType;
  /** What the work was about. */
  readonly task: string;
  readonly rules?: NamedRule[] | undefined;
  readonly categories?: string[] | undefined;
  readonly reason?: string | undefined;
}

/** A line of the log. */
export interface FeedbackEntry extends Feedback {
  /** When it was stored: ISO 8601, UTC. */
  readonly timestamp: string;
  /** Names the entry between servers: the reporter's Idempotency-Key, or ours where entries are forwarded. */
  readonly id?: string;
}

/** The entry as its line in the log, without the line break. The order of the fields is part of the format. */
export function toLine({ timestamp, id, ...feedback }: FeedbackEntry): string {
  return JSON.stringify({ timestamp, ...(id !== undefined && { id }), ...toFeedback(feedback) });
}

/** Only what the reporter said, in the order of the format. */
export function toFeedback({ type, task, rules, categories, reason }: Feedback): Feedback {
  return {
    type,
    task,
    ...(rules && { rules: rules.map(({ category, rule }) => ({ category, rule })) }),
    ...(categories && { categories }),
    ...(reason !== undefined && { reason }),
  };
}

// Lines of other writers may have more fields, and null where they have nothing to say.
const lineSchema = v.object({
  timestamp: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  id: v.optional(v.nullable(v.string())),
  type: v.picklist(feedbackTypes),
  task: v.string(),
  rules: v.optional(v.nullable(v.array(v.object({ category: v.string(), rule: v.string() })))),
  categories: v.optional(v.nullable(v.array(v.string()))),
  reason: v.optional(v.nullable(v.string())),
});

/** The entry of a line, or null for one that is torn or not ours. */
export function parseLine(line: string): FeedbackEntry | null {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return null;
  }
  const result = v.safeParse(lineSchema, data);
  if (!result.success) return null;
  const given = Object.entries(result.output).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as unknown as FeedbackEntry;
}
