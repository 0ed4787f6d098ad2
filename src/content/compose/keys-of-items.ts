import { keyOf, type LayoutMistake, opensBlock, type TextLine, valueBehind } from './lines.ts';

/** A list whose items may be mappings: the key that a text alone stands for, what an item is called, and its other keys. */
interface ListShape {
  readonly main: string;
  readonly item: string;
  readonly keys: readonly string[];
  /** Keys that stand beside the list, and are often written into an item. */
  readonly beside: readonly string[];
}

/** By the key of the list. Words for `why` are told of as such when the file can be read. */
const shapes: Readonly<Record<string, ListShape>> = {
  ruleset: {
    main: 'rule',
    item: 'rule',
    keys: [
      ...['id', 'why', 'good', 'bad', 'source', 'check', 'owner', 'status', 'review_by', 'waivable'],
      ...['because', 'rationale', 'reason'],
    ],
    beside: ['when', 'paths', 'tags', 'see', 'always'],
  },
  waivers: { main: 'rule', item: 'waiver', keys: ['paths', 'reason', 'owner', 'until'], beside: [] },
  checks: { main: 'manual', item: 'check', keys: ['validated'], beside: [] },
  nodes: { main: 'id', item: 'node', keys: ['type', 'role', 'description', 'next'], beside: [] },
};

interface List {
  readonly shape: ListShape;
  readonly line: TextLine;
  /** The column of its key in the text, from 0. */
  readonly indent: number;
}

interface Item {
  readonly line: TextLine;
  /** Where the text or the first key starts, in the line. */
  readonly indent: number;
  readonly content: string;
  /** The key of a mapping that the line has; null for a text. */
  readonly first: string | null;
  /** The last key in its place. */
  key: string | null;
  readonly misplaced: Key[];
  end: number;
}

interface Key {
  readonly name: string;
  readonly hasHyphen: boolean;
  readonly line: TextLine;
}

const maxShown = 60;

/**
 * Keys of items that stand where YAML cannot read them: below an item that is a text, or out of the column of the other keys. `lines`
 * are those of the structure of a text.
 */
export function misplacedKeys(lines: readonly TextLine[], length: number): LayoutMistake[] {
  const mistakes: LayoutMistake[] = [];
  let list: List | null = null;
  let items: Item[] = [];
  const close = (end: number) => {
    const last = items.at(-1);
    if (last !== undefined) last.end = end;
    if (list !== null) mistakes.push(...mistakesOf(list, items, end));
    list = null;
    items = [];
  };
  for (const line of lines) {
    const item = items.at(-1);
    const isItem = /^-(?:\s|$)/.test(line.text);
    if (list !== null && line.indent <= list.indent && !(isItem && line.indent === list.indent))
      close(line.start);
    if (list === null) {
      list = listOf(line);
      continue;
    }
    if (isItem && (item === undefined || line.indent < item.indent)) {
      if (item !== undefined) item.end = line.start;
      items.push(itemOf(line, list.shape));
    } else if (item !== undefined) place(line, item, list.shape);
  }
  close(length);
  return mistakes;
}

function listOf(line: TextLine): List | null {
  const hyphen = /^-\s+/.exec(line.text)?.[0].length ?? 0;
  const text = line.text.slice(hyphen);
  const shape = shapes[keyOf(text) ?? ''];
  return shape === undefined || valueBehind(text) !== ''
    ? null
    : { shape, line, indent: line.indent + hyphen };
}

function itemOf(line: TextLine, shape: ListShape): Item {
  const hyphen = /^-\s*/.exec(line.text)?.[0].length ?? 0;
  const content = line.text.slice(hyphen);
  const name = keyOf(content);
  const first = name !== null && (name === shape.main || shape.keys.includes(name)) ? name : null;
  return { line, indent: line.indent + hyphen, content, first, key: first, misplaced: [], end: 0 };
}

/** Notes a line below the first of an item, where it is a key that is not in its place. */
function place(line: TextLine, item: Item, { main, keys, beside }: ListShape): void {
  const hyphen = /^-\s+/.exec(line.text)?.[0].length ?? 0;
  const name = keyOf(line.text.slice(hyphen));
  if (name === null || !isReadable(item)) return;
  const isOwn = name === main || keys.includes(name);
  const isInPlace = item.first !== null && hyphen === 0 && line.indent === item.indent;
  if (isInPlace) item.key = name;
  if (isInPlace || isPartOf(item.misplaced.at(-1), line)) return;
  // The files of a check are named like those of a category.
  if (isOwn || (beside.includes(name) && item.key !== 'check'))
    item.misplaced.push({ name, hasHyphen: hyphen > 0, line });
}

