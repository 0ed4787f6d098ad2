import { type Document, isAlias, isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';

/** The texts of the rules of a category; none without it. */
export function rulesOf(document: Document, category: string): string[] {
  const map = findCategory(document, category);
  return map === null ? [] : textsOf(map, 'ruleset', document);
}

/** The texts of a list of a category, of rules or globs. */
export function textsOf(map: YAMLMap, key: string, document: Document): string[] {
  const list = resolved(map.get(key, true), document);
  if (!isSeq(list)) return [];
  return (list as YAMLSeq).items.map((item) => {
    const node = resolved(item, document);
    if (isMap(node)) return String(node.get('rule') ?? '');
    return isScalar(node) ? String(node.value) : '';
  });
}

/** The mapping of a category, whether it is written with dots or nested; null without one. */
export function findCategory(document: Document, category: string): YAMLMap | null {
  const find = (node: unknown, rest: string, isTop: boolean): YAMLMap | null => {
    const map = resolved(node, document);
    if (!isMap(map)) return null;
    if (rest === '') return map as YAMLMap;
    for (const { key, value } of map.items) {
      const written = isScalar(key) ? String(key.source ?? key.value) : '';
      const name = isTop ? written.replace(/^\+/, '') : written;
      if (rest !== name && !rest.startsWith(`${name}.`)) continue;
      const found = name === '' ? null : find(value, rest.slice(name.length + 1), false);
      if (found !== null) return found;
    }
    return null;
  };
  return find(document.contents, category, true);
}

/** A node, or the one that it is an alias of. */
export function resolved(node: unknown, document: Document): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}
