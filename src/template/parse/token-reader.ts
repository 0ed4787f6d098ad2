import { cutText } from '../../model/text/cut-text.ts';
import { TemplateError } from '../template-error.ts';
import type { Token } from './lex-expression.ts';

/** The tokens of one tag and how far they have been read. */
export interface TokenReader {
  readonly tokens: readonly Token[];
  index: number;
  /** Levels of brackets and signs that are open. */
  nesting: number;
  operators: number;
}

export const constants: ReadonlyMap<string, boolean | null> = new Map([
  ...['true', 'True'].map((name) => [name, true] as const),
  ...['false', 'False'].map((name) => [name, false] as const),
  ...['none', 'None'].map((name) => [name, null] as const),
]);

export const keywords: ReadonlySet<string> = new Set(['and', 'or', 'not', 'if', 'else', 'in', 'is']);

const hints: ReadonlyMap<string, string> = new Map([
  ['=', 'compare with =='],
  ['&&', 'write and'],
  ['||', 'write or'],
  ['!', 'write not'],
  ['?', 'write x if condition else y'],
  ['**', 'there is no power operator'],
  ['{', 'mappings cannot be written in a template'],
]);

/** Gives a reader over the tokens of a tag. */
export function createTokenReader(tokens: readonly Token[]): TokenReader {
  return { tokens, index: 0, nesting: 0, operators: 0 };
}

/** The next token, the one of kind `end` again and again at the end. */
export function peek(reader: TokenReader): Token {
  return reader.tokens[Math.min(reader.index, reader.tokens.length - 1)] as Token;
}

export function advance(reader: TokenReader): Token {
  const token = peek(reader);
  reader.index += 1;
  return token;
}

/** Reads past the next token if it is this operator or word, and tells whether it was. */
export function accept(reader: TokenReader, text: string): boolean {
  if (!isSign(peek(reader), text)) return false;
  reader.index += 1;
  return true;
}

/** Reads this operator or word; anything else is a TemplateError. */
export function expect(reader: TokenReader, text: string): Token {
  const token = peek(reader);
  if (!accept(reader, text)) throw unexpected(token, `"${text}"`);
  return token;
}

/** Fails unless all tokens of the tag have been read. */
export function expectEnd(reader: TokenReader): void {
  const token = peek(reader);
  if (token.kind !== 'end') throw unexpected(token, 'an operator or the end of the tag');
}

/** Whether a token is this operator or word (and not a string that says the same). */
export function isSign(token: Token, text: string): boolean {
  return token.text === text && (token.kind === 'operator' || token.kind === 'name');
}

/** The TemplateError for a token that cannot stand where it does. */
export function unexpected(token: Token, wanted: string): TemplateError {
  const hint = token.kind === 'unknown' ? 'put text in quotes' : hints.get(token.text);
  const found = token.kind === 'end' ? 'the tag ends' : `"${cutText(token.text, 40)}" stands`;
  const message = `${found} where ${wanted} is expected${hint ? `; ${hint}` : ''}`;
  return new TemplateError(message, { offset: token.start });
}
