import * as v from 'valibot';
import { namedRule } from '../../../feedback/summary-shape.ts';
import { reports } from '../../answers/shapes.ts';

/** Shapes of JSON answers that are about more than the guidance of one scope, or not about guidance. */
const tags = v.record(v.string(), v.string());
const names = v.array(v.string());
const { unavailable } = reports;

export const scopeShape = v.object({
  metadata: v.object({ name: v.string(), description: v.string(), tags }),
  parents: names,
  lineage: names,
  sources: names,
  counts: v.object({
    categories: v.number(),
    commandments: v.number(),
    suggestions: v.number(),
    katas: v.number(),
  }),
  warnings: v.optional(names),
  unavailable,
  masters: v.optional(
    v.array(
      v.object({
        url: v.string(),
        state: v.picklist(['untried', 'available', 'unavailable']),
        reason: v.nullable(v.string()),
        since: v.nullable(v.string()),
        last_success: v.nullable(v.string()),
        age_seconds: v.nullable(v.number()),
        trouble: v.exactOptional(v.picklist(['unsigned', 'bad-signature', 'rollback', 'expired'])),
        signed_until: v.exactOptional(v.string()),
      }),
    ),
  ),
});

export const scopeListShape = v.union([
  names,
  v.array(v.object({ name: v.string(), description: v.string(), tags, parents: names, sources: names })),
]);

export const reloadShape = v.object({
  reloaded: v.literal(true),
  masters: v.array(v.object({ url: v.string(), ok: v.boolean(), error: v.optional(v.string()) })),
  settings_changed: v.exactOptional(names),
});

const reported = {
  timestamp: v.string(),
  id: v.string(),
  type: v.string(),
  task: v.string(),
  rules: v.optional(v.array(namedRule)),
  categories: v.optional(names),
  reason: v.optional(v.string()),
  scope: v.optional(v.string()),
  reporter: v.optional(v.string()),
};

export const feedbackShape = v.object(reported);

/** An entry with what has become of it. */
export const trackedFeedbackShape = v.object({
  ...reported,
  state: v.picklist(['open', 'resolved']),
  note: v.optional(v.string()),
  state_since: v.optional(v.string()),
});

export const manifestShape = v.union([
  v.object({
    format: v.literal(1),
    version: v.number(),
    issued_at: v.string(),
    expires_at: v.nullable(v.string()),
    scopes: v.record(v.string(), v.object({ path: v.string(), sha256: v.string(), size: v.number() })),
  }),
  v.object({
    payloadType: v.string(),
    payload: v.string(),
    signatures: v.array(v.object({ keyid: v.nullable(v.string()), sig: v.string() })),
  }),
]);
