/**
 * Texts of authors and masters as parts of our Markdown: they may say anything, but the structure around them (headings,
 * bullets, blocks, notes) is ours. Texts without any of it come back as they are.
 */

/** What ends a line for Markdown, YAML or a reader. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Whether nothing ends a line in a text. */
export function isOneLine(text: string): boolean {
  return !lineBreak.test(text);
}

/** The lines of a text, whatever ends them. */
export function linesOf(text: string): string[] {
  return text.split(lineBreak);
}

/** Text on one line: every run of white space that holds a line break becomes one space. */
export function oneLine(text: string): string {
  // Splitting is linear; a pattern with white space on both sides takes quadratic time on long runs of it.
  const lines = isOneLine(text) ? [text.trim()] : linesOf(text).map((line) => line.trim());
  return withoutMarkers(lines.filter((line) => line !== '').join(' '));
}

const markers = /<(?=\/?(?:ignore-failed-template|tags)\b)/gi;

/** The text with our own elements in it made plain text, those of `elements` too, and comments that hide what follows. */
export function withoutMarkers(text: string, elements: readonly string[] = []): string {
  if (!text.includes('<')) return text;
  let plain = text.replace(markers, escapedMark);
  for (const element of elements) {
    if (plain.includes(element))
      plain = plain.replaceAll(`<${element}`, escapedMark).replaceAll(`</${element}`, escapedMark);
  }
  const comment = plain.lastIndexOf('<!--');
  if (comment <= plain.lastIndexOf('-->')) return plain;
  return plain.slice(0, comment) + escapedMark('<!--', comment, plain) + plain.slice(comment + '<!--'.length);
}

/** A mark behind a backslash, unless it stands behind one that is not itself escaped: two of them would make it a mark again. */
function escapedMark(mark: string, at: number, text: string): string {
  let before = at;
  while (text[before - 1] === '\\') before--;
  return (at - before) % 2 === 1 ? mark : `\\${mark}`;
}

const fence = /^\s*(`{3,}|~{3,})/;
/** A heading, the line under one, a rule of ours, a note of ours. */
const structure =
  /^\s*(?=#{1,6}(?:\s|$)|=+\s*$|-{2,}\s*$|[-*+]\s+\*\*(?:MUST|SHOULD)\*\*|>\s*\*\*(?:Incomplete:|Note:\*\* Using default scope))/;

/** The lines after the first of a text in a bullet, so that none is a heading, a rule or a note of its own. */
export function withoutStructure(lines: readonly string[]): string[] {
  let open: string | null = null;
  const plain = lines.map((line) => {
    const mark = fence.exec(line)?.[1];
    if (open !== null) {
      if (mark?.startsWith(open)) open = null;
      return line;
    }
    if (mark !== undefined) {
      open = mark;
      return line;
    }
    return escaped(line, structure);
  });
  // Or what follows would look like a part of the code.
  return open === null ? plain : [...plain, open];
}

const blockStart =
  /^\s*(?=#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|`{3}|~{3}|=+\s*$|[-*_](?:\s*[-*_]){2,}\s*$|\||<[/!?a-z])/i;

/** A text as paragraphs and nothing else: no headings, lists, quotes, code or elements. */
export function asParagraphs(text: string): string {
  const lines = linesOf(text).map((line) => {
    const plain = line.trim();
    if (!blockStart.test(plain)) return plain;
    // A number ends with what makes it a list.
    return /^\d/.test(plain) ? plain.replace(/[.)]/, '\\$&') : `\\${plain}`;
  });
  return withoutMarkers(lines.join('\n'));
}

const note = /^\s*(?=>\s*\*\*(?:Incomplete:|Note:\*\* Using default scope))/;

/** A whole text in Markdown of its own, a procedure, which fakes none of our notes and closes none of our blocks. */
export function withoutNotes(text: string): string {
  const plain = withoutMarkers(text);
  if (!/\*\*(?:Incomplete:|Note:\*\* Using)/.test(plain)) return plain;
  return plain.replace(new RegExp(note.source, 'gm'), (blank) => `${blank}\\`);
}

function escaped(line: string, pattern: RegExp): string {
  const blank = pattern.exec(line)?.[0];
  return blank === undefined ? line : `${blank}\\${line.slice(blank.length)}`;
}
