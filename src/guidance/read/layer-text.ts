import type { ScopeLayer } from '../guidance.ts';

/** Where a map stands, from the root: keys of objects, and places in lists. */
type Path = readonly (string | number)[];

/** A layer as JSON: each map is a list of its entries there, and is named in `maps` behind those in it. */
interface PlainLayer {
  readonly maps: readonly Path[];
  readonly layer: unknown;
}

/** A layer as text that `layerOf` makes the same layer of. Throws a TypeError for one that JSON cannot hold. */
export function layerText(layer: ScopeLayer): string {
  const maps: Path[] = [];
  const plain: PlainLayer = { maps, layer: toPlain(layer, [], maps) };
  return JSON.stringify(plain);
}

/** The layer of a text that `layerText` gave. Throws an Error for another. */
export function layerOf(text: string): ScopeLayer {
  const root = JSON.parse(text) as PlainLayer;
  for (const path of root.maps) {
    const last = path.at(-1) ?? '';
    const around = path.slice(0, -1).reduce(partOf, root.layer) as Record<string, unknown>;
    around[last] = new Map(partOf(around, last) as [string, unknown][]);
  }
  return root.layer as ScopeLayer;
}

function partOf(whole: unknown, key: string | number): unknown {
  if (typeof whole !== 'object' || whole === null || !Object.hasOwn(whole, key))
    throw new TypeError('a map is not where it is said to be');
  return (whole as Record<string, unknown>)[key];
}

function toPlain(value: unknown, at: Path, maps: Path[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => toPlain(item, [...at, index], maps));
  if (value instanceof Map) {
    const entries = [...value].map(([key, item], index) => {
      if (typeof key !== 'string') throw new TypeError('a key is no text');
      return [key, toPlain(item, [...at, index, 1], maps)];
    });
    maps.push(at);
    return entries;
  }
  if (typeof value === 'object' && value !== null) {
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new TypeError('an object is of a class');
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, toPlain(item, [...at, key], maps)]),
    );
  }
  const isKept =
    value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
  if (!isKept || Object.is(value, -0)) throw new TypeError('JSON cannot hold a value');
  return value;
}
