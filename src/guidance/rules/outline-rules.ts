import { isSeq, type Node } from 'yaml';
import { keyOf, textOf } from '../../content/authored.ts';
import { walkCategories } from '../../content/category-tree.ts';
import type { YamlFile } from '../../content/yaml-file.ts';
import type { AuthoredGroup } from '../kind.ts';
import { ruleKeys } from './rule-schema.ts';

/** Every category of a commandments or suggestions file as written, with its rules. */
export function outlineRules(file: YamlFile): readonly AuthoredGroup[] {
  const found: AuthoredGroup[] = [];
  walkCategories(file, ruleKeys, 'ruleset', [], ({ category, key, own, append }) => {
    const list = file.follow(own.get('ruleset'));
    const rules = isSeq(list) ? list.items.flatMap((item) => textOf(file, item as Node | null) ?? []) : [];
    found.push({
      category: { name: category, key: keyOf(file, key, category) },
      append,
      when: textOf(file, own.get('when') ?? null),
      pieces: rules.map((rule) => ({ at: rule, texts: [rule], procedure: null })),
    });
  });
  return found;
}
