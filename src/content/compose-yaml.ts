import { Composer, type Document, type YAMLError } from 'yaml';
import { boundOf, lookAtTokens, tooDeep } from './look-at-tokens.ts';
import { findMergeMark, mergeConflict } from './merge-marks.ts';

/** Syntax errors that are collected from one file; a file of nothing but mistakes would fill the memory. */
const maxErrors = 100;
/** Lexical tokens of one content file. */
const maxContentTokens = 1_000_000;

export interface SyntaxError {
  readonly offset: number;
  /** The first unit behind it. */
  readonly end: number;
  readonly message: string;
  readonly hint: string;
}

interface Composed {
  readonly document: Document.Parsed | null;
  readonly errors: readonly SyntaxError[];
}

/** The first document of a YAML 1.2 text and its syntax errors; a second document is one of them. `maxTokens` bounds its tokens. */
export function composeYaml(text: string, maxTokens: number = maxContentTokens): Composed {
  const composed = compose(text, maxTokens);
  const offset = composed.errors.length === 0 ? null : findMergeMark(text);
  // Whatever else is wrong comes from both sides standing there.
  return offset === null
    ? composed
    : { document: null, errors: [{ offset, end: offset + 7, ...mergeConflict }] };
}

function compose(text: string, maxTokens: number): Composed {
  const looked = lookAtTokens(text, maxTokens);
  if ('tooMuch' in looked) {
    const { tooMuch } = looked;
    const { offset } = tooMuch;
    return { document: null, errors: [{ offset, end: offset + 1, ...boundOf(tooMuch) }] };
  }
  try {
    const composer = boundErrors(new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'error' }));
    const documents = composer.compose(looked.tokens, true, text.length);
    const document = (documents.next().value as Document.Parsed | undefined) ?? null;
    const second = documents.next().value as Document.Parsed | undefined;
    const errors = (document?.errors ?? []).slice(0, maxErrors).map((error) => explain(error, text));
    if (second !== undefined) {
      const message = 'multiple documents in one file: the second starts here';
      const [offset] = second.range;
      errors.push({ offset, end: offset + 1, message, hint: hints.MULTIPLE_DOCS as string });
    }
    return { document, errors };
  } catch (error) {
    if (error instanceof TooManyErrors) {
      return { document: null, errors: error.found.map((found) => explain(found, text)) };
    }
    // The composer recurses: nesting by the ten thousand overflows its stack.
    if (!(error instanceof RangeError)) throw error;
    return { document: null, errors: [{ offset: 0, end: 1, ...tooDeep }] };
  }
}

type Found = Pick<YAMLError, 'pos' | 'code' | 'message'>;

class TooManyErrors extends Error {
  readonly found: Found[] = [];
}

/** The composer, ended by TooManyErrors: a million errors, each with its stack, take ten seconds and a gigabyte. */
function boundErrors(composer: Composer): Composer {
  type Report = (at: ErrorPlace, code: YAMLError['code'], message: string, isWarning?: boolean) => void;
  const reporting = composer as unknown as { onError: Report };
  const report = reporting.onError;
  const tooMany = new TooManyErrors();
  reporting.onError = (at, code, message, isWarning) => {
    if (tooMany.found.length >= maxErrors) throw tooMany;
    tooMany.found.push({ pos: placeOf(at), code, message });
    report(at, code, message, isWarning);
  };
  return composer;
}

type ErrorPlace = number | [number, number] | { readonly offset: number };

function placeOf(at: ErrorPlace): [number, number] {
  if (typeof at === 'number') return [at, at + 1];
  return 'offset' in at ? [at.offset, at.offset + 1] : at;
}

const hints: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'Put text that holds a colon in quotes',
  MULTILINE_IMPLICIT_KEY: 'Put text that holds a colon in quotes',
  TAB_AS_INDENT: 'Indent with spaces',
  BAD_INDENT: 'Align it with its neighbours',
  MULTIPLE_DOCS: 'Keep one document: remove the line "---"',
};

function explain(error: Found, text: string): SyntaxError {
  const [offset, end = offset + 1] = error.pos;
  if ((error.code as string) === 'RESOURCE_EXHAUSTION') return { offset, end, ...tooDeep };
  const sentence = error.message.split('\n', 1)[0] ?? error.message;
  const message = sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/[.:]$/, '');
  const hint =
    hints[error.code] ??
    hintOfLine(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)) ??
    'Fix the YAML at this place; text with special characters goes in quotes';
  return { offset, end, message, hint };
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
