/** Characters of a text that is read here at most. */
const maxLength = 20_000;

const blank = /^ *(?:#.*)?$/;
const entry = /^([A-Za-z_][\w-]{0,99}): +(\S.*)$/;
const list = /^\[(.*)\]$/;
const whole = /^(?:0|[1-9]\d{0,8})$/;
const quoted = /^(?:"([ !#-[\]-~]*)"|'([ -&(-~]*)')$/;
/** Words that are text wherever they stand: no mark in them means anything to YAML, and they begin like no number. */
const plain = /^(?:[A-Za-z_]|[.~]{0,2}\/)[\w./@+%=?~-]*(?::[\w/][\w./@+%=?~-]*)*(?: [\w./@+%=?~-]+)*$/;
const word = /^(?:true|false|null)$/i;

type Scalar = string | number | boolean;

/**
 * The data of a YAML text in which each line is a comment or a name with a plain value or a list of such in brackets, as most settings
 * are: every start waits for them, and the parser takes some 8 ms until it is loaded and warm. Null for every other text, right or wrong.
 */
export function readFlatYaml(text: string): Record<string, unknown> | null {
  if (text.length > maxLength) return null;
  const data = new Map<string, unknown>();
  for (const line of text.split(/\r?\n/)) {
    if (blank.test(line)) continue;
    const [, name = '', rest = ''] = entry.exec(line) ?? [];
    const value = readValue(rest.split(' #', 1)[0] ?? '');
    if (value === undefined || readScalar(name) !== name || data.has(name)) return null;
    data.set(name, value);
  }
  return Object.fromEntries(data);
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