/** Whether a line is a part of the value of a key above it, which is not in its place either. */
function isPartOf(key: Key | undefined, { indent }: TextLine): boolean {
  return key !== undefined && valueBehind(key.line.text) === '' && indent > key.line.indent;
}

/** Whether what follows the first line of an item is not the rest of a text in quotes or of something in brackets. */
function isReadable({ content, first }: Item): boolean {
  const value = first === null ? content : valueBehind(content);
  return !/^[[{&*!]/.test(value) && (!/^["']/.test(value) || /^(["']).*\1(?:\s+#.*)?$/.test(value));
}

function mistakesOf(list: List, items: readonly Item[], end: number): LayoutMistake[] {
  return items
    .filter(({ misplaced }) => misplaced.length > 0)
    .map((item) => {
      const hyphen = item.line.indent;
      const isLost = hyphen === list.indent || item.misplaced.some(({ line }) => line.indent <= hyphen);
      // Behind a key that is not right of the hyphen the parser has lost the list.
      return { start: item.line.start, end: isLost ? end : item.end, ...explain(list, item) };
    });
}

function explain({ shape, line, indent }: List, item: Item): Omit<LayoutMistake, 'start' | 'end'> {
  const { misplaced, first, content } = item;
  const others = misplaced.filter(({ name }) => shape.beside.includes(name));
  const own = misplaced.filter(({ name }) => !shape.beside.includes(name));
  const [key = misplaced[0] as Key] = own;
  const [other] = others;
  const column = columnOf(item);
  const whole =
    other === undefined
      ? ''
      : `Indent line ${other.line.place().line} like line ${line.place().line}: start it in column ${columnOf({ line, indent })}, since ${namesOf(others)} ${others.length > 1 ? 'count' : 'counts'} for the whole category`;
  if (first === null) {
    const message = `the ${shape.item} is a text and has the ${misplaced.length > 1 ? 'keys' : 'key'} ${namesOf(misplaced)} below it`;
    const cure = `${textAsKey(item, shape, key)}, and start ${namesOf(own)}${withoutHyphen(own)} in the column of \`${shape.main}\`: column ${column}`;
    const hint = own.length === 0 ? whole : joined(cure, whole);
    return { offset: item.line.start + item.indent, length: content.length, message, hint };
  }
  const message =
    own.length === 0
      ? `${namesOf(others)} ${others.length > 1 ? 'are keys' : 'is a key'} of a category, not of a ${shape.item}`
      : `${namesOf(own)} ${own.length > 1 ? 'are' : 'is'} not in the column of \`${first}\``;
  const cure = `Start ${namesOf(own)}${withoutHyphen(own)} in column ${column}, like \`${first}\` in line ${item.line.place().line}`;
  const hint = own.length === 0 ? whole : joined(cure, whole);
  return { offset: key.line.start + key.line.indent, length: key.name.length, message, hint };
}

/** From 1, in the file. */
function columnOf({ line, indent }: Pick<Item, 'line' | 'indent'>): number {
  return line.place().column + indent - line.indent;
}

function withoutHyphen(keys: readonly Key[]): string {
  return keys.some(({ hasHyphen }) => hasHyphen) ? ', without the hyphen,' : '';
}

function joined(...cures: readonly string[]): string {
  return cures.filter((cure) => cure !== '').join('. ');
}

/** How the text of an item is written behind its key. */
function textAsKey({ content, line }: Item, { main }: ListShape, key: Key): string {
  if (opensBlock(content)) return `Write "- ${main}: ${content}" with its text further right`;
  if (key.line.line > line.line + 1 || content.length > maxShown) return `Write \`${main}:\` before the text`;
  const needsQuotes = !/^["']/.test(content) && /: |:$/.test(content);
  return `Write \`- ${main}: ${needsQuotes ? quoted(content) : content}\``;
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

function namesOf(keys: readonly Key[]): string {
  const names = [...new Set(keys.map(({ name }) => `\`${name}\``))];
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}
