import { isCollection, isMap, isPair, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { CollectionToken } from './cut-tokens.ts';

type Collection = YAMLMap | YAMLSeq;

/** Puts the items of parts that were composed by themselves before those of the collection that they were cut from. */
export function joinParts(root: Node | null, rest: CollectionToken, parts: readonly Collection[]): void {
  const node = find(root, rest);
  if (node === null) return;
  const items: unknown[] = [];
  for (const part of parts) for (const item of part.items) items.push(item);
  for (const item of node.items) items.push(item);
  node.items = items as never;
  const start = parts[0]?.range?.[0];
  if (node.range && start !== undefined) node.range = [start, node.range[1], node.range[2]];
}

/** The node that was composed of a token: on the way down to where that begins. */
function find(root: Node | null, token: CollectionToken): Collection | null {
  let at: unknown = root;
  while (isCollection(at)) {
    const collection = at as Collection;
    if (collection.range?.[0] === token.offset && isOfKind(collection, token)) return collection;
    at = below(collection, token.offset);
  }
  return null;
}

function isOfKind(node: Collection, token: CollectionToken): boolean {
  if (token.type !== 'flow-collection')
    return node.flow !== true && isMap(node) === (token.type === 'block-map');
  return node.flow === true && isMap(node) === (token.start.source === '{');
}

/** The collection among the values of another in which a place lies. */
function below(collection: Collection, offset: number): Node | null {
  for (const item of collection.items as (Node | Pair)[]) {
    const node = (isPair(item) ? item.value : item) as Node | null;
    const [start = -1, , end = -1] = node?.range ?? [];
    if (isCollection(node) && start <= offset && offset < end) return node;
  }
  return null;
}
