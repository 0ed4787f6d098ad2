import * as v from 'valibot';
import { unavailableMaster } from '../../../guidance/wire/unavailable-shape.ts';

/** Shapes of the answers that only the explorer asks for. */
const names = v.array(v.string());

export const originShape = v.object({
  server: v.string(),
  scope: v.string(),
  file: v.string(),
  line: v.number(),
  column: v.exactOptional(v.number()),
});

export const missingMasters = v.array(unavailableMaster);

export const exploredScope = v.object({
  name: v.string(),
  description: v.string(),
  tags: v.record(v.string(), v.string()),
  /** How many there are besides. */
  more_tags: v.number(),
  parents: v.array(v.object({ name: v.string(), server: v.string() })),
  lineage: names,
  sources: names,
  counts: v.object({ rules: v.number(), katas: v.number(), stories: v.number() }),
  warnings: names,
  unavailable: missingMasters,
});
