import { isMap, type YAMLMap } from 'yaml';
import { type AuthoredText, keyOf } from '../content/authored.ts';
import { entriesOf } from '../content/entries.ts';
import { maxDepth, readWithin, type YamlFile } from '../content/yaml-file.ts';

/** A key that is a part of the paths of categories: of one, or of those below it. */
export interface CategoryKey {
  /** The key as it is written, `+` included. */
  readonly key: AuthoredText;
  /** The path that it ends, without `+`. */
  readonly path: string;
  /** The path of the keys around it; empty at the top. */
  readonly above: string;
  readonly isCategory: boolean;
}

/** Every key of a content file that names a category or a group of them, in file order. */
export function categoryKeys(file: YamlFile, ownKeys: readonly string[], marker: string): CategoryKey[] {
  const found: CategoryKey[] = [];
  const isCategory = (map: YAMLMap) => entriesOf(map).some(({ name }) => name === marker);
  const walk = (map: YAMLMap, above: string) => {
    const inCategory = above !== '' && isCategory(map);
    for (const { name, key, value } of entriesOf(map)) {
      const inside = file.follow(value);
      if (!isMap(inside) || (inCategory && ownKeys.includes(name))) continue;
      const own = above === '' ? name.replace(/^\+/, '') : name;
      const path = above === '' ? own : `${above}.${own}`;
      if (path.split('.').length > maxDepth) continue;
      found.push({ key: keyOf(file, key, name), path, above, isCategory: isCategory(inside) });
      walk(inside, path);
    }
  };
  readWithin(file, undefined, [], () => {
    const root = file.follow(file.root);
    if (isMap(root)) walk(root, '');
  });
  return found;
}
