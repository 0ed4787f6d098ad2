import * as v from 'valibot';

/** The arguments of what is told of usage. */
export const sinceAndScope = {
  since: v.optional(
    v.pipe(v.string(), v.description('From this day on (2026-03-31), or the last days (30d)')),
    '30d',
  ),
  scope: v.optional(v.pipe(v.string(), v.description('Only this scope'))),
};

const reached = { connected: v.number(), asked: v.number(), shown: v.number() };

/** What was read, and what was not. */
export const usageShape = v.object({
  since: v.string(),
  until: v.string(),
  entries: v.array(
    v.object({
      scope: v.string(),
      kind: v.picklist(['category', 'kata']),
      category: v.string(),
      kata: v.exactOptional(v.string()),
      reads: v.number(),
      tokens: v.number(),
      last_read: v.nullable(v.string()),
      faces: v.object({ mcp: v.number(), rest: v.number(), cli: v.number(), explorer: v.number() }),
    }),
  ),
  /** The sessions of each client, where these were asked for; then there are no entries. */
  reach: v.exactOptional(
    v.array(
      v.object({
        client: v.string(),
        ...reached,
        cure: v.nullable(v.string()),
        days: v.array(v.object({ day: v.string(), ...reached })),
      }),
    ),
  ),
  /** Of all entries, where these are not all. */
  total: v.exactOptional(v.number()),
  /** The `offset` that the entries after these begin with, where there are any. */
  next_offset: v.exactOptional(v.number()),
  /** Counts that are in no entry, where there are any: of more names that no scope has than are told apart. */
  passed_over: v.exactOptional(v.number()),
});

/** What became of counts that another server sent. */
export const receivedUsageShape = v.object({
  stored: v.number(),
  /** Counts of what their scope does not have, where there were any. */
  passed_over: v.exactOptional(v.number()),
});
