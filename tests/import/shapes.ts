/** Files as people have them: one project each, with what matters of the report. */
export interface Shape {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Rules that must come out, as `category STRENGTH text`. */
  readonly rules?: readonly string[];
  /** Blocks that must be reported of the first file, as `lines as category: why`. */
  readonly blocks?: readonly string[];
  /** Paths of categories. */
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  /** The `when` of categories; null where none may be proposed. */
  readonly whens?: Readonly<Record<string, string | null>>;
}

type More = Omit<Shape, 'name' | 'files'>;

const shape = (name: string, files: Readonly<Record<string, string>>, more: More = {}): Shape => ({
  name,
  files,
  ...more,
});

const agents = (name: string, text: string, more: More = {}) => shape(name, { 'AGENTS.md': text }, more);

/** Frontmatter with a rule below it. */
const fronted = (lines: readonly string[], rule = 'Do it well') =>
  `---\n${lines.join('\n')}\n---\n\n- ${rule}\n`;

/** Every file that a client reads, with its name as the category where it does not speak for the project. */
const places: readonly (readonly [path: string, category: string])[] = [
  ['AGENTS.md', 'general'],
  ['AGENT.md', 'general'],
  ['CLAUDE.md', 'general'],
  ['.claude/CLAUDE.md', 'general'],
  ['GEMINI.md', 'general'],
  ['QWEN.md', 'general'],
  ['CRUSH.md', 'general'],
  ['.github/copilot-instructions.md', 'general'],
  ['.cursorrules', 'general'],
  ['.windsurfrules', 'general'],
  ['.clinerules', 'general'],
  ['.goosehints', 'general'],
  ['.rules', 'general'],
  ['.junie/guidelines.md', 'general'],
  ['.junie/AGENTS.md', 'general'],
  ['.junie/playbook.md', 'playbook'],
  ['.junie/rules/tests.md', 'tests'],
  ['.claude/rules/api.md', 'api'],
  ['.claude/rules/deep/er/api.md', 'api'],
  ['.cursor/rules/react.mdc', 'react'],
  ['.cursor/rules/front end/React Native.mdc', 'react-native'],
  ['.github/instructions/python.instructions.md', 'python'],
  ['.devin/rules/style.md', 'style'],
  ['.windsurf/rules/style.md', 'style'],
  ['.kiro/steering/tech.md', 'tech'],
  ['.clinerules/01-coding.md', '01-coding'],
  ['.clinerules/notes.txt', 'notes'],
  ['.aiassistant/rules/java.md', 'java'],
  ['.agents/rules/go.md', 'go'],
  ['.roo/rules/style.md', 'style'],
  ['.roo/rules-code/style.md', 'style'],
  ['.continue/rules/style.md', 'style'],
  ['.augment/rules/style.md', 'style'],
  ['.amazonq/rules/style.md', 'style'],
  ['CONVENTIONS.md', 'general'],
];

const placed = places.flatMap(([path, category]) => [
  shape(`${path} with an item`, { [path]: '- Do it well\n' }, { rules: [`${category} SHOULD Do it well`] }),
  shape(
    `${path} with a heading`,
    { [path]: '# Title\n\n## Error handling\n\n* Never swallow errors\n' },
    { rules: [`${category === 'general' ? '' : `${category}.`}error-handling MUST Never swallow errors`] },
  ),
]);

const scoped = (path: string, category: string, lines: readonly string[], paths: readonly string[]): Shape =>
  shape(`${path}: ${lines.join(' | ')}`, { [path]: fronted(lines) }, { paths: { [category]: paths } });

const mdc = (lines: readonly string[], paths: readonly string[]) =>
  scoped('.cursor/rules/x.mdc', 'x', lines, paths);
const copilot = (line: string, paths: readonly string[]) =>
  scoped('.github/instructions/x.instructions.md', 'x', [line], paths);

