import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { stringify, type ToStringOptions } from 'yaml';
import { contentFile, contentKinds } from '../../src/guidance/content-files.ts';
import { loadStarters } from '../../src/guidance/starters.ts';

/** One content file and what is in it. */
export interface ContentBytes {
  readonly kind: string;
  readonly bytes: Buffer;
}

/** Sound files that use what their kinds allow, by kind. */
const written: Readonly<Record<string, string>> = {
  metadata: `description: A scope
parents: [one, two]
tags: {team: web, level: 2}
auth:
  accepted_roles: ["dev.*"]
`,
  commandments: `# rules
backend.api: &api
  when: When adding an endpoint
  tags: [http, "review"]
  ruleset:
    - Answer errors as problem details
    - "Owner: {{ scope.tags.team }}"
    - |
      Several
      lines
other: *api
`,
  suggestions: `+backend:
  api: {ruleset: ['one', "two", three]}
  db:
    ruleset: [x]
    sub:
      ruleset:
      - y
`,
  katas: `delivery.release:
  when: When shipping
  katas:
    cut-release: {when: When main is green, procedure: "1. Tag {{ scope.name }}."}
    roll-back: |
      #!fcyaml
      flowchart:
        nodes:
          - {id: a, type: process, description: Revert, next: b}
          - {id: b, type: decision, description: Is it well?, next: {yes: c, no: a}}
          - {id: c, type: terminator, description: Done}
`,
  tenka: `tenka:
  US1:
    who: a developer
    what: see the rules
    why: I miss none
    tags: [retrieval]
    acs:
      AC1.1:
        given: a scope
        when: I ask
        then: I get it
        checks:
          - test: "filters by prefix"
          - {manual: Looked at, validated: true}
`,
};

const words = [
  ...['a', 'b.c', '+d', 'ruleset', 'when', 'tags', 'parent', 'parents', 'description', 'auth', 'name'],
  ...['katas', 'procedure', 'tenka', 'US1', 'AC1.1', 'acs', 'who', 'what', 'why', 'given', 'then', 'checks'],
  ...['test', 'manual', 'validated', 'active', 'status', 'automation', 'accepted_roles', 'roles_claim', '[('],
  ...['flowchart', 'nodes', 'id', 'type', 'next', 'decision', 'fork', 'condition', 'index', '__proto__'],
];
const marks = [
  ...[
    ': ',
    ':',
    '\n',
    '\n  ',
    '\n    ',
    ' ',
    '- ',
    '\n  - ',
    '[',
    ']',
    '{',
    '}',
    ', ',
    '"',
    "'",
    '|\n',
    '>-\n',
  ],
  ...[
    '&a ',
    '*a',
    '!t ',
    '!!int ',
    '# ',
    '? ',
    '+',
    '.',
    '---\n',
    '...\n',
    '\t',
    '\r\n',
    '\r',
    '<<',
    '%',
    '@',
  ],
  ...[
    '`',
    '\ufeff',
    '\0',
    '\u2028',
    '🙂',
    '\ud83d',
    '\\',
    '{{',
    '}}',
    '{% if',
    '1',
    '~',
    'true',
    '#!fcyaml\n',
  ],
];
const tokens = [...words, ...marks];
const kind = fc.constantFrom(...contentKinds);

const starters = await loadStarters();

/** A sound file of each kind: one that uses what the kind allows, or what a new project gets. */
export const sound: Readonly<Record<string, string>> = Object.fromEntries(
  contentKinds.map((one) => [one, written[one] ?? starters.get(one) ?? '']),
);

/** Files of the examples, as they are. */
const examples: readonly ContentBytes[] = exampleFiles();

const place = fc.double({ min: 0, max: 1, noNaN: true });
const edits = fc.array(
  fc.record({
    place,
    cut: fc.nat({ max: 12 }),
    put: fc.oneof(
      fc.constantFrom(...tokens).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => Buffer.from(text)),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);
const sources = [
  ...contentKinds.map((one) => ({ kind: one, bytes: Buffer.from(sound[one] ?? '') })),
  ...examples,
];

/** Sound files, with some bytes cut out and others put in. */
const mutated = fc.tuple(fc.constantFrom(...sources), edits).map(([source, changes]) => {
  let { bytes } = source;
  for (const { place: share, cut, put } of changes) {
    const start = Math.floor(share * bytes.length);
    bytes = Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + cut)]);
  }
  return { kind: source.kind, bytes };
});

/** Pieces of YAML in any order. */
const soup = fc.record({
  kind,
  bytes: fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map((parts) => Buffer.from(parts.join(''))),
});

/** Well-formed YAML whose mappings have the words of the kinds in any place, written in any style. */
const trees = fc
  .record({
    kind,
    tree: fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        fc.oneof(
          fc.constantFrom<unknown>(
            null,
            true,
            0,
            -1.5,
            1e300,
            '',
            ' ',
            'x',
            '{{ a }}',
            '{% if x',
            '#!fcyaml\na: 1',
          ),
          fc.constantFrom(...words),
          fc.string({ unit: 'binary', maxLength: 12 }),
        ),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), tie('node'), {
          maxKeys: 5,
          noNullPrototype: true,
        }),
      ),
    })).node,
    style: fc.record<ToStringOptions>({
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      defaultStringType: fc.constantFrom(
        'PLAIN',
        'QUOTE_DOUBLE',
        'QUOTE_SINGLE',
        'BLOCK_FOLDED',
        'BLOCK_LITERAL',
      ),
      lineWidth: fc.constantFrom(0, 20, 80),
      indentSeq: fc.boolean(),
    }),
  })
  .map((made) => ({ kind: made.kind, bytes: Buffer.from(stringify(made.tree, made.style)) }));

const noise = fc.record({
  kind,
  bytes: fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ),
});

/** Content files of any kind: sound ones spoilt, trees, pieces of YAML, and bytes that are nothing at all. */
export const contentBytes: fc.Arbitrary<ContentBytes> = fc.oneof(
  { weight: 4, arbitrary: mutated },
  { weight: 3, arbitrary: trees },
  { weight: 2, arbitrary: soup },
  { weight: 1, arbitrary: noise },
);

function exampleFiles(): ContentBytes[] {
  const folder = fileURLToPath(new URL('../../examples/acme/rules', import.meta.url));
  return readdirSync(folder)
    .sort()
    .flatMap((scope) =>
      contentKinds.flatMap((one) => {
        const names = readdirSync(path.join(folder, scope));
        if (!names.includes(contentFile(one))) return [];
        return [{ kind: one, bytes: readFileSync(path.join(folder, scope, contentFile(one))) }];
      }),
    );
}
