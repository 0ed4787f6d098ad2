import type { Finding } from '../../report.ts';
import { losesWords, toSlug } from '../../slug.ts';
import { bareLead, type Lead, leadOfHeading, plainLead, situationOf } from './lead.ts';
import type { MarkdownBlock } from './markdown-blocks.ts';
import { pseudoDepth } from './pseudo-headings.ts';

/** How the headings of a text become categories. */
export interface Naming {
  /** What all categories of the text begin with; empty for files that speak for a whole project. */
  readonly prefix: string;
  /** The name of a procedure that stands below no heading. */
  readonly stem: string;
  /** Whether headings are categories as they stand, as in what we export. */
  readonly isVerbatim: boolean;
  /** The number of a heading that no segment can be made of. */
  numberOf(title: string): number;
}

interface Heading {
  readonly block: MarkdownBlock;
  /** Null for the title of the text, which stands for no segment. */
  readonly segment: string | null;
  readonly category: string;
  /** What it does not say as a segment. */
  readonly isLossy: boolean;
  readonly parent: Heading | null;
  hasRules: boolean;
  /** Whether something stands below one of its sub-headings. */
  isAbove: boolean;
  kata: { category: string; name: string } | null;
  /** What it says about all below it. */
  readonly lead: Lead | null;
  /** The situation that a line above all its rules names; null where that is of some of them alone. */
  situation: string | null;
}

/** What a text says at the moment, by the headings above it. */
export interface Sections {
  enter(block: MarkdownBlock): void;
  readonly category: string;
  /** The text of the nearest heading. */
  readonly title: string | null;
  /** What the nearest heading that says something about all below it says. */
  readonly lead: Lead | null;
  /** Leaves a `<summary>`. */
  leaveSummary(): void;
  /** Notes that the section has a rule, and the situation that a line above it names. */
  use(situation: string | null): void;
  /** Where a procedure of this section belongs, what its heading adds to it, and the situation that the heading names. */
  useKata(): { category: string; name: string; heading: string | null; situation: string | null };
  /** The headings themselves, when all of the text is read. */
  findings(): Finding[];
}

export const general = 'general';

export function createSections(blocks: readonly MarkdownBlock[], naming: Naming): Sections {
  const titles = blocks.filter(({ kind, depth }) => kind === 'heading' && depth === 1);
  const onlyTitle = naming.isVerbatim || titles.length !== 1 ? null : titles[0];
  const all: Heading[] = [];
  let stack: Heading[] = [];

  const enter = (block: MarkdownBlock) => {
    stack = stack.filter((heading) => heading.block.depth < block.depth);
    const parent = stack.at(-1) ?? null;
    const segment = block === onlyTitle ? null : toSegment(block.title, naming);
    const above = parent === null || parent.segment === null ? naming.prefix : parent.category;
    const category =
      segment === null ? naming.prefix || general : above === '' ? segment : `${above}.${segment}`;
    const isLossy = segment !== null && !naming.isVerbatim && losesWords(block.title);
    const heading: Heading = {
      block,
      segment,
      category,
      isLossy,
      parent,
      hasRules: false,
      isAbove: false,
      kata: null,
      lead: segment === null ? bareLead(plainLead(block.title)) : leadOfHeading(block.title),
      situation: null,
    };
    stack.push(heading);
    all.push(heading);
  };
  const useKata = () => {
    const heading = stack.at(-1);
    if (heading === undefined)
      return { category: general, name: toName(naming.stem), heading: null, situation: null };
    for (const other of stack.slice(0, -1)) other.isAbove = true;
    const above = heading.parent?.category;
    const category = heading.segment === null ? heading.category : above || naming.prefix || general;
    const name = toName(heading.segment?.split('.').at(-1) ?? (toSlug(heading.block.title) || naming.stem));
    heading.kata ??= { category, name };
    const { title } = heading.block;
    const situation = naming.isVerbatim ? null : situationOf(title);
    return { category, name, heading: heading.isLossy ? title : null, situation };
  };
  return {
    enter,
    get category() {
      return stack.at(-1)?.category ?? (naming.prefix || general);
    },
    get title() {
      return stack.at(-1)?.block.title ?? null;
    },
    get lead() {
      return stack.findLast(({ lead }) => lead !== null)?.lead ?? null;
    },
    leaveSummary() {
      stack = stack.filter(({ block }) => block.depth < pseudoDepth);
    },
    use(situation) {
      for (const heading of stack.slice(0, -1)) heading.isAbove = true;
      const heading = stack.at(-1);
      if (heading === undefined) return;
      if (!heading.hasRules) heading.situation = situation;
      else if (heading.situation !== situation) heading.situation = null;
      heading.hasRules = true;
    },
    useKata,
    findings: () => all.flatMap(headingFindings),
  };
}

/** A name that a procedure can have. */
function toName(name: string): string {
  const slug = toSlug(name) || 'procedure';
  return slug === 'index' ? 'index-steps' : slug;
}

/** The segment that a heading becomes; several, joined by dots, where it is a category as it stands. */
export function toSegment(title: string, { isVerbatim, numberOf }: Naming): string {
  if (isVerbatim && !title.includes('__proto__') && /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/.test(title))
    return title;
  return toSlug(title) || `section-${numberOf(title)}`;
}

function headingFindings(heading: Heading): Finding[] {
  const { block, segment, category, hasRules, isAbove, kata } = heading;
  const place = { line: block.start + 1, end_line: block.end };
  if (block.title === '') return [{ ...place, as: 'skipped', why: 'a heading without text' }];
  if (segment === null) return [{ ...place, as: 'description', text: block.title }];
  if (!hasRules && !isAbove) {
    if (kata === null) return [{ ...place, as: 'skipped', why: 'a heading with nothing below it' }];
    return [{ ...place, as: 'kata', category: kata.category, kata: kata.name }];
  }
  const folders = foldersOf(heading);
  const found: Finding = { ...place, as: 'category', category, ...(folders.length > 0 && { folders }) };
  const when = proposedWhen(heading);
  return when === null ? [found] : [found, { ...place, as: 'when', category, text: when, proposed: true }];
}

/** What the heading, or the nearest one above that has code, names as code. */
function foldersOf({ block: { codes = [] }, parent, segment }: Heading): readonly string[] {
  // The title is about the file as a whole.
  if (segment === null) return [];
  return codes.length > 0 || parent === null ? codes : foldersOf(parent);
}

/** When a category is wanted, as far as its heading or a line above all its rules names a situation. */
function proposedWhen({ block: { title }, isLossy, situation }: Heading): string | null {
  return situationOf(title) ?? situation ?? (isLossy ? title : null);
}
