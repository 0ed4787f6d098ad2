import * as v from 'valibot';

/** A master that did not answer, as bundles and answers tell of it (docs/formats.md). */
export const unavailableMaster = v.object({
  url: v.string(),
  reason: v.string(),
  since: v.string(),
  as_of: v.exactOptional(v.string()),
});
