import * as v from 'valibot';
import { bundleAccessShape } from './bundle-access.ts';
import { kindNames, kinds } from './kinds.ts';
import { unavailableMaster } from './unavailable-shape.ts';

const names = v.array(v.string());

/** A bundle as the API's documentation shows it. */
export const bundleShape = v.object({
  format: v.literal(1),
  scope_name: v.string(),
  metadata: v.object({
    description: v.string(),
    tags: v.record(v.string(), v.string()),
    sources: names,
  }),
  parents: names,
  lineage: names,
  ...(Object.assign({}, ...kindNames.map((kind) => kinds[kind].shape)) as v.ObjectEntries),
  auth: v.optional(bundleAccessShape),
  absent_parents: v.optional(names),
  warnings: v.optional(names),
  unavailable: v.optional(v.array(unavailableMaster)),
});
