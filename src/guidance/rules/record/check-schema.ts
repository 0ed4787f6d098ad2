import * as v from 'valibot';
import { mistake } from '../../read/explain-issue.ts';
import { filled, globs, notEmpty, onOneLine, regularExpression, timeout } from '../../read/field-checks.ts';
import { type CheckKind, checkKinds, type ToolName, toolNames } from './check.ts';

/** The shape of one check, whatever kind it is; the JSON Schemas for editors come from it. */

/** Characters of a pattern, a command, a name or a message. */
const maxLength = 2000;
/** Globs of a check. */
const maxPaths = 100;

const short = v.maxLength<string, number, ReturnType<typeof mistake>>(
  maxLength,
  mistake(`it is longer than ${maxLength} characters`, 'Write it shorter'),
);

const line = (about: string) => v.pipe(v.string(), filled, short, onOneLine, v.description(about));

const expression = (about: string) =>
  v.pipe(v.string(), notEmpty, short, regularExpression, v.description(about));

const toolRule = (tool: ToolName) =>
  v.pipe(
    v.string(),
    filled,
    short,
    v.check(
      (name) => /^(?!-)[^\s\p{C}]+$/u.test(name),
      mistake(
        `it cannot be the name of a rule of ${tool}`,
        'Write the name as the tool prints it, without blanks',
      ),
    ),
    v.description(`The rule of ${tool} that enforces it`),
  );

const paths = v.optional(
  v.pipe(
    globs('src/api/**'),
    v.maxLength(maxPaths, mistake(`more than ${maxPaths} globs`, 'Write globs that match more files')),
    v.description('Globs of the files it is about; needed beside `pattern` and `require`'),
  ),
);

const review = v.union([v.literal(true), line('What a reader is asked')]);

const oneKind = mistake(
  'it names not exactly one thing that enforces the rule',
  `Write one of ${checkKinds.join(', ')}; several checks are a list`,
);
const needsPaths = mistake('`paths` is missing', 'Add `paths`, a list of globs of the files it is about');

/** The keys of a check, each with its schema. */
export const checkEntries = {
  pattern: v.optional(expression('A regular expression that changed lines of these files must not match')),
  require: v.optional(expression('A regular expression that each changed file of these must match')),
  ...(Object.fromEntries(toolNames.map((tool) => [tool, v.optional(toolRule(tool))])) as Record<
    ToolName,
    v.OptionalSchema<ReturnType<typeof toolRule>, undefined>
  >),
  command: v.optional(line('A command that exits with 0 where the rule is kept and 1 where it is not')),
  test: v.optional(line('A test whose imported result decides, by its name or a glob over names')),
  review: v.optional(v.pipe(review, v.description('true, or the question that a reader answers'))),
  paths,
  message: v.optional(line('What is said where the pattern is found')),
  timeout,
} satisfies Record<CheckKind | 'paths' | 'message' | 'timeout', v.GenericSchema>;

/** The keys of a check. */
export const checkKeys: readonly string[] = Object.keys(checkEntries);

export const checkSchema = v.pipe(
  v.object(checkEntries),
  v.check((check) => checkKinds.filter((kind) => check[kind] !== undefined).length === 1, oneKind),
  v.check(
    (check) => (check.pattern === undefined && check.require === undefined) || check.paths !== undefined,
    needsPaths,
  ),
);
