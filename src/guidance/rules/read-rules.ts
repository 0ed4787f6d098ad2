import * as v from 'valibot';
import { isMap, isSeq, type Node } from 'yaml';
import { blankToNull, type CategoryNode, walkingCategories } from '../../content/category-tree.ts';
import { entriesOf } from '../../content/entries.ts';
import { explainIssues } from '../../content/explain-issue.ts';
import { removePlus } from '../../content/fixes.ts';
import { addProblems, type YamlFile } from '../../content/yaml-file.ts';
import type { Problem } from '../../model/problem.ts';
import type { KindReader } from '../kind.ts';
import { rulesEditorSchema } from './editor-schema.ts';
import { outlineRules } from './outline-rules.ts';
import type { OwnRuleCategories, OwnRuleCategory, RuleKind } from './rule.ts';
import { ruleCategorySchema, ruleKeys } from './rule-schema.ts';

type Reader = KindReader<OwnRuleCategories>;

/** The reader of commandments.yml, or of suggestions.yml. */
export function rulesReader(kind: RuleKind): Reader {
  return {
    reading: (file, scope) => readingRules(file, kind, scope),
    outline: outlineRules,
    editorSchema: rulesEditorSchema(kind),
  };
}

/**
 * The categories of a commandments or suggestions file, in file order; nested mappings become dotted keys.
 * Problems hold every mistake and every skipped value, with places. It can pause after each category.
 */
function* readingRules(file: YamlFile, kind: RuleKind, scope: string): ReturnType<Reader['reading']> {
  const categories = new Map<string, OwnRuleCategory>();
  const problems: Problem[] = [];

  yield* walkingCategories(file, ruleKeys, 'ruleset', problems, function* (node: CategoryNode) {
    yield;
    const { category, own } = node;
    const plain = Object.fromEntries([...own].map(([name, value]) => [name, file.toPlain(value)]));
    const result = v.safeParse(ruleCategorySchema, plain);
    if (!result.success) {
      addProblems(
        problems,
        explainIssues(file, node.map, `category \`${category}\``, result.issues, { ruleset: 'rule' }),
      );
      return;
    }
    const { when, tags = [], paths = [], see = [], always = null, ruleset } = result.output;
    const list = file.follow(own.get('ruleset'));
    const items = isSeq(list) ? list.items : [];
    const at = (place: Node) => ({ server: 'local', scope, file: file.path, ...file.place(place) });
    const rules = ruleset.map((text, index) => ({ text, origin: at(items[index] as Node) }));
    categories.set(category, {
      when: blankToNull(when),
      tags,
      paths,
      see,
      always,
      rules,
      append: kind === 'suggestions' && node.append,
      at: at(node.key),
    });
  });
  if (kind === 'commandments') addProblems(problems, plusProblems(file));
  return { content: categories, problems };
}

/** Commandments add up anyway, so that a `+` says nothing. */
function plusProblems(file: YamlFile): Problem[] {
  const root = file.root;
  if (!isMap(root)) return [];
  return entriesOf(root).flatMap(({ name, key }) => {
    if (!name.startsWith('+')) return [];
    const message = `\`${name}\`: commandments add to what is inherited with "+" and without it`;
    const problem = file.problem(key, 'plus-in-commandments', message, 'Remove the "+"', 'info');
    return [{ ...problem, ...removePlus(file, root, key) }];
  });
}
