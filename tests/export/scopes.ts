import fc from 'fast-check';

/** A category of rules as an agent reads it. */
export interface MeantCategory {
  readonly when: string;
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  readonly must: readonly string[];
  readonly should: readonly string[];
}

export interface MeantKata {
  readonly when: string;
  readonly paths: readonly string[];
  readonly procedure: string;
  /** The text of the file that it brings along; null without one. */
  readonly file: string | null;
}

export interface MeantScope {
  readonly description: string;
  readonly rules: Readonly<Record<string, MeantCategory>>;
  readonly katas: Readonly<Record<string, Readonly<Record<string, MeantKata>>>>;
}

const starts = [
  ...['Use tabs', 'Never log', '`code` here', 'Größe', '**bold** text', '1. x', 'a: b #c', 'SHOULD: y', '*'],
  ...['**MUST**: z', '{{ braces }} {% if %}{# x #}', '> quote', '# no heading', '- dash', '@AGENTS.md first'],
  ...[
    '<!-- precept:end -->',
    '<tags>',
    '| a | b |',
    '```ts',
    '\\back',
    '[link][a]',
    '👩‍💻 日本語',
    '_x_',
    '---',
  ],
  ...['&amp;', '<b>x</b>', 'When done:', 'Never:', "'quoted'", '"', '&anchor', '!tag', '%', '?', '~', '~~~'],
];
const endings = [
  ...[
    '',
    '\nmore of it',
    '\n\n```ts\nconst a = 1;\n```',
    '\n- nested\n  - deep',
    '\n\n    indented',
    '\n> quoted',
  ],
  ...[
    '\n\n| a | b |\n|---|---|\n| c | d |',
    '\n# not a heading',
    '\n---',
    '\n===',
    '\n1. one\n2. two\n3. three',
  ],
  ...['\n~~~\n- **MUST**: x\n~~~', '\n<!-- start: x -->\n<!-- end: x -->', '\n<details>\n\nx\n\n</details>'],
  ...[
    '\n\n[a]: https://example.com',
    '\n@CLAUDE.md',
    '\n```\nopen',
    '\n\ttabbed',
    '\n\n\n\nfar',
    '\r\nwindows',
  ],
  ...['\n- **SHOULD**: fake', '\n<!-- precept:begin t -->', '\n> **Incomplete:** x', '\nApplies to: `x/*`'],
  ...[
    '\nNot in this file: x',
    '\n## fake',
    '\n*When*',
    '\n<!-- open',
    '\n{{ x }}',
    ' {{{{ y }}}}',
    '\n***',
    '\n  ',
  ],
];
const text = fc
  .tuple(fc.constantFrom(...starts), fc.nat(30), fc.constantFrom(...endings))
  .map(([start, number, ending]) => `${start} ${number}${ending}`);

const when = fc.constantFrom(
  ...['', '', 'Now', 'For *.ts files', '*stars*', '*', 'a: b', 'With `code`', '@AGENTS.md', 'true', '- dash'],
  ...[
    '# hash',
    'one\ntwo',
    '"quoted"',
    "it's #1",
    'ends:',
    'Applies to: `x`',
    '---',
    '{{ x }}',
    '[a, b]',
    '|',
  ],
);
/** In `src/api` and `web` of the project are files. */
const globs = [
  ...['src/**/*.ts', '*.sql', 'docs/**', 'a/b.ts', './root.md', 'src/api/**', 'src/api/**/*.ts', 'web/**'],
  ...[
    'lib/*.{js,mjs}',
    'x[1]/*',
    'd,e/*',
    '*',
    '**',
    '**/test/*',
    '{src/api,web}/**',
    'b---c/*',
    './lib/x.ts',
  ],
  ...['gh `tick`/*', '{a,b}.md', 'web/**/*.css'],
];
const paths = fc.oneof(fc.constant([]), fc.subarray(globs, { minLength: 1, maxLength: 3 }));
const names = [
  ...[
    'api',
    'api.http',
    'API',
    'style',
    'style.deep.er',
    'Tests_1',
    'general',
    '_a_',
    '__b__',
    'never',
    '1.2',
  ],
  ...['avoid-x', 'con', 'shop', '-'],
];

const category: fc.Arbitrary<MeantCategory> = fc.record({
  when,
  paths,
  tags: fc.constantFrom([], [], ['http']),
  must: fc.array(text, { maxLength: 3 }),
  should: fc.array(text, { maxLength: 3 }),
});

const kata: fc.Arbitrary<MeantKata> = fc.record({
  when,
  paths,
  procedure: fc
    .array(fc.oneof(fc.constantFrom(...starts), text), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('\n\n')),
  file: fc.option(fc.constantFrom('#!/bin/sh\necho {{ ok }}\n', '', 'a\r\n\uFEFFb')),
});

/** Scopes with rules and katas of every sort that exports and imports tell apart. */
export const anyScope: fc.Arbitrary<MeantScope> = fc
  .record({
    description: fc.constantFrom('', 'The shop', 'One\n\nTwo', '# x', '- y: *z*', '@AGENTS.md'),
    rules: fc.dictionary(fc.constantFrom(...names), category, { minKeys: 1, maxKeys: 4 }),
    katas: fc.dictionary(
      fc.constantFrom('general', 'release', 'api.http'),
      fc.dictionary(fc.constantFrom('cut', 'roll-back', 'x1'), kata, { minKeys: 1, maxKeys: 2 }),
      { maxKeys: 2 },
    ),
  })
  .filter(({ rules }) => Object.values(rules).some(({ must, should }) => must.length + should.length > 0));

/** A text that templates leave as it is. */
const plain = (meant: string) => meant.replace(/\{[{%#]/g, (mark) => `{{ '${mark}' }}`);

/** The files of a project whose scope `shop` says that. */
export function projectOf({ description, rules, katas }: MeantScope): Readonly<Record<string, string>> {
  const ruleFile = (kind: 'must' | 'should') =>
    Object.fromEntries(
      Object.entries(rules).map(([name, one]) => [
        name,
        { when: plain(one.when), paths: one.paths, tags: one.tags, ruleset: one[kind].map(plain) },
      ]),
    );
  const kataFiles: Record<string, string> = {};
  const kataFile = Object.entries(katas).map(([name, all]) => [
    name,
    {
      katas: Object.fromEntries(
        Object.entries(all).map(([own, { when: moment, paths: about, procedure, file }]) => {
          const at = `files/${name}/${own}/x.sh`;
          if (file !== null) kataFiles[`.precept/rules/shop/${at}`] = file;
          const files = file === null ? {} : { files: { 'scripts/x.sh': at } };
          return [own, { when: plain(moment), paths: about, procedure: plain(procedure), ...files }];
        }),
      ),
    },
  ]);
  return {
    '.precept/rules/shop/metadata.yml': JSON.stringify({ description: plain(description) }),
    '.precept/rules/shop/commandments.yml': JSON.stringify(ruleFile('must')),
    '.precept/rules/shop/suggestions.yml': JSON.stringify(ruleFile('should')),
    '.precept/rules/shop/katas.yml': JSON.stringify(Object.fromEntries(kataFile)),
    'src/api/': '',
    'web/': '',
    ...kataFiles,
  };
}
