import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';

export type MarkdownKind =
  | 'heading'
  | 'paragraph'
  | 'bullets'
  | 'numbers'
  | 'code'
  | 'html'
  | 'line'
  | 'quote'
  | 'other';

/** One block at the top level of a text; lines count from 0, the end is not part of it. */
export interface MarkdownBlock {
  readonly kind: MarkdownKind;
  readonly start: number;
  readonly end: number;
  /** Of a heading: 1 to 6, and its text without marks. */
  readonly depth: number;
  readonly title: string;
  /** Of a heading: what stands in code spans. */
  readonly codes?: readonly string[];
  /** Of a list: its items. */
  readonly items: readonly MarkdownItem[];
}

export interface MarkdownItem {
  readonly start: number;
  readonly end: number;
  /** Its own paragraphs: neither what is nested in it, nor code. */
  readonly own: string;
}

const kinds: Readonly<Record<string, MarkdownKind>> = {
  heading_open: 'heading',
  paragraph_open: 'paragraph',
  bullet_list_open: 'bullets',
  ordered_list_open: 'numbers',
  fence: 'code',
  code_block: 'code',
  html_block: 'html',
  hr: 'line',
  blockquote_open: 'quote',
};

/** Reads Markdown with tables (CommonMark, GFM) into blocks. Inline marks matter in headings alone, so that time is linear. */
export function createBlockReader(): (lines: readonly string[]) => MarkdownBlock[] {
  const blocks = createMarkdown('commonmark', { html: true }).enable('table').disable('reference');
  blocks.core.ruler.enableOnly(['normalize', 'block']);
  const inline = createMarkdown('commonmark', { html: true });
  return (lines) => {
    const tokens = blocks.parse(lines.join('\n'), {});
    const found: MarkdownBlock[] = [];
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index] as Token;
      if (token.level !== 0 || token.map === null || token.nesting < 0) continue;
      const [start, end] = token.map as [number, number];
      const kind = kinds[token.type] ?? 'other';
      const isList = kind === 'bullets' || kind === 'numbers';
      found.push({
        kind,
        start,
        end: endOf(lines, start, end),
        depth: kind === 'heading' ? Number(token.tag.slice(1)) : 0,
        ...(kind === 'heading' ? headingOf(inline, tokens[index + 1]?.content ?? '') : { title: '' }),
        items: isList ? itemsOf(tokens, index, lines) : [],
      });
    }
    return found;
  };
}

/** Characters of a heading that are read for marks; a longer one is taken as it stands. */
const longHeading = 1000;

function headingOf(inline: MarkdownIt, content: string): Pick<MarkdownBlock, 'title' | 'codes'> {
  if (content.length > longHeading) return { title: content.trim() };
  const parts = inline.parseInline(content, {})[0]?.children ?? [];
  const texts = parts.map(({ type, content: text }) =>
    type === 'text' || type === 'code_inline' || type === 'image' ? text : type === 'softbreak' ? ' ' : '',
  );
  const codes = parts.flatMap(({ type, content: text }) => (type === 'code_inline' ? [text] : []));
  return {
    title: texts.join('').replace(/\s+/g, ' ').trim(),
    ...(codes.length > 0 && { codes }),
  };
}

function itemsOf(tokens: readonly Token[], list: number, lines: readonly string[]): MarkdownItem[] {
  const items: { start: number; end: number; own: string[] }[] = [];
  for (let index = list + 1; index < tokens.length; index++) {
    const { type, level, map, content } = tokens[index] as Token;
    if (level === 0) break;
    if (type === 'list_item_open' && level === 1 && map !== null)
      items.push({ start: map[0] as number, end: endOf(lines, map[0] as number, map[1] as number), own: [] });
    // In an item of the list itself paragraphs are at level 2, and their text one below.
    if (type === 'inline' && level === 3) items.at(-1)?.own.push(content);
  }
  return items.map(({ start, end, own }) => ({ start, end, own: own.join('\n') }));
}

/** Blank lines behind a block are not part of it. */
function endOf(lines: readonly string[], start: number, end: number): number {
  let last = end;
  while (last > start + 1 && (lines[last - 1] ?? '').trim() === '') last--;
  return last;
}

const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])/;

/** The text of an item at the top level of a text, without its mark and its indentation. */
export function itemText(lines: readonly string[]): string {
  const [first = '', ...rest] = lines;
  const mark = marker.exec(first)?.[0] ?? '';
  const behind = first.slice(mark.length);
  const blanks = widthOf(/^[ \t]*/.exec(behind)?.[0] ?? '', mark.length);
  // Five columns or more are one of separation, and code behind it.
  const offset = mark.length + (behind.trim() === '' || blanks > 4 ? 1 : blanks);
  return [dedent(`${' '.repeat(mark.length)}${behind}`, offset), ...rest.map((line) => dedent(line, offset))]
    .join('\n')
    .replace(/^\s*\n|\s+$/g, '');
}

/** A line without its first columns of white space, as far as it has them. */
export function dedent(line: string, columns: number): string {
  let column = 0;
  for (let at = 0; at < line.length; at++) {
    if (column >= columns) return ' '.repeat(column - columns) + line.slice(at);
    if (line[at] === '\t') column += 4 - (column % 4);
    else if (line[at] === ' ') column++;
    else return line.slice(at);
  }
  return '';
}

function widthOf(blanks: string, from: number): number {
  let column = from;
  for (const blank of blanks) column += blank === '\t' ? 4 - (column % 4) : 1;
  return column - from;
}
