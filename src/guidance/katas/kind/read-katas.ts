import * as v from 'valibot';
import { isMap, isSeq, type Node, type YAMLMap } from 'yaml';
import { warnUnknown } from '../../../content/entries.ts';
import { placeInScalar } from '../../../content/text/place-in-scalar.ts';
import { addProblems, keyText, type PlaceOf, type YamlFile } from '../../../content/yaml-file.ts';
import type { Origin } from '../../../model/origin.ts';
import type { Problem, TextRange } from '../../../model/problems/problem.ts';
import type { KindReader } from '../../kind.ts';
import { blankToNull, type CategoryNode, walkingCategories } from '../../read/category-tree.ts';
import { explainIssues } from '../../read/explain-issue.ts';
import { hintForKey } from '../../read/meant-key.ts';
import { isFlowchart, readingFlowchart } from '../flowchart/read-flowchart.ts';
import type { Kata, KataCategories, KataCategory } from '../kata.ts';
import { kataCategoryKeys, kataCategorySchema, kataSchema, plainKataSchema } from '../kata-schema.ts';
import { katasEditorSchema } from './editor-schema.ts';
import { outlineKatas } from './outline-katas.ts';

const kataKeys = Object.keys(kataSchema.entries);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The reader of katas.yml. */
export const katasReader: KindReader<KataCategories> = {
  reading: readingKatas,
  outline: outlineKatas,
  editorSchema: katasEditorSchema,
};

/** Characters of flowcharts in one file that are checked before they are asked for. */
const maxFlowcharts = 1_000_000;

/**
 * The kata categories of a file, in file order; it can pause after each kata. Problems hold every mistake, with places; flowcharts are
 * checked.
 */
function* readingKatas(file: YamlFile, scope: string): ReturnType<KindReader<KataCategories>['reading']> {
  const categories = new Map<string, KataCategory>();
  const problems: Problem[] = [];
  const checks: (() => Generator<void, Problem[]>)[] = [];
  let size = 0;

  const readKata = (category: string, key: Node, value: Node | null): Kata | null => {
    const name = keyText(key);
    const what = `kata \`${category}/${name}\``;
    addProblems(problems, nameProblems(file, key, name));
    const target = file.follow(value);
    const schema = isMap(target) ? kataSchema : plainKataSchema;
    if (isMap(target))
      warnUnknown(file, target, kataKeys, what, problems, (name) => hintForKey(name, kataKeys));
    const result = v.safeParse(schema, file.toPlain(value));
    if (!result.success) {
      addProblems(problems, explainIssues(file, value ?? key, what, result.issues));
      return null;
    }
    const {
      procedure,
      when = null,
      paths = [],
      files = {},
    } = typeof result.output === 'string' ? { procedure: result.output } : result.output;
    const text = isMap(target) ? entryOf(target, 'procedure') : value;
    if (isFlowchart(procedure)) {
      size += procedure.length;
      // One that is asked for is checked in any case.
      if (size <= maxFlowcharts) checks.push(() => flowchartProblems(file, text, what, procedure));
    }
    const origin: Origin = { server: 'local', scope, file: file.path, ...file.place(key) };
    const brought = new Map(Object.entries(files).map(([path, from]) => [path, { from }]));
    return { name, when: blankToNull(when), paths, procedure, files: brought, origin };
  };

  yield* walkingCategories(file, kataCategoryKeys, 'katas', problems, function* (node: CategoryNode) {
    const { category, own } = node;
    const list = file.follow(own.get('katas'));
    const plain = Object.fromEntries(
      [...own].map(([name, value]) => [name, name === 'katas' && isMap(list) ? {} : file.toPlain(value)]),
    );
    const result = v.safeParse(kataCategorySchema, plain);
    if (isSeq(list)) {
      const message = `\`katas\` of category \`${category}\` is a list, not a mapping`;
      problems.push(
        file.problem(list, 'wrong-type', message, 'Write each kata as "name:" with its procedure below'),
      );
      return;
    }
    if (!result.success || !isMap(list)) {
      const issues = result.issues ?? [];
      addProblems(problems, explainIssues(file, node.map, `category \`${category}\``, issues));
      return;
    }
    const katas = new Map<string, Kata>();
    for (const pair of list.items) {
      yield;
      const key = pair.key as Node;
      const kata = readKata(category, key, pair.value as Node | null);
      if (kata === null) continue;
      const earlier = katas.get(kata.name);
      if (earlier === undefined) katas.set(kata.name, kata);
      else addProblems(problems, [writtenTwice(file, key, category, earlier)]);
    }
    const { when, paths = [], see = [], always = null } = result.output;
    categories.set(category, { when: blankToNull(when), paths, see, always, katas });
  });
  return { content: categories, problems, checks };
}