const frontmatter = [
  mdc(['globs: **/*.ts'], ['**/*.ts']),
  mdc(['globs: *.tsx'], ['*.tsx']),
  mdc(['globs: **/*.ts,src/ui/**'], ['**/*.ts', 'src/ui/**']),
  mdc(['globs: **/*.ts, **/*.tsx '], ['**/*.ts', '**/*.tsx']),
  mdc(['globs: ["src/a/**", "src/b/**"]'], ['src/a/**', 'src/b/**']),
  mdc(["globs: ['**/*.py']"], ['**/*.py']),
  mdc(['globs: [**/*.py, *.pyi]'], ['**/*.py', '*.pyi']),
  mdc(['globs:', '  - "a/**"', '  - b/**'], ['a/**', 'b/**']),
  mdc(['globs:', '  - **/*.a', '  - **/*.b'], ['**/*.a', '**/*.b']),
  mdc(['globs: src/app/page.tsx'], ['src/app/page.tsx']),
  mdc(['globs: "**/*.{ts,tsx}"'], ['**/*.{ts,tsx}']),
  mdc(['globs: **/*.{ts,tsx},*.md'], ['**/*.{ts,tsx}', '*.md']),
  mdc(['globs: '], []),
  mdc(['globs:'], []),
  mdc(['globs: *'], []),
  mdc(['globs: **/*', 'alwaysApply: true'], []),
  mdc(['description: For React', 'globs: **/*.tsx', 'alwaysApply: true'], []),
  mdc(['description: For React: hooks # and more', 'globs: **/*.tsx'], ['**/*.tsx']),
  mdc(['alwaysApply: false'], []),
  mdc(['globs: !**/*.test.ts, src/**'], ['src/**']),
  mdc(['globs: /src/**'], ['src/**']),
  mdc(['globs: ./src/*.ts'], ['src/*.ts']),
  mdc(['globs: src\\ui\\**'], ['src/ui/**']),
  mdc(['globs: docs/'], ['docs/**']),
  copilot('applyTo: "**/*.ts,**/*.tsx"', ['**/*.ts', '**/*.tsx']),
  copilot("applyTo: 'src/**'", ['src/**']),
  copilot('applyTo: **', []),
  copilot('applyTo: "**"', []),
  copilot('applyTo: ["a/**", "b/**"]', ['a/**', 'b/**']),
  copilot('excludeAgent: code-review', []),
  scoped('.claude/rules/x.md', 'x', ['paths:', '  - "*.ts"', '  - src/**/*.ts'], ['./*.ts', 'src/**/*.ts']),
  scoped('.claude/rules/x.md', 'x', ['paths: **/*.{js,ts}'], ['**/*.{js,ts}']),
  scoped('.devin/rules/x.md', 'x', ['trigger: glob', 'globs: **/*.go,cmd/**'], ['**/*.go', 'cmd/**']),
  scoped('.windsurf/rules/x.md', 'x', ['trigger: always_on', 'globs: a/**'], []),
  scoped('.windsurf/rules/x.md', 'x', ['trigger: model_decision', 'description: For SQL'], []),
  scoped('.kiro/steering/x.md', 'x', ['inclusion: fileMatch', 'fileMatchPattern: "**/*.rs"'], ['**/*.rs']),
  scoped(
    '.kiro/steering/x.md',
    'x',
    ['inclusion: fileMatch', 'fileMatchPattern: ["a/**", "b/**"]'],
    ['a/**', 'b/**'],
  ),
  scoped('.kiro/steering/x.md', 'x', ['inclusion: manual'], []),
  scoped('.clinerules/x.md', 'x', ['paths:', '  - api/**', 'description: The API'], ['api/**']),
  scoped(
    '.aiassistant/rules/x.md',
    'x',
    ['apply: by file patterns', 'patterns: *.kt, src/**'],
    ['*.kt', 'src/**'],
  ),
  scoped('.aiassistant/rules/x.md', 'x', ['apply: always'], []),
  scoped('.augment/rules/x.md', 'x', ['type: agent_requested', 'description: For SQL'], []),
  scoped('.rulesync/rules/x.md', 'x', ['root: false', 'targets: ["*"]', 'globs: ["src/**"]'], ['src/**']),
  scoped(
    'packages/web/.cursor/rules/x.mdc',
    'x',
    ['globs: *.tsx,src/**'],
    ['packages/web/**/*.tsx', 'packages/web/src/**'],
  ),
  scoped('packages/web/.cursor/rules/x.mdc', 'x', ['alwaysApply: true'], ['packages/web/**']),
  shape('frontmatter that never ends', { '.cursor/rules/x.mdc': '---\nglobs: *.ts\n\n- Do it\n' }),
  shape('rulers around prose', { 'AGENTS.md': '---\nThis is prose\n---\n\n- Do it\n' }),
  shape('empty frontmatter', { '.cursor/rules/x.mdc': '---\n---\n- Do it\n' }, { rules: ['x SHOULD Do it'] }),
  shape('a description in several lines', {
    '.cursor/rules/x.mdc': fronted(['description: >-', '  When you', '  write SQL', 'globs: *.sql']),
  }),
  shape(
    'a file that is turned off',
    { '.aiassistant/rules/x.md': fronted(['apply: off']), 'AGENTS.md': '- Do it\n' },
    { rules: ['general SHOULD Do it'] },
  ),
];

