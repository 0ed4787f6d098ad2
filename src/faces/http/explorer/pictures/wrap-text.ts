/** A line of text as wide as a picture may draw it. */
export interface TextBlock {
  readonly lines: readonly string[];
  /** An estimate on the safe side: fonts differ, and none is at hand. */
  readonly width: number;
}

const narrow = /[iljtfrI.,:;'|!()[\] ]/;
const wide = /[mwMW@%—]/;

/** About how wide text is in a sans-serif font of this size. */
function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x1100) ems += 1.05;
    else if (narrow.test(character)) ems += 0.38;
    else if (wide.test(character)) ems += 0.98;
    else ems += code > 0x40 && code < 0x5b ? 0.72 : 0.61;
  }
  return ems * fontSize;
}

/** Text broken at spaces into lines of at most `maxWidth`; what is beyond `maxLines` becomes an ellipsis. */
export function wrapText(
  text: string,
  options: { fontSize: number; maxWidth: number; maxLines: number },
): TextBlock {
  const { fontSize, maxWidth, maxLines } = options;
  const fits = (line: string) => textWidth(line, fontSize) <= maxWidth;
  const lines: string[] = [];
  let line = '';
  // No more is read than could be drawn.
  const words = text
    .slice(0, 2000)
    .split(/\s+/)
    .filter((word) => word !== '');
  for (const word of words.flatMap((whole) => (fits(whole) ? [whole] : pieces(whole, fits)))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  if (line !== '') lines.push(line);
  if (lines.length > maxLines || text.length > 2000) {
    lines.length = Math.min(lines.length, maxLines);
    lines.push(`${lines.pop()?.replace(/.{0,2}$/u, '')}…`);
  }
  return { lines, width: Math.max(0, ...lines.map((one) => textWidth(one, fontSize))) };
}

/** A word cut where it no longer fits. */
function pieces(word: string, fits: (text: string) => boolean): string[] {
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}
