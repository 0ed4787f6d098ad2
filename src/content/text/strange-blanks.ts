/** The blanks of Unicode but the plain one and the tab: what wikis, chats and word processors write. To YAML they are letters. */
const strange = String.raw`\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000`;
const rare = new RegExp(`[${strange}]`);
/** Where a line needs a blank: in front of it, behind a hyphen, and behind the colon of a key. */
const structural = new RegExp(String.raw`^ *(?:- +)*(?:-|["']?\+?[\w.-]+["']?:)?(?=[${strange}])`);

/**
 * Where lines of a YAML text have such a blank in place of a plain one, as offsets of UTF-16 units. Lines of a text below `|` or `>` may
 * have any.
 */
export function findStrangeBlanks(text: string): number[] {
  if (!rare.test(text)) return [];
  const found: number[] = [];
  let start = 0;
  /** The indentation of the line that opens the text of the lines below it. */
  let opener = Number.POSITIVE_INFINITY;
  for (const line of text.split('\n')) {
    const indent = line.search(/[^ ]/);
    if (indent !== -1 && indent <= opener) {
      const before = structural.exec(line)?.[0];
      if (before !== undefined) found.push(start + before.length);
      opener = /(?:^|\s)[|>][-+\d]*\s*$/.test(line) ? indent : Number.POSITIVE_INFINITY;
    }
    start += line.length + 1;
  }
  return found;
}

/** What is wrong with a strange blank, by its number in Unicode. */
export function strangeBlank(
  text: string,
  offset: number,
): { readonly message: string; readonly hint: string } {
  const number = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0');
  return {
    message: `YAML reads this blank as a letter: it is U+${number}, as in text copied from a web page`,
    hint: 'Type a plain blank in its place',
  };
}
