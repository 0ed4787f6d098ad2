import { isWithin } from '../../../../model/names/category-path.ts';
import type { RuleQuery } from './rule-query.ts';
import type { RulesSection } from './rules-sections.ts';
import { type Showing, writingSection } from './rules-view.ts';

/** Bytes of categories and tree that one page has, if a single category is not longer; the frame comes on top. */
const pageBytes = 110_000;
/** What the tree leaves to the categories in any case. */
const leastBytes = 30_000;
/** The same where all are asked for: a page is written in one step, in which nobody else is answered. */
const allBytes = 2_000_000;
/** Categories of a chunk: with 400, there are as many chunks as categories in each. */
const chunkSize = 20;

/** Some categories in a row, which a browser that does not show them leaves out of layout: a filter costs what is in sight. */
export interface Chunk {
  readonly html: string;
  readonly hidden: boolean;
}

interface Part {
  readonly chunks: readonly Chunk[];
  readonly shown: ReadonlySet<RulesSection>;
  /** Whether all sections are there, those that are not asked for hidden. */
  readonly isWhole: boolean;
}

/** The sections of a page: all where they fit, else those that are asked for, from the category that it begins with. */
export function* writingPart(
  sections: readonly RulesSection[],
  scope: string,
  query: RuleQuery,
): Generator<void, Part> {
  const names = sections.reduce((sum, { category }) => sum + 2 * category.length + 60, 0);
  const room = query.all ? allBytes : Math.max(leastBytes, pageBytes - names);
  const written = new Map<RulesSection, string>();
  const fitting = (some: readonly RulesSection[]) =>
    writingFitting(some, room, written, { scope, raw: query.raw });
  if (query.category === '') {
    const whole = yield* fitting(sections);
    if (whole.length === sections.length) return partOf(whole, sections, true);
  }
  const wanted = sections.filter(({ hidden }) => !hidden);
  const start = wanted.findIndex((section) => isAtOrBelow(section, query.category));
  const rest = wanted.slice(Math.max(0, start));
  const html = yield* fitting(rest);
  return partOf(html, rest.slice(0, html.length), false);
}

/** The HTML of sections for as long as there is room, of one at least. What is `written` is not written again. */
function* writingFitting(
  sections: readonly RulesSection[],
  room: number,
  written: Map<RulesSection, string>,
  showing: Showing,
): Generator<void, string[]> {
  const html: string[] = [];
  let bytes = 0;
  for (const section of sections) {
    const text = written.get(section) ?? (yield* writingSection(section, showing));
    written.set(section, text);
    bytes += Buffer.byteLength(text);
    if (html.length > 0 && bytes > room) break;
    html.push(text);
  }
  return html;
}

function partOf(html: readonly string[], shown: readonly RulesSection[], isWhole: boolean): Part {
  const chunks = Array.from({ length: Math.ceil(html.length / chunkSize) }, (_, index) => {
    const [from, to] = [index * chunkSize, (index + 1) * chunkSize];
    return { html: html.slice(from, to).join(''), hidden: shown.slice(from, to).every((one) => one.hidden) };
  });
  return { chunks, shown: new Set(shown), isWhole };
}

function isAtOrBelow({ category }: RulesSection, place: string): boolean {
  return place !== '' && isWithin(category, place);
}
