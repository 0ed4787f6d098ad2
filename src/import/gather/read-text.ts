import { type Finding, type ReadSource, skippedSource } from '../report.ts';
import { toSlug } from '../slug.ts';
import { type GlobDialect, toPaths } from './client-globs.ts';
import { decode } from './decode.ts';
import { readFrontMatter } from './front-matter.ts';
import { exportedWhy, generatedFinding, generatedRegions, isGenerated, type Region } from './generated.ts';
import { exampleLines, withExamples } from './markdown/example-regions.ts';
import { createBlockReader, type MarkdownBlock } from './markdown/markdown-blocks.ts';
import { readBody } from './markdown/read-body.ts';
import { general } from './markdown/sections.ts';
import { lineFinding, readFront } from './read-front.ts';
import { markFindings, readOwn, readOwnFront } from './read-own.ts';

export interface TextOptions {
  readonly path: string;
  /** The name of the file without its ending. */
  readonly stem: string;
  /** Whether it speaks for a whole project, so that its categories have no prefix. */
  readonly isRoot: boolean;
  readonly dialect: GlobDialect;
  readonly mustByDefault: boolean;
  /** Whether a user named it, or its client's folder, so that what we exported is read too. */
  readonly isNamed: boolean;
  numberOf(title: string): number;
}

/** What a text file of a client says, or why it is not read. */
export function readText(bytes: Buffer, options: TextOptions): ReadSource {
  const { path, dialect } = options;
  const decoded = decode(bytes);
  if (decoded === null) return skippedSource(path, 'it is not UTF-8');
  const { lines, dropped } = decoded;
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  const all = (why: string): ReadSource => ({ ...skippedSource(path, why, lines.length), filled });
  if (filled.length === 0) return all('it is empty');

  const rest = [...lines];
  const blank = (start: number, end: number) => rest.fill('', start, end);
  const front = readFrontMatter(lines);
  if (front !== null) blank(0, front.end);
  const regions = generatedRegions(rest);
  const own = regions.filter(({ scope }) => scope !== null && options.isNamed);

  const prefix = options.isRoot ? '' : toSlug(options.stem) || `section-${options.numberOf(options.stem)}`;
  const isExport = own.length > 0 && !options.isRoot;
  const read =
    front === null
      ? null
      : isExport
        ? readOwnFront(front, dialect)
        : readFront(front, prefix || general, dialect);
  if (read?.isOff === true) return all('it is turned off by `apply: off`');

  const skipped = regions.filter((region) => !own.includes(region));
  const ours = own.flatMap((region) => readExport(lines, region, options));
  for (const { start, end } of regions) blank(start, end);
  // Its keys are those of the export too.
  const isAllExport = front !== null && skipped.some(({ isOwn, scope }) => isOwn && scope !== null);
  if (isAllExport && rest.every((line) => line.trim() === '')) return all(exportedWhy);
  if (regions.length === 0 && isGenerated(rest)) return all('another tool has written it, as it says itself');

  const naming = { prefix, stem: options.stem, isVerbatim: false, numberOf: options.numberOf };
  const { blocks, tags } = readBlocks(rest);
  const closings = tags.filter(({ why }) => why === 'the tag </details>').map(({ line }) => line - 1);
  const findings = [
    ...dropped,
    ...(read?.findings ?? []),
    ...skipped.map(generatedFinding),
    ...ours,
    ...tags,
    ...readBody(rest, blocks, { ...naming, mustByDefault: options.mustByDefault, closings }),
  ].sort((a, b) => a.line - b.line || a.end_line - b.end_line);
  const paths = read === null || read.paths.length === 0 ? toPaths(['**'], dialect).globs : read.paths;
  return { path, filled, paths, findings };
}

/** What Precept has exported: its headings are the categories as they stand. */
function readExport(
  lines: readonly string[],
  { start, end, scope }: Region,
  options: TextOptions,
): Finding[] {
  const inner = lines.map((line, index) => (index > start && index < end - 1 ? line : ''));
  const { blocks, tags } = readBlocks(inner);
  const { stem, numberOf, mustByDefault } = options;
  const said = readOwn(inner, blocks, { stem, numberOf, mustByDefault });
  const exportOf = scope === null ? {} : { exportOf: scope };
  return [...markFindings(start, end), ...tags, ...said.map((finding) => ({ ...finding, ...exportOf }))];
}

const bareTag = /^\s*<\/?[A-Za-z][\w:.-]*\s*\/?>\s*$/;
/** Times that tags are taken out to see what stands between them. */
const maxRounds = 8;

/** The blocks of a text, lines that are nothing but a tag left out: what stands between them is Markdown to people. */
function readBlocks(lines: string[]): { blocks: readonly MarkdownBlock[]; tags: Finding[] } {
  const read = createBlockReader();
  const tags: Finding[] = [];
  let blocks = read(lines);
  const ofExamples = exampleLines(blocks, lines);
  for (let round = 0; round < maxRounds; round++) {
    const found = blocks
      .filter(
        ({ kind, start }) =>
          kind === 'html' && !/^\s*<(?:!|pre\b|script\b|style\b)/i.test(lines[start] ?? ''),
      )
      .flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index))
      .filter((at) => bareTag.test(lines[at] ?? '') && !ofExamples.has(at));
    if (found.length === 0) break;
    for (const at of found) {
      tags.push(lineFinding(at, `the tag ${(lines[at] ?? '').trim().slice(0, 60)}`));
      lines[at] = '';
    }
    blocks = read(lines);
  }
  return { blocks: withExamples(blocks, lines), tags };
}
