/** The lines around our block of a shared file: `<!-- precept:begin checkout -->` and `<!-- precept:end -->`. */

const begin = /^\uFEFF?(?:# )?<!-- precept:begin(?: ([A-Za-z0-9_-]+))? -->[ \t]*$/;
const end = /^(?:# )?<!-- precept:end -->[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Our block with its markers, `name` being the scope; without one it is the block of instructions. In YAML they are comments. */
export function blockOf(name: string | null, body: string, comment: '' | '# ' = ''): string {
  const label = name === null ? '' : ` ${name}`;
  return `${comment}<!-- precept:begin${label} -->\n${body.trimEnd()}\n${comment}<!-- precept:end -->\n`;
}

/** Whether a line begins the block of a scope, which an export has written. */
export function beginsExport(line: string): boolean {
  return begin.exec(line)?.[1] !== undefined;
}

/** Where a block is: from the first character of its first line to behind the end of its last. */
export interface MarkedBlock {
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
}

/** Blocks that cannot be told from what is around them. */
export class BrokenBlock extends Error {
  override readonly name = 'BrokenBlock';
}

/** Our blocks in a text. Throws BrokenBlock for one that does not end, and for two of one name. */
export function findBlocks(text: string): readonly MarkedBlock[] {
  const found: MarkedBlock[] = [];
  let open: { name: string | null; start: number; line: number } | null = null;
  let code: string | null = null;
  let at = 0;
  const lines = text.split('\n');
  for (const [index, whole] of lines.entries()) {
    const line = whole.replace(/\r$/, '');
    const start = at;
    at += whole.length + (index < lines.length - 1 ? 1 : 0);
    if (open !== null) {
      if (begin.test(line)) break;
      if (!end.test(line)) continue;
      found.push({ name: open.name, start: open.start, end: at });
      open = null;
      continue;
    }
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined && (code === null || mark.startsWith(code))) code = code === null ? mark : null;
    const opening = code === null ? begin.exec(line) : null;
    if (opening === null) continue;
    const offset = line.startsWith('\uFEFF') ? 1 : 0;
    open = { name: opening[1] ?? null, start: start + offset, line: index + 1 };
  }
  if (open !== null)
    throw new BrokenBlock(
      `the block that begins on line ${open.line} has no end; write <!-- precept:end --> behind it, or remove the line`,
    );
  const twice = found.find((one, index) => found.findIndex(({ name }) => name === one.name) < index);
  if (twice !== undefined)
    throw new BrokenBlock(`it has two blocks of ${twice.name ?? 'the same name'}; remove one of them`);
  return found;
}

/** The text with the block in it, in the place of the one of the same name or at the end; all else byte for byte. */
export function withBlock(text: string, name: string | null, block: string): string {
  const ending = /\r\n/.test(text) ? '\r\n' : '\n';
  const written = block.replaceAll('\n', ending);
  const known = findBlocks(text).find((one) => one.name === name);
  if (known !== undefined) {
    const old = text.slice(known.start, known.end);
    const tail = /\r?\n$/.test(old) ? written : written.replace(/\r?\n$/, '');
    return text.slice(0, known.start) + tail + text.slice(known.end);
  }
  const isBlank = text.replace(/^\uFEFF/, '').trim() === '';
  if (isBlank) return text + written;
  const gap = text.endsWith(`${ending}${ending}`) ? '' : text.endsWith('\n') ? ending : ending + ending;
  return text + gap + written;
}

/** The text without the block of that name, and without the blank line that came with it. */
export function withoutBlock(text: string, name: string | null): string {
  const known = findBlocks(text).find((one) => one.name === name);
  if (known === undefined) return text;
  const before = text.slice(0, known.start);
  const after = text.slice(known.end);
  return after === '' ? before.replace(/(\r?\n)(?:\r?\n)$/, '$1') : before + after.replace(/^\r?\n/, '');
}
