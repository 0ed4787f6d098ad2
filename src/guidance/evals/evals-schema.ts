import * as v from 'valibot';
import { splitCommand } from '../../model/text/split-command.ts';
import { mistake } from '../read/explain-issue.ts';
import {
  filled,
  globs,
  notEmpty,
  onOneLine,
  regularExpression,
  ruleId,
  timeout,
} from '../read/field-checks.ts';
import { text } from '../read/field-schemas.ts';

/** The shape of evals.yml; the JSON Schema for editors comes from it. */

/** Characters of a task: an argument of a program has an end. */
export const longestTask = 20_000;

const line = (about: string) => v.pipe(text(about), filled, onOneLine);

const expression = (about: string) =>
  v.pipe(
    text(about),
    notEmpty,
    v.maxLength(2000, mistake('it is longer than 2000 characters', 'Write it shorter')),
    regularExpression,
  );

const minPass = v.optional(
  v.pipe(
    v.number(),
    v.minValue(0, mistake('it is less than 0', 'Write a share of the runs, like 0.8')),
    v.maxValue(1, mistake('it is more than 1', 'Write a share of the runs, like 0.8')),
    v.description(
      'The share of the runs with the scope that must pass, from 0 to 1; fewer end the command with 1',
    ),
  ),
);

const paths = v.optional(
  v.pipe(globs('src/api/**'), v.description('Globs of the files whose added lines count; all without it')),
);

/** What decides an expectation; each has one of these. */
const expectationKinds = ['pattern', 'absent', 'command', 'rule'] as const;

export const expectationSchema = v.pipe(
  v.object({
    pattern: v.optional(expression('A regular expression that must match')),
    absent: v.optional(expression('A regular expression that must not match')),
    in: v.optional(
      v.pipe(
        v.picklist(['added', 'output']),
        v.description('Where a pattern is looked for: in the added lines, or in what the agent says'),
      ),
    ),
    paths,
    command: v.optional(
      v.pipe(
        line('A command that must end with 0 in the copy after the run'),
        v.check(
          (given) => splitCommand(given) !== null,
          mistake('it has a quote that does not end', 'Close the quote, or write a backslash before it'),
        ),
      ),
    ),
    timeout,
    rule: v.optional(ruleId('The id of a rule whose own check decides')),
    min_pass: minPass,
  }),
  v.check(
    (given) => expectationKinds.filter((kind) => given[kind] !== undefined).length === 1,
    mistake(
      'it names not exactly one thing that decides',
      `Write one of ${expectationKinds.join(', ')}; several expectations are items of the list`,
    ),
  ),
);

export const evalSchema = v.pipe(
  v.object({
    task: v.optional(
      v.pipe(
        text('The task, as the agent gets it'),
        filled,
        v.maxLength(longestTask, mistake(`it is longer than ${longestTask} characters`, 'Write it shorter')),
      ),
    ),
    repo: v.optional(
      line(
        'A folder beside evals.yml, or the URL of a git repository with #ref; each run gets a copy of its own',
      ),
    ),
    diff: v.optional(line('A patch beside evals.yml that a reviewer is shown')),
    flags: v.optional(
      v.pipe(
        v.array(ruleId('The id of a rule')),
        v.minLength(1, mistake('it is empty', 'Name a rule that the patch breaks')),
        v.description('The rules that a reviewer of the patch must see broken'),
      ),
    ),
    expect: v.optional(
      v.pipe(
        v.array(expectationSchema),
        v.minLength(1, mistake('it is empty', 'Add an expectation')),
        v.description('What must hold after the run; each decides by itself'),
      ),
    ),
    min_pass: minPass,
  }),
  v.check(
    ({ task, diff }) => (task === undefined) !== (diff === undefined),
    mistake(
      'it has not exactly one of `task` and `diff`',
      'Write what an agent is to do, or the patch to review',
    ),
  ),
  v.check(
    ({ task, expect }) => task === undefined || expect !== undefined,
    mistake('`expect` is missing, so it cannot fail', 'Add `expect`, a list like [{rule: cursor-paging}]'),
  ),
  v.check(
    ({ diff, flags }) => (diff === undefined) === (flags === undefined),
    mistake('`diff` and `flags` belong together', 'Name the patch, and the rules that it breaks'),
  ),
);

export const evalsSchema = v.object({
  evals: v.pipe(v.record(v.string(), evalSchema), v.description('The evaluations of this scope, by name')),
});
