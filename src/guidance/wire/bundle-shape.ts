import * as v from 'valibot';
import { kindNames, kinds } from '../kinds.ts';
import { waiverShape } from '../waivers/waiver-shape.ts';
import { bundleAccessShape } from './bundle-access.ts';
import { unavailableMaster } from './unavailable-shape.ts';

const names = v.array(v.string());

/** Suggestions that a bundle names as replaced; more say no more. */
export const maxReplaced = 1000;

export const replacedShape = v.object({
  category: v.string(),
  text: v.string(),
  origin: v.object({ server: v.string(), scope: v.string(), file: v.string(), line: v.number() }),
  by: v.nullable(v.string()),
});

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
  tags_of: v.optional(v.record(v.string(), v.record(v.string(), v.string()))),
  when_origins: v.optional(
    v.record(v.string(), v.record(v.string(), v.object({ server: v.string(), scope: v.string() }))),
  ),
  waivers: v.optional(v.array(waiverShape)),
  replaced: v.optional(v.array(replacedShape)),
  auth: v.optional(bundleAccessShape),
  absent_parents: v.optional(names),
  warnings: v.optional(names),
  unavailable: v.optional(v.array(unavailableMaster)),
});
