import { isInstruction } from '../../../model/text/verbs.ts';
import type { Finding } from '../../report.ts';
import { addRule, extendKata, extendLast, flush, follow, type Reading, skip } from './add-rule.ts';
import { isPicturedCode, namesExample } from './example-regions.ts';
import { isCondition, plainLead } from './lead.ts';
import { withAddresses } from './link-addresses.ts';
import { dedent, type MarkdownBlock } from './markdown-blocks.ts';
import { withPseudoHeadings } from './pseudo-headings.ts';
import { isProcedure, readItems, readProcedure } from './read-list.ts';
import { createSections, type Naming } from './sections.ts';
import { saysMust } from './strength.ts';

export interface BodyOptions extends Naming {
  readonly mustByDefault: boolean;
  /** Lines from 0 at which `</details>` stood: what its summary says ends there. */
  readonly closings?: readonly number[];
}

const pointer = /^@\S+$/;
const address = /^ {0,3}\[[^\]]{1,200}\]:\s*\S/;
const callout = /^\s*>\s*\[!(\w+)\][^\n]*$/;
/** A quote that begins with the word of a callout, in bold or with a colon. */
const wordCallout =
  /^\s*>\s*(?:(?:\*\*|__)(?=\w+:?(?:\*\*|__))|(?=\w+:))(note|tip|important|warning|caution)(?:(?::(?:\*\*|__)|(?:\*\*|__):?)|:)\s*(.*)$/i;
