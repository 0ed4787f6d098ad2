import type { Finding } from '../report.ts';
import type { GlobDialect } from './client-globs.ts';
import type { FrontMatter } from './front-matter.ts';
import type { MarkdownBlock } from './markdown/markdown-blocks.ts';
import { type BodyOptions, readBody } from './markdown/read-body.ts';
import { general, toSegment } from './markdown/sections.ts';
import { lineFinding, type ReadFront, readFront } from './read-front.ts';

const emphasis = /^\*(.+)\*$/;
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
  const applying = new Map<string, readonly string[]>();
  let category: string | null = null;
  let isFirst = false;
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
    else if (category !== null && isFirst && block.kind !== 'bullets' && emphasis.test(one))
      findings.push({ ...place, as: 'when', category, text: emphasis.exec(one)?.[1] ?? '' });
    else if (category !== null && appliesTo.test(one)) {
      applying.set(category, globsOf(one));
      findings.push({ ...place, as: 'paths', category, globs: globsOf(one) });
    } else if (block.kind === 'heading') {
      // Marks in the name of a category are a part of it: `__init__`.
      const title = one.replace(/^#+\s+/, '');
      category = toSegment(title, naming);
      rest.push({ ...block, title });
    } else rest.push(block);
    isFirst = block.kind === 'heading';
  }
  const said = readBody(lines, rest, naming).map((finding) => {
    const paths = applying.get(finding.category ?? '');
    return finding.rule === undefined || paths === undefined ? finding : { ...finding, paths };
  });
  return [...findings, ...said];
}

/** What we write in front of an export: its globs, of which one without `/` is about the root; the rest stands below too. */
export function readOwnFront(front: FrontMatter, dialect: GlobDialect): ReadFront {
  const read = readFront(front, general, { ...dialect, isRooted: true });
  const findings = read.findings.map(({ line, end_line, as, why }): Finding => {
    if (as === 'when') return { line, end_line, as: 'skipped', why: 'the export says it below' };
    return { line, end_line, as, ...(why !== undefined && { why }) };
  });
  return { ...read, findings };
}

function globsOf(line: string): string[] {
  return [...line.matchAll(/(`+) ?(.*?) ?\1(?=, |$)/g)].map(([, , glob = '']) => glob);
}

/** The lines of the marks around a block. */
export function markFindings(start: number, end: number): Finding[] {
  return [start, end - 1].map((at) => lineFinding(at, 'a mark of Precept'));
}
