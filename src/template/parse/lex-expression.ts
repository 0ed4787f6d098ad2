import { stringEnd } from './split-tags.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'operator' | 'unknown' | 'end';
  /** A string's content; of all others what is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const space = /\s*/y;
const word = /([\p{L}_][\p{L}\p{N}_]*)|(\d+(?:_\d+)*(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_]))/uy;
const operator = /==|!=|<=|>=|\/\/|\*\*|&&|\|\||[-+*/%~<>()[\]{},.|=:!?&;@$^`\\#]/y;
const unknown = /[\p{L}\p{N}_]+|[\s\S]/uy;
const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ["'", "'"],
  ['"', '"'],
  ['\\', '\\'],
  ['\n', ''],
]);

/** Turns the inside of a tag, which starts at `base` in it, into tokens, the last of kind `end`. Never throws. */
export function lexExpression(inner: string, base: number): Token[] {
  const tokens: Token[] = [];
  let index = skipSpace(inner, 0);
  while (index < inner.length) {
    const token = readToken(inner, index, base);
    tokens.push(token);
    index = skipSpace(inner, token.end - base);
  }
  tokens.push({ kind: 'end', text: '', start: base + inner.length, end: base + inner.length });
  return tokens;
}

function skipSpace(inner: string, index: number): number {
  if (inner.charCodeAt(index) > 0x20 && inner.charCodeAt(index) < 0x7f) return index;
  space.lastIndex = index;
  space.test(inner);
  return space.lastIndex;
}

function readToken(inner: string, index: number, base: number): Token {
  const start = base + index;
  const char = inner[index];
  if (char === "'" || char === '"') {
    const end = stringEnd(inner, index);
    if (end > 0) {
      return {
        kind: 'string',
        text: unescapeString(inner.slice(index + 1, end - 1)),
        start,
        end: base + end,
      };
    }
  }
  word.lastIndex = index;
  const match = word.exec(inner);
  if (match) {
    const kind = match[1] === undefined ? 'number' : 'name';
    return { kind, text: match[0], start, end: start + match[0].length };
  }
  operator.lastIndex = index;
  const sign = operator.exec(inner)?.[0];
  if (sign) return { kind: 'operator', text: sign, start, end: start + sign.length };
  unknown.lastIndex = index;
  const text = unknown.exec(inner)?.[0] ?? '';
  return { kind: 'unknown', text, start, end: start + text.length };
}

function unescapeString(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|([\s\S]))/g, (whole, hex, unicode, char) => {
    const code: string | undefined = hex ?? unicode;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return escapes.get(char) ?? whole;
  });
}
