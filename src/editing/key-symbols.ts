import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { entriesOf } from '../content/entries.ts';
import { maxDepth, readWithin, type YamlFile } from '../content/yaml-file.ts';
import type { TextRange } from '../model/problems/problem.ts';

/** A key or an item of a file, with what is below it. */
export interface KeySymbol {
  readonly name: string;
  readonly kind: 'key' | 'text';
  /** From its name to its end. */
  readonly range: TextRange;
  /** Its name. */
  readonly at: TextRange;
  readonly children: readonly KeySymbol[];
}

/** Of the first line of an item. */
const shownLength = 80;

/** The keys of a file, and the texts in its lists, as a tree. */
export function keySymbols(file: YamlFile): readonly KeySymbol[] {
  return readWithin(file, [], [], () => below(file, file.root, 0));
}

function below(file: YamlFile, node: Node | null, depth: number): KeySymbol[] {
  if (depth > maxDepth) return [];
  // What an alias stands for is shown where it is written.
  if (isMap(node)) {
    return entriesOf(node).map(({ name, key, value }) => {
      const at = file.range(key);
      const end = value === null ? at : file.range(value);
      const range = { ...at, end_line: end.end_line, end_column: end.end_column };
      return { name: name || '?', kind: 'key', range, at, children: below(file, value, depth + 1) };
    });
  }
  if (!isSeq(node)) return [];
  return (node.items as (Node | null)[]).flatMap((item): KeySymbol[] => {
    if (isMap(item)) {
      const [first] = entriesOf(item);
      const name = isScalar(first?.value) ? String(first.value.value ?? '') : (first?.name ?? '');
      return [symbolOf(file, item, name, below(file, item, depth + 1))];
    }
    return isScalar(item) && item.value !== null ? [symbolOf(file, item, String(item.value), [])] : [];
  });
}

function symbolOf(file: YamlFile, node: Node, text: string, children: readonly KeySymbol[]): KeySymbol {
  const [line = ''] = text.trim().split('\n', 1);
  const name = line.slice(0, shownLength) || '-';
  const range = file.range(node);
  return { name, kind: 'text', range, at: range, children };
}
