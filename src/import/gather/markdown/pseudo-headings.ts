import { namesExample } from './example-regions.ts';
import { bareLead, plainLead } from './lead.ts';
import type { MarkdownBlock } from './markdown-blocks.ts';
import { saysMust } from './strength.ts';

/** Below all headings that Markdown knows. */
export const pseudoDepth = 7;
/** Characters of a line that can name what follows it. */
const longTitle = 60;
const summary = /^\s*(?:<details[^>]*>\s*)?<summary>(.*?)<\/summary>\s*$/i;
const bold = /^(\*\*|__)([^*_]+)\1$/;

/** The blocks with lines that people read as headings made headings: bold lines, `<summary>`, a few words right above a list. */
export function withPseudoHeadings(
  blocks: readonly MarkdownBlock[],
  lines: readonly string[],
): MarkdownBlock[] {
  return blocks.map((block, index) => {
    const next = blocks[index + 1];
    const title = block.end - block.start === 1 ? titleOf(block, next, lines[block.start] ?? '') : null;
    return title === null ? block : { ...block, kind: 'heading', depth: pseudoDepth, title };
  });
}

function titleOf(block: MarkdownBlock, next: MarkdownBlock | undefined, line: string): string | null {
  if (block.kind === 'html')
    return (
      summary
        .exec(line)?.[1]
        ?.replace(/<[^>]*>/g, '')
        .trim() || null
    );
  if (block.kind !== 'paragraph' || next === undefined) return null;
  const isList = next.kind === 'bullets' || next.kind === 'numbers';
  const text = line.trim();
  const words = plainLead(text);
  if (words === '' || words.length > longTitle) return null;
  if (bold.test(text)) {
    const isBare = bareLead(words) !== null;
    if (/:..$/.test(text) || namesExample(text, next)) return null;
    const isName = !/[.!?]$/.test(text.slice(0, -2)) && (isBare || !saysMust(words));
    return isName && (isList || ['paragraph', 'code', 'other', 'quote'].includes(next.kind)) ? words : null;
  }
  const isLabel = /^\p{Lu}[\p{L}\p{N} &/,'’-]*$/u.test(text) && text.split(/\s+/).length <= 4;
  return isLabel && isList && next.start === block.end ? text : null;
}
