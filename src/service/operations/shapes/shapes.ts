import * as v from 'valibot';
import { detailsShape } from '../../../guidance/rules/record/details-shape.ts';
import { waiverShape } from '../../../guidance/waivers/waiver-shape.ts';
import { unavailableMaster } from '../../../guidance/wire/unavailable-shape.ts';
import { placeShape } from '../../explain/place-shape.ts';

/** Shapes of JSON answers that several operations share. */
const tags = v.record(v.string(), v.string());
const names = v.array(v.string());
const unavailable = v.optional(v.array(unavailableMaster));

export const reports = {
  template_failures: v.optional(
    v.array(
      v.object({
        element_type: v.string(),
        element_identifier: v.string(),
        template_text: v.string(),
        error_message: v.string(),
        variable_name: v.nullable(v.string()),
      }),
    ),
  ),
  warnings: v.optional(names),
  unavailable,
};

const ruleCategories = v.record(
  v.string(),
  v.object({
    when: v.nullable(v.string()),
    tags: names,
    rules: v.array(v.string()),
    ids: names,
    details: v.exactOptional(v.array(v.nullable(detailsShape))),
    waivers: v.exactOptional(v.array(waiverShape)),
    places: v.exactOptional(v.array(placeShape)),
  }),
);

/** Categories whose rules were chosen for a task, or left out. */
const choice = v.array(
  v.object({
    category: v.string(),
    by: v.picklist(['always', 'named', 'paths', 'words', 'see']),
    tokens: v.number(),
  }),
);

export const rulesShape = v.object({
  metadata: v.object({
    name: v.string(),
    description: v.string(),
    parent: v.null(),
    tags,
    sources: names,
  }),
  commandments: ruleCategories,
  suggestions: ruleCategories,
  chosen: v.exactOptional(choice),
  left_out: v.exactOptional(choice),
  perhaps: v.exactOptional(names),
  own: v.exactOptional(names),
  ...reports,
});

const when = v.nullable(v.string());
const kataNames = v.array(v.object({ name: v.string(), when }));
const links = {
  tokens: v.number(),
  paths: names,
  see: names,
  always: v.exactOptional(v.literal(true)),
};

const indexEntries = v.array(
  v.object({ category: v.string(), when, rule_count: v.number(), tags: names, ...links }),
);

export const indexShape = v.object({
  scope_name: v.string(),
  description: v.string(),
  commandments: indexEntries,
  suggestions: indexEntries,
  katas: v.array(v.object({ category: v.string(), when, katas: kataNames, ...links })),
  sources: names,
  ...reports,
});

export const kataIndexShape = v.object({
  scope_name: v.string(),
  categories: v.array(
    v.object({
      category: v.string(),
      when,
      katas: kataNames,
    }),
  ),
  ...reports,
});

export const kataListShape = v.object({
  scope_name: v.string(),
  categories: v.record(v.string(), names),
  warnings: v.optional(names),
  unavailable,
});

export const kataShape = v.object({
  name: v.string(),
  category: v.string(),
  when: v.nullable(v.string()),
  procedure: v.string(),
  origin: v.object({ server: v.string(), scope: v.string(), file: v.string(), line: v.number() }),
  files: v.optional(v.array(v.object({ path: v.string(), size: v.number(), sha256: v.string() }))),
  ...reports,
});

const status = v.picklist(['validated', 'not_validated']);
const automation = v.picklist(['automated', 'has_manual']);
const checks = v.array(
  v.object({
    kind: v.picklist(['automated', 'manual']),
    text: v.string(),
    passed: v.boolean(),
    state: v.picklist(['passed', 'failed', 'skipped', 'not_run', 'stale']),
    last_run: v.nullable(v.string()),
    source: v.nullable(v.string()),
    message: v.nullable(v.string()),
  }),
);

export const storiesShape = v.object({
  scope_name: v.string(),
  stories: v.array(
    v.object({
      id: v.string(),
      who: v.string(),
      what: v.string(),
      why: v.string(),
      tags: names,
      active: v.boolean(),
      status,
      automation,
      acs: names,
    }),
  ),
  ...reports,
});

export const acsShape = v.object({
  scope_name: v.string(),
  acs: v.array(
    v.object({
      ref: v.string(),
      story: v.string(),
      given: v.string(),
      when: v.string(),
      // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
      then: v.string(),
      tags: names,
      active: v.boolean(),
      status,
      automation,
      checks,
    }),
  ),
  ...reports,
});

export const validationShape = v.object({
  scope_name: v.string(),
  acs: v.array(v.object({ ref: v.string(), status, automation, checks })),
  validated: v.number(),
  total: v.number(),
  warnings: v.optional(names),
  unavailable,
});

export const historyShape = v.object({
  ac: v.string(),
  results: v.array(
    v.object({
      timestamp: v.string(),
      scope: v.string(),
      check: v.string(),
      passed: v.boolean(),
      source: v.string(),
    }),
  ),
});

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
});

const namedRule = { category: v.string(), rule: v.string() };

const reported = {
  timestamp: v.string(),
  id: v.string(),
  type: v.string(),
  task: v.string(),
  rules: v.optional(v.array(v.object(namedRule))),
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

export const feedbackSummaryShape = v.object({
  total: v.number(),
  contradictory_rules: v.number(),
  missed_categories: v.number(),
  unreadable: v.number(),
  first_seen: v.nullable(v.string()),
  last_seen: v.nullable(v.string()),
  missed: v.array(
    v.object({ category: v.string(), count: v.number(), last_seen: v.string(), last_reason: v.string() }),
  ),
  disputed: v.array(
    v.object({
      rules: v.array(
        v.object({
          ...namedRule,
          places: v.array(
            v.object({ server: v.string(), file: v.string(), line: v.number(), category: v.string() }),
          ),
        }),
      ),
      count: v.number(),
      last_seen: v.string(),
    }),
  ),
  proposals: v.array(
    v.object({
      kind: v.picklist(['see', 'reconcile']),
      category: v.exactOptional(v.string()),
      see: v.exactOptional(v.string()),
      rules: v.exactOptional(v.array(v.object(namedRule))),
      count: v.number(),
    }),
  ),
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
