/** Characters of a text that is read here at most. */
const maxLength = 20_000;

const blank = /^ *(?:#.*)?$/;
const entry = /^([A-Za-z_][\w-]{0,99}): +(\S.*)$/;
const opening = /^([A-Za-z_][\w-]{0,99}):(?: +#.*)?$/;
const item = /^( *)- (\S.*)$/;
const list = /^\[(.*)\]$/;
const whole = /^(?:0|[1-9]\d{0,8})$/;
const quoted = /^(?:"([ !#-[\]-~]*)"|'([ -&(-~]*)')$/;
/** Words that are text wherever they stand: no mark in them means anything to YAML, and they begin like no number. */
const plain = /^(?:[A-Za-z_]|[.~]{0,2}\/)[\w./@+%=?~-]*(?::[\w/][\w./@+%=?~-]*)*(?: [\w./@+%=?~-]+)*$/;
const word = /^(?:true|false|null)$/i;

type Scalar = string | number | boolean;

/**
 * The data of a YAML text in which each line is a comment, a name with a plain value or a list of such in brackets, or an item of a list
 * below a name, as most settings are: every start waits for them, and the parser takes some 8 ms until it is loaded and warm. Null for every
 * other text, right or wrong.
 */
export function readFlatYaml(text: string): Record<string, unknown> | null {
  if (text.length > maxLength) return null;
  const data: Entries = new Map();
  let open: OpenList | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (blank.test(line)) continue;
    const isItem: boolean = open !== null && addItem(open, line);
    if (isItem) continue;
    if (open?.items.length === 0) return null;
    const name = opening.exec(line)?.[1];
    open = name === undefined ? null : { indent: null, items: [], entries: null };
    if (!(name === undefined ? addEntry(data, line) : addValue(data, name, open?.items))) return null;
  }
  return open?.items.length === 0 ? null : toPlain(data);
}

type Entries = Map<string, unknown>;

/** A list whose items are on the lines below its name. */
interface OpenList {
  /** Of its items; null before the first. */
  indent: string | null;
  readonly items: unknown[];
  /** Those of its last item, where that is a mapping. */
  entries: Entries | null;
}

/** Whether a line is an item of a list, or an entry of its last one; then it is added. */
function addItem(list: OpenList, line: string): boolean {
  const [, indent = '', written] = item.exec(line) ?? [];
  if (written === undefined)
    return (
      list.entries !== null &&
      line.startsWith(`${list.indent}  `) &&
      addEntry(list.entries, line.slice(`${list.indent}  `.length))
    );
  list.indent ??= indent;
  if (indent !== list.indent) return false;
  list.entries = entry.test(written) ? new Map() : null;
  const value = readScalar(withoutComment(written));
  if (list.entries === null && value === undefined) return false;
  list.items.push(list.entries ?? value);
  return list.entries === null || addEntry(list.entries, written);
}

/** Whether a line is a name with a value that is read here, and new; then it is added. */
function addEntry(entries: Entries, line: string): boolean {
  const [, name = '', rest = ''] = entry.exec(line) ?? [];
  return addValue(entries, name, readValue(withoutComment(rest)));
}

function addValue(entries: Entries, name: string, value: unknown): boolean {
  if (value === undefined || readScalar(name) !== name || entries.has(name)) return false;
  entries.set(name, value);
  return true;
}

function toPlain(entries: Entries): Record<string, unknown> {
  const plainItem = (one: unknown) => (one instanceof Map ? Object.fromEntries(one) : one);
  return Object.fromEntries(
    [...entries].map(([name, value]) => [name, Array.isArray(value) ? value.map(plainItem) : value]),
  );
}

function withoutComment(written: string): string {
  return written.split(' #', 1)[0] ?? '';
}

function readValue(written: string): Scalar | Scalar[] | undefined {
  const items = list.exec(written)?.[1];
  if (items === undefined) return readScalar(written);
  const values = items === '' ? [] : items.split(', ').map(readScalar);
  return values.every((value) => value !== undefined) ? values : undefined;
}

function readScalar(written: string): Scalar | undefined {
  if (whole.test(written)) return Number(written);
  if (word.test(written)) return ({ true: true, false: false } as Record<string, boolean>)[written];
  const [, double, single] = quoted.exec(written) ?? [];
  return double ?? single ?? (plain.test(written) ? written : undefined);
}
