import { isMap, type Node } from 'yaml';
import { type AuthoredText, keyOf, textsOf } from '../../content/authored.ts';
import { entriesOf } from '../../content/entries.ts';
import { readWithin, type YamlFile } from '../../content/yaml-file.ts';

/** What a tests.yml names: categories, and katas as `category/kata`. */
export interface TestMentions {
  readonly categories: readonly AuthoredText[];
  readonly katas: readonly AuthoredText[];
}

/** The categories and katas that tests name, as written; what is wrong in the file is passed over. */
export function testMentions(file: YamlFile): TestMentions {
  const found = { categories: [] as AuthoredText[], katas: [] as AuthoredText[] };
  readWithin(file, undefined, [], () => {
    for (const test of valuesAt(file, file.root, 'tests')) {
      const map = file.follow(test);
      if (!isMap(map)) continue;
      for (const { name, value } of entriesOf(map)) {
        if (name === 'finds') found.categories.push(...textsOf(file, value));
        if (name === 'katas') found.katas.push(...textsOf(file, value));
        if (name !== 'rules' && name !== 'not') continue;
        const byCategory = file.follow(value);
        if (!isMap(byCategory)) continue;
        for (const one of entriesOf(byCategory)) found.categories.push(keyOf(file, one.key, one.name));
      }
    }
  });
  return found;
}

function valuesAt(file: YamlFile, node: Node | null, name: string): (Node | null)[] {
  const map = file.follow(node);
  const inside = isMap(map) ? file.follow(map.get(name, true)) : null;
  return isMap(inside) ? entriesOf(inside).map(({ value }) => value) : [];
}