const markdown = [
  agents('a title alone', '# Title\n'),
  agents(
    'words of a part that names a thing',
    '- Mock only what you do not own\n- Never commit what you do not own\n',
    {
      rules: [
        'general SHOULD Mock only what you do not own',
        'general MUST Never commit what you do not own',
      ],
    },
  ),
  agents('several titles', '# One\n\n- a rule\n\n# Two\n\n- b rule\n', {
    rules: ['one SHOULD a rule', 'two SHOULD b rule'],
  }),
  agents('text before the first heading', 'Be brief.\n\n# T\n\n- x y\n', {
    rules: ['general SHOULD Be brief.', 'general SHOULD x y'],
  }),
  agents('levels that are skipped', '## A\n\n#### B\n\n- x y\n', { rules: ['a.b SHOULD x y'] }),
  agents('six levels', '## a\n### b\n#### c\n##### d\n###### e\n- x y\n', {
    rules: ['a.b.c.d.e SHOULD x y'],
  }),
  agents('headings with lines below them', 'Title\n=====\n\nPart\n----\n\n- x y\n', {
    rules: ['part SHOULD x y'],
  }),
  agents('headings with marks', '## **Bold** `code` and [a link](https://example.com)\n- x y\n', {
    rules: ['bold-code-and-a-link SHOULD x y'],
  }),
  agents('headings with emoji and numbers', '## 🚀 1. Set up!\n- x y\n', { rules: ['1-set-up SHOULD x y'] }),
  agents('headings in other scripts', '## Größe\n- x\n\n## Ошибки\n- y\n\n## 日本語\n- z\n'),
  agents('a heading with nothing below it', '## Empty\n\n## Full\n- x y\n', {
    blocks: ['1 skipped: a heading with nothing below it', '3 category full', '4 rule full'],
  }),
  agents('a heading without text', '##\n- x y\n'),
  agents('a heading of two thousand letters', `## ${'word '.repeat(400)}\n- x y\n`),
  agents('equal headings', '## A\n- x\n## B\n- y\n## A\n- z\n', {
    rules: ['a SHOULD x', 'a SHOULD z', 'b SHOULD y'],
  }),
  agents('dashes, stars and pluses', '- a b\n\n* c d\n\n+ e f\n', {
    rules: ['general SHOULD a b', 'general SHOULD c d', 'general SHOULD e f'],
  }),
  agents('nested lists', '- a b\n  - c d\n    - e f\n      1. g\n- h i\n', {
    rules: ['general SHOULD a b\n- c d\n  - e f\n    1. g', 'general SHOULD h i'],
  }),
  agents('tabs', '-\ta b\n\t- c d\n'),
  agents('task lists', '- [ ] a b\n- [x] c d\n'),
  agents('loose lists', '- a b\n\n- c d\n\n  more of it\n', {
    rules: ['general SHOULD a b', 'general SHOULD c d\n\nmore of it'],
  }),
  agents('lazy lines', '- a b\ngoes on\n', { rules: ['general SHOULD a b\ngoes on'] }),
  agents('an empty item', '- \n- a b\n', { rules: ['general SHOULD a b'] }),
  agents('code in an item', '- Run it:\n\n  ```sh\n  npm test\n  ```\n', {
    rules: ['general SHOULD Run it:\n\n```sh\nnpm test\n```'],
  }),
  agents('code behind an item', '- Run it:\n```sh\nnpm test\n```\n', {
    rules: ['general SHOULD Run it:\n\n```sh\nnpm test\n```'],
  }),
  agents('code behind prose', 'Build it:\n\n```sh\nmake\n```\n', {
    rules: ['general SHOULD Build it:\n\n```sh\nmake\n```'],
  }),
  agents('code alone', '```sh\nmake\n```\n'),
  agents('code that never ends', '- a b\n\n```sh\nmake\n- c d\n'),
  agents('code in tildes with fences in it', '~~~md\n```\n- x\n```\n~~~\n'),
  agents('indented code', 'Text:\n\n    - not an item\n'),
  agents('code with a heading in it', '```md\n# Not a heading\n```\n'),
  agents('a table', 'Names:\n\n| a | b |\n|---|---|\n| c | d |\n'),
  agents('a table alone', '| a | b |\n|---|---|\n| c | d |\n'),
  agents('a quote', '> Be kind\n> to users\n', { rules: ['general SHOULD > Be kind\n> to users'] }),
  agents('an alert', '> [!IMPORTANT]\n> You must run the tests\n', {
    rules: ['general MUST You must run the tests'],
  }),
  agents('a bold label', '- **Naming**: use nouns\n', { rules: ['general SHOULD **Naming**: use nouns'] }),
  agents(
    'labels',
    '- **MUST**: a b\n- **SHOULD:** never c\n- MUST: d e\n- SHOULD: always f\n- __Must__: g h\n',
    {
      rules: [
        'general MUST a b',
        'general MUST d e',
        'general MUST g h',
        'general SHOULD never c',
        'general SHOULD always f',
      ],
    },
  ),
  agents('a label that turns itself round', '- **MUST NOT**: commit secrets\n', {
    rules: ['general MUST **MUST NOT**: commit secrets'],
  }),
  agents('words of strength in code', '- Call `never()` and ``always `x` ``\n', {
    rules: ['general SHOULD Call `never()` and ``always `x` ``'],
  }),
  agents('a typographic apostrophe', '- Don’t push\n', { rules: ['general MUST Don’t push'] }),
  agents('words of strength', '- It is required to a\n- You shall b\n- ALWAYS c\n- do not d\n', {
    rules: [
      'general MUST It is required to a',
      'general MUST You shall b',
      'general MUST ALWAYS c',
      'general MUST do not d',
    ],
  }),
  agents(
    'words of strength that oblige nobody, and those that a thing follows',
    '- A null is almost never right\n- Never mind the order\n- Money is kept in cents, never as float\n',
    {
      rules: [
        'general SHOULD A null is almost never right',
        'general SHOULD Never mind the order',
        'general MUST Money is kept in cents, never as float',
      ],
    },
  ),
  agents('what to do, below a line that says no more', '**Do:**\n\n- Use nouns\n- Be brief\n', {
    rules: ['general SHOULD Use nouns', 'general SHOULD Be brief'],
  }),
  agents('numbers below a name of rules', '## Code style\n\n1. Use nouns\n2. Be brief\n3. Ask\n', {
    rules: ['code-style SHOULD Use nouns', 'code-style SHOULD Be brief', 'code-style SHOULD Ask'],
  }),
  agents('a table below a situation', '## When you push\n\n| a | b |\n|---|---|\n| c | d |\n', {
    rules: ['when-you-push SHOULD When you push:\n\n| a | b |\n|---|---|\n| c | d |'],
  }),
  agents('words of strength in what is nested', '- Choose one\n  - never the first\n'),
  agents('what not to do, below a heading', "## Don'ts\n\n- Use `var`\n- Don't use eval\n", {
    rules: ['don-ts MUST Do not use `var`', "don-ts MUST Don't use eval"],
  }),
  agents('what not to do, below a line', 'Never do any of this:\n\n- commit secrets\n- push to main\n', {
    rules: [
      'general MUST Never do any of this: commit secrets',
      'general MUST Never do any of this: push to main',
    ],
  }),
  agents('what to do in a case', 'When a migration fails:\n\n- Roll back\n- Do not retry\n', {
    rules: [
      'general MUST When a migration fails: Do not retry',
      'general SHOULD When a migration fails: Roll back',
    ],
  }),
  agents('steps', '## Release\n\n1. Tag\n2. Push\n3. Tell\n', {
    blocks: ['1 kata general/release', '3-5 kata general/release'],
  }),
  agents('two steps', '## Release\n\n1. Tag\n2. Push\n', {
    rules: ['release SHOULD Tag', 'release SHOULD Push'],
  }),
  agents('numbered rules', '1. Never a\n2. Always b\n3. Do c\n', {
    rules: ['general MUST Never a', 'general MUST Always b', 'general SHOULD Do c'],
  }),
  agents(
    'two procedures below one heading',
    '## Do\n\nFirst:\n\n1. a\n2. b\n3. c\n\nThen:\n\n1. d\n2. e\n3. f\n',
  ),
  agents('steps below an index', '## Index\n\n1. a\n2. b\n3. c\n'),
  agents('steps with code', '## Go\n\n1. Run\n   ```sh\n   make\n   ```\n2. Look\n3. Push\n'),
  agents('steps with brackets', '## Go\n\n1) a\n2) b\n3) c\n'),
  agents('a procedure that begins like a flowchart', '## Go\n\n#!fcyaml\n\n1. a\n2. b\n3. c\n'),
  agents('separators', '- a b\n\n---\n\n***\n\n- c d\n'),
  agents('comments', '<!-- a note -->\n- a b\n\n<!--\nlong\n-->\n', {
    blocks: ['1 skipped: a comment', '2 rule general', '4-6 skipped: a comment'],
  }),
  agents('a comment that never ends', '- a b\n\n<!-- note\n\n- c d\n'),
  agents('tags around rules', '<rules>\n- a b\n- c d\n</rules>\n', {
    rules: ['general SHOULD a b', 'general SHOULD c d'],
  }),
  agents('tags within tags', '<a>\n<b>\n\n- a b\n\n</b>\nText.\n</a>\n', {
    rules: ['general SHOULD a b', 'general SHOULD Text.'],
  }),
  agents('tags with attributes', '<rule name="x">\nBe brief.\n</rule>\n'),
  agents('HTML', '<details><summary>More</summary>\n\n- a b\n\n</details>\n'),
  agents('links by name', '- Read [the guide][g]\n\n[g]: https://example.com/guide\n', {
    rules: ['general SHOULD Read [the guide][g]\n\n[g]: https://example.com/guide'],
  }),
  agents('footnotes', '- a b[^1]\n\n[^1]: because\n'),
  agents('hard wraps', 'This is a\nsentence that\nmust go on.\n', {
    rules: ['general MUST This is a\nsentence that\nmust go on.'],
  }),
  agents('trailing blanks', '- a b  \n- c d\t\n   \n'),
  agents('plain lines', '1. Tech Stack\nTypeScript\nReact\n'),
  agents('bare JSON', '{\n  "rules": ["a", "b"]\n}\n'),
  agents('bare YAML', 'rules:\n  - a\n  - b\n'),
  agents(
    'text that YAML reads otherwise',
    '- yes\n- 1.10\n- "a: b\n- # c\n- & d\n- ~\n- null\n- @team reviews\n- %x\n',
  ),
  agents('a rule that ends with a colon', '- name:\n'),
];

