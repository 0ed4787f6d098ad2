import * as v from 'valibot';
import { isUtcDay } from '../../model/utc-day.ts';
import { mistake } from '../read/explain-issue.ts';
import { filled, globs, ruleId } from '../read/field-checks.ts';

/** The shape of waivers.yml; the JSON Schema for editors comes from it. */

export const waiverSchema = v.object({
  rule: ruleId('The id of the rule'),
  paths: v.optional(
    v.pipe(globs('legacy/**'), v.description('Globs of the files that may break it; all without it')),
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
