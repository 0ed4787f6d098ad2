import * as v from 'valibot';
import { isUtcDay } from '../../../model/utc-day.ts';
import { mistake } from '../../read/explain-issue.ts';
import { text } from '../../read/field-schemas.ts';
import { checkSchema } from './check-schema.ts';
import { ownIdPattern } from './rule-ids.ts';

/** The shape of a rule that is more than its text; the JSON Schemas for editors come from it. */

/** `draft` and `retired` rules are not served. */
export const ruleStates = ['active', 'draft', 'retired'] as const;
export type RuleState = (typeof ruleStates)[number];

const addressPattern = /^https?:\/\/[^\s\p{C}"'<>]+$/u;

/** Whether a text is the address of a page, which is all that `source` may hold: others become links that do harm. */
export function isAddress(text: string): boolean {
  return addressPattern.test(text);
}

const address = v.pipe(
  v.string(),
  v.regex(
    addressPattern,
    mistake('it is not an http or https address', 'Write an address like https://wiki.example.com/adr/12'),
  ),
);

/** Reads one or a list as whichever of the two is written, so that a mistake is told of that one. */
const either = <Item extends v.GenericSchema>(item: Item) =>
  v.lazy((given) => (Array.isArray(given) ? v.array(item) : item));

/** The same for editors, which take a union. */
const anyOf = <Item extends v.GenericSchema>(item: Item) => v.union([item, v.array(item)]);

type OneOrMoreOf = typeof either | typeof anyOf;

const oneLine = (about: string) =>
  v.pipe(
    v.string(),
    v.check(
      (given) => given.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(given),
      mistake('it is not one line of text', 'Write it on one line, or remove the key'),
    ),
    v.description(about),
  );

const entriesWith = (oneOrMore: OneOrMoreOf) => ({
  rule: text('The rule itself, a text that may hold templates'),
  id: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        ownIdPattern,
        mistake(
          'it cannot be the id of a rule',
          'Write 2 to 60 of a-z, 0-9 and "-", a letter first, and not ten digits and letters from a to f',
        ),
      ),
      v.description('A name that stays when the words of the rule change: cursor-paging'),
    ),
  ),
  why: v.optional(text('Why there is the rule: what goes wrong without it. May hold templates')),
  good: v.optional(
    v.pipe(oneOrMore(v.string()), v.description('An example that keeps it, or a list of them; literal')),
  ),
  bad: v.optional(
    v.pipe(oneOrMore(v.string()), v.description('An example that breaks it, or a list of them; literal')),
  ),
  source: v.optional(v.pipe(oneOrMore(address), v.description('Addresses of what it comes from'))),
  check: v.optional(v.pipe(oneOrMore(checkSchema), v.description('What enforces it, or a list of that'))),
  owner: v.optional(oneLine('Who answers for the rule')),
  status: v.optional(
    v.pipe(
      v.picklist(ruleStates),
      v.description('active, which is the default; draft and retired rules are not served'),
    ),
  ),
  review_by: v.optional(
    v.pipe(
      v.string(),
      v.check(isUtcDay, mistake('it is not a day', 'Write a day like 2027-06-01')),
      v.description('The day it is to be looked at again: 2027-06-01'),
    ),
  ),
  waivable: v.optional(v.pipe(v.boolean(), v.description('false: no scope below may waive it'))),
});

export const ruleRecordSchema = v.object(entriesWith(either));

/** What editors check a record with. */
export const ruleRecordEditorSchema = v.object(entriesWith(anyOf));

/** The keys of a record. */
export const recordKeys: readonly string[] = Object.keys(ruleRecordSchema.entries);
