import type { LinePlace, PlaceOf } from './lines.ts';

/** The lines around a mistake, each with where it starts to say something (from 0). */
interface Surroundings {
  /** Of the text, from 1. */
  readonly line: number;
  /** Where what it says starts in the file that has the text. */
  readonly place: () => LinePlace;
  readonly text: string;
  readonly indent: number;
  /** Lines above that say something, nearest first. */
  readonly above: readonly Line[];
  /** The next line that says something. */
  readonly below: Line | null;
}

interface Line {
  readonly line: number;
  readonly place: () => LinePlace;
  readonly text: string;
  readonly indent: number;
}

/** Lines above and below that are looked at, and UTF-16 units of each. */
const maxAround = 200;
const maxLength = 1000;

const colonInText = 'Put text that holds a colon in quotes';
const usual = 'Fix the YAML at this place; text with special characters goes in quotes';

const blankBehindHyphen = 'Write a blank behind the hyphen, like "- …"';
const indentFurther = 'Indent the text further';

/** Whether the mistake that has this cure makes unreliable what the parser says of the rest of its block. */
export function confusesBlock(cure: string): boolean {
  return cure === blankBehindHyphen || cure.startsWith(indentFurther);
}

/** Says how to fix a mistake of YAML in a text, by its code and by what stands around its place. */
export type Cures = (code: string, message: string, offset: number) => string;

export function createCures(text: string, placeOf: PlaceOf = (inText) => inText): Cures {
  let starts: readonly number[] | undefined;
  return (code, message, offset) => {
    starts ??= lineStarts(text);
    return cureOf(code, message, text, offset, lookAround(text, starts, offset, placeOf));
  };
}

function cureOf(code: string, message: string, text: string, offset: number, around: Surroundings): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'Indent with spaces';
    case 'MULTIPLE_DOCS':
      return 'Keep one document: remove the line "---"';
    case 'DUPLICATE_KEY':
      return 'Keep one of the two';
    case 'BAD_DQ_ESCAPE':
      return 'Write \\\\ for a backslash inside quotes, or put the text in single quotes';
    case 'BLOCK_IN_FLOW':
      return colonInText;
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return cureOfHyphen(around) ?? emptyBlockAbove(around) ?? cureOfKey(around);
    case 'BAD_INDENT':
      return cureOfBracket(message) ?? cureOfHyphen(around) ?? cureOfIndent(around);
    case 'MISSING_CHAR':
      return cureOfQuote(message) ?? cureOfHyphen(around) ?? cureOfMissing(message, around);
    case 'BAD_SCALAR_START':
      return `Put the whole text in quotes: YAML lets no text start with ${text[offset] ?? 'this sign'}`;
    default:
      return cureOfStart(text, offset) ?? cureOfFirstLine(around) ?? usual;
  }
}

