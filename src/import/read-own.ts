import type { MarkdownBlock } from './markdown-blocks.ts';
import { type BodyOptions, readBody } from './read-body.ts';
import { lineFinding } from './read-front.ts';
import type { Finding } from './report.ts';
import { toSegment } from './sections.ts';

const emphasis = /^\*([^*]+)\*$/;
const appliesTo = /^Applies to: (`.+`)$/;

/**
 * What a block of an export says (docs/export.md): its headings are the categories as they stand, each with its `when` in
 * italics and the globs that it applies to.
 */
export function readOwn(
  lines: readonly string[],
  blocks: readonly MarkdownBlock[],
  options: Omit<BodyOptions, 'prefix' | 'isVerbatim'>,
): Finding[] {
  const naming: BodyOptions = { ...options, prefix: '', isVerbatim: true };
  const findings: Finding[] = [];
  const rest: MarkdownBlock[] = [];
  let category: string | null = null;
  for (const block of blocks) {
    const place = { line: block.start + 1, end_line: block.end };
    const text = lines.slice(block.start, block.end).join('\n');
    const one = text.includes('\n') ? '' : text.trim();
    const isNote = block.kind === 'other' && /^> \*\*Incomplete:\*\*/.test(text);
    if (block.kind === 'heading' && block.depth === 1)
      findings.push({ ...place, as: 'skipped', why: 'the title of an export' });
    else if (isNote || one.startsWith('Not in this file: '))
      findings.push({ ...place, as: 'skipped', why: 'a note of the export' });
    else if (block.kind === 'html' && /^<!-- precept:/.test(one))
      findings.push({ ...place, as: 'skipped', why: 'a mark of Precept' });
    else if (category === null && block.kind === 'paragraph')
      findings.push({ ...place, as: 'description', text: text.replace(/\s+/g, ' ').trim() });
    else if (category !== null && block.kind === 'paragraph' && emphasis.test(one))
      findings.push({ ...place, as: 'when', category, text: emphasis.exec(one)?.[1] ?? '' });
    else if (category !== null && appliesTo.test(one))
      findings.push({ ...place, as: 'paths', category, globs: globsOf(one) });
    else {
      if (block.kind === 'heading') category = toSegment(block.title, naming);
      rest.push(block);
    }
  }
  return [...findings, ...readBody(lines, rest, naming)];
}

function globsOf(line: string): string[] {
  return [...line.matchAll(/(`+) ?(.*?) ?\1(?=, |$)/g)].map(([, , glob = '']) => glob);
}

/** The lines of the marks around a block. */
export function markFindings(start: number, end: number): Finding[] {
  return [start, end - 1].map((at) => lineFinding(at, 'a mark of Precept'));
}