const templates = [
  '{{ name }}',
  '{% if x %}',
  '{# note #}',
  '{{{ raw }}}',
  '{{{% x',
  '{{',
  '{%',
  '{#',
  `$${'{{ github.ref }}'}`,
  "{{ '{{' }}",
  '{% raw %}{{ x }}{% endraw %}',
  '{%- set a = 1 -%}',
  '}} %} #}',
].map((mark) =>
  agents(`the mark ${mark}`, `- Write ${mark} so\n`, { rules: [`general SHOULD Write ${mark} so`] }),
);

const bytes = [
  agents('a byte order mark', '\uFEFF- a b\n', {
    rules: ['general SHOULD a b'],
    blocks: ['1 skipped a byte order mark, dropped', '1 rule general'],
  }),
  agents('CRLF', '# T\r\n\r\n- a b\r\n- c d\r\n', { rules: ['general SHOULD a b', 'general SHOULD c d'] }),
  agents('CR', '- a b\r- c d\r', { rules: ['general SHOULD a b', 'general SHOULD c d'] }),
  agents('a zero-width space', '- a\u200Bb\n', { rules: ['general SHOULD ab'] }),
  agents('directions', '- a \u202Eb\u202C c\n', { rules: ['general SHOULD a b c'] }),
  agents('joiners', '- a\u2060b\u2063c\n', { rules: ['general SHOULD abc'] }),
  agents('tag characters', '- a\u{E0041}\u{E0042}b\n', { rules: ['general SHOULD ab'] }),
  agents('control characters', '- a\u0000b\u0007c\u001Bd\n', { rules: ['general SHOULD abcd'] }),
  agents('emoji with joiners', '- Ask 👩‍💻 first ✔️\n', { rules: ['general SHOULD Ask 👩‍💻 first ✔️'] }),
  agents('a line that is hidden', '- a b\n\u200B\u200B\n- c d\n'),
  agents('other line separators', '- a\u2028b\u2029c\u0085d\n'),
  agents('an empty file beside one', '', {}),
  agents('blank lines alone', ' \n\t\n\n'),
];

