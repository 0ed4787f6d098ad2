import type { CST } from 'yaml';

type Token = CST.Token;
/** A mapping or a list as the parser gives it. */
export type CollectionToken = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
type Item = CST.CollectionItem;

/** A collection of which only the last items are left where it stands. */
export interface Cut {
  readonly rest: CollectionToken;
  /** The items before them, in order, as collections of their own. */
  readonly parts: readonly CollectionToken[];
}

/**
 * A document in pieces that can be composed one by one: of each collection that has more than `size` tokens the first items become
 * parts of their own, and its last ones stay. `cuts` has what was taken out, each collection before those within it. The given
 * tokens are used up, so that what has been composed need not be held. It can pause.
 */
export function* cutDocument(
  document: CST.Document,
  size: number,
): Generator<void, { readonly document: CST.Document; readonly cuts: readonly Cut[] }> {
  const cuts: Cut[] = [];
  if (document.value === undefined) return { document, cuts };
  const { token } = yield* reduce(document.value, isTagged(document.start), size, cuts);
  return { document: { ...document, value: token }, cuts: cuts.reverse() };
}

interface Reduced {
  readonly token: Token;
  /** Tokens in it, and long texts by their length. */
  readonly weight: number;
}

/** Letters of a text that take as long as a token. */
const lettersPerToken = 50;
/** Items between two chances for others to have a turn. */
const perPause = 1000;

/** Cuts what is in a token, and the token itself unless it stays whole. */
function* reduce(token: Token, staysWhole: boolean, size: number, cuts: Cut[]): Generator<void, Reduced> {
  if (!isCollectionToken(token)) return { token, weight: weightOf(token) };
  const weights: number[] = [];
  let weight = 1;
  for (const item of token.items as Item[]) {
    let own = item.start.length + (item.sep?.length ?? 0);
    // Whether a key may stand where it does depends on all of it.
    if (item.key) own += weightOf(item.key);
    if (item.value && !isCollectionToken(item.value)) own += weightOf(item.value);
    else if (item.value) {
      const isMisplaced = token.type === 'flow-collection' && item.value.type !== token.type;
      const whole = isMisplaced || isTagged(item.sep ?? item.start);
      const reduced = yield* reduce(item.value, whole, size, cuts);
      item.value = reduced.token;
      own += reduced.weight;
    }
    if (weights.push(own) % perPause === 0) yield;
    weight += own;
  }
  return weight <= size || staysWhole ? { token, weight } : cutItems(token, weights, size, cuts);
}

function weightOf(token: Token): number {
  return 1 + ('source' in token ? (token.source?.length ?? 0) / lettersPerToken : 0);
}

function cutItems(token: CollectionToken, weights: readonly number[], size: number, cuts: Cut[]): Reduced {
  const items = token.items as Item[];
  const parts: CollectionToken[] = [];
  let start = 0;
  let weight = 0;
  for (const [at, own] of weights.entries()) {
    const [before, next] = [items[at - 1], items[at] as Item];
    if (weight > 0 && weight + own > size && before !== undefined && canBegin(token, before, next)) {
      parts.push(partOf(token, items.slice(start, at), start === 0, false));
      start = at;
      weight = 0;
    }
    weight += own;
  }
  if (parts.length === 0) return { token, weight: weight + 1 };
  const rest = partOf(token, items.slice(start), false, true);
  items.length = 0;
  cuts.push({ rest, parts });
  return { token: rest, weight: weight + 1 };
}

/** Whether a part may begin with `next`: what the composer says of an item depends on those beside it where commas are wrong. */
function canBegin(token: CollectionToken, before: Item, next: Item): boolean {
  if (token.type === 'block-seq') return next.start.some(({ type }) => type === 'seq-item-ind');
  if (isEmpty(next)) return false;
  return token.type === 'block-map' || (!isEmpty(before) && next.start.some(({ type }) => type === 'comma'));
}

function isEmpty({ key, sep, value }: Item): boolean {
  return !key && sep === undefined && !value;
}

function partOf(token: CollectionToken, items: Item[], isFirst: boolean, isLast: boolean): CollectionToken {
  const [first, ...others] = items as [Item, ...Item[]];
  // Mistakes of the first item are reported where what is before it ends.
  const offset = isFirst ? token.offset : (startOf(first) ?? token.offset);
  if (token.type !== 'flow-collection') return { ...token, offset, items } as CollectionToken;
  if (isFirst) return { ...token, items, end: closing(token) };
  const comma = first.start.findIndex(({ type }) => type === 'comma');
  const begin = comma < 0 ? first : { ...first, start: first.start.toSpliced(comma, 1) };
  return { ...token, items: [begin, ...others], end: isLast ? token.end : closing(token) };
}

function closing({ start, offset, indent }: CST.FlowCollection): CST.SourceToken[] {
  return [
    start.source === '{'
      ? { type: 'flow-map-end', source: '}', offset, indent }
      : { type: 'flow-seq-end', source: ']', offset, indent },
  ];
}

function startOf({ start, key, sep, value }: Item): number | undefined {
  return (start[0] ?? key ?? sep?.[0] ?? value)?.offset;
}

function isTagged(before: readonly CST.SourceToken[]): boolean {
  return before.some(({ type }) => type === 'tag');
}

function isCollectionToken(token: Token): token is CollectionToken {
  return 'items' in token;
}
