import { evalSchema, evalsSchema, expectationSchema } from './evals/evals-schema.ts';
import { kataCategorySchema, kataSchema } from './katas/kata-schema.ts';
import { authSchema, ignoredPairSchema, metadataSchema } from './metadata/metadata-schema.ts';
import { checkEntries } from './rules/record/check-schema.ts';
import { ruleRecordEditorSchema, ruleStates } from './rules/record/record-schema.ts';
import { ruleCategorySchema } from './rules/rule-schema.ts';
import { acFields, storyFields } from './stories/tenka-schema.ts';
import { testSchema, testsSchema } from './tests/tests-schema.ts';
import { waiverSchema, waiversSchema } from './waivers/waivers-schema.ts';

/** The keys that an author may write, with what their values may be, by the mapping of a content file that they are in. */
export const fileKeys = {
  metadata: metadataSchema.entries,
  auth: authSchema.entries,
  ignoredPair: ignoredPairSchema.entries,
  ruleCategory: ruleCategorySchema.entries,
  rule: ruleRecordEditorSchema.entries,
  check: checkEntries,
  kataCategory: kataCategorySchema.entries,
  kata: kataSchema.entries,
  story: storyFields,
  criterion: acFields,
  tests: testsSchema.entries,
  test: testSchema.entries,
  evals: evalsSchema.entries,
  eval: evalSchema.entries,
  expectation: expectationSchema.entries,
  waivers: waiversSchema.entries,
  waiver: waiverSchema.entries,
} as const;

/** The states that a rule may be in. */
export const statesOfRules: typeof ruleStates = ruleStates;
