import * as v from 'valibot';
import { mistake } from '../read/explain-issue.ts';
import { text } from '../read/field-schemas.ts';

/** The shape of tests.yml; the JSON Schema for editors comes from it. */

const texts = (about: string) => v.optional(v.pipe(v.array(v.string()), v.description(about)), []);
const byCategory = (about: string) =>
  v.optional(v.pipe(v.record(v.string(), v.array(v.string())), v.description(about)), {});

export const testSchema = v.object({
  task: v.optional(text('The task as an agent would put it, with the keywords that it would add')),
  files: texts('Paths of the files that the agent is about to change'),
  finds: texts('Categories that must be among the first eight of find_guidance'),
  rules: byCategory('Beginnings of rules that must be served, by category'),
  not: byCategory('Texts that no rule may contain, by category'),
  max_tokens: v.optional(
    v.pipe(
      v.number(),
      v.integer(mistake('it is not a whole number', 'Write a number of tokens, like 1500')),
      v.minValue(1, mistake('it is less than 1', 'Write a number of tokens, like 1500')),
      v.description('The most that get_rules of `finds` may cost, or of the whole scope without `finds`'),
    ),
  ),
  katas: texts('Katas that must be among the first eight of find_guidance: category/kata'),
  inherited: v.optional(
    v.pipe(v.boolean(), v.description('Run the test in every scope below this one too')),
    false,
  ),
});

export const testsSchema = v.object({
  tests: v.pipe(v.record(v.string(), testSchema), v.description('The tests of this scope, by name')),
});
