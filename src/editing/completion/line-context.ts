import { type FlowPlace, flowPlace } from './flow-place.ts';

/** Where in the YAML of a text somebody is typing, as far as its lines show: the text may be broken. */
export interface LineContext {
  /** The keys around the place, the outermost first; `-` for an item of a list. */
  readonly path: readonly string[];
  /** A key of a mapping, its value, or an item of a list, which may become a mapping's first key. */
  readonly at: 'key' | 'value' | 'item';
  /** What is typed already, up to the place. */
  readonly typed: string;
  /** Columns of blanks before the key, or before the item's dash. */
  readonly indent: number;
  /** The keys beside the place, where it is one of a mapping. */
  readonly beside: readonly string[];
  /** Inside of a text of several lines that is no flowchart. */
  readonly isText: boolean;
  /** Inside of a flowchart. */
  readonly isFlowchart: boolean;
}

/** A line taken apart. */
interface Line {
  readonly number: number;
  /** Where the content begins, dashes left out. */
  readonly indent: number;
  /** Where the first dash stands; null without one. */
  readonly dash: number | null;
  readonly key: string | null;
  /** What follows the colon. */
  readonly value: string;
}

const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'[\]{},][^:#[\]{},]*?)\s*:(?=\s|$)(.*)$/;

function takeApart(text: string, number: number): Line | null {
  const blanks = /^ */.exec(text)?.[0].length ?? 0;
  let rest = text.slice(blanks).trimEnd();
  if (rest === '' || rest.startsWith('#')) return null;
  let indent = blanks;
  let dash: number | null = null;
  for (let found = /^-(\s+|$)/.exec(rest); found !== null; found = /^-(\s+|$)/.exec(rest)) {
    dash ??= indent;
    indent += found[0].length;
    rest = rest.slice(found[0].length);
  }
  const [, key, value = ''] = keyPattern.exec(rest) ?? [];
  return { number, indent, dash, key: key === undefined ? null : unquoted(key), value: value.trim() };
}

function unquoted(key: string): string {
  return /^["']/.test(key) ? key.slice(1, -1) : key;
}

/** The context of a place in a text, in UTF-16 units from 0. */
export function lineContext(text: string, offset: number): LineContext {
  const before = text.slice(0, offset).split(/\r?\n/);
  const lines = text.split(/\r?\n/);
  const last = before.length - 1;
  const own = before[last] ?? '';
  const here = readHere(own, (lines[last] ?? '').slice(own.length));
  const above = outwards(lines, last, here);
  const opening = above.find(({ value }) => /^[|>][-+\d]*$/.test(value));
  const isFlowchart = opening !== undefined && isChart(lines, opening.number);
  // From the outermost to the innermost; the dash of an item comes before the key that is its first.
  const path: string[] = [];
  for (const { key, isItem } of above.toReversed()) {
    if (isItem) path.push('-');
    if (key !== null) path.push(key);
  }
  if (here.isItem) path.push('-');
  if (here.key !== null) path.push(here.key);
  if (here.flow !== null) path.push(...here.flow.path);
  return {
    path,
    at: here.at,
    typed: here.typed,
    indent: here.indent,
    beside: here.flow?.beside ?? (here.at === 'value' ? [] : keysBeside(lines, last, here.indent)),
    isText: opening !== undefined && !isFlowchart,
    isFlowchart,
  };
}

interface Here {
  readonly at: LineContext['at'];
  readonly typed: string;
  readonly indent: number;
  readonly key: string | null;
  readonly isItem: boolean;
  /** Inside of the brackets of this line. */
  readonly flow: FlowPlace | null;
  /** Keys left of this column are around the place. */
  readonly column: number;
}

function readHere(own: string, after: string): Here {
  const line = takeApart(own, 0) ?? { indent: own.length, dash: null, key: null, value: '' };
  const { indent, dash } = line;
  const isItem = dash !== null;
  const column = dash ?? indent;
  if (line.key !== null) {
    const value = own.slice(own.indexOf(':', indent) + 1).trimStart();
    return { ...within(value, after, 'value'), indent, key: line.key, isItem, column };
  }
  const content = own.slice(Math.min(indent, own.length));
  return { ...within(content, after, isItem ? 'item' : 'key'), indent, key: null, isItem, column };
}

/** What is typed of a value, or of what is in its brackets. */
function within(value: string, after: string, plain: LineContext['at']): Pick<Here, 'at' | 'typed' | 'flow'> {
  const flow = /^[[{]/.test(value) ? flowPlace(value, after) : null;
  return { at: flow?.at ?? plain, typed: bare(flow?.typed ?? value), flow };
}

function bare(typed: string): string {
  return typed.replace(/^["']/, '');
}

/** The lines whose keys are around a place, the innermost first. */
function outwards(
  lines: readonly string[],
  last: number,
  here: Here,
): (Line & { readonly isItem: boolean })[] {
  const found: (Line & { readonly isItem: boolean })[] = [];
  let column = here.column;
  // A list may stand in the column of its key.
  let mayBeSame = here.isItem;
  for (let number = last - 1; number >= 0 && (column > 0 || mayBeSame); number--) {
    const line = takeApart(lines[number] ?? '', number);
    if (line === null) continue;
    const { indent, dash, key } = line;
    if (key !== null && (indent < column || (mayBeSame && dash === null && indent === column))) {
      // The first key of an item that goes on below it is beside the place, not around it.
      const isItem = dash !== null && dash < column;
      found.push({ ...line, isItem });
      column = dash ?? indent;
      mayBeSame = dash !== null;
    } else if (dash !== null && dash < column && (key === null || indent >= column)) {
      found.push({ ...line, key: null, isItem: true });
      column = dash;
      mayBeSame = true;
    }
  }
  return found;
}

/** The keys of the mapping that a column belongs to, around a line. */
function keysBeside(lines: readonly string[], own: number, column: number): string[] {
  const found: string[] = [];
  const look = (number: number): boolean => {
    const line = number === own ? null : takeApart(lines[number] ?? '', number);
    if (line === null) return true;
    if (line.indent === column && line.key !== null) found.push(line.key);
    return line.indent > column || (line.indent === column && line.dash === null);
  };
  const isOwnItem = /^ *-/.test(lines[own] ?? '');
  for (let number = own - 1; number >= 0 && !isOwnItem; number--) if (!look(number)) break;
  for (let number = own + 1; number < lines.length; number++) {
    const line = takeApart(lines[number] ?? '', number);
    if (line !== null && (line.indent < column || (line.dash !== null && line.dash < column))) break;
    look(number);
  }
  return found;
}

/** Whether the text below a line is a flowchart. */
function isChart(lines: readonly string[], opening: number): boolean {
  const first = lines.slice(opening + 1).find((line) => line.trim() !== '');
  return first?.trim() === '#!fcyaml';
}
