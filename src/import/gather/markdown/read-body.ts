import type { Finding } from '../../report.ts';
import { splitDetails } from '../rule-details.ts';
import { withAddresses } from './link-addresses.ts';
import { dedent, itemText, type MarkdownBlock, type MarkdownItem } from './markdown-blocks.ts';
import { createSections, type Naming, type Sections } from './sections.ts';
import { isCondition, isForbidding, isNegative, saysMust, toRule } from './strength.ts';

export interface BodyOptions extends Naming {
  readonly mustByDefault: boolean;
}

/** Prose that may go on: a paragraph, with the code and tables that follow it. */
interface Prose {
  readonly start: number;
  end: number;
  text: string;
  /** The words that decide how strong it is. */
  readonly own: string;
  isParagraph: boolean;
}

interface Reading {
  readonly lines: readonly string[];
  readonly sections: Sections;
  readonly findings: Finding[];
  readonly mustByDefault: boolean;
  /** Whether each rule stands for itself, as in what we export. */
  readonly isVerbatim: boolean;
  prose: Prose | null;
  /** The finding of the item that was read last, where nothing stands behind it. */
  lastItem: number | null;
}

/** Characters of an introduction that is put in front of each item of its list. */
const longIntroduction = 300;
/** Characters of a text that can say when a procedure is followed. */
const longWhen = 1000;
const pointer = /^@\S+$/;
const address = /^ {0,3}\[[^\]]{1,200}\]:\s*\S/;

/** What the Markdown of one source says: each block of it becomes one finding or more. */
export function readBody(
  lines: readonly string[],
  blocks: readonly MarkdownBlock[],
  options: BodyOptions,
): Finding[] {
  const sections = createSections(blocks, options);
  const { mustByDefault, isVerbatim } = options;
  const rules = { mustByDefault, isVerbatim };
  const reading: Reading = { lines, sections, findings: [], ...rules, prose: null, lastItem: null };
  for (const block of blocks) {
    readBlock(reading, block);
    if (block.kind !== 'bullets' && block.kind !== 'numbers') reading.lastItem = null;
  }
  flush(reading);
  const addresses = blocks
    .filter(({ kind }) => kind === 'paragraph')
    .flatMap(({ start, end }) => lines.slice(start, end).filter((line) => address.test(line)));
  return withAddresses([...reading.findings, ...sections.findings()], addresses);
}

