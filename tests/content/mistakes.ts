/** A mistake that an author can make in one file of a scope, and what must be said of it. */
export interface Mistake {
  readonly name: string;
  readonly file: 'metadata.yml' | 'commandments.yml' | 'suggestions.yml';
  readonly content: string | Uint8Array;
  /** `line:column`, both from 1; a pattern where the place inside the line depends on the machine. */
  readonly at: string;
  readonly says: RegExp;
  readonly cure: RegExp;
}

const row =
  (file: Mistake['file']) =>
  (name: string, content: Mistake['content'], at: string, says: RegExp, cure: RegExp): Mistake => ({
    name,
    file,
    content,
    at,
    says,
    cure,
  });
const rules = row('commandments.yml');
const hints = row('suggestions.yml');
const about = row('metadata.yml');

const wrongTypes: readonly Mistake[] = [
  rules(
    'a rule with an unquoted colon',
    'a:\n  ruleset:\n    - Fine\n    - Use: this\n',
    '4:7',
    /rule 2 of category `a` is a mapping, not text in "- Use: this"/,
    /quotes.*colon/,
  ),
  rules(
    'a rule with two unquoted colons',
    'a:\n  ruleset:\n    - Say this: and: that\n',
    '3:17',
    /nested mappings/,
    /colon in quotes/,
  ),
  rules(
    'a rule that is a number',
    'a.b:\n  ruleset: [ok, 42]\n',
    '2:17',
    /rule 2 of category `a\.b` is a number, not text/,
    /quotes/,
  ),
  rules(
    'a rule that is true',
    'a:\n  ruleset:\n    - true\n',
    '3:7',
    /rule 1 of category `a` is a boolean, not text/,
    /quotes/,
  ),
  rules(
    'a rule that is a list',
    'a:\n  ruleset:\n    - - deeper\n',
    '3:7',
    /rule 1 of category `a` is a list, not text/,
    /\w/,
  ),
  rules(
    'an empty rule',
    'a:\n  ruleset:\n    - ok\n    -\n',
    '4:6',
    /rule 2 of category `a` is empty \(null\), not text/,
    /[Ww]rite|[Rr]emove/,
  ),
  rules(
    'a rule that is a null',
    'a:\n  ruleset: [ok, ~]\n',
    '2:17',
    /rule 2 of category `a` is empty \(null\), not text/,
    /[Ww]rite|[Rr]emove/,
  ),
  rules(
    'a rule that starts with a template',
    'a:\n  ruleset:\n    - {{ x }} first\n',
    '3:15',
    /unexpected scalar/,
    /quotes/,
  ),
  rules(
    'a null ruleset',
    'a:\n  ruleset:\n',
    '2:11',
    /`ruleset` of category `a` is empty \(null\), not a list/,
    /lines that start with "- "/,
  ),
  rules(
    'a ruleset that is text',
    'a:\n  ruleset: One\n',
    '2:12',
    /`ruleset` of category `a` is a string, not a list/,
    /lines that start with "- "/,
  ),
  rules(
    'a ruleset that is a mapping',
    'a:\n  ruleset:\n    x: y\n',
    '3:5',
    /`ruleset` of category `a` is a mapping, not a list/,
    /lines that start with "- "/,
  ),
  rules(
    'tags that are no list',
    'a:\n  tags: http\n  ruleset: [x]\n',
    '2:9',
    /`tags` of category `a` is a string, not a list/,
    /lines that start with "- "/,
  ),
  rules(
    'a tag that is a number',
    'a:\n  tags: [x, 1]\n  ruleset: [x]\n',
    '2:13',
    /`tags` item 2 of category `a` is a number, not text/,
    /quotes/,
  ),
  hints(
    'a when that is a list',
    'a:\n  ruleset: [x]\n  when: [x]\n',
    '3:9',
    /`when` of category `a` is a list, not text/,
    /\w/,
  ),
  hints(
    'a when that is a mapping',
    'a:\n  b:\n    when: After: noon\n    ruleset: [x]\n',
    '3:11',
    /nested mappings/,
    /colon in quotes/,
  ),
  hints(
    'a when that is a number',
    '+a:\n  when: 5\n  ruleset: [x]\n',
    '2:9',
    /`when` of category `a` is a number, not text/,
    /quotes/,
  ),
  rules(
    'a list at the top',
    '# comment\n- a\n',
    '2:1',
    /not a mapping of categories/,
    /Start with a category/,
  ),
  hints('a text at the top', 'hello\n', '1:1', /not a mapping of categories/, /Start with a category/),
];

