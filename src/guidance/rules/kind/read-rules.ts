import * as v from 'valibot';
import { isMap, isSeq, type Node } from 'yaml';
import { entriesOf } from '../../../content/entries.ts';
import { removePlus } from '../../../content/text/fixes.ts';
import { addProblems, type YamlFile } from '../../../content/yaml-file.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import type { ClaimedId, KindReader } from '../../kind.ts';
import { blankToNull, type CategoryNode, walkingCategories } from '../../read/category-tree.ts';
import { explainIssues } from '../../read/explain-issue.ts';
import { isRecord, type RuleRecord, readRecord } from '../record/read-record.ts';
import type { OwnRuleCategories, OwnRuleCategory, Rule, RuleKind, UnservedRule } from '../rule.ts';
import { ruleCategorySchema, ruleKeys } from '../rule-schema.ts';
import { rulesEditorSchema } from './editor-schema.ts';
import { outlineRules } from './outline-rules.ts';

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
  const ids: ClaimedId[] = [];

  yield* walkingCategories(file, ruleKeys, 'ruleset', problems, function* (node: CategoryNode) {
    yield;
    const { category, own } = node;
    const what = `category \`${category}\``;
    const list = file.follow(own.get('ruleset'));
    const items = isSeq(list) ? (list.items as Node[]) : [];
    const records = new Map<number, RuleRecord | null>();
    for (const [index, item] of items.entries()) {
      const map = file.peek(item);
      if (isRecord(map)) records.set(index, readRecord(file, map, `rule ${index + 1} of ${what}`, problems));
    }
    const plain = Object.fromEntries([...own].map(([name, value]) => [name, file.toPlain(value)]));
    for (const index of records.keys()) (plain.ruleset as unknown[])[index] = '';
    const result = v.safeParse(ruleCategorySchema, plain);
    if (!result.success) {
      addProblems(problems, explainIssues(file, node.map, what, result.issues, { ruleset: 'rule' }));
      return;
    }
    const { when, tags = [], paths = [], see = [], always = null, ruleset } = result.output;
    const at = (node: Node) => {
      const { line, column } = file.place(node);
      return { server: 'local', scope, file: file.path, line, column };
    };
    const rules: Rule[] = [];
    const unserved: UnservedRule[] = [];
    for (const [index, text] of ruleset.entries()) {
      const record = records.get(index);
      if (record === undefined) rules.push({ text, origin: at(items[index] as Node) });
      if (!record) continue;
      const { id, details, status } = record;
      const own = { ...(id !== null && { id: id.name }), ...(details !== null && { details }) };
      const rule = { text: record.text, ...own, origin: at(record.at) };
      if (id !== null) ids.push(claim(file, id.name, id.at));
      if (status === 'active') rules.push(rule);
      else unserved.push({ ...rule, status });
    }
    categories.set(category, {
      when: blankToNull(when),
      tags,
      paths,
      see,
      always,
      rules,
      append: kind === 'suggestions' && node.append,
      ...(unserved.length > 0 && { unserved }),
      at: at(node.key),
    });
  });
  if (kind === 'commandments') addProblems(problems, plusProblems(file));
  return { content: categories, problems, ids };
}

function claim(file: YamlFile, id: string, node: Node): ClaimedId {
  return {
    id,
    at: `${file.path}:${file.place(node).line}`,
    taken(earlier) {
      const message = `another rule of the scope has the id \`${id}\` already, in ${earlier}`;
      return file.problem(node, 'duplicate-id', message, 'Give each rule an id of its own');
    },
  };
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
