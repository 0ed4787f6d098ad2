import type { ProblemCode } from '../../src/model/problems/problem-codes.ts';
import { makesAnyName } from '../support/system.ts';

/** A mistake in a tree of its own: where it must be found, and what else is there. */
export interface Planted {
  readonly code: ProblemCode;
  /** `file:line:column` */
  readonly at: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

const plant = (
  code: ProblemCode,
  at: string,
  text: string | Uint8Array,
  more: Planted['files'] = {},
): Planted => ({
  code,
  at,
  files: { [at.replace(/:\d+:\d+$/, '')]: text, ...more },
});
const beside = (code: ProblemCode, at: string, files: Planted['files']): Planted => ({ code, at, files });
const chart = (nodes: string) =>
  `a:\n  when: Now\n  katas:\n    ship: |\n      #!fcyaml\n      flowchart:\n        nodes:\n${nodes.replace(/^/gm, '          ')}\n`;
const story = (inside: string) =>
  `tenka:\n  US1:\n    who: a\n    what: b\n    why: c\n    acs:\n${inside.replace(/^/gm, '      ')}\n`;
const rule = (text: string) => `a:\n  when: Now\n  ruleset:\n    - ${text}\n`;
const waiver = (id: string, until: string) =>
  `waivers:\n  - rule: ${id}\n    reason: Later\n    until: ${until}\n`;
const process = '{id: a, type: process, description: A';

/** One mistake for each code, but for settings and for what needs a machine's help (unreadable files). */
export const planted: readonly Planted[] = [
  ...(makesAnyName ? [beside('unportable-name', 'AUX:1:1', { 'AUX/commandments.yml': rule('x') })] : []),
  beside('unreadable-file', 's/katas.yml:1:1', { 's/katas.yml/': '' }),
  plant('file-too-large', 's/commandments.yml:1:1', `a:\n  ruleset: [x]\n# ${'y'.repeat(4 * 1024 * 1024)}`),
  plant('not-utf8', 's/commandments.yml:4:10', Buffer.from(rule('caf\xe9'), 'latin1')),
  plant('yaml-syntax', 's/commandments.yml:4:7', rule('@owner decides')),
  plant('yaml-aliases', 's/commandments.yml:1:1', `b: &b x\na:\n  ruleset:\n${'    - *b\n'.repeat(101)}`),
  plant('duplicate-key', 's/commandments.yml:3:1', 'a:\n  ruleset: [x]\na:\n  ruleset: [y]\n'),
  plant('complex-key', 's/commandments.yml:1:3', '? [a]\n: ruleset: [x]\n'),
  plant('merge-key', 's/commandments.yml:2:3', 'a:\n  <<: {when: Now}\n  ruleset: [x]\n'),
  plant('unknown-alias', 's/commandments.yml:2:13', 'a:\n  ruleset: [*b]\n'),
  plant('not-a-scope', 'my scope:1:1', '', { 'my scope': '' }),
  beside('yaml-ending', 's/commandments.yaml:1:1', { 's/commandments.yaml': rule('x') }),
  beside('yaml-ending', 's/rules.yaml:1:1', { 's/rules.yaml': rule('x') }),
  beside('unknown-file', 's/comandments.yml:1:1', { 's/comandments.yml': rule('x') }),
  plant('trailing-blanks', 's/commandments.yml:4:8', rule('x \t')),
  plant('cut-text', 's/commandments.yml:4:15', rule('Tell us #shop first # a comment')),
  plant('cut-text', 's/commandments.yml:4:18', rule('!important Tell us')),
  plant('cut-text', 's/commandments.yml:4:11', rule('&co tell us')),
  plant('cut-text', 's/commandments.yml:3:20', 'a:\n  when: Now\n  ruleset: [Use a, b and c]\n'),
  plant('hidden-text', 's/commandments.yml:4:11', rule('Pay \u202eno bill')),
  plant('hidden-text', 's/commandments.yml:4:6', 'a:\n  when: A\n  ruleset:\n    -\u00a0Answer\n'),
  plant('hidden-text', 's/commandments.yml:2:1', 'a:\n\u3000 when: A\n\u3000 ruleset: [x]\n'),
  plant(
    'yaml-syntax',
    's/commandments.yml:5:6',
    'a:\n  when: A\n  ruleset:\n    - Fine\n    -\u00a0Answer\n',
  ),
  plant('yaml-syntax', 's/commandments.yml:2:8', 'a:\n  when:\u202fA\n  ruleset: [x]\n'),
  plant('wrong-type', 's/commandments.yml:4:7', rule('Say this: now')),
  plant('missing-value', 's/metadata.yml:2:3', 'auth:\n  roles_claim: groups\n'),
  plant('invalid-value', 's/metadata.yml:1:10', 'parents: []\n'),
  plant('unknown-key', 's/metadata.yml:1:1', 'descripton: A scope\n'),
  plant('unknown-key', 's/metadata.yml:3:3', 'auth:\n  accepted_roles: [dev]\n  role_claim: groups\n'),
  plant('parent-and-parents', 's/metadata.yml:2:1', 'parent: t\nparents: [t]\n', { 't/': '' }),
  plant('invalid-scope-name', 's/metadata.yml:1:9', 'parent: my scope\n'),
  plant('unknown-parent', 's/metadata.yml:2:12', 'description: S\nparents: [ nobody ]\n'),
  plant('inheritance-cycle', 's/metadata.yml:2:9', 'description: S\nparent: t\n', {
    't/metadata.yml': 'parent: s\n',
  }),
  plant('inheritance-too-deep', 's/metadata.yml:1:9', 'parent: p1\n', {
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`p${at + 1}/metadata.yml`, `parent: p${at + 2}\n`]),
    ),
    'p11/': '',
  }),
  plant('unquoted-boolean', 's/metadata.yml:2:9', 'tags:\n  beta: true\n'),
  plant('name-differs', 's/metadata.yml:1:7', 'name: other\n'),
  plant('not-a-category', 's/commandments.yml:4:3', 'a:\n  when: Now\n  ruleset: [x]\n  wehn: typo\n'),
  plant(
    'duplicate-category',
    's/commandments.yml:5:3',
    'a.b:\n  when: Now\n  ruleset: [x]\na:\n  b:\n    ruleset: [y]\n',
  ),
  plant('category-too-deep', 's/commandments.yml:1:1', `a${'.a'.repeat(64)}:\n  ruleset: [x]\n`),
  plant('category-name', 's/commandments.yml:1:1', 'a b:\n  when: Now\n  ruleset: [x]\n'),
  plant('category-name', 's/commandments.yml:2:3', 'commandments:\n  a:\n    when: Now\n    ruleset: [x]\n'),
  plant('no-when', 's/commandments.yml:2:9', 'cart:\n  when: Cart rules\n  ruleset: [Do it]\n'),
  plant('no-when', 's/commandments.yml:2:9', 'cart:\n  when: TODO say it\n  ruleset: [Do it]\n'),
  plant('no-when', 's/commandments.yml:2:3', 'a:\n  b:\n    ruleset: [x]\n'),
  plant('not-findable', 's/commandments.yml:1:1', 'the:\n  ruleset: [Do it, Only so]\n'),
  plant('append-to-nothing', 's/suggestions.yml:1:1', '+a:\n  when: Now\n  ruleset: [x]\n'),
  plant('redundant-rule', 's/commandments.yml:3:7', 'a:\n  ruleset:\n    - Test it\n', {
    't/commandments.yml': rule('Test it'),
    's/metadata.yml': 'parent: t\n',
  }),
  plant('plus-in-commandments', 's/commandments.yml:1:1', '+a:\n  when: Now\n  ruleset: [x]\n'),
  plant('empty-ruleset', 's/commandments.yml:1:1', 'a:\n  when: Now\n  ruleset: []\n'),
  plant('empty-ruleset', 's/suggestions.yml:1:1', 'a:\n  when: Now\n  ruleset: []\n'),
  plant('replaces-inherited', 's/suggestions.yml:1:1', rule('x'), {
    't/suggestions.yml': rule('y'),
    's/metadata.yml': 'parent: t\n',
  }),
  plant(
    'replaces-inherited',
    's/tenka.yml:2:3',
    'tenka:\n  US1:\n    who: a\n    what: b\n    why: c\n    acs: {}\n',
    {
      't/tenka.yml': 'tenka:\n  US1:\n    who: d\n    what: e\n    why: f\n    acs: {}\n',
      's/metadata.yml': 'parent: t\n',
    },
  ),
  plant('blank-rule', 's/commandments.yml:4:7', rule('" "')),
  plant('rule-form', 's/commandments.yml:4:7', rule('"```sh\\nmake\\n```"')),
  plant('rule-form', 's/commandments.yml:4:7', rule('"Do it:\\n# Now"')),
  plant('rule-form', 's/commandments.yml:4:7', rule('"Do it:\\n```sh\\nmake"')),
  plant('should-says-must', 's/suggestions.yml:4:7', rule('You MUST log each call')),
  plant('should-says-must', 's/suggestions.yml:4:7', rule('A handler must not log tokens')),
  plant('should-says-must', 's/suggestions.yml:4:7', rule('Changes that affect UI must have a picture')),
  plant('should-says-must', 's/suggestions.yml:4:7', rule("'**UI:** a file which has SQL must be reviewed'")),
  plant('not-served', 's/commandments.yml:5:15', rule('rule: x\n      status: draft')),
  plant('not-served', 's/suggestions.yml:5:11', rule('rule: x\n      id: one-id\n      status: retired'), {
    't/suggestions.yml': rule('rule: y\n      id: one-id'),
    's/metadata.yml': 'parent: t\n',
  }),
  plant('review-due', 's/commandments.yml:5:18', rule('rule: x\n      review_by: 2020-02-29')),
  plant('id-taken', 's/suggestions.yml:5:11', rule('rule: x\n      id: one-id'), {
    't/commandments.yml': rule('rule: y\n      id: one-id'),
    's/metadata.yml': 'parent: t\n',
  }),
  plant(
    'near-id',
    's/suggestions.yml:3:34',
    '+a:\n  ruleset:\n    - {rule: Test as you go, id: test-frist}\n',
    {
      't/suggestions.yml': rule('rule: Write tests first\n      id: test-first'),
      's/metadata.yml': 'parent: t\n',
    },
  ),
  plant('duplicate-id', 's/suggestions.yml:5:11', rule('rule: x\n      id: one-id'), {
    's/commandments.yml': rule('rule: y\n      id: one-id'),
  }),
  plant('unknown-key', 's/commandments.yml:5:15', rule('rule: x\n      check: {pylint: x}')),
  plant('waiver-ended', 's/waivers.yml:4:12', waiver('one-id', '2020-01-31'), {
    's/commandments.yml': rule('rule: y\n      id: one-id'),
  }),
  plant('waiver-without-rule', 's/waivers.yml:2:11', waiver('no-such-rule', '9999-01-31')),
  plant(
    'eval-without-rule',
    's/evals.yml:4:21',
    'evals:\n  one:\n    task: Do it\n    expect: [{rule: no-such-rule}]\n',
  ),
  plant(
    'eval-file',
    's/evals.yml:4:11',
    'evals:\n  one:\n    task: Do it\n    repo: ./fixtures/orders\n    expect: [{absent: eval}]\n',
  ),
  plant(
    'eval-file',
    's/evals.yml:3:11',
    'evals:\n  one:\n    diff: ./fixtures/x.patch\n    flags: [one-id]\n',
    { 's/commandments.yml': rule('rule: y\n      id: one-id') },
  ),
  plant('waiver-refused', 's/waivers.yml:2:11', waiver('one-id', '9999-01-31'), {
    't/commandments.yml': rule('rule: y\n      id: one-id\n      waivable: false'),
    's/metadata.yml': 'parent: t\n',
  }),
  plant('tag-not-inherited', 's/commandments.yml:4:11', rule('"{{ scope.tags.x }}"'), {
    's/metadata.yml': 'tags: {x: a}\n',
    't/metadata.yml': 'parent: s\ntags: {x: b}\n',
  }),
  plant('dropped-must', 's/commandments.yml:4:14', rule('"{% if scope.tags.x %}A{% endif %}"'), {
    's/metadata.yml': 'tags: {x: a}\n',
    't/metadata.yml': 'parent: s\n',
  }),
  plant('unknown-tag', 's/commandments.yml:4:14', rule(`"{% if scope.tags.teir == 'gold' %}A{% endif %}"`), {
    't/metadata.yml': 'tags: {tier: gold}\n',
  }),
  plant('must-and-should', 's/suggestions.yml:4:7', rule('Test each change'), {
    's/commandments.yml': rule('Test each change'),
  }),
  plant('contradicting-rules', 's/suggestions.yml:4:7', rule('Never test at night'), {
    's/commandments.yml': rule('Test at night'),
  }),
  plant(
    'duplicate-rule',
    's/commandments.yml:5:13',
    'a:\n  ruleset:\n    - Test each change\nb:\n  ruleset: [test each change.]\n',
  ),
  plant(
    'near-duplicate-rule',
    's/commandments.yml:5:13',
    'a:\n  ruleset:\n    - Test each change twice\nb:\n  ruleset: [All changes are tested twice]\n',
  ),
  plant('unused-ignore', 's/metadata.yml:2:5', 'lint_ignore:\n  - rules: [0123456789, abcdef0123]\n'),
  plant('swallowed-rule', 's/commandments.yml:5:7', `${rule('One')}    - Two\n      - Three\n`),
  plant(
    'invalid-path',
    's/commandments.yml:2:21',
    'a:\n  paths: [src/a/**, "!src/b/**"]\n  when: Now\n  ruleset: [x]\n',
  ),
  plant(
    'invalid-path',
    's/katas.yml:6:15',
    'a:\n  when: Now\n  katas:\n    cut:\n      procedure: 1. Cut\n      paths: ["/src"]\n',
  ),
  plant(
    'doubtful-path',
    's/commandments.yml:2:21',
    'a:\n  paths: [src/b/**, src/a/]\n  when: Now\n  ruleset: [x]\n',
  ),
  plant(
    'doubtful-path',
    's/commandments.yml:2:11',
    'a:\n  paths: ["src/**.ts", "**/*.ts", "{a,**}/b", "**"]\n  when: Now\n  ruleset: [x]\n',
  ),
  ...[
    '"src/{a,b"',
    '"src/*.{ts}"',
    '../b/**',
    '"src/[a-z].ts"',
    '"*.{ts, tsx}"',
    '"*.+(ts)"',
    "'a/.*\\.ts'",
    '~/a/*',
  ].map((glob) =>
    plant(
      'doubtful-path',
      's/commandments.yml:2:11',
      `a:\n  paths: [${glob}, "app/[id]/{a,b}.ts"]\n  when: Now\n  ruleset: [x]\n`,
    ),
  ),
  ...['src/api/', "'src\\api\\**'"].map((glob) =>
    plant(
      'doubtful-path',
      's/commandments.yml:4:48',
      rule(`{rule: x, check: {pattern: eval, paths: [${glob}]}}`),
    ),
  ),
  ...['pattern', 'require'].map((key) =>
    plant(
      'doubtful-pattern',
      `s/commandments.yml:4:${28 + key.length}`,
      rule(`{rule: x, check: [{${key}: /eval/i, paths: [a/**]}]}`),
    ),
  ),
  plant(
    'unknown-in-test',
    's/tests.yml:3:25',
    'tests:\n  one:\n    {task: Do it, not: {no-such-category: [x]}}\n',
  ),
  plant(
    'doubtful-pattern',
    's/evals.yml:4:23',
    'evals:\n  one:\n    task: Do it\n    expect: [{absent: /eval/}]\n',
  ),
  plant(
    'unknown-see',
    's/commandments.yml:2:12',
    'a:\n  see: [b, c.x]\n  when: Now\n  ruleset: [x]\nb.d:\n  when: Now\n  ruleset: [y]\n',
  ),
  plant('self-see', 's/katas.yml:3:9', 'a:\n  when: Now\n  see: [a]\n  katas:\n    cut: 1. Cut\n'),
  plant(
    'duplicate-see',
    's/commandments.yml:2:12',
    'a:\n  see: [b, b]\n  when: Now\n  ruleset: [x]\nb:\n  when: Now\n  ruleset: [y]\n',
  ),
  plant('long-rule', 's/commandments.yml:4:7', rule('x'.repeat(501))),
  plant('template-syntax', 's/commandments.yml:4:12', rule('"Ask {{ scope.name"')),
  plant('undefined-variable', 's/commandments.yml:4:15', rule('"Ask {{ nobody }}"')),
  plant('unknown-filter', 's/commandments.yml:4:28', rule('"Ask {{ scope.name | uper }}"')),
  plant('template-failure', 's/commandments.yml:4:15', rule('"Ask {{ scope.name - 1 }}"')),
  plant(
    'kata-file',
    's/katas.yml:4:5',
    'a:\n  when: Now\n  katas:\n    cut: {files: {x: nothing}, procedure: 1. Cut}\n',
  ),
  plant('kata-not-a-skill', 's/katas.yml:4:5', `a:\n  when: Now\n  katas:\n    ${'c'.repeat(65)}: 1. Cut\n`),
  plant('kata-name', 's/katas.yml:4:5', 'a:\n  when: Now\n  katas:\n    CutIt: 1. Cut\n'),
  plant('reserved-kata-name', 's/katas.yml:4:5', 'a:\n  when: Now\n  katas:\n    index: 1. Cut\n'),
  plant(
    'not-a-flowchart',
    's/katas.yml:4:11',
    'a:\n  when: Now\n  katas:\n    ship: |\n      #!fcyml\n      flowchart: {}\n',
  ),
  plant('duplicate-kata', 's/katas.yml:5:5', 'a:\n  when: Now\n  katas:\n    1: 1. Cut\n    "1": 1. Cut\n'),
  ...[
    '1. Tag it\n      2. Push it',
    '>\n      1. Tag it\n      2. Push it',
    '"1. Tag it\n      2. Push it"',
  ].map((steps) =>
    plant('joined-steps', 's/katas.yml:4:11', `a:\n  when: Now\n  katas:\n    ship: ${steps}\n`),
  ),
  plant(
    'long-kata',
    's/katas.yml:4:5',
    `a:\n  when: Now\n  katas:\n    cut: |\n${'      1. Cut\n'.repeat(11)}`,
  ),
  plant(
    'no-flowchart',
    's/katas.yml:6:7',
    'a:\n  when: Now\n  katas:\n    ship: |\n      #!fcyaml\n      flow\n',
  ),
  plant(
    'no-nodes',
    's/katas.yml:7:16',
    'a:\n  when: Now\n  katas:\n    ship: |\n      #!fcyaml\n      flowchart:\n        nodes: []\n',
  ),
  plant(
    'flowchart-too-large',
    's/katas.yml:5:7',
    chart(
      Array.from({ length: 5001 }, (_, id) => `- {id: n${id}, type: process, description: A}`).join('\n'),
    ),
  ),
  plant('missing-id', 's/katas.yml:8:13', chart('- {type: process, description: A}')),
  plant(
    'duplicate-id',
    's/katas.yml:9:18',
    chart(`- ${process}, next: b}\n- ${process}}\n- {id: b, type: process, description: B}`),
  ),
  plant('unknown-type', 's/katas.yml:8:27', chart('- {id: a, type: proces, description: A}')),
  plant('missing-description', 's/katas.yml:8:18', chart('- {id: a, type: process}')),
  plant('unknown-target', 's/katas.yml:8:58', chart(`- ${process}, next: x}`)),
  plant(
    'too-few-paths',
    's/katas.yml:8:18',
    chart('- {id: a, type: fork, description: A, next: b}\n- {id: b, type: process, description: B}'),
  ),
  plant(
    'too-many-paths',
    's/katas.yml:8:18',
    chart(
      `- ${process}, next: [b, c]}\n- {id: b, type: process, description: B}\n- {id: c, type: process, description: C}`,
    ),
  ),
  plant(
    'missing-label',
    's/katas.yml:8:60',
    chart(
      '- {id: a, type: decision, description: A, next: [b, c]}\n- {id: b, type: process, description: B}\n- {id: c, type: process, description: C}',
    ),
  ),
  plant(
    'unreachable-node',
    's/katas.yml:9:18',
    chart(`- ${process}}\n- {id: b, type: process, description: B}`),
  ),
  plant(
    'endless-path',
    's/katas.yml:8:18',
    chart(`- ${process}, next: b}\n- {id: b, type: process, description: B, next: a}`),
  ),
  plant('story-id', 's/tenka.yml:2:3', 'tenka:\n  Story1: {who: a, what: b, why: c}\n'),
  plant('ac-ref', 's/tenka.yml:7:7', story('AC2.1: {given: a, when: b, then: c}')),
  plant('dangling-ac-ref', 's/commandments.yml:4:13', rule('Prove AC1.9 first'), {
    's/tenka.yml': story('AC1.1: {given: a, when: b, then: c}'),
  }),
  plant(
    'invalid-check',
    's/tenka.yml:11:18',
    story('AC1.1:\n  given: a\n  when: b\n  then: c\n  checks: [x]'),
  ),
  plant(
    'unknown-test',
    's/tenka.yml:11:25',
    story('AC1.1:\n  given: a\n  when: b\n  then: c\n  checks: [{test: pages by cursr}]'),
    {
      '.precept/validation.jsonl':
        '{"timestamp":"2026-03-01T00:00:00.000Z","import":"i","suites":["s"],"near":["pages by cursor"]}\n',
    },
  ),
  plant(
    'stated-and-checked',
    's/tenka.yml:7:7',
    story('AC1.1: {given: a, when: b, then: c, status: validated, checks: [{test: x}]}'),
  ),
];