const twice: readonly Mistake[] = [
  rules(
    'a category twice',
    'a:\n  ruleset: [x]\nb:\n  ruleset: [y]\na:\n  ruleset: [z]\n',
    '5:1',
    /`a` stands twice/,
    /[Kk]eep one|[Jj]oin/,
  ),
  rules(
    'a key twice in a category',
    'a:\n  ruleset: [x]\n  ruleset: [y]\n',
    '3:3',
    /`ruleset` stands twice/,
    /[Kk]eep one|[Jj]oin/,
  ),
  rules(
    'a category twice through nesting',
    'a.b:\n  ruleset: [x]\na:\n  b:\n    ruleset: [y]\n',
    '4:3',
    /`a\.b` is written twice.*line 1/,
    /[Jj]oin/,
  ),
  hints(
    'a category with and without +',
    'a:\n  ruleset: [x]\n+a:\n  ruleset: [y]\n',
    '3:1',
    /`a` is written twice.*line 1/,
    /[Jj]oin/,
  ),
  about(
    'a key twice',
    'description: a\ntags: {}\ndescription: b\n',
    '3:1',
    /`description` stands twice/,
    /[Kk]eep one|[Jj]oin/,
  ),
  about('a tag twice', 'tags:\n  team: a\n  team: b\n', '3:3', /`team` stands twice/, /[Kk]eep one|[Jj]oin/),
];

const metadata: readonly Mistake[] = [
  about(
    'both parent and parents',
    'description: x\nparent: good\nparents: [good]\n',
    '3:1',
    /`parent` and `parents`/,
    /[Kk]eep one/,
  ),
  about(
    'the same parent twice',
    'parents: [good, bad2, good]\n',
    '1:10',
    /`parents` of metadata: the same parent twice/,
    /[Rr]emove|once|one of/,
  ),
  about(
    'no parents in parents',
    'parents: []\n',
    '1:10',
    /`parents` of metadata: an empty list/,
    /[Nn]ame|[Rr]emove/,
  ),
  about(
    'parents that are text',
    'parents: good\n',
    '1:10',
    /`parents` of metadata is a string, not a list/,
    /"- "/,
  ),
  about(
    'a parent that is a list',
    'parent: [good]\n',
    '1:9',
    /`parent` of metadata is a list, not text/,
    /parents|[Ww]rite/,
  ),
  about(
    'a null parent',
    'parent:\n',
    '1:8',
    /`parent` of metadata is empty \(null\), not text/,
    /[Ww]rite|[Rr]emove|[Nn]ame/,
  ),
  about(
    'a parent with a bad name',
    'description: x\nparent: my scope\n',
    '2:9',
    /"my scope" cannot be a scope name/,
    /A-Z, a-z, 0-9/,
  ),
  about(
    'a bad name among parents',
    'parents:\n  - good\n  - ../bad\n',
    '3:5',
    /"\.\.\/bad" cannot be a scope name/,
    /A-Z, a-z, 0-9/,
  ),
  about(
    'tags that are a list',
    'tags: [a, b]\n',
    '1:7',
    /`tags` of metadata is a list, not a mapping/,
    /mapping/,
  ),
  about(
    'a tag that is a list',
    'tags:\n  team: [a]\n',
    '2:9',
    /`tags` `team` of metadata is a list, not text/,
    /\w/,
  ),
  about(
    'a description that is a number',
    'description: 5\n',
    '1:14',
    /`description` of metadata is a number, not text/,
    /quotes/,
  ),
  about(
    'a role that is no pattern',
    'auth:\n  accepted_roles: [dev, "(ops"]\n',
    '2:25',
    /regular expression/,
    /[Ee]scape|parenthes|pattern|[Mm]end/,
  ),
  about(
    'roles that are no list',
    'auth:\n  accepted_roles: dev\n',
    '2:19',
    /`accepted_roles` of metadata is a string, not a list/,
    /"- "/,
  ),
  about(
    'auth without roles',
    'auth:\n  roles_claim: groups\n',
    '2:3',
    /`accepted_roles` of metadata is missing/,
    /Add it/,
  ),
  about('a list at the top', '- a\n', '1:1', /not a mapping/, /Start with a key/),
];

