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
    const errors = (document?.errors ?? []).slice(0, maxErrors).map(explain);
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

function explain(error: YAMLError): SyntaxError {
  const [offset] = error.pos;
  if ((error.code as string) === 'RESOURCE_EXHAUSTION') return { offset, ...tooDeep };
  const sentence = error.message.split('\n', 1)[0] ?? error.message;
  const message = sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/[.:]$/, '');
  const hint =
    hints[error.code] ?? 'Mend the YAML at this place; text with special characters goes in quotes';
  return { offset, message, hint };
}
