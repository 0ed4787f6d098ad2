import { type CST, Lexer, Parser } from 'yaml';
import { takeItems } from './take-items.ts';

type Token = CST.Token;

/** Why a text is not worth composing: where, and which bound it goes over. */
export interface TooMuch {
  readonly offset: number;
  readonly what: 'nesting' | 'tokens' | 'escapes';
}

export const tooDeep = { message: 'it is nested too deeply', hint: 'Write it flatter' } as const;

const bounds = {
  nesting: tooDeep,
  tokens: { message: 'it has too many parts to be read', hint: 'Split it over several scopes' },
  escapes: {
    message: 'it has hundreds of escapes that YAML does not have',
    hint: 'Put text with backslashes in single quotes',
  },
} as const satisfies Record<TooMuch['what'], { message: string; hint: string }>;

/** What to say of a bound. */
export function boundOf({ what }: TooMuch): { readonly message: string; readonly hint: string } {
  return bounds[what];
}

/** Collections within collections that are still told apart from a text that only means to be expensive. */
const maxNesting = 200;
/** Escapes that YAML does not have, in one text. */
const maxBadEscapes = 100;
const goodEscape = /\\(?:[0abefnrtvNLP_ \t"/\\\r\n]|x[\da-f]{2}|u[\da-f]{4}|U00(?:0[\da-f]|10)[\da-f]{4})/iy;
/** Lexemes between two chances for others to have a turn. */
const perPause = 1000;
/** Characters that a lexeme has at least to be looked into. */
const shortLexeme = 100;
/** Characters over which a text in double quotes is counted by them, so many to a part. */
const longText = 100_000;
const lettersPerPart = 4;
/** Mistakes that the parser finds. */
const maxErrors = 100;

/**
 * The documents of a YAML text as the parser sees them, or the bound that it goes over. The parser and the composer take
 * minutes and gigabytes for megabytes of brackets, quotes or wrong escapes, so each lexical token (a sign, indentation,
 * comment, line break or scalar) is looked at on the way.
 */
export function* lookAtTokens(
  text: string,
  maxTokens: number,
): Generator<void, { tokens: readonly Token[] } | { tooMuch: TooMuch }> {
  const parser = new Parser();
  const lexer = new Lexer();
  const tokens: Token[] = [];
  let count = 0;
  let sincePause = 0;
  let errors = 0;
  let badEscapes = 0;
  for (const lexeme of lexer.lex(text)) {
    if (++sincePause >= perPause) {
      yield;
      sincePause = 0;
    }
    if (lexeme.startsWith('"')) {
      badEscapes += countBadEscapes(lexeme);
      if (badEscapes > maxBadEscapes) return { tooMuch: { offset: parser.offset, what: 'escapes' } };
    }
    count += weightOf(lexeme);
    if (count > maxTokens) return { tooMuch: { offset: parser.offset, what: 'tokens' } };
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error' && ++errors > maxErrors) return { tokens };
      tokens.push(token);
    }
    if (parser.stack.length > maxNesting) return { tooMuch: { offset: parser.offset, what: 'nesting' } };
    if (lexeme !== '\n' && lexeme !== '\r\n') continue;
    const taken = takeItems(text, lexer, parser, Math.min(maxTokens - count, perPause));
    count += taken;
    sincePause += taken;
  }
  tokens.push(...parser.end());
  return { tokens };
}

/**
 * A lexeme in parts: one, and each line of a long scalar, and each escape in one, which the composer looks at one by one. It adds up
 * texts in double quotes letter by letter, and very long ones so take tens of bytes for each.
 */
function weightOf(lexeme: string): number {
  const { length } = lexeme;
  if (length < shortLexeme) return 1;
  const lines = countOf('\n', lexeme);
  if (!lexeme.startsWith('"')) return 1 + lines;
  return 1 + lines + countOf('\\', lexeme) + (length > longText ? length / lettersPerPart : 0);
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

function countBadEscapes(scalar: string): number {
  let count = 0;
  for (let at = scalar.indexOf('\\'); at !== -1; at = scalar.indexOf('\\', at + 2)) {
    goodEscape.lastIndex = at;
    if (!goodEscape.test(scalar) && ++count > maxBadEscapes) return count;
  }
  return count;
}
