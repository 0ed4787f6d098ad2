/** A line of a text, without the white space around what it says. */
export interface TextLine {
  /** Of the text, from 1. */
  readonly line: number;
  /** Where what it says starts in the file that has the text; made when it is asked for, since that takes a look at the file. */
  readonly place: () => LinePlace;
  /** Where it starts in the text: UTF-16 units from 0. */
  readonly start: number;
  /** Blanks before what it says. */
  readonly indent: number;
  readonly text: string;
}

/** A place as people count it, from 1. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** Where a place of a text is in the file that has the text; the text of a kata begins further down in its file. */
export type PlaceOf = (inText: LinePlace) => LinePlace;

/** A mistake of the author's that shows in the layout of lines: what the composer says between `start` and `end` follows from it. */
export interface LayoutMistake {
  readonly start: number;
  readonly end: number;
  /** The part that is wrong. */
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly hint: string;
}

/** UTF-16 units of a line that are looked at. */
const maxLength = 1000;

/** The lines that are neither blank nor a comment nor part of a text below `|` or `>`. */
export function structureOf(text: string, placeOf: PlaceOf): TextLine[] {
  const found: TextLine[] = [];
  /** Columns that the text of a block has at least; it is as far right as its first line. */
  let block: { readonly parent: number; indent: number | null } | null = null;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    line++;
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    const whole = text.slice(start, Math.min(end, start + maxLength));
    const said = whole.trimStart();
    const indent = whole.length - said.length;
    const from = start;
    start = end + 1;
    if (said === '') continue;
    if (block !== null) {
      block.indent ??= indent > block.parent ? indent : null;
      if (block.indent !== null && indent >= block.indent) continue;
      block = null;
    }
    if (said.startsWith('#')) continue;
    const place = { line, column: indent + 1 };
    const one = { line, place: () => placeOf(place), start: from, indent, text: said.trimEnd() };
    found.push(one);
    if (opensBlock(one.text)) block = { parent: parentOf(one), indent: null };
  }
  return found;
}

/** Whether a line ends with the sign of a text below it. */
export function opensBlock(text: string): boolean {
  return /(?:^|[:-]\s+)[|>][-+\d]*(?:\s+#.*)?$/.test(text);
}

/** The column, from 0, that the text of a block is right of. */
function parentOf({ indent, text }: TextLine): number {
  const hyphens = /^(?:-\s+)*/.exec(text)?.[0] ?? '';
  const isKey = text.length > hyphens.length && !/^[|>]/.test(text.slice(hyphens.length));
  return indent + (isKey ? hyphens.length : Math.max(hyphens.trimEnd().lastIndexOf('-'), 0));
}

/** The key that a line starts with; null for a line that starts with none. */
export function keyOf(text: string): string | null {
  return /^(["']?)(\+?[\w.-]+)\1:(?:\s|$)/.exec(text)?.[2] ?? null;
}

/** What stands behind the key of a line, without a comment. */
export function valueBehind(text: string): string {
  const value = text.slice(text.indexOf(':') + 1).trim();
  return value.startsWith('#') ? '' : value;
}
