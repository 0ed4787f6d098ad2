import * as v from 'valibot';
import { sha256 } from '../runtime/sha256.ts';

export const feedbackTypes = ['contradictory_rules', 'missed_categories'] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

export const feedbackStates = ['open', 'resolved'] as const;
export type FeedbackState = (typeof feedbackStates)[number];

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
  /** The scope whose guidance it is about. */
  readonly scope?: string | undefined;
  /** Who reports, in any words. */
  readonly reporter?: string | undefined;
}

/** An entry as its line in the log has it. */
export interface FeedbackEntry extends Feedback {
  /** When it was stored: ISO 8601, UTC. */
  readonly timestamp: string;
  /** Names the entry, between servers too: the reporter's Idempotency-Key, or a UUID. */
  readonly id: string;
}

/** A line of the log that says what became of an entry. */
export interface StateChange {
  readonly id: string;
  readonly state: FeedbackState;
  readonly note?: string | undefined;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
}

/** An entry with what has become of it. */
export interface TrackedEntry extends FeedbackEntry {
  readonly state: FeedbackState;
  /** What was said when it got that state. */
  readonly note?: string | undefined;
  /** When it got that state; left out for one that has been open ever since. */
  readonly state_since?: string | undefined;
}

/** The entry as its line in the log, without the line break. The order of the fields is part of the format. */
export function toLine({ timestamp, id, ...feedback }: FeedbackEntry): string {
  return JSON.stringify({ timestamp, id, ...toFeedback(feedback) });
}

/** A change of state as its line in the log, without the line break. */
export function toStateLine({ id, state, note, timestamp }: StateChange): string {
  return JSON.stringify({ id, state, ...(note !== undefined && { note }), timestamp });
}

/** Only what the reporter said, in the order of the format. */
export function toFeedback({ type, task, rules, categories, reason, scope, reporter }: Feedback): Feedback {
  return {
    type,
    task,
    ...(rules && { rules: rules.map(({ category, rule }) => ({ category, rule })) }),
    ...(categories && { categories }),
    ...(reason !== undefined && { reason }),
    ...(scope !== undefined && { scope }),
    ...(reporter !== undefined && { reporter }),
  };
}

const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);

// Lines of other writers may have more fields, and null where they have nothing to say.
export const feedbackLineSchema = v.object({
  timestamp: time,
  id: v.optional(v.nullable(v.string())),
  type: v.picklist(feedbackTypes),
  task: v.string(),
  rules: v.optional(v.nullable(v.array(v.object({ category: v.string(), rule: v.string() })))),
  categories: v.optional(v.nullable(v.array(v.string()))),
  reason: v.optional(v.nullable(v.string())),
  scope: v.optional(v.nullable(v.string())),
  reporter: v.optional(v.nullable(v.string())),
});

export const feedbackStateSchema = v.object({
  timestamp: time,
  id: v.string(),
  state: v.picklist(feedbackStates),
  note: v.optional(v.nullable(v.string())),
});

/** The entry of a line, or null for one that is torn or not ours. One without an id is named by its text. */
export function parseLine(line: string): FeedbackEntry | null {
  const found = matching(feedbackLineSchema, line);
  if (found === null) return null;
  const id = sha256(line.trimEnd()).slice(0, 16);
  const { timestamp, ...rest } = found as Omit<FeedbackEntry, 'id'> & { readonly id?: string };
  return { timestamp, id, ...rest };
}

/** The change of state that a line is, or null for any other. */
export function parseStateLine(line: string): StateChange | null {
  return line.includes('"state"')
    ? (matching(feedbackStateSchema, line) as unknown as StateChange | null)
    : null;
}

/** What a line holds by a schema, without what is null. */
function matching(schema: v.GenericSchema<unknown, object>, line: string): object | null {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return null;
  }
  const result = v.safeParse(schema, data);
  if (!result.success) return null;
  const given = Object.entries(result.output).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given);
}
