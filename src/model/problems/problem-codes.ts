export type Severity = 'error' | 'warning' | 'info';

interface CodeRow {
  /** Before the setting `lint` has its say. */
  readonly severity: Severity;
  readonly about: string;
}

const error = (about: string): CodeRow => ({ severity: 'error', about });
const warning = (about: string): CodeRow => ({ severity: 'warning', about });
const info = (about: string): CodeRow => ({ severity: 'info', about });

/** Every code that a problem can have, in the order of the documentation, which is generated from here. One closed list. */
export const problemCodes = {
  // Files.
  'unreadable-file': error('A content file cannot be read, or is not a regular file'),
  'file-too-large': error('A content file has more than 4 MiB'),
  'not-utf8': error('A content file is not UTF-8'),
  'yaml-syntax': error('The YAML cannot be parsed'),
  'yaml-aliases': error('Aliases or nesting make a file larger than is read'),
  'duplicate-key': error('A mapping has a key twice'),
  'complex-key': error('A key that is a list or a mapping'),
  'merge-key': error('The merge key `<<`, which YAML 1.2 does not have'),
  'unknown-alias': error('An alias whose anchor does not come before it'),
  'not-a-scope': warning(
    'A file or directory in the rules folder that is not a scope: hidden, or its name cannot name one',
  ),
  'unportable-name': warning(
    'A scope that Windows cannot check out: the name of a device like `con`, or one that differs from another by letter case alone',
  ),
  'yaml-ending': warning('A file that ends with .yaml; only .yml is read'),
  'unknown-file': warning(
    'A YAML file or a directory in a scope that is never read, or a file of guidance or settings beside the settings',
  ),
  'trailing-blanks': info('Blanks at the end of a line that say nothing'),
  'cut-text': warning(
    'A text of which YAML takes a part for a comment, a type or an anchor: `#team`, `!important`, `&co`; or a rule in brackets that a comma ends',
  ),
  'hidden-text': warning('Characters that nobody sees, which can change or hide what is read'),

  // Shapes.
  'wrong-type': error('A value of the wrong type, often an unquoted colon'),
  'missing-value': error('A value that must be there is not'),
  'invalid-value': error('A value of the right type that is not allowed'),
  'unknown-key': warning('A key that means nothing here'),

  // Metadata and inheritance.
  'parent-and-parents': error('`parent` and `parents` are both given'),
  'invalid-scope-name': error('A parent whose name cannot be that of a scope'),
  'unknown-parent': error(
    'A parent that does not exist; info where masters or sources are configured, which may have it',
  ),
  'inheritance-cycle': error('A scope that inherits from itself'),
  'inheritance-too-deep': error('More generations of parents than `max_inheritance_depth`'),
  'unquoted-boolean': warning('A tag that is true or false without quotes: it is read as that text'),
  'name-differs': warning('The `name` in metadata.yml is not that of the directory, which decides'),

  // Categories and rules.
  'not-a-category': warning('A value that is not a category and is skipped'),
  'duplicate-category': error('A category is written twice in a file'),
  'category-too-deep': error('A category has too many segments'),
  'category-name': warning(
    'A category that no filter can ask for, because of the characters in its name; or each begins with the name of its file',
  ),
  'no-when': info(
    'Neither the category nor one above it says when it applies, or its `when` names no situation',
  ),
  'not-findable': info(
    'A category without `when` that no search finds: its name and texts have only common words',
  ),
  'append-to-nothing': warning(
    '`+` on a category that nothing is inherited for; info where masters or sources are configured',
  ),
  'replaces-inherited': info(
    'Suggestions that take the place of inherited ones of the same category, or a story that takes that of an inherited one with its id',
  ),
  'redundant-rule': warning('A rule that the scope inherits already, or that its category has twice'),
  'plus-in-commandments': info('`+` on a category of commandments, which add up with it and without it'),
  'empty-ruleset': info('A list of rules with nothing in it that replaces nothing'),
  'blank-rule': warning('A rule without any text, which is left out'),
  'id-taken': error('A rule has the id of an inherited rule that it does not replace; both are served'),
  'near-id': info(
    'A suggestion has nearly the id of an inherited one of its category, which it does not replace; both are served',
  ),
  'rule-form': info(
    'A rule that cannot be shown well: it begins with a block of code or a table, holds a heading, or its code never ends',
  ),
  'should-says-must': info('A suggestion that says `MUST`, `NEVER` or "must": agents read it as SHOULD'),
  'not-served': info('A rule that is a draft or retired'),
  'review-due': info('A rule that was to be looked at again by a day that is past'),
  'waiver-ended': error('A waiver whose last day is past, so that the rule counts again'),
  'waiver-without-rule': error(
    'A waiver of a rule that the scope does not have; info where masters or sources are configured, which may have it',
  ),
  'waiver-refused': error('A waiver of a rule with `waivable: false`, which only its own scope may waive'),
  'eval-without-rule': error(
    'An evaluation names a rule that the scope does not have; info where masters or sources are configured, which may have it',
  ),
  'eval-file': warning('An evaluation names a folder or a patch that is not there, so that it cannot run'),
  'must-and-should': info('A scope has the same rule as MUST and as SHOULD'),
  'contradicting-rules': info(
    'Two rules of a scope on one subject that say the opposite, or different numbers',
  ),
  'duplicate-rule': info('Two rules of a scope with the same words, in different places'),
  'near-duplicate-rule': info('Two rules of a scope with nearly the same words'),
  'unused-ignore': warning('An entry of `lint_ignore` that silences nothing'),
  'swallowed-rule': warning('A line that starts with "- " and yet is part of the rule above it'),
  'long-rule': info('A rule of more than 500 characters'),
  'invalid-path': error('A glob of `paths` that is empty, absolute, too long or begins with `!`'),
  'doubtful-path': warning(
    'A glob that does not mean what it seems to: it ends with `/`, has a backslash, `..`, a range in brackets, `+(…)`, a blank at a comma, or a brace that nothing closes, or has `**` inside a name; info for one that may be a folder',
  ),
  'doubtful-pattern': warning(
    'A regular expression of a check or an evaluation between slashes, `/eval/i`, which are part of what is looked for',
  ),
  'unknown-in-test': warning(
    'A test names a category in `not` alone, and the scope does not have it; info where masters or sources are configured',
  ),
  'unknown-see': warning(
    'A link to a category that does not exist; info where masters or sources are configured',
  ),
  'self-see': warning('A category that links to itself'),
  'duplicate-see': warning('A category has a link twice'),

  // Templates.
  'template-syntax': error('A template that cannot be read'),
  'undefined-variable': error('A variable that has no value in a scope that uses the text'),
  'unknown-filter': error('A filter that does not exist'),
  'unknown-tag': warning(
    'A text asks for a tag, or a value of one, that no scope has, and some scope has nearly the same',
  ),
  'tag-not-inherited': info(
    'A text reads a tag that its scope and all below have; a scope to come may lack it, since tags are not inherited',
  ),
  'dropped-must': info('A condition on a tag leaves out a MUST in a scope below that lacks the tag'),
  'template-failure': error('A template that fails in a scope that uses it, for another reason'),

  // Katas and flowcharts.
  'kata-file': error(
    'A file of a kata is not there, leads out of its scope, is too large, or has a path that none can have; the kata is not served',
  ),
  'kata-not-a-skill': warning(
    'The name of a kata cannot be that of a skill: kebab-case, 64 characters at most; it is not served as one',
  ),
  'kata-name': warning('The name of a kata is not kebab-case'),
  'reserved-kata-name': error('The name of a kata is one that answers use themselves'),
  'duplicate-kata': error('A kata is written twice in a category'),
  'joined-steps': warning('Steps of a kata that run together, since their text has no `|`'),
  'long-kata': info('A kata of more than 10 steps'),
  'not-a-flowchart': warning('A kata that looks like a flowchart and is served as the text that it is'),
  'no-flowchart': error('A flowchart without the mapping `flowchart`'),
  'no-nodes': error('A flowchart without nodes'),
  'flowchart-too-large': error('A flowchart with more nodes or paths than are read'),
  'missing-id': error('A node without an id'),
  'duplicate-id': error('Two nodes of a flowchart, or two rules of a scope, with one id'),
  'unknown-type': error('A node whose type is missing or none of the five'),
  'missing-description': error('A node that does not say what to do'),
  'unknown-target': error('A path to a node that does not exist'),
  'too-few-paths': error('A decision or fork with fewer than two paths'),
  'too-many-paths': error('A terminator, process or sync with several paths'),
  'missing-label': error('A path of a decision that has no label'),
  'unreachable-node': warning('A node that no path leads to'),
  'endless-path': warning('A path that never ends'),

  // User stories.
  'story-id': error('The id of a user story is not US and a number'),
  'ac-ref': error('An acceptance criterion whose ref is malformed or belongs to another story'),
  'dangling-ac-ref': warning('A text names an acceptance criterion that the scope does not have'),
  'invalid-check': error('A check that is neither a test nor a manual check'),
  'unknown-test': warning(
    'A check names a test that no imported report has, and is nearly one which a report has and no check names',
  ),
  'stated-and-checked': warning('A status is stated beside the checks that decide it'),

  // Settings.
  'setting-value': error('A setting does not take the value that a settings file gives it'),
  'setting-name': warning(
    'A key of the settings file that is one letter off a setting, has settings below it, or belongs into metadata.yml',
  ),
  'unknown-scope': warning('The setting `default_scope` or `exports` names a scope that does not exist'),
  'shadowed-variable': warning(
    'A variable that texts of scopes cannot read, since its name means something else there',
  ),
  'lint-code': warning('The setting `lint` names a code that does not exist'),
} as const satisfies Record<string, CodeRow>;

export type ProblemCode = keyof typeof problemCodes;
