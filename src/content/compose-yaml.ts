import { Composer, type Document, Parser, type YAMLError } from 'yaml';

/** Syntax errors that are collected from one file; a file of nothing but mistakes would fill the memory. */
const maxErrors = 100;

export interface SyntaxError {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** The first document of a YAML 1.2 text and its syntax errors; a second document is one of them. */
export function composeYaml(text: string): {
  document: Document.Parsed | null;
  errors: readonly SyntaxError[];
} {
  let bad = 0;
  function* tokens() {
    for (const token of new Parser().parse(text)) {
      if (token.type === 'error' && ++bad > maxErrors) return;
      yield token;
    }
  }
  try {
    const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
    const documents = composer.compose(tokens(), true, text.length);
    const document = (documents.next().value as Document.Parsed | undefined) ?? null;
    const second = documents.next().value as Document.Parsed | undefined;
    const errors = (document?.errors ?? []).slice(0, maxErrors).map((error) => explain(error, text));
    if (second !== undefined) {
      const message = 'multiple documents in one file: the second starts here';
      errors.push({ offset: second.range[0], message, hint: hints.MULTIPLE_DOCS as string });
    }
    return { document, errors };
  } catch (error) {
    // The composer recurses: nesting by the ten thousand overflows its stack.
    if (!(error instanceof RangeError)) throw error;
    return { document: null, errors: [{ offset: 0, ...tooDeep }] };
  }
}

const tooDeep = { message: 'it is nested too deeply', hint: 'Write it flatter' };

const hints: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'Put text that holds a colon in quotes',
  MULTILINE_IMPLICIT_KEY: 'Put text that holds a colon in quotes',
  TAB_AS_INDENT: 'Indent with spaces',
  BAD_INDENT: 'Align it with its neighbours',
  MULTIPLE_DOCS: 'Keep one document: remove the line "---"',
};

function explain(error: YAMLError, text: string): SyntaxError {
  const [offset] = error.pos;
  if ((error.code as string) === 'RESOURCE_EXHAUSTION') return { offset, ...tooDeep };
  const sentence = error.message.split('\n', 1)[0] ?? error.message;
  const message = sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/[.:]$/, '');
  const hint =
    hints[error.code] ??
    hintOfLine(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)) ??
    'Fix the YAML at this place; text with special characters goes in quotes';
  return { offset, message, hint };
}

/** What is wrong with a line whose value ends before its text does, by how the value begins; null where that says nothing. */
function hintOfLine(before: string): string | null {
  const [, start] = /^\s*(?:- +)*(?:[^\s"'{][^"'{]*: +)?(\{[{%#]|["'])/.exec(before) ?? [];
  if (start === undefined) return null;
  if (start === '"') return 'Write \\" for a quote inside quotes, or put the whole text in single quotes';
  if (start === "'")
    return "Write '' for a quote inside single quotes, or put the whole text in double quotes";
  return `Put the whole text in quotes: YAML takes ${start} at the start of a text for a mapping`;
}
