import fc from 'fast-check';

const fragments = [
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '{#',
    '#}',
    '{{-',
    '-}}',
    '{%-',
    '-%}',
    '{',
    '}',
    '-',
    "'",
    '"',
    '\\',
    '\n',
    '\r\n',
    ' ',
  ],
  ...[
    'if',
    'elif',
    'else',
    'endif',
    'for',
    'in',
    'endfor',
    'not',
    'and',
    'or',
    'is',
    'defined',
    'loop',
    'loop.index',
  ],
  ...[
    'name',
    'list',
    'scope',
    '.tags',
    '.team',
    '[0]',
    '[',
    ']',
    '(',
    ')',
    ',',
    '|',
    'upper',
    'default',
    'join',
    'x',
  ],
  ...[
    '+',
    '*',
    '/',
    '//',
    '%',
    '~',
    '==',
    '<',
    '=',
    '1',
    '2.5',
    "'a'",
    'é',
    '😀',
    '\u2028',
    '__proto__',
    '.constructor',
  ],
  ...[
    '{{ name }}',
    '{% if yes %}',
    '{% endif %}',
    '{% for x in list %}',
    '{% endfor %}',
    '{{ x | upper }}',
    '{# c #}',
  ],
];
/** Pieces of templates in any order. */
export const soup: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...fragments), { maxLength: 40 })
  .map((parts) => parts.join(''));
const templates = [
  'Ask {{ scope.tags.team | default("x") | upper }} about {{ name }}.',
  "{% for x in list %}{{ loop.index }}. {{ x ~ '!' }}{% if not loop.last %}, {% endif %}{% endfor %}",
  '{% if port > 80 and name is string %}{{- port -}}{% elif no %}b{% else %}c{% endif %}{# end #}',
];
const mutated = fc
  .tuple(
    fc.constantFrom(...templates),
    fc.nat(),
    fc.nat({ max: 8 }),
    fc.oneof(soup, fc.string({ unit: 'binary' })),
  )
  .map(([text, at, length, piece]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + length);
  });
/** Texts with tags, and without: pieces, sound templates spoilt, and any text. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  soup,
  mutated,
  fc.string({ unit: 'binary', maxLength: 100 }),
);
