import type { CST, Lexer, Parser } from 'yaml';

/** Letters of a text that is taken; longer ones may count as more than one lexeme. */
const longest = 1000;
/**
 * An item that is one text on one line: plain without a sign in it, or in quotes without an escape. What follows is on the next line
 * and not deeper, so that the text ends there.
 */
const item =
  /( *)- ([^\s#{}[\]*"'|>!&?:-](?:[^:#\n\r\t]*[^:#\s])?|"[^"\\\n\r]*"|'[^'\n\r]*')(\r?\n)(?! *(?:[\t\r\n#]|$)|\1 )/y;

/** What `Lexer` of `yaml` keeps to itself: the place that it is at, and how many brackets are open. */
interface LexerState {
  pos: number;
  readonly flowLevel: number;
}

/** Margin, sign, space, the mark of a plain text, the text and the line break. */
const lexemesOfItem = 6;

/**
 * Gives the parser the tokens of the items that come next in the list that it is in, and moves the lexer behind them: the two would
 * make the same tokens in some ten times as long. To be called behind a line break. Gives how many lexemes it has taken, at most
 * `maxLexemes`.
 */
export function takeItems(source: string, lexer: Lexer, parser: Parser, maxLexemes: number): number {
  const list = parser.stack.at(-1);
  const state = lexer as unknown as LexerState;
  // What is behind anything but a text may belong to that, and brackets that are open read each sign in another way.
  if (list?.type !== 'block-seq' || !isText(list.items.at(-1)?.value) || state.flowLevel > 0) return 0;
  const { indent, items } = list;
  let { offset } = parser;
  let lexemes = 0;
  const next = <Type extends CST.Token['type']>(type: Type, text: string, column: number) => {
    const token = { type, offset, indent: column, source: text };
    offset += text.length;
    return token;
  };
  while (lexemes + lexemesOfItem <= maxLexemes) {
    item.lastIndex = offset;
    const [, margin, text = '', lineBreak = ''] = item.exec(source) ?? [];
    if (margin?.length !== indent || text.length > longest) break;
    const first = indent === 0 ? null : next('space', margin, 0);
    const sign = next('seq-item-ind', '-', indent);
    const space = next('space', ' ', indent + 1);
    const type = typeOf(text);
    const value = next(type, text, indent + 2);
    const end = [next('newline', lineBreak, indent + 2)];
    items.push({ start: first === null ? [sign, space] : [first, sign, space], value: { ...value, end } });
    lexemes += (first === null ? 4 : 5) + (type === 'scalar' ? 1 : 0);
  }
  state.pos += offset - parser.offset;
  parser.offset = offset;
  return lexemes;
}

function isText(token: CST.Token | null | undefined): boolean {
  return (
    token?.type === 'scalar' ||
    token?.type === 'double-quoted-scalar' ||
    token?.type === 'single-quoted-scalar'
  );
}

function typeOf(text: string): CST.FlowScalar['type'] {
  if (text.startsWith('"')) return 'double-quoted-scalar';
  return text.startsWith("'") ? 'single-quoted-scalar' : 'scalar';
}