const several = [
  shape(
    'a pointer with @',
    { 'CLAUDE.md': '@AGENTS.md\n', 'AGENTS.md': '- a b\n' },
    { rules: ['general SHOULD a b'] },
  ),
  shape(
    'a link kept as text',
    { 'CLAUDE.md': 'AGENTS.md', 'AGENTS.md': '- a b\n' },
    { rules: ['general SHOULD a b'] },
  ),
  shape(
    'a pointer beside rules',
    { 'CLAUDE.md': '- a b\n\n@docs/git.md\n', 'docs/git.md': '- c d\n' },
    { rules: ['general SHOULD a b', 'git SHOULD c d'] },
  ),
  shape(
    'pointers as items',
    { 'CLAUDE.md': '- @docs/a.md\n- @~/.claude/me.md\n', 'docs/a.md': '- a b\n' },
    { rules: ['a SHOULD a b'] },
  ),
  shape('a pointer to nothing', { 'CLAUDE.md': '@docs/gone.md\n', 'AGENTS.md': '- a b\n' }),
  shape('a pointer below an empty line', { 'CLAUDE.md': '\r\ngone.md\n', 'AGENTS.md': '- a b\n' }),
  shape('a pointer to code', {
    'CLAUDE.md': '@package.json\n',
    'package.json': '{}',
    'AGENTS.md': '- a b\n',
  }),
  shape('a pointer out of the project', { 'CLAUDE.md': '@../../etc/hosts.md\n', 'AGENTS.md': '- a b\n' }),
  shape(
    'pointers in a circle',
    { 'CLAUDE.md': '@a.md\n', 'a.md': '@b.md\n', 'b.md': '@a.md\n\n- a b\n' },
    { rules: ['b SHOULD a b'] },
  ),
  agents(
    'what is left to some people, or to nobody',
    '- Strictly no secrets in code\n- Nobody merges on Fridays\n- Only maintainers may merge\n- Only owners push to main\n- Nobody knows why it fails\n- Only tests import fixtures\n',
    {
      rules: [
        'general MUST Strictly no secrets in code',
        'general MUST Nobody merges on Fridays',
        'general MUST Only maintainers may merge',
        'general MUST Only owners push to main',
        'general SHOULD Nobody knows why it fails',
        'general SHOULD Only tests import fixtures',
      ],
    },
  ),
  shape(
    'pointers in sentences',
    {
      'CLAUDE.md':
        '- See @docs/git.md, and (@docs/gone.md).\n- Ask @backend, not `@docs/code.md`, of @scope/lib\n\nRead @package.json.\n',
      'docs/git.md': '- c d\n',
      'package.json': '{}',
      'docs/code.md': '- e f\n',
    },
    {
      rules: [
        'general SHOULD See @docs/git.md, and (@docs/gone.md).',
        'general SHOULD Ask @backend, not `@docs/code.md`, of @scope/lib',
        'general SHOULD Read @package.json.',
        'git SHOULD c d',
      ],
      blocks: [
        '1 rule general',
        '1 skipped points to docs/git.md',
        '1 skipped points to docs/gone.md, which is not there',
        '2 rule general',
        '4 rule general',
        '4 skipped points to package.json, which is not Markdown',
      ],
    },
  ),
  shape(
    'pointers in code',
    { 'CLAUDE.md': '- Write `@docs/a.md`\n', 'docs/a.md': '- a b\n' },
    { rules: ['general SHOULD Write `@docs/a.md`'] },
  ),
  shape(
    'the same twice',
    { 'AGENTS.md': '## A\n\n- a b\n', 'GEMINI.md': '## A\n\n- a b\n- c d\n' },
    { rules: ['a SHOULD a b', 'a SHOULD c d'] },
  ),
  shape(
    'the same for other files',
    { '.cursor/rules/x.mdc': fronted(['globs: x/**']), '.cursor/rules/y.mdc': fronted(['globs: y/**']) },
    { rules: ['x SHOULD Do it well', 'y SHOULD Do it well'] },
  ),
  shape(
    'a folder with a file of its own',
    {
      'AGENTS.md': '## Tests\n- Run all\n',
      'packages/web/AGENTS.md': '## Tests\n- Run vitest\n\n## Style\n- Use hooks\n',
    },
    {
      rules: ['tests SHOULD Run all', 'packages-web.tests SHOULD Run vitest', 'style SHOULD Use hooks'],
      paths: { 'packages-web.tests': ['packages/web/**'], style: ['packages/web/**'] },
    },
  ),
  shape(
    'marks of another tool',
    { 'AGENTS.md': '<!-- start: nx -->\n- theirs\n<!-- end: nx -->\n\n- a b\n' },
    { rules: ['general SHOULD a b'] },
  ),
  shape(
    'other marks',
    { 'AGENTS.md': '<!-- BEGIN ruler -->\n- theirs\n<!-- END ruler -->\n- a b\n' },
    { rules: ['general SHOULD a b'] },
  ),
  shape(
    'a file of another tool',
    { 'AGENTS.md': '<!-- Generated by ruler. Do not edit. -->\n- theirs\n', 'CLAUDE.md': '- a b\n' },
    { rules: ['general SHOULD a b'] },
  ),
  shape(
    'a mark that never ends',
    { 'AGENTS.md': '<!-- start: nx -->\n- a b\n' },
    { rules: ['general SHOULD a b'] },
  ),
  shape(
    'what is not ours',
    {
      'AGENTS.md': '- a b\n',
      'node_modules/x/AGENTS.md': '- theirs\n',
      'vendor/x/AGENTS.md': '- theirs\n',
      'dist/AGENTS.md': '- built\n',
      '.hidden/AGENTS.md': '- hidden\n',
    },
    { rules: ['general SHOULD a b'] },
  ),
  shape('a skill', {
    '.claude/skills/deploy/SKILL.md':
      '---\nname: deploy\ndescription: When you deploy\nlicense: MIT\n---\n\n# Deploy\n\n1. Run {{ it }}\n',
    '.claude/skills/deploy/scripts/run.sh': 'echo {{ it }}\n',
  }),
  shape('a skill without frontmatter', { '.agents/skills/Deploy It/SKILL.md': 'Run it.\n' }),
  shape('a skill with a colon in its description', {
    '.github/skills/x/SKILL.md': '---\nname: x\ndescription: Use this: when you deploy\n---\n\nRun it.\n',
  }),
  shape('two skills of one name', {
    '.claude/skills/x/SKILL.md': '---\nname: x\ndescription: a\n---\nRun a.\n',
    '.agents/skills/x/SKILL.md': '---\nname: x\ndescription: b\n---\nRun b.\n',
  }),
  shape('a skill that says nothing', {
    '.agents/skills/x/SKILL.md': '---\nname: x\n---\n',
    'AGENTS.md': '- a b\n',
  }),
  shape(
    'rulesync',
    {
      '.rulesync/rules/overview.md':
        '---\nroot: true\ntargets: ["*"]\nglobs: ["**/*"]\n---\n\n# T\n\n## Style\n- Be brief\n',
      '.rulesync/commands/ship.md': '---\ndescription: Ship it\n---\n\n1. Tag\n2. Push\n',
      '.rulesync/mcp.json': '{}',
      'AGENTS.md': '# T\n\n## Style\n- Be brief\n',
    },
    { rules: ['style SHOULD Be brief'] },
  ),
];

