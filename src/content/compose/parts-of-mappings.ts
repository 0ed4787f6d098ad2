import { keyOf, type LayoutMistake, opensBlock, type TextLine, valueBehind } from './lines.ts';

/** Keys that a category has beside its `ruleset`, and those of them that are lists. */
const categoryKeys: ReadonlySet<string> = new Set(['when', 'paths', 'tags', 'see', 'always']);
const categoryLists: ReadonlySet<string> = new Set(['paths', 'tags', 'see']);
const kataKeys: ReadonlySet<string> = new Set(['when', 'paths', 'procedure', 'files']);

/** The keys of a mapping above a line. */
type Keys = readonly TextLine[];

/**
 * Parts of mappings where YAML cannot read them: items of a list among keys, since the key of the list is missing, and keys below the
 * text of a kata. `lines` are those of the structure of a text.
 */
export function misplacedParts(lines: readonly TextLine[], length: number): LayoutMistake[] {
  const mistakes: LayoutMistake[] = [];
  /** The keys of the mappings that are open, the innermost last. */
  const open: TextLine[][] = [];
  for (const [at, line] of lines.entries()) {
    /** The mapping that ends before this line. */
    let ended: Keys = [];
    while ((open.at(-1)?.[0]?.indent ?? -1) > line.indent) ended = open.pop() ?? [];
    const last = lines[at - 1];
    const name = keyOf(line.text);
    const innermost = open.at(-1) ?? [];
    const add = (keys: Keys, message: string, hint: string) => {
      const start = keys[0]?.start ?? line.start;
      const offset = line.start + line.indent;
      mistakes.push({
        start,
        end: endOf(lines, at) ?? length,
        offset,
        length: line.text.length,
        message,
        hint,
      });
    };
    if (name !== null) {
      if (kataKeys.has(name) && isTextOfKata(last, line, open)) add([last], ...textOfKata(last, line, name));
      if (innermost[0]?.indent === line.indent) innermost.push(line);
      else open.push([line]);
    } else if (/^-(?:\s|$)/.test(line.text) && last !== undefined) {
      const keys = keysAround(line, last, innermost, ended);
      if (keys.length > 0) add(keys, 'a list begins inside a mapping', hintFor(line, keys, open));
    }
  }
  return mistakes;
}

/** Where the first line below starts that is further left; undefined for none. */
function endOf(lines: readonly TextLine[], at: number): number | undefined {
  const indent = lines[at]?.indent ?? 0;
  let next = at + 1;
  while ((lines[next]?.indent ?? -1) >= indent) next++;
  return lines[next]?.start;
}

/** The keys of a mapping that an item has no place in; none where it may be that of a list. */
function keysAround(line: TextLine, last: TextLine, innermost: Keys, ended: Keys): Keys {
  const key = innermost.at(-1);
  if (key === undefined) return [];
  const value = valueBehind(key.text);
  // The next items have no mistake of their own.
  if (key === last && line.indent === key.indent) return value === '' ? [] : innermost;
  if (key === last && line.indent > key.indent) return /^".*"$|^'.*'$|^\[.*\]$/.test(value) ? innermost : [];
  if (line.indent !== key.indent || value !== '') return [];
  if (ended.at(-1) === last && valueBehind(last.text) !== '') return ended;
  const isRule = /^-\s+(?:rule:\s|[^\s"'{[]+\s+[^\s#])/.test(line.text);
  return isRule && categoryLists.has(keyOf(key.text) ?? '') && last.indent > key.indent ? innermost : [];
}

function hintFor({ place, indent }: TextLine, keys: Keys, open: readonly Keys[]): string {
  const list = keys.find(({ text }) => keyOf(text) === 'ruleset');
  if (list !== undefined) return `Move it to the items of \`ruleset\` in line ${list.place().line}`;
  const [first] = keys;
  const rest = first !== undefined && first.indent > indent ? ', with the items further right' : '';
  const where = `in a line of its own before line ${place().line}: start it in column ${first?.place().column}${rest}`;
  const above = open.slice(0, -1).map((others) => keyOf(others.at(-1)?.text ?? ''));
  if (!keys.every(({ text }) => categoryKeys.has(keyOf(text) ?? '')))
    return `Write the key of the list${above.includes('tests') ? ', such as `finds:`,' : ''} ${where}`;
  return above.includes('katas')
    ? `Write \`procedure: |\` ${where}, and indent the steps below it further`
    : `Write \`ruleset:\` ${where}`;
}

/** Whether the line above is a kata that is a text, so that it has no place for keys. */
function isTextOfKata(last: TextLine | undefined, line: TextLine, open: readonly Keys[]): last is TextLine {
  if (last === undefined || last.indent >= line.indent || open.at(-1)?.at(-1) !== last) return false;
  const value = valueBehind(last.text);
  const isKata = keyOf(open.at(-2)?.at(-1)?.text ?? '') === 'katas';
  return isKata && value !== '' && !opensBlock(last.text) && !/^[[{&*!]/.test(value);
}

function textOfKata(kata: TextLine, line: TextLine, key: string): readonly [message: string, hint: string] {
  const name = keyOf(kata.text);
  return [
    `the kata \`${name}\` is a text and has the key \`${key}\` below it`,
    `End line ${kata.place().line} with \`${name}:\`, and write its text behind \`procedure:\` in a line of its own in column ${line.place().column}`,
  ];
}
