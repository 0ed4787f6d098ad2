import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, type Node, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { yamlText } from '../../render/yaml-text.ts';

/** What is added to a document, and where. */
export type Addition =
  | { readonly at: 'end'; readonly data: object }
  | { readonly at: 'map'; readonly map: YAMLMap; readonly isFirst: boolean; readonly data: object }
  | { readonly at: 'list'; readonly list: YAMLSeq; readonly items: readonly unknown[] };

/**
 * The text of a document with what was added to it, all else byte for byte where the lines can be put between those that are there;
 * otherwise as the library writes the document.
 */
export function textWith(before: string, document: Document, additions: readonly Addition[]): string {
  const ending = before.includes('\r\n') ? '\r\n' : '\n';
  const whole = () => document.toString({ lineWidth: 0 }).replaceAll('\n', ending);
  if (before.trim() === '') return whole();
  const edits: (Edit & { readonly rank: number })[] = [];
  for (const addition of additions) {
    const edit = toEdit(before, document, addition);
    if (edit === null) return whole();
    edits.push({
      offset: edit.offset,
      text: edit.text.replaceAll('\n', ending),
      rank: rankOf(addition, edit),
    });
  }
  let text = '';
  let from = 0;
  for (const edit of edits.sort((a, b) => a.offset - b.offset || b.rank - a.rank)) {
    text += before.slice(from, edit.offset);
    if (text !== '' && !text.endsWith('\n')) text += ending;
    text += edit.text;
    from = edit.offset;
  }
  text += before.slice(from);
  const read = parseDocument(text);
  return read.errors.length === 0 && isDeepStrictEqual(read.toJS(), document.toJS()) ? text : whole();
}

/** A text that is put in at an offset. */
interface Edit {
  readonly offset: number;
  readonly text: string;
}

/** Where several end at one place, what is deepest comes first: an item of the last list, a key of its mapping, a new category. */
function rankOf({ at }: Addition, { text }: Edit): number {
  if (at === 'end') return -1;
  return 2 * text.search(/[^ ]/) + (at === 'list' ? 1 : 0);
}

function toEdit(text: string, document: Document, addition: Addition): Edit | null {
  if (addition.at === 'end') {
    const first = isMap(document.contents) ? startOf(document.contents as YAMLMap) : null;
    return first === null || indentAt(text, first) !== ''
      ? null
      : { offset: text.length, text: yamlText(addition.data) };
  }
  const node = addition.at === 'list' ? addition.list : addition.map;
  const start = addition.at === 'list' ? (node.range?.[0] ?? null) : startOf(addition.map);
  if (node.flow === true || start === null) return null;
  const indent = indentAt(text, start);
  if (indent === null) return null;
  const lines = yamlText(addition.at === 'list' ? addition.items : addition.data)
    .trimEnd()
    .split('\n');
  const written = lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
  if (addition.at === 'map' && addition.isFirst) return { offset: start - indent.length, text: written };
  const end = endOf(node.items);
  return end === null ? null : { offset: lineEndAfter(text, end), text: written };
}

/** Where the first key of a mapping stands. */
function startOf(map: YAMLMap): number | null {
  return (map.items[0]?.key as Node | undefined)?.range?.[0] ?? null;
}

/** Where the last of the items ends that the text has. */
function endOf(items: readonly unknown[]): number | null {
  for (const item of [...items].reverse()) {
    const { key, value } = item as Pair<Node, Node | null>;
    const end = ((item as Node).range ?? value?.range ?? key?.range)?.[1];
    if (end !== undefined) return end;
  }
  return null;
}

/** The blanks before a place, null where something else stands there. */
function indentAt(text: string, offset: number): string | null {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^ *$/.test(before) ? before : null;
}

function lineEndAfter(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}
