import * as v from 'valibot';
import { automations, checkStates, statuses } from './story.ts';

/** The shapes of tenka.yml, a story at a time; the JSON Schema for editors comes from these. */

const text = (about: string) => v.pipe(v.string(), v.description(about));
const tags = v.optional(v.pipe(v.array(v.string()), v.description('Labels to filter by')), []);
const active = v.optional(v.pipe(v.boolean(), v.description('false takes it out of plan and count')), true);

export const checkSchema = v.union([
  v.object({ test: text('Name of a test case, `classname > name`, or a glob over either') }),
  v.object({
    manual: text('What a person checked'),
    validated: v.optional(v.pipe(v.boolean(), v.description('The sign-off')), false),
  }),
]);

export const acFields = {
  given: text('The situation'),
  when: text('What happens'),
  // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
  then: text('What must follow'),
  active,
  tags,
  checks: v.optional(v.pipe(v.array(checkSchema), v.description('What proves it'))),
  status: v.optional(
    v.pipe(v.picklist(statuses), v.description('Stated by the author; only without checks')),
  ),
  automation: v.optional(
    v.pipe(v.picklist(automations), v.description('Stated by the author; only without checks')),
  ),
};
export const acSchema = v.object(acFields);

export const storyFields = {
  who: text('As whom'),
  what: text('What they want'),
  why: text('What for'),
  tags,
  active,
};
export const storySchema = v.object({
  ...storyFields,
  acs: v.optional(
    v.pipe(v.record(v.string(), acSchema), v.description('Acceptance criteria by ref, like AC1.2 for US1')),
  ),
});

/** One imported result: a line of the validation file, and what a bundle has of it. */
export const checkResultSchema = v.object({
  timestamp: v.string(),
  scope: v.string(),
  ac: v.string(),
  check: v.string(),
  passed: v.boolean(),
  source: v.string(),
  state: v.optional(v.picklist(checkStates)),
  message: v.optional(v.string()),
  suite: v.optional(v.string()),
});

/** What one import covered: a line of the validation file. */
export const importSchema = v.object({
  timestamp: v.string(),
  import: v.string(),
  suites: v.array(v.string()),
  /** Names of tests that name an acceptance criterion and that no check names. */
  named: v.optional(v.array(v.string()), []),
  /** Names of tests that no check names, and that are nearly what a check without a test names. */
  near: v.optional(v.array(v.string()), []),
});
