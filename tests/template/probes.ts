import fc from 'fast-check';
import { expressions, print } from './reference.ts';
import { anyText } from './texts.ts';

/** A name that every object, list, text and number of the process inherits while templates are tried out. */
export const planted = 'inherited';

/** A template, and whether nothing but a failure may come of it. */
export interface Attempt {
  readonly text: string;
  readonly mustFail: boolean;
}

const hidden = [
  ...[
    planted,
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'isPrototypeOf',
  ],
  ...[
    '__defineGetter__',
    '__lookupGetter__',
    'propertyIsEnumerable',
    'toLocaleString',
    'length',
    'call',
    'apply',
  ],
  ...['bind', 'caller', 'callee', 'map', 'push', 'at', 'then', 'charAt', 'replaceAll', 'toFixed', 'toJSON'],
];
const foreign = [
  ...[
    'globalThis',
    'process',
    'require',
    'module',
    'Function',
    'eval',
    'this',
    'self',
    'it',
    'window',
    'Buffer',
  ],
  ...[
    '__eta',
    'include',
    'options',
    'arguments',
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    planted,
  ],
];
const bases = [
  ...[
    "''",
    '"a"',
    '1',
    '2.5',
    'true',
    'none',
    '[]',
    "['a']",
    '[[]]',
    'name',
    'empty',
    'port',
    'yes',
    'nothing',
  ],
  ...[
    'list',
    'numbers',
    'scope',
    'scope.name',
    'scope.tags',
    "scope.tags['on-call']",
    'scope.sources',
    'list[0]',
  ],
  ...[
    '(name ~ port)',
    '(list | first)',
    '(scope | list)',
    '(scope | tojson)',
    '(list | sort)',
    '(name if yes else 1)',
  ],
];
const word = fc.constantFrom(...hidden);
const noFilter = word.filter((name) => name !== 'length');

/** The ways to name a member. */
const member = fc.tuple(word, fc.nat({ max: 6 }), fc.nat({ max: 5 })).map(([name, way, at]) => {
  const cut = at % name.length;
  const halves = `'${name.slice(0, cut)}' ~ '${name.slice(cut)}'`;
  return (
    [
      `.${name}`,
      `['${name}']`,
      `["${name}"]`,
      `[${halves}]`,
      `['${[...name].reverse().join('')}' | reverse]`,
      `[['${name}'] | join]`,
      `['${name}' | string | trim]`,
    ][way] ?? ''
  );
});
const chain = fc
  .tuple(
    fc.oneof(fc.constantFrom(...bases), fc.constantFrom(...foreign)),
    fc.array(member, { minLength: 1, maxLength: 4 }),
  )
  .map(([base, members]) => base + members.join(''));
const called = fc.tuple(
  chain,
  fc.constantFrom('', '()', "('return process')()", '.call(1)', '(1, [], name)'),
);

/** Expressions that reach for what no template may have. */
const probes = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: called.map((parts) => parts.join('')) },
      { weight: 1, arbitrary: fc.constantFrom(...foreign) },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constantFrom(...bases), noFilter).map(([base, name]) => `${base} | ${name}`),
      },
    ),
    fc.nat({ max: 9 }),
  )
  .map(([probe, way]): Attempt => {
    const mayEnd = [
      `{{ ${probe} is defined }}`,
      `{{ ${probe} | default('none of it') }}`,
      `{% if ${probe} is defined %}{{ ${probe} }}{% endif %}`,
      `{{ '${planted}' in scope }}{{ scope | list }}{{ ${probe} }}`,
    ];
    const mustEnd = [
      `{{ ${probe} }}`,
      `{{ ${probe} | tojson }}`,
      `{{ 'a' ~ (${probe}) }}`,
      `{% for x in [${probe}] %}{{ x }}{% endfor %}`,
      `{% if ${probe} %}{{ ${probe} }}{% endif %}`,
      `{% for x in list %}{{ loop.${planted} }}{{ ${probe} }}{% endfor %}`,
    ];
    const text = [...mayEnd, ...mustEnd][way] ?? '';
    return { text, mustFail: way > 2 };
  });

/** Loops in loops whose bodies write, double texts and lists, or look for something, most of them without an end in sight. */
const loops = fc
  .tuple(
    fc.integer({ min: 1, max: 8 }),
    fc.constantFrom(
      '[1,2]',
      '[0,1,2,3,4,5,6,7,8,9]',
      'list',
      `('x'${" | replace('x', 'xxxxxxxxxx')".repeat(5)} | list)`,
    ),
    fc.constantFrom(
      '',
      '{{ 1 }}',
      'x'.repeat(500),
      '{{ list | sort | join }}',
      `{{ 'x'${" | replace('x', 'xxxxxxxxxx')".repeat(6)} | length }}`,
      `${'{% for d in [v0 ~ v0] %}{% for v0 in [d ~ d] %}'.repeat(12)}{{ v0 | length }}${'{% endfor %}{% endfor %}'.repeat(12)}`,
      `{{ ${'1 + '.repeat(200)}1 }}`,
    ),
    fc.string({ maxLength: 3 }),
  )
  .map(([depth, over, body, text]): Attempt => {
    const heads = Array.from({ length: depth }, (_, level) => `{% for v${level} in ${over} %}`);
    return { text: `${heads.join('')}${body}${'{% endfor %}'.repeat(depth)}${text}`, mustFail: false };
  });

const attempt = (text: string): Attempt => ({ text, mustFail: false });

/** Templates of every sort: expressions that are right, texts that are spoilt, and attempts to escape or to hang. */
export const attempts: fc.Arbitrary<Attempt> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.tuple(expressions, fc.boolean()).map(([tree, all]) => attempt(`{{ ${print(tree, all)} }}`)),
  },
  { weight: 40, arbitrary: probes },
  { weight: 29, arbitrary: anyText.map(attempt) },
  { weight: 1, arbitrary: loops },
);
