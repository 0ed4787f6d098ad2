import * as v from 'valibot';
import { isSeq, type Node } from 'yaml';
import { blankToNull, type CategoryNode, walkCategories } from '../../content/category-tree.ts';
import { explainIssue } from '../../content/explain-issue.ts';
import { addProblems, type YamlFile } from '../../content/yaml-file.ts';
import type { Problem } from '../../model/problem.ts';
import { ruleCategorySchema } from '../schemas.ts';
import type { OwnRuleCategory, RuleKind } from './rule.ts';

export interface RulesContent {
  readonly categories: Map<string, OwnRuleCategory>;
  readonly problems: Problem[];
}

const ownKeys = Object.keys(ruleCategorySchema.entries);

/**
 * The categories of a commandments or suggestions file, in file order; nested mappings become dotted keys.
 * Problems hold every mistake and every skipped value, with places.
 */
export function readRules(file: YamlFile, kind: RuleKind, scope: string): RulesContent {
  const categories = new Map<string, OwnRuleCategory>();
  const problems: Problem[] = [];

  walkCategories(file, ownKeys, 'ruleset', problems, (node: CategoryNode) => {
    const { category, own } = node;
    const plain = Object.fromEntries([...own].map(([name, value]) => [name, file.toPlain(value)]));
    const result = v.safeParse(ruleCategorySchema, plain);
    if (!result.success) {
      addProblems(
        problems,
        result.issues.map((issue) => explainIssue(file, node.map, `category \`${category}\``, issue)),
      );
      return;
    }
    const { when, tags = [], ruleset } = result.output;
    const list = file.follow(own.get('ruleset'));
    const items = isSeq(list) ? list.items : [];
    const rules = ruleset.map((text, index) => ({
      text,
      origin: { server: 'local', scope, file: file.path, ...file.place(items[index] as Node) },
    }));
    categories.set(category, {
      when: blankToNull(when),
      tags,
      rules,
      append: kind === 'suggestions' && node.append,
    });
  });
  return { categories, problems };
}
