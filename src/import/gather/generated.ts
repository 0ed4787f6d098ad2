import type { Finding } from '../report.ts';

/** Our own marks around what is exported into a file. */
const ownBegin = /^<!-- precept:begin(?: ([A-Za-z0-9_-]+))? -->\s*$/;
const ownEnd = /^<!-- precept:end -->\s*$/;
/** What other tools put around theirs: `<!-- start: x -->`, `<!-- BEGIN x -->`, `<!-- x:start -->`, `<!-- x start-->`. */
const foreignBegin = /^\s*<!--\s*(?:[\w.@/ -]{0,60}[:\s-])?(?:start|begin)\b(?!\s+of\b).*-->\s*$/i;
const foreignEnd = /^\s*<!--\s*(?:[\w.@/ -]{0,60}[:\s-])?end\b(?!\s+of\b).*-->\s*$/i;
const generated =
  /^[^\p{L}\p{N}]*(?:(?:this|the)\s+(?:file|document|section)\s+(?:is|was|has\s+been)\s+)?(?:auto(?:matically)?[- ]?)?generated\s+(?:by|from|with|using)\b/iu;

/** Why what we exported is left out where nobody named it. */
export const exportedWhy = 'exported by Precept; name the file to read it';

export interface Region {
  /** Lines from 0; the end is not part of it. */
  readonly start: number;
  readonly end: number;
  readonly isOwn: boolean;
  /** The scope whose rules we exported into it; null for how to ask for them, and for what others wrote. */
  readonly scope: string | null;
}

/** Parts of a text that a tool has written between marks. A mark that is never closed is none. */
export function generatedRegions(lines: readonly string[]): Region[] {
  const regions: Region[] = [];
  const ends = lines.map((line) => (ownEnd.test(line) ? 'own' : foreignEnd.test(line) ? 'foreign' : null));
  const lastOf = { own: ends.lastIndexOf('own'), foreign: ends.lastIndexOf('foreign') };
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start] as string;
    const sort = ownBegin.test(line) ? 'own' : foreignBegin.test(line) ? 'foreign' : null;
    if (sort === null || lastOf[sort] <= start) continue;
    const end = ends.indexOf(sort, start) + 1;
    regions.push({ start, end, isOwn: sort === 'own', scope: ownBegin.exec(line)?.[1] ?? null });
    start = end - 1;
  }
  return regions;
}

/** Whether a whole text says at its start that a tool has written it; `lines` is what is left of it beside frontmatter. */
export function isGenerated(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return false;
  const text = lines
    .slice(first, first + 6)
    .join('\n')
    .replace(/^\s*(?:<!--|>|#|\/\/|\*)*\s*/, '');
  return generated.test(text);
}

/** Whether a skill is one that we exported. */
export function isExported(bytes: Buffer): boolean {
  return /^<!-- precept:begin [A-Za-z0-9_-]+ -->\s*$/m.test(bytes.toString('utf8'));
}

export function generatedFinding({ start, end, isOwn, scope }: Region): Finding {
  const own = scope === null ? 'how to ask Precept, written by precept init' : exportedWhy;
  const why = isOwn ? own : 'written by another tool, between its marks';
  return { line: start + 1, end_line: end, as: 'skipped', why };
}
