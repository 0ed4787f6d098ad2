import { authoredText, keyOf, textsOf } from '../../content/authored.ts';
import { walkCategories } from '../../content/category-tree.ts';
import type { YamlFile } from '../../content/yaml-file.ts';
import type { AuthoredGroup } from '../kind.ts';
import { ruleKeys } from './rule-schema.ts';

/** Every category of a commandments or suggestions file as written, with its rules. */
export function outlineRules(file: YamlFile): readonly AuthoredGroup[] {
  const found: AuthoredGroup[] = [];
  walkCategories(file, ruleKeys, 'ruleset', [], ({ category, key, own, append }) => {
    found.push({
      category: { name: category, key: keyOf(file, key, category) },
      append,
      when: authoredText(file, own.get('when') ?? null),
      paths: textsOf(file, own.get('paths')),
      see: textsOf(file, own.get('see')),
      pieces: textsOf(file, own.get('ruleset')).map((rule) => ({
        at: rule,
        texts: [rule],
        paths: [],
        procedure: null,
      })),
    });
  });
  return found;
}