/** Keys of different types are different keys to YAML, like 1 and "1"; as names of katas they are the same. */
function writtenTwice(file: YamlFile, key: Node, category: string, { name, origin }: Kata): Problem {
  const message = `kata \`${category}/${name}\` is written twice, first on line ${origin.line}`;
  return file.problem(key, 'duplicate-kata', message, 'Keep one of the two, or give it another name');
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
function* flowchartProblems(
  file: YamlFile,
  node: Node | null,
  what: string,
  procedure: string,
): Generator<void, Problem[]> {
  if (procedure.includes('{{') || procedure.includes('{%')) return [];
  const placeOf = placesIn(file, node, procedure);
  const rangeOf = rangesIn(placeOf);
  const { problems } = yield* readingFlowchart(procedure, placeOf);
  return problems.map((problem) => {
    const at = problem.node === null ? '' : ` (node \`${problem.node}\`)`;
    const found = file.problem(
      node,
      problem.code,
      `flowchart of ${what}${at}: ${problem.message}`,
      problem.hint,
      problem.severity,
    );
    const { mark: _, ...unmarked } = found;
    return { ...unmarked, ...rangeOf(problem), excerpt: '' };
  });
}

/** What tells where in the file a part of a procedure's text is. */
function rangesIn(placeOf: PlaceOf): (inside: TextRange) => TextRange {
  return ({ line, column, end_line, end_column }) => {
    const start = placeOf({ line, column });
    // The last character of the part is in the file, which what follows it may not be.
    const last = end_column > 1 ? placeOf({ line: end_line, column: end_column - 1 }) : start;
    const isEmpty = line === end_line && column === end_column;
    return { ...start, end_line: last.line, end_column: last.column + (isEmpty || end_column === 1 ? 0 : 1) };
  };
}

/** What tells where in the file a place of a procedure's text is. */
function placesIn(file: YamlFile, node: Node | null, procedure: string): PlaceOf {
  const target = file.follow(node);
  if (target === null) return () => file.place(node);
  const scalar = file.scalar(target);
  const lines = procedure.split('\n');
  if (scalar.source.startsWith('|')) {
    const written = scalar.source.split(/\r?\n/);
    const indent = (line: number) => (written[line] ?? '').length - (lines[line - 1] ?? '').length;
    const last = written.length - 1;
    // A text ends with a line break though its file may not, so that its last line is none of the file's.
    const end = { line: scalar.line + last, column: (written[last] ?? '').length + 1 };
    return ({ line, column }) =>
      line > last ? end : { line: scalar.line + line, column: column + Math.max(indent(line), 0) };
  }
  let end = 0;
  const starts = lines.map((line) => {
    end += line.length + 1;
    return end - line.length - 1;
  });
  return ({ line, column }) => placeInScalar(scalar, procedure, (starts[line - 1] ?? 0) + column - 1);
}

function entryOf(map: YAMLMap, name: string): Node | null {
  return (map.items.find((pair) => keyText(pair.key) === name)?.value as Node | null) ?? null;
}
