import { expect, test } from 'vitest';
import { lint } from '../lint/lint.ts';
import { tempFolder } from '../support/folder.ts';

const head = 'style:\n  when: Naming things\n  ruleset:\n';
const others = '    - Other\nother:\n  when: Asking others\n  ruleset:\n    - One\n';

async function told(file: string, text: string): Promise<string[]> {
  const { problems } = await lint(await tempFolder({ [file]: text }));
  return problems
    .filter(({ severity }) => severity !== 'info')
    .map(({ line, column, message, hint }) => `${line}:${column}: ${message}. ${hint}`);
}

const below = (text: string, shown = text) =>
  `4:7: the rule is a text and has the key \`why\` below it. Write \`- rule: ${shown}\`, and start \`why\` in the column of \`rule\`: column 7`;
const atRule = (place: string, key = 'why') =>
  `${place}: \`${key}\` is not in the column of \`rule\`. Start \`${key}\` in column 7, like \`rule\` in line 4`;

test.each([
  ['right of the text', '- Use names\n        why: x', below('Use names')],
  ['in the column of the text', '- Use names\n      why: x', below('Use names')],
  ['right of the hyphen', '- Use names\n     why: x', below('Use names')],
  ['in the column of the hyphen', '- Use names\n    why: x', below('Use names')],
  ['left of the hyphen', '- Use names\n   why: x', below('Use names')],
  ['below a text in quotes', '- "Use names"\n      why: x', below('"Use names"')],
  ['below a text in single quotes', "- 'Use names'\n    why: x", below("'Use names'")],
  ['below a colon', '- Use X: never Y\n        why: x', below('Use X: never Y', '"Use X: never Y"')],
  [
    'the same, in another column',
    '- Use X: never Y\n    why: x',
    below('Use X: never Y', '"Use X: never Y"'),
  ],
  ['below a colon in quotes', '- "Use X: never Y"\n      why: x', below('"Use X: never Y"')],
  [
    'behind blank lines and comments',
    '- Use names\n\n      # so\n      why: x',
    /^4:7: .* the key `why` below it/,
  ],
  [
    'below a text of two lines',
    '- Use names\n      everywhere\n      why: x',
    /^4:7: .*\. Write `rule:` before the text, /,
  ],
  [
    'several',
    '- Use names\n      why: x\n      id: names',
    /^4:7: .* the keys `why` and `id` .* start `why` and `id` in/,
  ],
  [
    'with a value of its own',
    '- Use names\n      check:\n        pattern: x\n        paths: [a]',
    /^4:7: .* the key `check` below/,
  ],
  ['with a hyphen', '- Use names\n      - why: x', /start `why`, without the hyphen, in the column/],
  [
    'below a block',
    '- |\n      Use names\n    why: x',
    /^4:7: .*Write "- rule: \|" with its text further right, and start `why`/,
  ],
  [
    'that is one of the category',
    '- Use names\n      when: Naming',
    /^4:7: .* the key `when` below it\. Indent line 5 like line 3: start it in column 3, since `when` counts/,
  ],
  [
    'of the rule and of the category',
    '- Use names\n      why: x\n      paths: [a]',
    /start `why` in the column of `rule`: column 7\. Indent line 6 like line 3: start it in column 3, since `paths`/,
  ],
  ['of a rule, further right', '- rule: Use names\n        why: x', atRule('5:9')],
  ['of a rule, by one column', '- rule: Use names\n       why: x', atRule('5:8')],
  ['of a rule, further left', '- rule: Use names\n     why: x', atRule('5:6')],
  ['of a rule, below its hyphen', '- rule: Use names\n    why: x', atRule('5:5')],
  ['of a rule, left of its hyphen', '- rule: Use names\n   why: x', atRule('5:4')],
  ['of a rule in quotes', '- rule: "Use names"\n        why: x', atRule('5:9')],
  ['of a rule, behind another', '- rule: Use names\n      id: names\n    why: x', atRule('6:5')],
  [
    'of a rule, behind a check',
    '- rule: A\n      check:\n        review: true\n       why: x',
    atRule('7:8'),
  ],
  ['of a rule, behind a block', '- rule: |\n        Use names\n       why: x', atRule('6:8')],
  [
    'of a rule that begins with another',
    '- id: names\n        rule: Use names',
    '5:9: `rule` is not in the column of `id`. Start `rule` in column 7, like `id` in line 4',
  ],
])('a key of a rule that is not in its place: %s', async (_, item, problem) => {
  for (const end of ['', others]) {
    const text = `${head}    ${item}\n${end}`;
    for (const file of [text, text.replaceAll('\n', '\r\n')])
      expect(await told('s/commandments.yml', file)).toEqual([
        typeof problem === 'string' ? problem : expect.stringMatching(problem),
      ]);
  }
});

