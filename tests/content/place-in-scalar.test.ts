import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { placeInScalar, type ScalarSource, templateProblem } from '../../src/content/text/place-in-scalar.ts';

/** The first scalar of a file whose text holds `{{`, and its source as a reader of files gives it. */
function scalarOf(file: string): { scalar: ScalarSource; text: string } {
  const lineCounter = new LineCounter();
  const document = parseDocument(file, { lineCounter });
  let found: { scalar: ScalarSource; text: string } | undefined;
  visit(document, {
    Scalar(_, node) {
      if (found || !isScalar(node) || !String(node.value).includes('{{') || !node.range) return;
      const { line, col: column } = lineCounter.linePos(node.range[0]);
      found = {
        scalar: { line, column, source: file.slice(node.range[0], node.range[1]) },
        text: String(node.value),
      };
    },
  });
  if (!found) throw new Error('no template in this file');
  return found;
}

/** The place of `{{bad` by counting in the file, and as the function finds it. */
function places(file: string): { counted: object; found: object } {
  const { scalar, text } = scalarOf(file);
  const before = file.slice(0, file.indexOf('{{bad')).split('\n');
  return {
    counted: { line: before.length, column: (before.at(-1) ?? '').length + 1 },
    found: placeInScalar(scalar, text, text.indexOf('{{bad')),
  };
}

const files: Readonly<Record<string, string>> = {
  plain: 'a:\n  - x {{bad}}\n',
  'plain over lines': 'a: some text\n   that goes on\n\n   and on {{bad}}\n',
  'single quotes': "a: 'it''s {{bad}}'\n",
  'single quotes over lines': "a: 'it''s\n\n    here {{ ok }}\n    {{bad}}'\n",
  'double quotes': 'a: "x\\t\\"y\\" \\u00e9 \\U0001F600 \\x41 \\\\ {{bad}}"\n',
  'escaped white space': 'a: "x\\n\\_\\L\\ y\\e\\0\\N{{bad}}"\n',
  'double quotes over lines': 'a: "one \\\n    two\n    {{bad}}"\n',
  literal: 'a: |\n  one\n\n    two {{ ok }}\n  {{bad}}\n',
  'literal with chomping and a comment': 'a: |2- # why\n    one\n  {{bad}}\n',
  folded: 'a: >-\n  one\n  two\n\n  three\n  {{bad}}\n',
  anchored: 'a: &x |\n  one {{bad}}\n',
  tagged: 'a: !!str "x {{bad}}"\n',
  'CRLF line ends': 'a: |\r\n  one\r\n  {{bad}}\r\n',
  'characters of two units': 'a: "\u{1F600} {{bad}}"\n',
};

describe('the place of an expression in its file', () => {
  test.each(Object.entries(files))('%s', (_, file) => {
    const { counted, found } = places(file);
    expect(found).toEqual(counted);
  });

  test('is exact however the text is written', () => {
    const word = fc.stringMatching(/^[a-z'"\\#:-]{1,6}$/);
    fc.assert(
      fc.property(
        fc.array(word),
        fc.constantFrom('QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED', 'PLAIN'),
        (words, type) => {
          const document = parseDocument('a: {b: x}\nc: [x]');
          const text = [...words, '{{bad}}', ...words].join(' ');
          const scalar = document.createNode(text);
          scalar.type = type as 'PLAIN';
          document.setIn(['c', 0], scalar);
          const list = document.get('c') as { flow?: boolean };
          list.flow = false;
          const { counted, found } = places(document.toString({ lineWidth: 30 }));
          expect(found).toEqual(counted);
        },
      ),
    );
  });

  test('makes a problem', () => {
    const file = 'a:\n  - "x {{bad}}"\n';
    const { scalar, text } = scalarOf(file);
    const failure = { message: '"bad" is not defined', offset: text.indexOf('bad'), source: '{{bad}}' };
    expect(templateProblem('shop/commandments.yml', scalar, text, failure)).toMatchObject({
      code: 'template-failure',
      severity: 'error',
      file: 'shop/commandments.yml',
      line: 2,
      column: 10,
      excerpt: '{{bad}}',
    });
  });
});
