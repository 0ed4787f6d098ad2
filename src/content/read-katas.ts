import * as v from 'valibot';
import { isMap, isSeq, type Node, type YAMLMap } from 'yaml';
import type { Kata, KataCategory } from '../model/guidance.ts';
import type { Origin } from '../model/origin.ts';
import type { Problem } from '../model/problem.ts';
import { blankToNull, type CategoryNode, walkCategories } from './category-tree.ts';
import { explainIssue } from './explain-issue.ts';
import { isFlowchart, readFlowchart } from './read-flowchart.ts';
import { kataCategorySchema, kataSchema } from './schemas.ts';
import { addProblems, keyText, type YamlFile } from './yaml-file.ts';

const ownKeys = Object.keys(kataCategorySchema.entries);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The kata categories of a file, in file order. Problems hold every mistake, with places; flowcharts are checked. */
export function readKatas(
  file: YamlFile,
  scope: string,
): { readonly categories: Map<string, KataCategory>; readonly problems: Problem[] } {
  const categories = new Map<string, KataCategory>();
  const problems: Problem[] = [];

  const readKata = (category: string, key: Node, value: Node | null): Kata | null => {
    const name = keyText(key);
    const what = `kata \`${category}/${name}\``;
    addProblems(problems, nameProblems(file, key, name));
    const plain = file.toPlain(value);
    const asMapping = typeof plain === 'string' ? { procedure: plain } : plain;
    const result = v.safeParse(kataSchema, asMapping);
    if (!result.success) {
      addProblems(
        problems,
        result.issues.map((issue) => explainIssue(file, value ?? key, what, issue)),
      );
      return null;
    }
    const { procedure, when } = result.output;
    const target = file.follow(value);
    const text = isMap(target) ? entryOf(target, 'procedure') : value;
    addProblems(problems, flowchartProblems(file, text, what, procedure));
    const origin: Origin = { server: 'local', scope, file: file.path, ...file.place(key) };
    return { name, when: blankToNull(when), procedure, origin };
  };

  walkCategories(file, ownKeys, 'katas', problems, (node: CategoryNode) => {
    const { category, own } = node;
    const list = file.follow(own.get('katas'));
    const whenNode = own.get('when') ?? null;
    const shape = { when: file.toPlain(whenNode), katas: isMap(list) ? {} : file.toPlain(list) };
    const result = v.safeParse(kataCategorySchema, shape);
    if (isSeq(list)) {
      const message = `\`katas\` of category \`${category}\` is a list, not a mapping`;
      problems.push(
        file.problem(list, 'wrong-type', message, 'Write each kata as "name:" with its procedure below'),
      );
      return;
    }
    if (!result.success || !isMap(list)) {
      const issues = result.issues ?? [];
      addProblems(
        problems,
        issues.map((issue) => explainIssue(file, node.map, `category \`${category}\``, issue)),
      );
      return;
    }
    const katas = new Map<string, Kata>();
    for (const pair of list.items) {
      const kata = readKata(category, pair.key as Node, pair.value as Node | null);
      if (kata !== null) katas.set(kata.name, kata);
    }
    categories.set(category, { when: blankToNull(result.output.when), katas });
  });
  return { categories, problems };
}

function nameProblems(file: YamlFile, key: Node, name: string): Problem[] {
  if (name === 'index') {
    return [file.problem(key, 'reserved-kata-name', 'no kata can be named `index`', 'Choose another name')];
  }
  if (kebabCase.test(name)) return [];
  const hint = 'Write it in small letters and digits with single hyphens, like "cut-release"';
  return [file.problem(key, 'kata-name', `the kata name "${name}" is not kebab-case`, hint, 'warning')];
}

/** Mistakes of a flowchart that has no templates; one that has can be judged only when it is rendered. */
function flowchartProblems(file: YamlFile, node: Node | null, what: string, procedure: string): Problem[] {
  if (!isFlowchart(procedure) || procedure.includes('{{') || procedure.includes('{%')) return [];
  return readFlowchart(procedure).problems.map((problem) => {
    const at = problem.node === null ? '' : ` (node \`${problem.node}\`)`;
    const found = file.problem(
      node,
      problem.code,
      `flowchart of ${what}${at}: ${problem.message}`,
      problem.hint,
      problem.severity,
    );
    return { ...found, line: file.lineInside(node, problem.line), column: 1, excerpt: '' };
  });
}

function entryOf(map: YAMLMap, name: string): Node | null {
  return (map.items.find((pair) => keyText(pair.key) === name)?.value as Node | null) ?? null;
}
