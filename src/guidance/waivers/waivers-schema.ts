import * as v from 'valibot';
import { whyBadGlob } from '../../model/names/path-globs.ts';
import { isUtcDay } from '../../model/utc-day.ts';
import { mistake } from '../read/explain-issue.ts';
import { anyRuleIdPattern } from '../rules/record/rule-ids.ts';

/** The shape of waivers.yml; the JSON Schema for editors comes from it. */

const filled = v.check(
  (given: string) => given.trim() !== '',
  mistake('it is blank', 'Write a value, or remove the key'),
);

export const waiverSchema = v.object({
  rule: v.pipe(
    v.string(),
    v.regex(
      anyRuleIdPattern,
      mistake(
        'it is not the id of a rule',
        'Write the id that its record has, or that "precept explain" shows',
      ),
    ),
    v.description('The id of the rule'),
  ),
  paths: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check(
            (given) => whyBadGlob(given) === null,
            mistake('it is not a glob from the root of the project', 'Write a glob like legacy/** or *.sql'),
          ),
        ),
      ),
      v.minLength(1, mistake('it is empty', 'Name files, or remove `paths`')),
      v.description('Globs of the files that may break it; all without it'),
    ),
  ),
  reason: v.pipe(v.string(), filled, v.description('Why the rule cannot be kept yet')),
  owner: v.optional(v.pipe(v.string(), filled, v.description('Who sees to it that the waiver can end'))),
  until: v.pipe(
    v.string(),
    v.check(isUtcDay, mistake('it is not a day', 'Write a day like 2027-01-31')),
    v.description('The last day of the waiver, in UTC: 2027-01-31'),
  ),
});

export const waiversSchema = v.object({
  waivers: v.pipe(v.array(waiverSchema), v.description('The rules that need not be kept for a while')),
});