const examples: Shape[] = [
  shape(
    'a folder with a rule beside a kata of the project',
    {
      'packages/web/AGENTS.md': '- Use hooks\n',
      'AGENTS.md': '## Release\n\n1. Tag\n2. Push\n3. Watch\n',
    },
    {
      rules: ['packages-web SHOULD Use hooks'],
      paths: { 'packages-web': ['packages/web/**'] },
    },
  ),
  shape(
    'a folder with AGENTS.md beside a CLAUDE.md of the project',
    { 'packages/web/AGENTS.md': '# Web\n\n- Use hooks\n', 'CLAUDE.md': '# Shop\n\n- Test it\n' },
    {
      rules: ['packages-web SHOULD Use hooks', 'general SHOULD Test it'],
      paths: { 'packages-web': ['packages/web/**'], general: [] },
    },
  ),
  agents(
    'examples that a picture marks, below their heading',
    '## Fetching data\n\n❌ Bad:\n\n```ts\na()\n```\n\n✅ Good:\n\n```ts\nb()\n```\n',
    {
      rules: [
        'fetching-data SHOULD Fetching data:\n\n❌ Bad:\n\n```ts\na()\n```\n\n✅ Good:\n\n```ts\nb()\n```',
      ],
    },
  ),
  agents(
    'examples that are code behind a picture, below what they are about',
    [
      'Use telling names.\n\n❌ `const d = 1`\n\n✅ `const days = 1`\n\nReturn early.\n\n❌ Don’t:\n```ts\na()\n```\n✅ Do:\n```ts\nb()\n```\n',
      '- Use tokens\n- ❌ `color: red`\n- ✅ **Good:** `color: var(--red)`\n- Be brief\n\nUse `const`.\n\n- ❌ `var a`\n- ✅ `const a`\n',
    ].join('\n'),
    {
      rules: [
        'general SHOULD Use telling names.\n\n❌ `const d = 1`\n\n✅ `const days = 1`',
        'general SHOULD Return early.\n\n❌ Don’t:\n\n```ts\na()\n```\n\n✅ Do:\n\n```ts\nb()\n```',
        'general SHOULD Use tokens\n\n❌ `color: red`\n\n✅ **Good:** `color: var(--red)`',
        'general SHOULD Be brief',
        'general SHOULD Use `const`.\n\n❌ `var a`\n\n✅ `const a`',
      ],
    },
  ),
  agents('code behind pictures that is about nothing above', '- ❌ `any`\n- ❌ `var`\n- Be brief\n', {
    rules: ['general MUST Not allowed: `any`', 'general MUST Not allowed: `var`', 'general SHOULD Be brief'],
  }),
  agents(
    'examples in tags',
    '- Name files by day\n\n<example>\n1.sql\n</example>\n\n<example type="invalid">\n\nnever.sql\n\n</example>\n\n- Be brief\n',
    {
      rules: [
        'general SHOULD Name files by day\n\n<example>\n1.sql\n</example>\n\n<example type="invalid">\n\nnever.sql\n\n</example>',
        'general SHOULD Be brief',
      ],
      blocks: ['1-11 rule general', '13 rule general'],
    },
  ),
  agents(
    'an instruction before the line about a list',
    '## Go\n\nFollow [Effective Go](https://go.dev/doc). In addition:\n\n- Wrap errors\n- Use contexts\n',
    {
      rules: [
        'go SHOULD Follow [Effective Go](https://go.dev/doc).',
        'go SHOULD Wrap errors',
        'go SHOULD Use contexts',
      ],
    },
  ),
];

