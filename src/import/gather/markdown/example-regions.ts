import type { MarkdownBlock } from './markdown-blocks.ts';

/** Lines from 0; the end is not part of it. */
interface Region {
  readonly start: number;
  readonly end: number;
}

const opening = /^\s*<(examples?)(?:\s[^<>]*)?>\s*$/i;
const closing = /^\s*<\/(examples?)>\s*$/i;
/** A line that names the example below it. */
const label =
  /^[^\p{L}]*(?:\*\*|__)?(?:(?:for )?examples?|e\.g\.?|good|bad|correct|incorrect|wrong|right|do this|not this|instead|better)(?: example)?:?(?:\*\*|__)?:?\s*$/iu;

/** The same behind a picture, where words that order something name an example too. */
const picturedLabel =
  /^(?:\*\*|__)?(?:[❌🚫⛔✗✘✅✔✓👍])\uFE0F?\s*(?:\*\*|__)?(?:do|do not|don['’]t|avoid|prefer(?:red)?|yes|no):?(?:\*\*|__)?:?\s*$/iu;
/** Code behind a picture, and nothing else: it is an example of what stands above. */
const picturedCode =
  /^(?:(?<bad>[❌🚫⛔✗✘])|[✅✔✓👍])\uFE0F?\s*(?:(?:\*\*|__)?(?:good|bad|correct|incorrect|wrong|right|do|don['’]t)(?:\*\*|__)?:(?:\*\*|__)?\s*)?(?:`[^`]+`[^\p{L}\p{N}`]*)+$/iu;

/** Whether a text only names the code or the table below it: "Good:". */
export function namesExample(text: string, next: MarkdownBlock | undefined): boolean {
  const isNamed = label.test(text) || picturedLabel.test(text);
  return isNamed && (next?.kind === 'code' || next?.kind === 'other');
}

/** Whether a text is lines of code behind pictures: "❌ `var a`". */
export function isPicturedCode(text: string): boolean {
  return text.split('\n').every((line) => picturedCode.test(line.trim()));
}

/** Whether texts of such code show both what is wrong and what is right. */
export function areOpposites(texts: readonly string[]): boolean {
  const bad = texts.filter((text) => picturedCode.exec(text.trim())?.groups?.bad !== undefined);
  return bad.length > 0 && bad.length < texts.length;
}

/** What stands between the tags `<example>` and `</example>`, or around several, with them; neighbours without a blank line are one. */
function exampleRegions(lines: readonly string[]): Region[] {
  const regions: Region[] = [];
  let start: number | null = null;
  let tag = '';
  for (const [at, line] of lines.entries()) {
    const opened = opening.exec(line)?.[1]?.toLowerCase();
    if (opened !== undefined && (start === null || opened === tag)) [start, tag] = [at, opened];
    if (start === null || closing.exec(line)?.[1]?.toLowerCase() !== tag) continue;
    const before = regions.at(-1);
    if (before?.end === start) regions[regions.length - 1] = { start: before.start, end: at + 1 };
    else regions.push({ start, end: at + 1 });
    start = null;
  }
  return regions;
}

/** The lines of examples that begin and end with blocks. */
export function exampleLines(blocks: readonly MarkdownBlock[], lines: readonly string[]): Set<number> {
  return linesOf(wholeRegions(blocks, lines));
}

/** The blocks with each example as one, which goes with the rule above it. */
export function withExamples(
  blocks: readonly MarkdownBlock[],
  lines: readonly string[],
): readonly MarkdownBlock[] {
  const regions = wholeRegions(blocks, lines);
  const inner = linesOf(regions);
  const examples = regions.map(
    ({ start, end }): MarkdownBlock => ({ kind: 'other', start, end, depth: 0, title: '', items: [] }),
  );
  return [...blocks.filter(({ start }) => !inner.has(start)), ...examples].sort((a, b) => a.start - b.start);
}

function wholeRegions(blocks: readonly MarkdownBlock[], lines: readonly string[]): Region[] {
  const starts = new Set(blocks.map(({ start }) => start));
  const ends = new Set(blocks.map(({ end }) => end));
  return exampleRegions(lines).filter(({ start, end }) => starts.has(start) && ends.has(end));
}

/** A text without its examples and the pictured lines that name them: what they say obliges nobody. */
export function withoutExamples(text: string): string {
  const lines = text.split('\n');
  const inner = linesOf(exampleRegions(lines));
  return lines.filter((line, at) => !inner.has(at) && !picturedLabel.test(line.trim())).join('\n');
}

function linesOf(regions: readonly Region[]): Set<number> {
  return new Set(
    regions.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)),
  );
}