test('each text with a key below it is told of', async () => {
  const text = `${head}    - First\n      why: a\n    - Second\n      why: b\n`;
  expect(await told('s/commandments.yml', text)).toMatchObject(
    [/^4:7/, /^6:7/].map((place) => expect.stringMatching(place)),
  );
});

test('a key below a text with a colon is one mistake where YAML takes both for a mapping', async () => {
  expect(await told('s/commandments.yml', `${head}    - Use X: never Y\n      why: x\n`)).toEqual([
    '4:7: rule 1 of category `style` is a text with a colon and has the key `why` below it. Write `rule:` before the text, and the text in quotes; `why` stays in the column of `rule`',
  ]);
});

test.each([
  [
    'waivers.yml',
    'waivers:\n  - x\n    reason: y\n    until: 2099-01-31\n',
    /^2:5: the waiver is a text .*`- rule: x`/,
  ],
  [
    'tenka.yml',
    'US1:\n  who: a\n  what: b\n  why: c\n  acs:\n    AC1.1:\n      checks:\n        - I looked\n          validated: true\n',
    /^8:11: the check is a text .*`- manual: I looked`/,
  ],
  [
    'katas.yml',
    'a:\n  when: Now\n  katas:\n    cut: Do it\n      when: Then\n',
    /^5:7: the kata `cut` is a text .*End line 4 with `cut:`, .* column 7$/,
  ],
  [
    'commandments.yml',
    'a:\n  when: Now\n  - Use tabs\n  - Use names\n',
    /^3:3: a list begins inside a mapping\. Write `ruleset:` .* before line 3: start it in column 3$/,
  ],
  [
    'commandments.yml',
    'a:\n  when: "Now"\n    - Use tabs\n',
    /Write `ruleset:` .* before line 3: .* column 3$/,
  ],
  [
    'commandments.yml',
    'a:\n  paths:\n    - "a"\n  - Use tabs\n',
    /Write `ruleset:` .* before line 4: .* column 3$/,
  ],
  [
    'commandments.yml',
    'a:\n  when: Now\n- Use tabs\n',
    /Write `ruleset:` .* column 3, with the items further right$/,
  ],
  [
    'commandments.yml',
    'a:\n  ruleset:\n    - x\n  tags: [y]\n  - Use tabs\n',
    /Move it to .*`ruleset` in line 2$/,
  ],
  [
    'tests.yml',
    'tests:\n  one:\n    task: x\n    - d\n',
    /^4:5: a list .* such as `finds:`, .* before line 4: /,
  ],
  [
    'katas.yml',
    'a:\n  when: Now\n  katas:\n    cut:\n      when: Then\n      - One\n',
    /^6:7: a list .*Write `procedure: \|` .* before line 6: start it in column 7/,
  ],
])('a part of %s that is not in its place', async (file, text, problem) => {
  expect(await told(`s/${file}`, text)).toEqual([expect.stringMatching(problem)]);
});

const chart = '#!fcyaml\n      flowchart:\n        nodes:\n          - id: a\n            type: terminator\n';

test.each([
  ['', 'description: x'],
  ['with a template', 'description: "{{ scope.name }}"'],
])('hints of a flowchart name lines and columns of the file %s', async (_, description) => {
  const text = (indent: string) =>
    `a:\n  when: Now\n  katas:\n    k: |\n      ${chart}${indent}${description}\n`;
  expect(await told('s/katas.yml', text(' '.repeat(13)))).toEqual([
    expect.stringMatching(/^10:14: .*Start `description` in column 13, like `id` in line 8/),
  ]);
  const misnamed = text(' '.repeat(12)).replace(
    'type: terminator',
    'type: terminator\n             extra: x',
  );
  expect(await told('s/katas.yml', misnamed)).toEqual([
    expect.stringMatching(/Indent line 10 like line 9: start it in column 13/),
  ]);
});

test('a glob that YAML takes for an alias goes in quotes', async () => {
  expect(await told('s/commandments.yml', 'a:\n  when: Now\n  paths: [**/*.py]\n  ruleset: [x]\n')).toEqual([
    '3:11: the alias `**/*.py` has no anchor before it. Put the glob in quotes, like "**/*.py": YAML takes * at the start of a text for an alias',
  ]);
});

test.each([
  '[one-word, other-word]',
  '["Use a", "b and c"]',
  '[Use tabs, Use names]',
  '[use tabs, never mix]',
])('rules in brackets are not cut: %s', async (list) => {
  expect(await told('s/commandments.yml', `a:\n  when: Now\n  ruleset: ${list}\n`)).toEqual([]);
});

test.each([
  '|\n      1. Tag it\n      2. Push it',
  'Do it\n      - 2 times',
  '>\n      1. Tag it\n\n      2. Push it',
])('steps that do not run together: %s', async (steps) => {
  expect(await told('s/katas.yml', `a:\n  when: Now\n  katas:\n    ship: ${steps}\n`)).toEqual([]);
});