/** A sentence about the file, as `claude init` writes it. */
const aboutFile =
  /^(?:this (?:file|document) (?:provides|gives) (?:guidance|instructions|context)\b[^\n]*(?:\n[^\n]*)?|(?:guidance|guidelines|instructions|context) for (?:ai|coding|llm)\b[^\n]*|[*_(]*last (?:updated|modified|reviewed):?\s[^\n]{0,100}?\d{4}[^\n]*)$/i;
/** Rules on lines of their own, each with a number of two parts or a picture in front. */
const numbered = /^\d+(?:\.\d+)+\.?\s+(?=\S)/;
const pictured = /^(?:❌|🚫|⛔|✗|✘|✅|✔️?|✓|⚠️?)\s+\S/u;

/** What the Markdown of one source says: each block of it becomes one finding or more. */
export function readBody(
  lines: readonly string[],
  written: readonly MarkdownBlock[],
  options: BodyOptions,
): Finding[] {
  const blocks = options.isVerbatim ? written : withPseudoHeadings(written, lines);
  const sections = createSections(blocks, options);
  const { mustByDefault, isVerbatim, closings = [] } = options;
  const rules = { mustByDefault, isVerbatim };
  const reading: Reading = { lines, sections, findings: [], ...rules, prose: null, last: null, kata: null };
  let at = 0;
  for (const [index, block] of blocks.entries()) {
    const { start } = block;
    if (closings.some((line) => line >= at && line < start)) {
      flush(reading);
      sections.leaveSummary();
      leave(reading);
    }
    at = block.end;
    readBlock(reading, block, blocks[index + 1]);
  }
  flush(reading);
  const addresses = blocks
    .filter(({ kind }) => kind === 'paragraph')
    .flatMap(({ start, end }) => lines.slice(start, end).filter((line) => address.test(line)));
  return withAddresses([...reading.findings, ...sections.findings()], addresses);
}

function readBlock(reading: Reading, block: MarkdownBlock, next: MarkdownBlock | undefined): void {
  switch (block.kind) {
    case 'paragraph':
      return readParagraph(reading, block, next);
    case 'bullets':
      return readItems(reading, block);
    case 'numbers':
      return isProcedure(reading, block) ? readProcedure(reading, block) : readItems(reading, block);
    case 'heading':
      flush(reading);
      leave(reading);
      return reading.sections.enter(block);
    case 'line':
      flush(reading);
      leave(reading);
      return skip(reading, block, 'a separator');
    case 'html':
      if (!isComment(textOf(reading, block))) return readOther(reading, block);
      flush(reading);
      return skip(reading, block, 'a comment');
    case 'quote':
      return readQuote(reading, block);
    default:
      return readOther(reading, block);
  }
}

/** What follows belongs to nothing that stands above. */
function leave(reading: Reading): void {
  reading.last = null;
  reading.kata = null;
}

const linesOf = ({ lines }: Reading, { start, end }: MarkdownBlock) => lines.slice(start, end);

const textOf = (reading: Reading, block: MarkdownBlock) => linesOf(reading, block).join('\n');

function readParagraph(reading: Reading, block: MarkdownBlock, next: MarkdownBlock | undefined): void {
  const lines = linesOf(reading, block);
  const text = lines
    .map((line) => line.trimStart())
    .join('\n')
    .trimEnd();
  if (namesExample(text, next) && !reading.isVerbatim) {
    if (extendLast(reading, block, text)) return;
    // Of its own a picture such as ❌ would forbid the label, and all examples behind it.
    reading.prose = { start: block.start, end: block.end, text: titled(reading, text), isParagraph: false };
    return;
  }
  if (isPicturedCode(text) && !reading.isVerbatim && extendLast(reading, block, text)) return;
  // A sentence goes on behind its code.
  if (reading.prose?.isParagraph === false && /^\p{Ll}/u.test(text) && !reading.isVerbatim)
    if (extendLast(reading, block, text)) return;
  flush(reading);
  if (lines.every((line) => pointer.test(line.trim()))) {
    for (const [index, line] of lines.entries()) follow(reading, block.start + index, line.trim().slice(1));
    return;
  }
  if (aboutFile.test(text) && !reading.isVerbatim && !saysMust(text))
    return skip(reading, block, 'a sentence about the file');
  if (lines.every((line) => address.test(line)))
    return skip(reading, block, 'the address of a link; it stands below each rule with that link');
  // Lines that are each a sentence of instruction are a list without marks.
  const isList = [isSentence, (line: string) => numbered.test(line), (line: string) => pictured.test(line)];
  if (
    lines.length > 1 &&
    !reading.isVerbatim &&
    isList.some((is) => lines.every((line) => is(line.trim())))
  ) {
    for (const [index, line] of lines.entries()) {
      const start = block.start + index;
      addRule(reading, { start, end: start + 1 }, line.trim().replace(numbered, ''), { isProse: true });
    }
    return;
  }
  reading.prose = { start: block.start, end: block.end, text, isParagraph: true };
}

function isSentence(line: string): boolean {
  return /[.!]$/.test(line) && isInstruction(line);
}

/** What a callout says, without its marks; other quotes stay as they are. */
function readQuote(reading: Reading, block: MarkdownBlock): void {
  const lines = linesOf(reading, block);
  const word = wordCallout.exec(lines[0] ?? '');
  const kind = (word ?? callout.exec(lines[0] ?? ''))?.[1]?.toLowerCase();
  const text = [word?.[2] ?? '', ...lines.slice(1).map((line) => line.replace(/^\s*>\s?/, ''))]
    .join('\n')
    .trim();
  if (kind === undefined || text === '' || reading.isVerbatim) return readOther(reading, block);
  flush(reading);
  addRule(reading, block, text, { isCallout: true, must: kind === 'important' ? true : null });
}

/** Code, tables and quotes go with what they follow. */
function readOther(reading: Reading, block: MarkdownBlock): void {
  const { prose } = reading;
  const text = outdented(linesOf(reading, block));
  const isExample = block.kind === 'code' || block.kind === 'other';
  if ((prose !== null || isExample) && extendLast(reading, block, text)) return;
  if (isExample && extendKata(reading, block, text)) return;
  const isTitled = isExample && !reading.isVerbatim;
  reading.prose = {
    start: block.start,
    end: block.end,
    text: isTitled ? titled(reading, text) : text,
    isParagraph: false,
  };
}

/** An example below the heading that it is about; one that names a situation comes in front of it anyway. */
function titled({ sections: { title } }: Reading, text: string): string {
  return title === null || isCondition(plainLead(title))
    ? text
    : `${title.replace(/[:.\s]+$/, '')}:\n\n${text}`;
}

function isComment(text: string): boolean {
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '';
}

/** Lines without the indentation that they share with the first; code that is indented stays code. */
function outdented(lines: readonly string[]): string {
  const columns = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines
    .map((line) => (columns > 3 ? line : dedent(line, columns)))
    .join('\n')
    .trimEnd();
}
