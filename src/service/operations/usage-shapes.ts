import * as v from 'valibot';

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
});

/** What became of counts that another server sent. */
export const receivedUsageShape = v.object({ stored: v.number() });
