import * as v from 'valibot';

/** A waiver as answers and bundles have it. */
export const waiverShape = v.object({
  rule: v.string(),
  paths: v.array(v.string()),
  until: v.string(),
  reason: v.string(),
  owner: v.exactOptional(v.string()),
  scope: v.string(),
});