const syntax: readonly Mistake[] = [
  rules('a key that is a list', '? [a, b]\n: ruleset: [x]\n', '1:3', /key/, /\w/),
  rules('a tab as indent', 'a:\n\truleset: [x]\n', '2:1', /tabs are not allowed/, /spaces/),
  rules('a tab after spaces', 'a:\n  ruleset:\n  \t- x\n', '3:3', /tabs are not allowed/, /spaces/),
  rules('an unclosed double quote', 'a:\n  ruleset:\n    - "x\n    - y\n', '5:1', /closing "/, /\w/),
  hints('an unclosed single quote', "a:\n  ruleset:\n    - 'x\n    - y\n", '5:1', /closing '/, /\w/),
  rules('an unclosed list', 'a:\n  ruleset: [x, y\nb:\n  ruleset: [z]\n', '3:1', /end with a \]/, /\w/),
  rules(
    'a rule that starts with @',
    'a:\n  ruleset:\n    - @owner decides\n',
    '3:7',
    /cannot start with reserved character @/,
    /quotes/,
  ),
  rules(
    'bold text that reads as an alias',
    'a:\n  ruleset:\n    - **Never** do it\n',
    '3:17',
    /unexpected scalar/,
    /quotes/,
  ),
  rules('an alias of nothing', 'a:\n  ruleset:\n    - *nobody\n', '3:7', /alias|anchor/, /quotes/),
  rules(
    'a category that is an alias of nothing',
    'a: *nobody\nb:\n  ruleset: [x]\n',
    '1:4',
    /alias|anchor/,
    /\w/,
  ),
  rules(
    'two documents',
    'a:\n  ruleset: [x]\n---\nb:\n  ruleset: [y]\n',
    '3:1',
    /multiple documents/,
    /one document/,
  ),
  about('two documents', 'description: x\n---\nparent: good\n', '2:1', /multiple documents/, /one document/),
  rules(
    'a bad line in a file with CRLF',
    'a:\r\n  ruleset:\r\n    - x\r\n    - 5\r\n',
    '4:7',
    /rule 2 .* in "- 5"/,
    /quotes/,
  ),
  rules(
    'a bad line in a file with a BOM',
    '\ufeffa:\n  ruleset: 1\n',
    '2:12',
    /not a list in "ruleset: 1"/,
    /"- "/,
  ),
  rules('a bad first line in a file with a BOM', '\ufeff5\n', '1:1', /not a mapping/, /\w/),
  rules(
    'bytes that are no UTF-8',
    Buffer.from('a:\n  ruleset:\n    - caf\xe9\n', 'latin1'),
    '3:10',
    /UTF-8/,
    /UTF-8/,
  ),
  rules('UTF-16', Buffer.from('\ufeffa:\n  ruleset: [x]\n', 'utf16le'), '1:1', /UTF-8/, /UTF-8/),
];

/** Every mistake whose place does not depend on the machine. */
export const mistakes: readonly Mistake[] = [...wrongTypes, ...twice, ...metadata, ...syntax];

/** Nine lists, each of nine of the list before: 9^9 rules once written out. */
const laughs = Array.from('abcdefghi', (name, index) => {
  const item = index === 0 ? 'x' : `*${'abcdefghi'[index - 1]}`;
  return `${name}: &${name} [${Array(9).fill(item).join(', ')}]\n`;
}).join('');
const tooMuch = /aliases or nesting/;
const writeOut = /[Ww]rite the content out/;

/** Files made to use up time or memory. */
export const bombs: readonly Mistake[] = [
  rules('a billion laughs', `${laughs}z:\n  ruleset: *i\n`, '1:1', tooMuch, writeOut),
  about('a billion laughs', `${laughs}tags: {x: *i}\n`, '1:1', tooMuch, writeOut),
  rules('a category inside itself', 'a: &a\n  ruleset: [x]\n  b: *a\n', '1:1', tooMuch, writeOut),
  rules('a ruleset inside itself', 'a:\n  ruleset: &r [x, *r]\n', '1:1', tooMuch, writeOut),
  rules('over 100 aliases', `b: &b x\na:\n  ruleset:\n${'    - *b\n'.repeat(101)}`, '1:1', tooMuch, writeOut),
  rules(
    '20,000 aliases',
    `b: &b x\na:\n  ruleset:\n${'    - *b\n'.repeat(20_000)}`,
    '1:1',
    tooMuch,
    writeOut,
  ),
  rules('over 4 MiB', `a:\n  ruleset:\n${'    - eleven\n'.repeat(330_000)}`, '1:1', /over 4 MiB/, /[Ss]plit/),
  rules(
    '100,000 lists in lists',
    `a:\n  ruleset: ${'['.repeat(100_000)}\n`,
    '\\d+:\\d+',
    /nested too deeply/,
    /flatter/,
  ),
  rules(
    '100,000 mappings in mappings',
    `a: ${'{a: '.repeat(100_000)}\n`,
    '\\d+:\\d+',
    /nested too deeply/,
    /flatter/,
  ),
  hints(
    '100,000 dashes',
    `a:\n  ruleset:\n    ${'- '.repeat(100_000)}x\n`,
    '\\d+:\\d+',
    /nested too deeply/,
    /flatter/,
  ),
  rules(
    '130,000 mistakes',
    `a:\n  ruleset:\n${'    - 1\n'.repeat(130_000)}`,
    '3:7',
    /rule 1 of category `a` is a number/,
    /quotes/,
  ),
  rules('20 keys in keys', `${'? '.repeat(20)}x\n`, '1:3', /key/, /\w/),
  rules('20,000 stray brackets', ']'.repeat(20_000), '1:1', /\w/, /\w/),
];
