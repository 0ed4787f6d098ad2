import * as v from 'valibot';
import { whyBadGlob } from '../../model/names/path-globs.ts';
import { anyRuleIdPattern } from '../rules/record/rule-ids.ts';
import { mistake } from './explain-issue.ts';

/** What the shapes of several content files ask of a text. */

export const filled = v.check(
  (given: string) => given.trim() !== '',
  mistake('it is blank', 'Write a value, or remove the key'),
);

export const onOneLine = v.check(
  (given: string) => !/[\p{Cc}\u2028\u2029]/u.test(given),
  mistake('it is more than one line', 'Write it on one line'),
);

/** A pattern may be blanks alone, which it then looks for. */
export const notEmpty = v.check(
  (given: string) => given !== '',
  mistake('it is blank', 'Write a value, or remove the key'),
);

export const regularExpression = v.check<string, (issue: v.CheckIssue<string>) => string>(
  isRegularExpression,
  (issue) =>
    mistake(
      'it is not a regular expression',
      /\(\?[a-zA-Z-]+[):]/.test(issue.input)
        ? 'Leave out the flags: JavaScript has no (?i) in a pattern; to ignore case write [eE] for e'
        : 'Escape special characters with a backslash: a(b as a\\(b',
    )(issue),
);

/** A list of globs that names at least one. `example` is a folder to show. */
export const globs = (example: string) =>
  v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.check(
          (given) => whyBadGlob(given) === null,
          mistake('it is not a glob from the root of the project', `Write a glob like ${example} or *.sql`),
        ),
      ),
    ),
    v.minLength(1, mistake('it is empty', 'Name files, or remove `paths`')),
  );

export const ruleId = (about: string) =>
  v.pipe(
    v.string(),
    v.regex(
      anyRuleIdPattern,
      mistake(
        'it is not the id of a rule',
        'Write the id that its record has, or that "precept explain" shows',
      ),
    ),
    v.description(about),
  );

/** Seconds that a command may take. */
export const timeout = v.optional(
  v.pipe(
    v.number(),
    v.minValue(1, mistake('it is less than 1', 'Write a number of seconds')),
    v.maxValue(3600, mistake('it is more than 3600', 'Write a number of seconds')),
    v.description('Seconds that the command may take; 60 without it'),
  ),
);

function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