const situations = [
  agents(
    'headings that name a situation, and headings that do not',
    [
      '## When you add a migration:\n- Name it by day\n',
      '## 2. Adding an endpoint\n- Describe it\n',
      '## How to release\n- Tag it\n',
      '## Writing style\n- Be brief\n',
      '## Architecture\nThe service is small. It has one process.\n',
      '## Templates\nWhen you change a template:\n- Look at it\n- Do not change its `id`\n',
      '## Mail\nWhen you change a mail:\n- Look at it\n\nMails are short.\n',
    ].join('\n'),
    {
      whens: {
        'when-you-add-a-migration': 'When you add a migration',
        '2-adding-an-endpoint': 'When adding an endpoint',
        'how-to-release': 'When you release',
        'writing-style': null,
        architecture: null,
        templates: 'When you change a template',
        mail: null,
      },
    },
  ),
  agents(
    'an obligation behind a part that says which one',
    '- Code that runs in `process` or anything it calls must not allocate\n- Users who cannot pay are sent a note\n- List the fields that callers must set\n',
    {
      rules: [
        'general MUST Code that runs in `process` or anything it calls must not allocate',
        'general SHOULD Users who cannot pay are sent a note',
        'general SHOULD List the fields that callers must set',
      ],
    },
  ),
  agents(
    'obligations with marks of emphasis, and behind a part with "can"',
    '- Do **not** force-push\n- __Always__ sign commits\n- You should _not_ mock `a__never__b`\n- Keep always_on\n- Functions that can fail must return `Result`\n- Users who can pay are sent a note\n',
    {
      rules: [
        'general MUST Do **not** force-push',
        'general MUST __Always__ sign commits',
        'general SHOULD You should _not_ mock `a__never__b`',
        'general SHOULD Keep always_on',
        'general MUST Functions that can fail must return `Result`',
        'general SHOULD Users who can pay are sent a note',
      ],
    },
  ),
  agents(
    'the head of a table, which obliges nobody',
    "Errors cross as problems.\n\n| Do | Don't |\n| --- | --- |\n| Raise `A` | Raise `B` |\n",
    {
      rules: [
        "general SHOULD Errors cross as problems.\n\n| Do | Don't |\n| --- | --- |\n| Raise `A` | Raise `B` |",
      ],
    },
  ),
  agents(
    'examples below a word in bold, and rules behind them',
    '## Data\n\nTake the session.\n\n**Bad**\n\n```py\nopen()\n```\n\n- Never commit\n',
    { blocks: ['1 category data:', '3-9 rule data:', '11 rule data:'] },
  ),
  agents(
    'sentences before the line about a list',
    "When adding an index, create it online.\nDon't:\n- use `SELECT *`\n",
    {
      rules: ['general SHOULD When adding an index, create it online.', 'general MUST Do not use `SELECT *`'],
    },
  ),
  agents('a line that its items go on with', 'Check that\n\n- it has an owner,\n- it has a test.\n', {
    rules: ['general SHOULD Check that it has an owner', 'general SHOULD Check that it has a test.'],
  }),
  agents('a sentence that goes on behind code', 'Run:\n\n```sh\nmake\n```\n\nthen say why.\n', {
    rules: ['general SHOULD Run:\n\n```sh\nmake\n```\n\nthen say why.'],
  }),
  agents(
    'numbered lists of what are no steps',
    '## Key Conventions\n\n1. Be kind\n2. Be brief\n3. Be fast\n',
    {
      rules: [
        'key-conventions SHOULD Be kind',
        'key-conventions SHOULD Be brief',
        'key-conventions SHOULD Be fast',
      ],
    },
  ),
  agents(
    'numbered lists of what has to hold',
    '## Definition of done\n\n1. Tests pass.\n2. Docs are new.\n3. A line tells of it.\n',
    {
      rules: [
        'definition-of-done SHOULD Tests pass.',
        'definition-of-done SHOULD Docs are new.',
        'definition-of-done SHOULD A line tells of it.',
      ],
    },
  ),
  agents(
    'rules on lines with numbers or pictures',
    '1.1 You must format.\n1.2 You should test.\n\n❌ Approve alone\n✅ Try it\n',
    {
      rules: [
        'general MUST You must format.',
        'general SHOULD You should test.',
        'general MUST Do not approve alone',
        'general SHOULD Try it',
      ],
    },
  ),
  agents(
    'leave to some people alone what others may not do',
    '- Only the platform team may change infra/.\n- Only release managers may tag.\n- Only `infra` may deploy.\n- Only some browsers may support this.\n- Only the cache may not exist.\n- No secrets in code, ever.\n- No one ever reads it\n',
    {
      rules: [
        'general MUST Only the platform team may change infra/.',
        'general MUST Only release managers may tag.',
        'general MUST Only `infra` may deploy.',
        'general SHOULD Only some browsers may support this.',
        'general SHOULD Only the cache may not exist.',
        'general MUST No secrets in code, ever.',
        'general SHOULD No one ever reads it',
      ],
    },
  ),
  agents(
    'leave free what may be done always',
    '- It is fine to always page.\n- You may always ask.\n- You do not have to always page.\n- Names are not always unique.\n- It is not acceptable to always page.\n- Do not always mock.\n- It is not necessary to always rebase.\n',
    {
      rules: [
        'general SHOULD It is fine to always page.',
        'general SHOULD You may always ask.',
        'general SHOULD You do not have to always page.',
        'general SHOULD Names are not always unique.',
        'general MUST It is not acceptable to always page.',
        'general MUST Do not always mock.',
        'general SHOULD It is not necessary to always rebase.',
      ],
    },
  ),
  agents(
    'numbered parts of something',
    '# Shop\n\n## Architecture\n\nRequests go through three layers:\n\n1. Controllers in `src/http`\n2. **Services** in `src/core`\n3. `src/db` - repositories\n\n```mermaid\ngraph TD\n```\n',
    {
      rules: [
        'architecture SHOULD Requests go through three layers:\n1. Controllers in `src/http`\n2. **Services** in `src/core`\n3. `src/db` - repositories\n\n```mermaid\ngraph TD\n```',
      ],
      blocks: ['1 description', '3 category architecture', '5-13 rule architecture'],
    },
  ),
  agents(
    'numbered steps that a sentence counts, with code below them',
    '# Shop\n\n## Ship\n\nA release has three steps:\n\n1. Backup of the database\n2. `npm publish`\n3. Rollout\n\n```mermaid\ngraph TD\n```\n\nIt takes an hour.\n',
    {
      rules: ['ship SHOULD It takes an hour.'],
      blocks: [
        '1 description',
        '3 category ship',
        '5 when general/ship',
        '7-13 kata general/ship',
        '15 rule ship',
      ],
    },
  ),
  agents(
    'commands that a sentence counts',
    '## Ship\n\nA release has two commands and a push:\n\n1. `npm test`\n2. `npm publish`\n3. `git push`\n',
    { rules: [] },
  ),
  agents(
    'callouts with a colon',
    '## Data\n\n> Note: It is slow.\n\n> **Warning**: It is\n> hot.\n\n> Notes: Mine\n',
    {
      rules: ['data SHOULD It is slow.', 'data SHOULD It is\nhot.', 'data SHOULD > Notes: Mine'],
    },
  ),
  agents(
    'a heading and the same words above a list',
    '## When it fails\n\nWhen it fails:\n\n- Run it again\n',
    {
      rules: ['when-it-fails SHOULD When it fails: Run it again'],
    },
  ),
  agents(
    'obligations behind a part that says which one, and in it',
    '- Any change that affects UI must include a snapshot.\n- Changes that affect UI must have a picture\n- Any file which has SQL must be reviewed.\n- Code that others rely on must be tested\n- Functions that are async must return a promise\n- A change that affects code that users see must have a test\n- **Requirement:** any change that affects the UI (a new one too) must have `insta` pictures\n- A file that must be generated should have a header\n- If you must use `any`, say why\n- When you must skip a test, name the issue\n- Fields that callers must set should come first\n- All that you must set is in `env`\n- Decide which test must run first\n- Fields that have values that are required should come first\n- Check that you have tests that must pass\n',
    {
      rules: [
        'general MUST Any change that affects UI must include a snapshot.',
        'general MUST Changes that affect UI must have a picture',
        'general MUST Any file which has SQL must be reviewed.',
        'general MUST Code that others rely on must be tested',
        'general MUST Functions that are async must return a promise',
        'general MUST A change that affects code that users see must have a test',
        'general MUST **Requirement:** any change that affects the UI (a new one too) must have `insta` pictures',
        'general SHOULD A file that must be generated should have a header',
        'general SHOULD If you must use `any`, say why',
        'general SHOULD When you must skip a test, name the issue',
        'general SHOULD Fields that callers must set should come first',
        'general SHOULD All that you must set is in `env`',
        'general SHOULD Decide which test must run first',
        'general SHOULD Fields that have values that are required should come first',
        'general SHOULD Check that you have tests that must pass',
      ],
    },
  ),
  agents(
    'numbered files and parts, each with what it is',
    '# Shop\n\n## Entry chain\n\n1. **`src/module.ts`** — Bootstrap of the plugin\n\n2. **`src/app.tsx`** — Root component\n\n3. `GaugePanel`: React wrapper\n\n## Adding an option\n\n1. `src/a.ts` — the type\n2. `src/b.ts` — the field\n3. `src/c.ts` — a test\n\n## Edits\n\n1. `src/a.ts` — add the type\n2. `src/b.ts` — add the field\n3. `src/c.ts` — add a test\n\n## Build\n\n1. `npm test` — all tests\n2. `npm publish` — the package\n3. `git push` — the tag\n',
    {
      rules: [
        'entry-chain SHOULD **`src/module.ts`** — Bootstrap of the plugin',
        'entry-chain SHOULD **`src/app.tsx`** — Root component',
        'entry-chain SHOULD `GaugePanel`: React wrapper',
      ],
      blocks: [
        '1 description',
        '3 category entry-chain',
        '5 rule entry-chain',
        '7 rule entry-chain',
        '9 rule entry-chain',
        '11 kata general/adding-an-option',
        '13-15 kata general/adding-an-option',
        '17 kata general/edits',
        '19-21 kata general/edits',
        '23 kata general/build',
        '25-27 kata general/build',
      ],
    },
  ),
  agents(
    'labels above a list that say nothing of it',
    '## For AI agents\n\n**Important for AI agents:**\n\n- Always pass `--all`\n- The prefix picks the interpreter\n\n## Other\n\nRemember:\n\n- Be kind\n- Test it\n\nNote for agents:\n- Keep it short\n- Ask\n\n**IMPORTANT:**\n- Sort imports\n\nNote for macOS:\n- Use brew\n- Use zsh\n',
    {
      rules: [
        'for-ai-agents MUST For AI agents: Always pass `--all`',
        'for-ai-agents SHOULD For AI agents: The prefix picks the interpreter',
        'other SHOULD Be kind',
        'other SHOULD Test it',
        'other SHOULD Keep it short',
        'other SHOULD Ask',
        'other MUST Sort imports',
        'other SHOULD Note for macOS: Use brew',
        'other SHOULD Note for macOS: Use zsh',
      ],
    },
  ),
  agents(
    'a sentence above steps that is a rule itself, and those that are none',
    '## Feature flags\n\nNew features should be gated behind a flag.\n\n1. Register it\n2. Use it\n3. Ask for it\n\n## Ship\n\nYou must follow these steps in order.\n\n1. Tag\n2. Push\n3. Wait\n\n## Refund\n\nWhen a customer should get money back, call us.\n\n1. Look\n2. Call\n3. Pay\n',
    {
      rules: ['feature-flags SHOULD New features should be gated behind a flag.'],
      blocks: [
        '1 category feature-flags',
        '3 rule feature-flags',
        '5-7 kata general/feature-flags',
        '9 kata general/ship',
        '11 when general/ship',
        '13-15 kata general/ship',
        '17 kata general/refund',
        '19 when general/refund',
        '21-23 kata general/refund',
      ],
    },
  ),
];

export const shapes: readonly Shape[] = [
  ...situations,
  ...examples,
  ...placed,
  ...frontmatter,
  ...markdown,
  ...templates,
  ...bytes,
  ...several,
];
