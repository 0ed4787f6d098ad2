import * as v from 'valibot';
import { isMap, isSeq, type Node } from 'yaml';
import type { AuthoredText } from '../../content/authored.ts';
import { type Entry, entriesOf, warnUnknown } from '../../content/entries.ts';
import { addProblems, parseYamlFile, readWithin, type YamlFile } from '../../content/yaml-file.ts';
import { isCategoryPath } from '../../model/names/category-path.ts';
import type { Problem } from '../../model/problems/problem.ts';
import type { ContentSource } from '../read/content-source.ts';
import { UnreadableContent } from '../read/content-source.ts';
import { explainIssue } from '../read/explain-issue.ts';
import { unreadable } from '../read/read-scope.ts';
import { onlyForbidden } from './test-mentions.ts';
import { testSchema } from './tests-schema.ts';

/** The name of the file that holds the tests of a scope. It is never served. */
export const testsFile = 'tests.yml';

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** One thing that a test asks for, and where it says so. */
export type Expectation = { readonly at: TextPosition } & (
  | { readonly kind: 'finds'; readonly category: string }
  | { readonly kind: 'kata'; readonly category: string; readonly kata: string }
  | { readonly kind: 'rule' | 'not'; readonly category: string; readonly text: string }
  | { readonly kind: 'max-tokens'; readonly tokens: number }
);

export interface GuidanceTest {
  readonly name: string;
  readonly at: TextPosition;
  readonly task: string;
  readonly files: readonly string[];
  /** Whether the scopes below are tested too. */
  readonly inherited: boolean;
  readonly expectations: readonly Expectation[];
}

export interface TestsContent {
  /** In the order of the file; those with mistakes are left out. */
  readonly tests: readonly GuidanceTest[];
  readonly problems: readonly Problem[];
  /** The categories that they name in `not` alone, as far as they can be pointed at. */
  readonly forbidden: readonly AuthoredText[];
}

/** The tests of one scope of a source, or null where it has no tests.yml. Problems hold every mistake, with its place. */
export async function readTests(source: ContentSource, scope: string): Promise<TestsContent | null> {
  const path = `${scope}/${testsFile}`;
  let bytes: Buffer | null;
  try {
    bytes = await source.read(scope, testsFile);
  } catch (error) {
    if (!(error instanceof UnreadableContent)) throw error;
    return { tests: [], problems: [unreadable(path, error)], forbidden: [] };
  }
  if (bytes === null) return null;
  const { file, problems } = parseYamlFile(path, bytes);
  if (file === null) return { tests: [], problems, forbidden: [] };
  const found: Problem[] = [...problems];
  const tests = readWithin(file, [], found, () => readFile(file, found));
  found.sort((a, b) => a.line - b.line || a.column - b.column);
  return { tests, problems: found, forbidden: onlyForbidden(file) };
}

function readFile(file: YamlFile, problems: Problem[]): GuidanceTest[] {
  const root = file.follow(file.root);
  if (root === null || file.toPlain(root) === null) return [];
  const hint = 'Start with "tests:" and put the tests below it, by name';
  if (!isMap(root)) {
    problems.push(file.problem(root, 'wrong-type', 'the file is not a mapping', hint));
    return [];
  }
  warnUnknown(file, root, ['tests'], testsFile, problems);
  const entry = entriesOf(root).find(({ name }) => name === 'tests');
  const value = file.follow(entry?.value);
  if (!isMap(value)) {
    const at = entry?.value ?? entry?.key ?? root;
    problems.push(file.problem(at, 'wrong-type', '`tests` is not a mapping of tests by name', hint));
    return [];
  }
  return entriesOf(value).flatMap((test) => readTest(file, test, problems) ?? []);
}

function readTest(file: YamlFile, { name, key, value }: Entry, problems: Problem[]): GuidanceTest | null {
  const what = `test \`${name}\``;
  const node = file.follow(value);
  if (isMap(node)) warnUnknown(file, node, Object.keys(testSchema.entries), what, problems);
  const result = v.safeParse(testSchema, file.toPlain(node));
  if (!result.success) {
    addProblems(
      problems,
      result.issues.map((issue) => explainIssue(file, node ?? key, what, issue)),
    );
    return null;
  }
  const { task = '', files, inherited } = result.output;
  const wrong: Problem[] = [];
  const expectations = expectationsOf(file, node, wrong);
  const finds = expectations.some(({ kind }) => kind === 'finds' || kind === 'kata');
  if (finds && task.trim() === '' && files.length === 0) {
    const hint = 'Add `task`, what an agent would ask for, or `files`, the paths that it is about to change';
    wrong.push(file.problem(key, 'missing-value', `${what} says nothing to find something by`, hint));
  }
  if (expectations.length === 0) {
    const hint = 'Add `finds`, `rules`, `not`, `max_tokens` or `katas`';
    wrong.push(file.problem(key, 'missing-value', `${what} expects nothing, so it cannot fail`, hint));
  }
  addProblems(problems, wrong);
  if (wrong.length > 0) return null;
  return { name, at: file.place(key), task, files, inherited, expectations };
}

/** What a test of the right shape expects, in the order of its keys. */
function expectationsOf(file: YamlFile, test: Node | null, problems: Problem[]): Expectation[] {
  if (!isMap(test)) return [];
  const all: Expectation[] = [];
  const category = (name: string, node: Node): string => {
    if (!isCategoryPath(name)) problems.push(notACategory(file, name, node));
    return name;
  };
  for (const { name, value } of entriesOf(test)) {
    if (name === 'finds') {
      for (const node of itemsOf(file, value)) {
        all.push({ kind: 'finds', category: category(plainText(file, node), node), at: file.place(node) });
      }
    } else if (name === 'katas') {
      for (const node of itemsOf(file, value)) {
        const [, path = '', kata = ''] = /^([^/]*)\/(.+)$/s.exec(plainText(file, node)) ?? [];
        if (kata === '') problems.push(notAKata(file, plainText(file, node), node));
        else all.push({ kind: 'kata', category: category(path, node), kata, at: file.place(node) });
      }
    } else if (name === 'rules' || name === 'not') {
      const map = file.follow(value);
      for (const entry of isMap(map) ? entriesOf(map) : []) {
        const path = category(entry.name, entry.key);
        for (const node of itemsOf(file, entry.value)) {
          const kind = name === 'rules' ? 'rule' : 'not';
          all.push({ kind, category: path, text: plainText(file, node), at: file.place(node) });
        }
      }
    } else if (name === 'max_tokens' && value !== null) {
      all.push({ kind: 'max-tokens', tokens: Number(file.toPlain(value)), at: file.place(value) });
    }
  }
  return all;
}

function itemsOf(file: YamlFile, node: Node | null): Node[] {
  const list = file.follow(node);
  return isSeq(list) ? (list.items as Node[]) : [];
}

function plainText(file: YamlFile, node: Node): string {
  return String(file.toPlain(node));
}

function notACategory(file: YamlFile, name: string, node: Node): Problem {
  const hint = 'Write a dot path of A-Z, a-z, 0-9, "_" and "-", like backend.api';
  return file.problem(node, 'invalid-value', `"${name}" cannot be the name of a category`, hint);
}

function notAKata(file: YamlFile, text: string, node: Node): Problem {
  const hint = 'Write its category and its name, like delivery.release/cut-a-release';
  return file.problem(node, 'invalid-value', `"${text}" does not name a kata`, hint);
}