function readBlock(reading: Reading, block: MarkdownBlock): void {
  switch (block.kind) {
    case 'paragraph':
      return readParagraph(reading, block);
    case 'bullets':
      return readItems(reading, block.items);
    case 'numbers':
      return isProcedure(block) && !isForbidding(introduction(reading))
        ? readProcedure(reading, block)
        : readItems(reading, block.items);
    case 'heading':
      flush(reading);
      return reading.sections.enter(block);
    case 'line':
      flush(reading);
      return skip(reading, block, 'a separator');
    case 'html':
      if (!isComment(textOf(reading, block))) return readOther(reading, block);
      flush(reading);
      return skip(reading, block, 'a comment');
    default:
      return readOther(reading, block);
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const placeOf = ({ start, end }: Span) => ({ line: start + 1, end_line: end });

const linesOf = ({ lines }: Reading, { start, end }: Span) => lines.slice(start, end);

const textOf = (reading: Reading, span: Span) => linesOf(reading, span).join('\n');

function skip({ findings }: Reading, span: Span, why: string): void {
  findings.push({ ...placeOf(span), as: 'skipped', why });
}

function follow({ findings }: Reading, at: number, target: string): void {
  findings.push({ line: at + 1, end_line: at + 1, as: 'skipped', why: 'a pointer', follow: target });
}

function addRule(reading: Reading, span: Span, text: string, own: string): void {
  const { text: alone, details } = splitDetails(text);
  const found = toRule(alone, own, reading.mustByDefault);
  const rule = details === null ? found : { ...found, details };
  if (rule.text.trim() === '') return skip(reading, span, 'it has no text');
  reading.sections.use();
  reading.findings.push({ ...placeOf(span), as: 'rule', category: reading.sections.category, rule });
}

function flush(reading: Reading): void {
  const { prose } = reading;
  if (prose !== null) addRule(reading, prose, prose.text, prose.own);
  reading.prose = null;
}

function readParagraph(reading: Reading, block: MarkdownBlock): void {
  flush(reading);
  const lines = linesOf(reading, block);
  if (lines.every((line) => pointer.test(line.trim()))) {
    for (const [index, line] of lines.entries()) follow(reading, block.start + index, line.trim().slice(1));
    return;
  }
  if (lines.every((line) => address.test(line)))
    return skip(reading, block, 'the address of a link; it stands below each rule with that link');
  const text = lines
    .map((line) => line.trimStart())
    .join('\n')
    .trimEnd();
  reading.prose = { start: block.start, end: block.end, text, own: text, isParagraph: true };
}

/** Code, tables and quotes go with what they follow. */
function readOther(reading: Reading, block: MarkdownBlock): void {
  const { prose, findings, lastItem } = reading;
  const text = outdented(linesOf(reading, block));
  if (prose !== null) {
    prose.text += `\n\n${text}`;
    prose.end = block.end;
    prose.isParagraph = false;
    return;
  }
  const before = lastItem === null ? undefined : findings[lastItem];
  if (
    lastItem !== null &&
    before?.rule !== undefined &&
    before.end_line === block.start &&
    block.kind === 'code'
  ) {
    const rule = { ...before.rule, text: `${before.rule.text}\n\n${text}` };
    findings[lastItem] = { ...before, end_line: block.end, rule };
    return;
  }
  const own = block.kind === 'code' ? '' : text;
  reading.prose = { start: block.start, end: block.end, text, own, isParagraph: false };
}

/** What each item of a list begins with, since it would mean something else without it: "Never:", "When it fails:". */
function introduction({ prose, isVerbatim, sections: { title } }: Reading): string {
  if (isVerbatim) return '';
  const text = prose?.isParagraph === true ? prose.text : '';
  const isIntroduction = /:\**$/.test(text) && text.length <= longIntroduction;
  if (isIntroduction && (isNegative(text) || isCondition(text))) return text;
  return title !== null && isForbidding(title) ? `${title}:` : '';
}

function readItems(reading: Reading, items: readonly MarkdownItem[]): void {
  const { prose, findings, sections } = reading;
  const before = introduction(reading);
  if (prose !== null && prose.text === before) {
    findings.push({ ...placeOf(prose), as: 'rule', category: sections.category });
    reading.prose = null;
  } else flush(reading);
  for (const item of items) {
    const text = itemText(linesOf(reading, item));
    if (pointer.test(text)) follow(reading, item.start, text.slice(1));
    else if (text === '' || before === '' || (!isCondition(before) && isNegative(item.own)))
      addRule(reading, item, text, item.own);
    else {
      const glue = /^(?:[`~|>]|[-+*] |#+ )/.test(text) ? '\n\n' : ' ';
      addRule(reading, item, `${before}${glue}${text}`, `${before} ${item.own}`);
    }
  }
  reading.lastItem = findings.at(-1)?.rule === undefined ? null : findings.length - 1;
}

function readProcedure(reading: Reading, block: MarkdownBlock): void {
  const { prose, findings } = reading;
  const { category, name, heading } = reading.sections.useKata();
  let paragraph: string | null = null;
  if (prose?.isParagraph === true && prose.text.length <= longWhen) {
    paragraph = prose.text.replace(/\s+/g, ' ');
    findings.push({ ...placeOf(prose), as: 'when', category, kata: name });
    reading.prose = null;
  } else flush(reading);
  const when = heading !== null && paragraph !== null ? `${heading}: ${paragraph}` : (paragraph ?? heading);
  const text = outdented(linesOf(reading, block));
  const procedure = { name, when, procedure: text, files: [] };
  findings.push({ ...placeOf(block), as: 'kata', category, kata: name, procedure });
}

/** Three steps or more, none of which is a rule. */
function isProcedure({ items }: MarkdownBlock): boolean {
  return items.length >= 3 && !items.some(({ own }) => saysMust(own) || pointer.test(own));
}

function isComment(text: string): boolean {
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '';
}

function outdented(lines: readonly string[]): string {
  const columns = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  // Code that is indented stays code.
  return lines
    .map((line) => (columns > 3 ? line : dedent(line, columns)))
    .join('\n')
    .trimEnd();
}
