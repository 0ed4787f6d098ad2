/** UTF-16 units of a line that are shown. */
const maxLength = 100;
/** Of those, how many stand before a mark that is far from the start of its line. */
const before = 40;

/**
 * A line of a file for a message, without the space around it, and where in it the part from `start` to `end` is (UTF-16
 * units from 0). Of a long line the part around the mark is shown, with `…` where something is left out.
 */
export function excerptOf(
  line: string,
  start: number,
  end: number,
): { excerpt: string; mark: readonly [start: number, end: number] } {
  const first = Math.min(line.length - line.trimStart().length, start);
  // Blanks at the end are shown where they are what is marked.
  const last = Math.max(line.trimEnd().length, Math.min(end, line.length));
  let from = first;
  if (last - first > maxLength && start - first > maxLength - before) {
    from = whole(line, Math.max(Math.min(start - before, last - maxLength), first));
  }
  const to = last - from > maxLength ? whole(line, from + maxLength) : last;
  const lead = from > first ? '…' : '';
  const shift = lead.length - from;
  const excerpt = `${lead}${line.slice(from, to)}${to < last ? '…' : ''}`;
  const markStart = Math.min(start, to) + shift;
  return { excerpt, mark: [markStart, Math.max(Math.min(end, to) + shift, markStart)] };
}

/** Made with the first long line, since it takes some 10 ms. */
let graphemes: Intl.Segmenter | undefined;
/** Units looked at to tell where a character starts; nearly all have one or two. */
const longestCharacter = 30;

/** The offset itself, or the start of the character, with all its marks, that it would cut in two. */
function whole(line: string, offset: number): number {
  const start = Math.max(offset - longestCharacter, 0);
  const near = line.slice(start, offset + longestCharacter);
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return start + (graphemes.segment(near).containing(offset - start)?.index ?? offset - start);
}
