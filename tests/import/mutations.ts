import fc from 'fast-check';
import { shapes } from './shapes.ts';

/** What readers of such files stumble over. */
const pieces = [
  ...[
    '---\n',
    '```\n',
    '~~~\n',
    '<!-- ',
    ' -->\n',
    '<!-- start: x -->\n',
    '<!-- end: x -->\n',
    '<!-- precept:begin a -->\n',
  ],
  ...[
    '<!-- precept:end -->\n',
    '# ',
    '## \n',
    '- ',
    '  - ',
    '1. ',
    '1. a\n2. b\n3. c\n',
    '> ',
    '\t',
    '    ',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
  ],
  ...[
    '| a | b |\n|---|---|\n',
    '[a]: b\n',
    '[a]',
    '<x>\n',
    '</x>\n',
    '<div',
    '`',
    '``',
    '*',
    '**',
    '_',
    ':\n',
    'Never:\n\n',
  ],
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '{#',
    '#}',
    '{',
    "'",
    '"',
    '\\',
    '&',
    '*/',
    '@AGENTS.md\n',
    '@~/x\n',
    '#!fcyaml\n',
    'MUST: ',
    '__proto__',
  ],
  ...[
    '\u0000',
    '\u001B',
    '\u0085',
    '\u00A0',
    '\u2028',
    '\u200B',
    '\u202E',
    '\uFEFF',
    '\uFE0F',
    '\u{E0041}',
    '👩‍💻',
    '日本語',
    'ﬁ',
    '\u0301',
  ],
  ...[
    'globs: **/*.ts\n',
    'globs: [a\n',
    'paths:\n',
    'applyTo: "x"\n',
    'description: |\n',
    'apply: off\n',
    'root: true\n',
  ],
];

/** Places to write the texts to, so that every reader gets some; `#` stands for a number. */
const places = [
  'd#/AGENTS.md',
  '.cursor/rules/f#.mdc',
  '.github/instructions/f#.instructions.md',
  '.claude/rules/f#.md',
  '.aiassistant/rules/f#.md',
  '.claude/skills/s#/SKILL.md',
];

const seeds = shapes.flatMap(({ files }) => Object.values(files)).filter((text) => text !== '');

const edit = fc.record({
  /** Where in the text, as a share of its length. */
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof(fc.constant(0), fc.nat(12)),
  added: fc.oneof(
    fc.constantFrom(...pieces),
    fc.constantFrom(...seeds),
    fc.string({ unit: 'binary', maxLength: 8 }),
  ),
});

const text = fc
  .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 6 }))
  .map(([seed, edits]) =>
    edits.reduce((before, { at, removed, added }) => {
      const start = Math.floor(at * before.length);
      return before.slice(0, start) + added + before.slice(start + removed);
    }, seed),
  );

/** Files of a project, by their paths. */
export function mutatedFiles(count: number): fc.Arbitrary<Readonly<Record<string, string>>> {
  return fc
    .array(fc.tuple(fc.constantFrom(...places), text), { minLength: count, maxLength: count })
    .map((files) =>
      Object.fromEntries(files.map(([place, content], index) => [place.replace('#', `${index}`), content])),
    );
}
