import * as v from 'valibot';
import { type Check, toolNames } from './check.ts';

const text = v.exactOptional(v.string());
const texts = v.exactOptional(v.union([v.string(), v.array(v.string())]));
const files = v.exactOptional(v.array(v.string()));

/** All keys that a check may have; which of them go together is for the reader and the wire to see to. */
export const checkShape = v.object({
  pattern: text,
  require: text,
  ...(Object.fromEntries(toolNames.map((tool) => [tool, text])) as Record<
    (typeof toolNames)[number],
    typeof text
  >),
  command: text,
  test: text,
  review: v.exactOptional(v.union([v.literal(true), v.string()])),
  paths: files,
  message: text,
  timeout: v.exactOptional(v.number()),
}) as unknown as v.GenericSchema<Check, Check>;

/** What a rule says beside its text, as answers and bundles have it. */
export const detailsShape = v.object({
  why: text,
  good: texts,
  bad: texts,
  source: texts,
  // An object takes a list too, so the list comes first.
  check: v.exactOptional(v.union([v.array(checkShape), checkShape])),
  owner: text,
  review_by: text,
  waivable: v.exactOptional(v.boolean()),
});
