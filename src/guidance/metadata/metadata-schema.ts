import * as v from 'valibot';
import { rolePatternMistake } from '../../model/names/role-pattern.ts';
import { pairCodes } from '../../model/problems/pair-codes.ts';
import { mistake } from '../read/explain-issue.ts';
import { blankable, text } from '../read/field-schemas.ts';
import { anyRuleIdPattern } from '../rules/record/rule-ids.ts';

/** The shape of metadata.yml; the JSON Schema for editors comes from it. */

/** Each is tried on each role of a caller, at every request. */
const maxPatterns = 500;

export const authSchema = v.object({
  accepted_roles: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.check(
          (pattern) => rolePatternMistake(pattern) !== 'invalid',
          mistake('it is not a regular expression', 'Escape special characters with a backslash'),
        ),
        v.check(
          (pattern) => rolePatternMistake(pattern) !== 'slow',
          mistake(
            'it could take very long on some role',
            'Repeat in at most three places, and no group that repeats or chooses by itself; or name the roles one by one',
          ),
        ),
      ),
    ),
    v.minLength(1, mistake('it is empty', 'Name a role, or remove `auth`')),
    v.maxLength(
      maxPatterns,
      mistake(`more than ${maxPatterns} patterns`, 'Let one pattern match several roles'),
    ),
    v.description('Regular expressions; one must match a whole role of the caller'),
  ),
  roles_claim: v.optional(text('The claim that holds the roles; dots go into objects'), 'roles'),
});

export const ignoredPairSchema = v.object({
  rules: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.regex(
          anyRuleIdPattern,
          mistake('it is not the id of a rule', 'Write the id that lint names, ten of 0-9 and a-f'),
        ),
      ),
    ),
    v.length(2, mistake('it does not hold two ids', 'Write the ids of the two rules, as lint names them')),
    v.description('The ids of the two rules'),
  ),
  code: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (code) => pairCodes.includes(code),
        mistake('lint says no such thing of two rules', `Write one of ${pairCodes.join(', ')}, or remove it`),
      ),
      v.description('Only what lint says under this code; whatever it says without it'),
    ),
  ),
  reason: blankable('Why both rules stay'),
});

/** Each is looked for here and on every master. */
const maxParents = 1000;

export const metadataSchema = v.object({
  name: v.optional(text("The scope's name; the directory decides, so this is a reminder at most")),
  description: blankable('What the scope is, for people and templates (scope.description)'),
  parent: v.optional(text('The scope this one inherits from')),
  parents: v.optional(
    v.pipe(
      v.array(v.string()),
      v.minLength(1, mistake('an empty list of parents', 'Name a parent, or remove the key')),
      v.maxLength(
        maxParents,
        mistake(`more than ${maxParents} parents`, 'Put scopes between that inherit from some of them each'),
      ),
      v.check(
        (names) => new Set(names).size === names.length,
        mistake('the same parent twice', 'Remove one of the two'),
      ),
      v.description('The scopes this one inherits from, the highest priority first; instead of parent'),
    ),
  ),
  tags: v.optional(
    v.pipe(
      v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
      v.description('Facts about the scope that templates read as scope.tags.<key>'),
    ),
  ),
  lint_ignore: v.optional(
    v.pipe(
      v.array(ignoredPairSchema),
      v.description(
        'Pairs of rules that lint reports nothing of, though they repeat or contradict each other',
      ),
    ),
  ),
  auth: v.optional(v.pipe(authSchema, v.description('Who may read the scope, where callers have to log in'))),
});
