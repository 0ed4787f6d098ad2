import { expect, test } from 'vitest';
import { lint } from '../lint/lint.ts';
import { tempFolder } from '../support/folder.ts';

test.each([
  [
    'a key that is indented further than its neighbour',
    'a:\n  when: Now\n    ruleset: [x]\n',
    /^Indent line 3 like line 2: start it in column 3$/,
  ],
  [
    'the same with blank lines and comments between',
    'a:\n  when: Now\n\n  # why\n    ruleset: [x]\n',
    /^Indent line 5 like line 2/,
  ],
  ['a key that is indented less', 'a:\n  when: Now\n ruleset: [x]\n', /^Indent line 3 like line 2/],
  ['a key behind a quoted value', 'a:\n  when: "Now"\n    ruleset: [x]\n', /^Indent line 3 like line 2/],
  ['a key in the column of items', 'a:\n  ruleset:\n    - x\n    when: Now\n', /^Indent line 4 like line 2/],
  [
    'a category between two columns',
    'a:\n    b:\n      ruleset: [x]\n   c:\n      ruleset: [y]\n',
    /^Indent line 4 like line 2/,
  ],
  ['an item that is indented less', 'a:\n  ruleset:\n    - One\n   - Two\n', /^Indent line 4 like line 3/],
  [
    'an item that is indented further',
    'a:\n  ruleset:\n    - One\n      - Two: x\n',
    /^Indent line 4 like line 3/,
  ],
  [
    'a first key that is indented',
    '  a:\n    ruleset: [x]\nb:\n  ruleset: [x]\n',
    /^Indent line 1 like line 3/,
  ],
  [
    'a text that does not go on below |',
    'a:\n  ruleset:\n    - |\n    text\n',
    /^Indent the text further than line 3/,
  ],
  [
    'a text below | that is indented less',
    'a:\n  katas:\n    k: |\n      one\n     two\n',
    /^Indent line 5 like the text that line 3 opens/,
  ],
  ['an item without its hyphen', 'a:\n  ruleset:\n    - One\n    Two\n', /"- "/],
  ['a tab', 'a:\n  when: Now\n\truleset: [x]\n', /spaces/],
  ['a colon in a rule', 'a:\n  ruleset:\n    - Say this: and: that\n', /holds a colon in quotes/],
  [
    'a colon in a rule of several lines',
    'a:\n  ruleset:\n    - Say this\n      and that: now\n',
    /holds a colon in quotes/,
  ],
  ['a colon without a blank', 'a:\n  when:Now\n  ruleset: [x]\n', /blank behind the colon/],
  ['a key without a colon', 'a\n  when: Now\n', /End the key with a colon/],
  [
    'a key and a value without a colon',
    'a:\n  when Now\n  ruleset: [x]\n',
    /colon and a blank behind the key/,
  ],
  ['a list that is not closed', 'a:\n  ruleset: [x\nb:\n  ruleset: [y]\n', /"\]"/],
  ['a mapping that is not closed', 'a: {when: Now\nb:\n  ruleset: [y]\n', /"\}"/],
  [
    'a quote that is not closed',
    'a:\n  ruleset:\n    - "Open\n    - Two\n',
    /Write the " that ends the text/,
  ],
  ['a backslash in quotes', 'a:\n  ruleset:\n    - "C:\\path"\n', /\\\\ for a backslash/],
  ['items without a comma', 'a:\n  tags: [x, "z" w]\n  ruleset: [x]\n', /comma/],
  [
    'a text that starts with an asterisk',
    'a:\n  ruleset:\n    - *bold* text\n',
    /quotes: YAML takes \* at the start/,
  ],
  [
    'a text that starts with a bracket',
    'a:\n  ruleset:\n    - [x] done\n',
    /quotes: YAML takes \[ at the start/,
  ],
  ['a text that starts with >', 'a:\n  ruleset:\n    - > 5 items\n', /quotes: YAML takes > at the start/],
  ['a text that starts with @', 'a:\n  ruleset:\n    - @owner\n', /quotes: YAML lets no text start with @/],
])('the cure fits the mistake: %s', async (_, text, cure) => {
  for (const file of [text, text.replaceAll('\n', '\r\n')]) {
    const { problems } = await lint(await tempFolder({ 's/commandments.yml': file }));
    expect(problems[0]).toMatchObject({ code: 'yaml-syntax', hint: expect.stringMatching(cure) });
  }
});

test.each([
  [
    'a waiver without its hyphen',
    's/waivers.yml',
    'waivers:\n  rule: x\n    until: 2099-01-31\n    reason: y\n',
    /^Put "- " before line 2, .* column 5$/,
  ],
  [
    'the same, evenly indented',
    's/waivers.yml',
    'waivers:\n  rule: x\n  until: 2099-01-31\n  reason: y\n',
    /each starts like "- rule: /,
  ],
  [
    'a list below a rule',
    's/commandments.yml',
    'a:\n  when: Now\n  ruleset:\n    - Number invoices:\n        - by year\n        - by month\n',
    /each item of the list as a rule of its own, or all of it in a block that starts with "\|"$/,
  ],
])('one cure is named: %s', async (_, file, text, cure) => {
  const { problems } = await lint(await tempFolder({ [file]: text }));
  expect(problems.map(({ hint }) => hint)).toEqual([expect.stringMatching(cure)]);
});

const stringLike = (like: string | RegExp) => (typeof like === 'string' ? like : expect.stringMatching(like));
const others =
  '    - rule: Be terse\n      id: terse\n      why: Readers are few\nb:\n  ruleset:\n    - One\n';

test.each([
  [
    'a brace in a command',
    '- {rule: x, check: {command: node a.js {files}, paths: [a]}}',
    '4:44: a { in a text without quotes',
    "Put the text in quotes, like 'node a.js {files}'",
  ],
  [
    'the same over several lines',
    '- rule: x\n      check: {\n        command: node a.js {files},\n        paths: [a]\n      }',
    '6:28: a { in a text without quotes',
    "Put the text in quotes, like 'node a.js {files}'",
  ],
  [
    'a brace behind a bracket',
    '- {rule: x, check: {pattern: [0-9]{3}, paths: [a]}}',
    '4:39: a { in a text without quotes',
    "Put the text in quotes, like '[0-9]{3}'",
  ],
  [
    'a quote within',
    "- {rule: x, check: {command: a 'b' {files}, paths: [a]}}",
    '4:40: a { in a text without quotes',
    "Put the text in quotes, like 'a ''b'' {files}'",
  ],
  [
    'a bracket, then text',
    '- {rule: x, check: {pattern: [a-z]+, paths: [a]}}',
    '4:39: unexpected scalar at node end',
    "Put the text in quotes, like '[a-z]+'",
  ],
  ['a brace too many', '- {rule: x, id: xy}}', '4:24: one } too many', /^Remove it, or /],
  [
    'a bracket too many',
    '- {rule: x, check: {pattern: x, paths: [a]]}}',
    '4:47: one ] too many',
    /^Remove it, or /,
  ],
  [
    'a brace too few',
    '- {rule: x, check: {pattern: x, paths: [a]}',
    /^4:7: flow map .* end with a }$/,
    /^Close what is open with "}"/,
  ],
  [
    'a bracket too few',
    '- {rule: x, check: {pattern: x, paths: [a}}',
    /^4:44: flow sequence .* end with a \]$/,
    /^Close what is open with "\]"/,
  ],
  ['a text in braces', '- {{ a }} {{ b }}', /^4:15: /, /YAML takes \{\{ at the start/],
  ['no blank behind a hyphen', '-Use tabs', /^4:5: /, 'Write a blank behind the hyphen, like "- …"'],
  ['the same in a later item', '- Use tabs\n    -Use it', /^5:1: /, /^Write a blank behind the hyphen/],
  [
    'a text that | does not reach',
    '- rule: |\n      Use it\n      so\n      id: xy',
    /^5:7: /,
    /^Indent the text further than line 4/,
  ],
  [
    'the same in the column of the items',
    '- rule: |\n    Use it',
    /^5:1: /,
    /^Indent the text further than line 4/,
  ],
])('what follows from one mistake is not told: %s', async (_, item, place, hint) => {
  const text = `a:\n  when: Now\n  ruleset:\n    ${item}\n${others}`;
  for (const file of [text, text.replaceAll('\n', '\r\n')]) {
    const { problems } = await lint(await tempFolder({ 's/commandments.yml': file }));
    const told = problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
    expect(told).toEqual([stringLike(place)]);
    expect(problems[0]?.hint).toEqual(stringLike(hint));
  }
});

test('mistakes of their own are told in one run, up to a bracket too many', async () => {
  const items = '    - [x] done\n    - [y] also\n    - {rule: x, id: xy}}\n    - [z] never\n';
  const text = `a:\n  ruleset:\n    - {rule: x, check: {pattern: y, paths: [a]}\n    - Be: terse: now\nb:\n  ruleset:\n${items}`;
  const { problems } = await lint(await tempFolder({ 's/commandments.yml': text }));
  expect(problems.map(({ line }) => line)).toEqual([3, 7, 8, 9]);
});

test.each(['- {{ chan }}', '- rule: {{ chan }}', '- {rule: {{ chan }}, id: xy}'])(
  'a variable without quotes is named: %s',
  async (item) => {
    const text = `a:\n  when: Now\n  ruleset:\n    ${item}\n`;
    const { problems } = await lint(await tempFolder({ 's/commandments.yml': text }));
    const hint = 'Put the whole text in quotes: YAML takes {{ at the start of a text for a mapping';
    expect(problems).toMatchObject([{ code: 'complex-key', hint }]);
  },
);

test('a tab is told of alone, without what follows from it', async () => {
  const text = 'a:\n  when: Now\n  ruleset:\n\t- Answer errors\n';
  const { problems } = await lint(await tempFolder({ 's/commandments.yml': text }));
  expect(problems.map(({ line, hint }) => [line, hint])).toEqual([[4, 'Indent with spaces']]);
});

test.each([
  ['a quote', 'a:\n  ruleset:\n    - "Open\nb:\n  ruleset:\n    - Two\n', 3, 7, 'the closing " is missing'],
  ['a bracket', 'a:\n  ruleset: [x,\n\n    y\nb:\n  ruleset: [z]\n', 2, 12, undefined],
  [
    'a brace that a comment hides, in a flowchart',
    'a:\n  katas:\n    k: |\n      #!fcyaml\n      flowchart:\n        nodes:\n          - {id: a, description: In #b}\n',
    7,
    13,
    undefined,
  ],
])('%s that is never closed is found where it opens', async (_, text, line, column, message) => {
  const file = text.includes('katas') ? 's/katas.yml' : 's/commandments.yml';
  const { problems } = await lint(await tempFolder({ [file]: text }));
  const [problem] = problems.filter(({ code }) => code === 'yaml-syntax');
  expect(problem).toMatchObject({ line, column, ...(message !== undefined && { message }) });
});
