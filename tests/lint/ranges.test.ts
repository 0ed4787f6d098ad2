import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { lint } from './lint.ts';

/** What a mistake in one file of scope `s` marks, as it stands in the file. */
async function markedIn(file: string, text: string): Promise<string[]> {
  const { problems } = await lint(await tempFolder({ [`s/${file}`]: text }));
  // Columns are those of editors, which count without a byte order mark.
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const offsetOf = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  return problems.map(({ code, line, column, end_line, end_column }) => {
    const marked = lines.join('\n').slice(offsetOf(line, column), offsetOf(end_line, end_column));
    return `${code}: ${marked}`;
  });
}

test.each([
  ['a key', 'metadata.yml', 'descripton: x\n', 'unknown-key: descripton'],
  ['a key after a byte order mark', 'metadata.yml', '\uFEFFdescripton: x\n', 'unknown-key: descripton'],
  ['a value', 'metadata.yml', 'description: d\nparent: nobody # why\n', 'unknown-parent: nobody'],
  ['a quoted value', 'metadata.yml', 'parent: "nobody"\n', 'unknown-parent: "nobody"'],
  [
    'a part of a rule',
    'commandments.yml',
    'a:\n  when: w\n  ruleset: ["Ask {{ x }} now"]\n',
    'undefined-variable: x',
  ],
  [
    'a filter',
    'commandments.yml',
    'a:\n  when: w\n  ruleset: ["{{ \'x\' | uper }}"]\n',
    'unknown-filter: uper',
  ],
  [
    'a tag that is not closed',
    'commandments.yml',
    'a:\n  when: w\n  ruleset: ["Ask {{ x now"]\n',
    'template-syntax: {{ x now',
  ],
  [
    'a part of a folded rule',
    'commandments.yml',
    'a:\n  when: w\n  ruleset:\n    - >-\n      Ask\n      {{ nobody\n      }} now\n',
    'undefined-variable: nobody',
  ],
  [
    'an escaped character',
    'commandments.yml',
    'a:\n  when: w\n  ruleset: ["x\\u202ey"]\n',
    'hidden-text: \\u202e',
  ],
  [
    'a character of two units',
    'commandments.yml',
    'a:\n  when: w\n  ruleset: [x\u{e0041}y]\n',
    'hidden-text: \u{e0041}',
  ],
  [
    'a rule that is a mapping',
    'commandments.yml',
    'a:\n  ruleset:\n    - Say: so  # no\n',
    'wrong-type: Say: so',
  ],
  ['bad syntax', 'commandments.yml', 'a:\n  ruleset:\n    - @owner decides\n', 'yaml-syntax: @'],
  [
    'a key of a flowchart',
    'katas.yml',
    'a:\n  when: w\n  katas:\n    k: |\n      #!fcyaml\n      flowchart:\n        nam: x\n        nodes: [{id: a, type: process, description: A}]\n',
    'unknown-key: nam',
  ],
  [
    'a reference',
    'tenka.yml',
    'tenka:\n  US1: {who: a, what: see AC9.1, why: c, acs: {AC1.1: {given: a, when: b, then: c}}}\n',
    'dangling-ac-ref: AC9.1',
  ],
])('a problem ends where what it is about ends: %s', async (_, file, text, marked) => {
  expect(await markedIn(file, text)).toContain(marked);
});