/** Where the lines of a text start, as offsets of UTF-16 units. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lookAround(text: string, starts: readonly number[], offset: number, placeOf: PlaceOf): Surroundings {
  const later = starts.findIndex((start) => start > offset);
  const found = (later === -1 ? starts.length : later) - 1;
  const lines = (from: number, to: number) =>
    starts
      .slice(Math.max(from, 0), to)
      .map((start, at) => lineAt(text, start, Math.max(from, 0) + at + 1, placeOf));
  // Blank lines and comments before a line that is wrong are placed as its start.
  const skipped = lines(found, found + maxAround).findIndex(saysSomething);
  const index = found + Math.max(skipped, 0);
  const above = lines(index - maxAround, index)
    .filter(saysSomething)
    .reverse();
  const below = lines(index + 1, index + 1 + maxAround).find(saysSomething) ?? null;
  return { ...lineAt(text, starts[index] ?? 0, index + 1, placeOf), above, below };
}

function lineAt(text: string, start: number, line: number, placeOf: PlaceOf): Line {
  const end = text.indexOf('\n', start);
  const whole = text.slice(start, Math.min(end === -1 ? text.length : end, start + maxLength));
  const said = whole.trimStart();
  const indent = whole.length - said.length;
  const place = () => placeOf({ line, column: indent + 1 });
  return { line, place, text: said.trimEnd(), indent };
}

function saysSomething({ text }: Line): boolean {
  return text !== '' && !text.startsWith('#');
}

function isItem({ text }: Line): boolean {
  return /^-(?:\s|$)/.test(text);
}

/** One word and a colon: what starts a line that is meant as a key. */
function isKey({ text }: Line): boolean {
  return /^["']?\+?[\w.-]+["']?:(?:\s|$)/.test(text);
}

/** The line below the key of a list that is to be its first item, where the keys around a mistake belong to it. */
function firstItemWithoutHyphen(around: Surroundings): Line | null {
  const lines = [around, ...around.above];
  const end = lines.findIndex((line) => !isKey(line) || /^(?:waivers|ruleset):$/.test(line.text));
  const [first, list] = [lines[end - 1], lines[end]];
  if (first === undefined || list === undefined || !isKey(list)) return null;
  return first.indent > list.indent && lines.slice(0, end - 1).every(({ indent }) => indent > first.indent)
    ? first
    : null;
}

/** YAML found a key where none can be: an unquoted colon, or a line in the wrong column. */
function cureOfKey(around: Surroundings): string {
  const { above, below, text } = around;
  const item = firstItemWithoutHyphen(around);
  if (item !== null && (item.line !== around.line || (below?.indent ?? 0) > around.indent)) {
    const { line, column } = item.place();
    return `Put "- " before line ${line}, which starts an item, and its other keys in column ${column + 2}`;
  }
  const [last] = above;
  // The mistake is placed where the text starts that goes on in the line that is indented wrongly.
  if (below !== null && below.indent > around.indent && (isKey(below) || isItem(below)) && !isItem(around)) {
    const opens = /:$/.test(text);
    if (isKey(around) && !opens) return startIn(below, around);
    if (!text.includes(':')) return 'End the key with a colon, like "when:"';
  }
  if (isItem(around) && below !== null && isItem(below) && below.indent > around.indent)
    return startIn(below, around);
  if (isItem(around)) {
    const other = above.find(isItem);
    if (other !== undefined && other.indent !== around.indent) return startIn(around, other);
  }
  if (/^["']?[\w.+-]+:\S/.test(text)) return 'Write a blank behind the colon';
  if (!text.includes(': ') && !/:$/.test(text) && !isItem(around) && last !== undefined && !isItem(last)) {
    return 'Write a colon and a blank behind the key, like "when: …"';
  }
  return colonInText;
}

function startIn(line: Line, like: Line): string {
  const { line: other, column } = like.place();
  return `Indent line ${line.place().line} like line ${other}: start it in column ${column}`;
}

function cureOfBracket(message: string): string | null {
  const [, bracket] = /end with a ([\]}])/.exec(message) ?? [];
  return bracket === undefined ? null : `Close what is open with "${bracket}", or put the text in quotes`;
}

/** A line that starts in a column where nothing of its sort does. */
function cureOfIndent(around: Surroundings): string {
  const { above, indent } = around;
  const block = blockAbove(around);
  if (block !== null) return block;
  const outer = enclosing(above, indent);
  const neighbour = above.find((line) => line.indent === indent);
  if (neighbour !== undefined && isItem(neighbour) && !isItem(around)) {
    if (!isKey(around)) return 'Start the line with "- ", or join it to the item above';
    const key = outer.find((line) => isKey(line) && line.indent < indent);
    return key === undefined ? 'Start it where the other keys start' : startIn(around, key);
  }
  const same = above.find((line) => isItem(line) === isItem(around) && line.indent !== indent);
  const near = [same, ...outer].filter((line) => line !== undefined);
  near.sort((a, b) => Math.abs(a.indent - indent) - Math.abs(b.indent - indent));
  const [nearest] = near;
  return nearest === undefined ? 'Align it with its neighbours' : startIn(around, nearest);
}

/** An item whose hyphen has no blank behind it is text to YAML. */
function cureOfHyphen({ text }: Surroundings): string | null {
  return /^-[^\s-]/.test(text) ? blankBehindHyphen : null;
}

/** A line directly below `|` or `>` that is not indented like its text. */
function emptyBlockAbove(around: Surroundings): string | null {
  const [last] = around.above;
  return last !== undefined && opensBlock(last) ? blockAbove(around) : null;
}

function opensBlock({ text }: Line): boolean {
  return /(?:^|\s)[|>][-+\d]*$/.test(text);
}

/** A text below `|` or `>` goes on for as long as its lines are indented. */
function blockAbove({ above, indent, place }: Surroundings): string | null {
  const opening = above.findIndex((one) => one.indent <= indent || /[|>][-+\d]*$/.test(one.text));
  const opener = above[opening];
  if (opener === undefined || !opensBlock(opener)) return null;
  const first = above[opening - 1];
  if (first === undefined) return `${indentFurther} than line ${opener.place().line}, which opens it`;
  return indent > opener.indent || opening > 0
    ? `Indent line ${place().line} like the text that line ${opener.place().line} opens: start it in column ${first.place().column}`
    : null;
}

/** The lines whose parts a line of this indentation can be, nearest first. */
function enclosing(above: readonly Line[], indent: number): Line[] {
  const lines: Line[] = [];
  let limit = Number.POSITIVE_INFINITY;
  for (const line of above) {
    if (line.indent >= limit) continue;
    lines.push(line);
    limit = line.indent;
    if (limit === 0 && indent > 0) break;
  }
  return lines;
}

function cureOfQuote(message: string): string | null {
  const [, quote] = /^(?:the|missing) closing (["'])/i.exec(message) ?? [];
  if (quote === undefined) return null;
  return `Write the ${quote} that ends the text, or ${quote === '"' ? '\\"' : "''"} for one inside it`;
}

function cureOfMissing(message: string, around: Surroundings): string {
  if (message.includes('flow'))
    return 'Put a comma between the items, and text with commas, quotes or brackets in quotes';
  const block = blockAbove(around);
  if (block !== null) return block;
  return message.includes('followed by map values')
    ? 'End the key with a colon, or join the line to the one above'
    : usual;
}

/** What YAML takes the start of a value for; null for a value that starts like any text. */
function cureOfStart(text: string, offset: number): string | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, Math.min(offset + 1, lineStart + maxLength));
  const [, start] = /^\s*(?:- +)*(?:[^\s"'{[*&!|>][^"'{]*: +)?(\{[{%#]|["'{[*&!|>])/.exec(before) ?? [];
  if (start === undefined) return null;
  if (start === '"') return 'Write \\" for a quote inside quotes, or put the whole text in single quotes';
  if (start === "'")
    return "Write '' for a quote inside single quotes, or put the whole text in double quotes";
  return `Put the whole text in quotes: YAML takes ${start} at the start of a text for ${meanings[start[0] ?? '']}`;
}

const meanings: Readonly<Record<string, string>> = {
  '{': 'a mapping',
  '[': 'a list',
  '*': 'an alias',
  '&': 'an anchor',
  '!': 'a type',
  '|': 'the sign of a text below it',
  '>': 'the sign of a text below it',
};

/** Keys of the file that start further left than its first one. */
function cureOfFirstLine(around: Surroundings): string | null {
  const first = around.above.at(-1);
  return first !== undefined && first.indent > around.indent && isKey(around) ? startIn(first, around) : null;
}
