import { createScanner, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

type Path = readonly (string | number)[];

/**
 * The text of JSON, comments and all, with a value added at a path where there is none: a property, or one more item of a list. Only where
 * the new lines are is written to: a library that formats them touches their neighbours too.
 */
export function insertJson(text: string, path: Path, value: unknown): string {
  const ending = lineEnding(text);
  const root = treeOf(text);
  if (root === undefined) return text + written(nested(path, value), '', '  ', ending) + ending;
  const depth = path.findLastIndex((_, index) => nodeAt(root, path.slice(0, index)) !== undefined);
  const parent = nodeAt(root, path.slice(0, depth)) ?? root;
  const [, unit = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  const outer = indentAt(text, parent.offset);
  const inner = outer + unit;
  const data = written(nested(path.slice(depth + 1), value), inner, unit, ending);
  const item = parent.type === 'array' ? data : `${JSON.stringify(String(path[depth]))}: ${data}`;

  const last = parent.children?.at(-1);
  const start = last === undefined ? parent.offset + 1 : last.offset + last.length;
  const end = parent.offset + parent.length - 1;
  const tail = text.slice(start, end);
  const [before, after] = firstToken(tail) === ',' ? ['', ','] : [last === undefined ? '' : ',', ''];
  const added = `${ending}${inner}${item}${after}`;
  return `${text.slice(0, start)}${before}${tail.trimEnd()}${added}${ending}${outer}${text.slice(end)}`;
}

/** The text with another value in the place of the one at a path. */
export function replaceJson(text: string, path: Path, value: unknown): string {
  const root = treeOf(text);
  const node = root && nodeAt(root, path);
  if (node === undefined) return text;
  const [, unit = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  const data = written(value, indentAt(text, node.offset), unit, lineEnding(text));
  return text.slice(0, node.offset) + data + text.slice(node.offset + node.length);
}

export function lineEnding(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function treeOf(text: string): Node | undefined {
  return parseTree(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true, allowEmptyContent: true });
}

function nodeAt(root: Node, path: Path): Node | undefined {
  return findNodeAtLocation(root, [...path]);
}

/** The white space at the start of the line that a character is on. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function nested(path: Path, value: unknown): unknown {
  return path.reduceRight((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);
}

function written(data: unknown, indent: string, unit: string, ending: string): string {
  return JSON.stringify(data, null, unit).replaceAll('\n', ending + indent);
}

/** The first token that is neither white space nor a comment. */
function firstToken(text: string): string {
  const scanner = createScanner(text, true);
  scanner.scan();
  return text.slice(scanner.getTokenOffset(), scanner.getPosition());
}
