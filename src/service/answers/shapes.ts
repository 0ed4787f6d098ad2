import * as v from 'valibot';
import { detailsShape } from '../../guidance/rules/record/details-shape.ts';
import { waiverShape } from '../../guidance/waivers/waiver-shape.ts';
import { unavailableMaster } from '../../guidance/wire/unavailable-shape.ts';
import type { Immutable } from '../../model/immutable.ts';
import { placeShape } from './place-shape.ts';

const tags = v.record(v.string(), v.string());
const names = v.array(v.string());
const when = v.nullable(v.string());
const unavailable = v.optional(v.array(unavailableMaster));

/** What an answer carries only where there is something to report. */
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
    when,
    tags: names,
    rules: v.array(v.string()),
    /** The id of each rule, in their order. */
    ids: names,
    /** What each rule says beside its text, in their order; only where one says something. */
    details: v.exactOptional(v.array(v.nullable(detailsShape))),
    /** The waivers that hold for some of them; only where there are some. */
    waivers: v.exactOptional(v.array(waiverShape)),
    places: v.exactOptional(v.array(placeShape)),
  }),
);

/** Categories whose rules were chosen for a task, or left out: why, and about what they cost. */
const choice = v.array(
  v.object({
    category: v.string(),
    by: v.picklist(['always', 'named', 'paths', 'words', 'see']),
    tokens: v.number(),
  }),
);

/** The answer with the rules of a scope. */
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
  /** Categories that perhaps fit, and others that the scope has written itself. */
  perhaps: v.exactOptional(names),
  own: v.exactOptional(names),
  ...reports,
});
export type RulesData = Immutable<v.InferOutput<typeof rulesShape>>;

const kataNames = v.array(v.object({ name: v.string(), when }));
const links = {
  /** About how many the category holds by itself, without its sub-categories. */
  tokens: v.number(),
  paths: names,
  see: names,
  /** It belongs to every change. */
  always: v.exactOptional(v.literal(true)),
};

const indexEntries = v.array(
  v.object({ category: v.string(), when, rule_count: v.number(), tags: names, ...links }),
);

/** The answer with the category index of a scope. */
export const indexShape = v.object({
  scope_name: v.string(),
  description: v.string(),
  commandments: indexEntries,
  suggestions: indexEntries,
  katas: v.array(v.object({ category: v.string(), when, katas: kataNames, ...links })),
  sources: names,
  ...reports,
});
export type IndexData = Immutable<v.InferOutput<typeof indexShape>>;

/** The answer with the katas of a scope and what triggers them. */
export const kataIndexShape = v.object({
  scope_name: v.string(),
  categories: v.array(v.object({ category: v.string(), when, katas: kataNames })),
  ...reports,
});
export type KataIndexData = Immutable<v.InferOutput<typeof kataIndexShape>>;

/** The answer with the names of katas by category. */
export const kataListShape = v.object({
  scope_name: v.string(),
  categories: v.record(v.string(), names),
  warnings: v.optional(names),
  unavailable,
});
export type KataListData = Immutable<v.InferOutput<typeof kataListShape>>;

/** The answer with one kata. */
export const kataShape = v.object({
  name: v.string(),
  category: v.string(),
  when,
  procedure: v.string(),
  origin: v.object({ server: v.string(), scope: v.string(), file: v.string(), line: v.number() }),
  files: v.optional(v.array(v.object({ path: v.string(), size: v.number(), sha256: v.string() }))),
  ...reports,
});
export type KataData = Immutable<v.InferOutput<typeof kataShape>>;

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

/** The answer with user stories. */
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
export type StoriesData = Immutable<v.InferOutput<typeof storiesShape>>;

/** The answer with acceptance criteria. */
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
export type AcsData = Immutable<v.InferOutput<typeof acsShape>>;

/** The answer with the validation status. */
export const validationShape = v.object({
  scope_name: v.string(),
  acs: v.array(v.object({ ref: v.string(), status, automation, checks })),
  validated: v.number(),
  total: v.number(),
  warnings: v.optional(names),
  unavailable,
});
export type ValidationData = Immutable<v.InferOutput<typeof validationShape>>;

/** The answer with the results of one acceptance criterion. */
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
export type HistoryData = Immutable<v.InferOutput<typeof historyShape>>;
