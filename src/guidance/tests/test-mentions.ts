import { isMap, type Node, type YAMLMap } from 'yaml';
import { type AuthoredText, keyOf, textsOf } from '../../content/authored.ts';
import { entriesOf } from '../../content/entries.ts';
import { readWithin, type YamlFile } from '../../content/yaml-file.ts';

/** What a tests.yml names: categories, and katas as `category/kata`. */
interface TestMentions {
  readonly categories: readonly AuthoredText[];
  readonly katas: readonly AuthoredText[];
}

/** The categories and katas that tests name, as written; what is wrong in the file is passed over. */
export function testMentions(file: YamlFile): TestMentions {
  const tests = mentionsByTest(file);
  return {
    categories: tests.flatMap(({ named, forbidden }) => [...named, ...forbidden]),
    katas: tests.flatMap(({ katas }) => katas),
  };
}

/**
 * The categories that tests name in `not` alone: a test passes where the scope lacks one. Those of inherited tests are left out, as
 * scopes below may have them.
 */
export function onlyForbidden(file: YamlFile): readonly AuthoredText[] {
  return mentionsByTest(file).flatMap(({ named, forbidden, isInherited }) => {
    const others = new Set(named.map(({ text }) => text));
    return isInherited ? [] : forbidden.filter(({ text }) => !others.has(text));
  });
}

interface MentionsOfTest {
  readonly isInherited: boolean;
  readonly named: AuthoredText[];
  readonly forbidden: AuthoredText[];
  readonly katas: AuthoredText[];
}

function mentionsByTest(file: YamlFile): readonly MentionsOfTest[] {
  const found: MentionsOfTest[] = [];
  readWithin(file, undefined, [], () => {
    for (const test of valuesAt(file, file.root, 'tests')) {
      const map = file.follow(test);
      if (isMap(map)) found.push(mentionsOf(file, map));
    }
  });
  return found;
}

function mentionsOf(file: YamlFile, map: YAMLMap): MentionsOfTest {
  const isInherited = map.get('inherited') === true;
  const found: MentionsOfTest = { isInherited, named: [], forbidden: [], katas: [] };
  for (const { name, value } of entriesOf(map)) {
    if (name === 'finds') found.named.push(...textsOf(file, value));
    if (name === 'katas') found.katas.push(...textsOf(file, value));
    const byCategory = name === 'rules' || name === 'not' ? file.follow(value) : null;
    if (!isMap(byCategory)) continue;
    const keys = entriesOf(byCategory).map((one) => keyOf(file, one.key, one.name));
    (name === 'not' ? found.forbidden : found.named).push(...keys);
  }
  return found;
}

function valuesAt(file: YamlFile, node: Node | null, name: string): (Node | null)[] {
  const map = file.follow(node);
  const inside = isMap(map) ? file.follow(map.get(name, true)) : null;
  return isMap(inside) ? entriesOf(inside).map(({ value }) => value) : [];
}
