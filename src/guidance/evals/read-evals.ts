import * as v from 'valibot';
import { isMap, isSeq, type Node } from 'yaml';
import { type AuthoredText, textsAt } from '../../content/authored.ts';
import { type Entry, entriesOf, warnUnknown } from '../../content/entries.ts';
import { addProblems, parseYamlFile, readWithin, type YamlFile } from '../../content/yaml-file.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { type ContentSource, UnreadableContent } from '../read/content-source.ts';
import { explainIssue } from '../read/explain-issue.ts';
import { unreadable } from '../read/read-scope.ts';
import { evalSchema, expectationSchema, longestTask } from './evals-schema.ts';

export { longestTask };

/** The name of the file that holds the evaluations of a scope. It is never served. */
export const evalsFile = 'evals.yml';

export type EvalExpectation = v.InferOutput<typeof expectationSchema>;

/** One evaluation as its author writes it. */
export interface GuidanceEval extends Omit<v.InferOutput<typeof evalSchema>, 'expect' | 'flags'> {
  readonly name: string;
  readonly at: { readonly line: number; readonly column: number };
  readonly expect: readonly EvalExpectation[];
  readonly flags: readonly string[];
}

export interface EvalsContent {
  /** In the order of the file; those with mistakes are left out. */
  readonly evals: readonly GuidanceEval[];
  readonly problems: readonly Problem[];
  /** What they name, as far as it can be pointed at. */
  readonly mentions: EvalMentions;
}

/** Ids of rules, globs, regular expressions, folders and patches of evaluations, as written. */
export interface EvalMentions {
  readonly ruleIds: readonly AuthoredText[];
  readonly paths: readonly AuthoredText[];
  readonly patterns: readonly AuthoredText[];
  readonly repos: readonly AuthoredText[];
  readonly diffs: readonly AuthoredText[];
}

/** The mentions of a scope without evaluations. */
export const noEvalMentions: EvalMentions = { ruleIds: [], paths: [], patterns: [], repos: [], diffs: [] };

/** The evaluations of one scope of a source, or null where it has no evals.yml. Problems hold every mistake, with its place. */
export async function readEvals(source: ContentSource, scope: string): Promise<EvalsContent | null> {
  const path = `${scope}/${evalsFile}`;
  let bytes: Buffer | null;
  try {
    bytes = await source.read(scope, evalsFile);
  } catch (error) {
    if (!(error instanceof UnreadableContent)) throw error;
    return { evals: [], problems: [unreadable(path, error)], mentions: noEvalMentions };
  }
  if (bytes === null) return null;
  const { file, problems } = parseYamlFile(path, bytes);
  if (file === null) return { evals: [], problems, mentions: noEvalMentions };
  const found: Problem[] = [...problems];
  const evals = readWithin(file, [], found, () => readFile(file, found));
  const mentions = readWithin(file, noEvalMentions, [], () => mentionsIn(file));
  return { evals, problems: found.sort((a, b) => a.line - b.line || a.column - b.column), mentions };
}

/** The command that brings what an evaluation begins with from elsewhere; null for what lies on this machine. */
export function fetchOf(repo: string | null | undefined): string | null {
  return isAddress(repo ?? '') && !/^file:/i.test(repo ?? '') ? `git fetch ${repo}` : null;
}

/** Whether what an evaluation begins with is a repository, and no folder beside it. */
export function isAddress(repo: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]+:\/\/|[\w.-]+@[\w.-]+:)/i.test(repo);
}

function readFile(file: YamlFile, problems: Problem[]): GuidanceEval[] {
  const root = file.follow(file.root);
  if (root === null || file.toPlain(root) === null) return [];
  const hint = 'Start with "evals:" and put the evaluations below it, by name';
  if (!isMap(root)) {
    problems.push(file.problem(root, 'wrong-type', 'the file is not a mapping', hint));
    return [];
  }
  warnUnknown(file, root, ['evals'], evalsFile, problems);
  const entry = entriesOf(root).find(({ name }) => name === 'evals');
  const value = file.follow(entry?.value);
  if (!isMap(value)) {
    const at = entry?.value ?? entry?.key ?? root;
    problems.push(file.problem(at, 'wrong-type', '`evals` is not a mapping of evaluations by name', hint));
    return [];
  }
  return entriesOf(value).flatMap((one) => readOne(file, one, problems) ?? []);
}

function readOne(file: YamlFile, { name, key, value }: Entry, problems: Problem[]): GuidanceEval | null {
  const what = `eval \`${name}\``;
  const node = file.follow(value);
  if (isMap(node)) {
    warnUnknown(file, node, Object.keys(evalSchema.entries), what, problems);
    for (const item of itemsOf(file, node, 'expect'))
      if (isMap(item)) warnUnknown(file, item, Object.keys(expectationSchema.entries), what, problems);
  }
  const result = v.safeParse(evalSchema, file.toPlain(node));
  if (!result.success) {
    addProblems(
      problems,
      result.issues.map((issue) => explainIssue(file, node ?? key, what, issue)),
    );
    return null;
  }
  const { expect = [], flags = [], ...rest } = result.output;
  return { ...rest, name, at: file.place(key), expect, flags };
}

function mentionsIn(file: YamlFile): EvalMentions {
  const root = file.follow(file.root);
  const all = file.follow(isMap(root) ? entriesOf(root).find(({ name }) => name === 'evals')?.value : null);
  const evals = isMap(all) ? entriesOf(all) : [];
  const at = (...path: string[]) => evals.flatMap(({ value }) => textsAt(file, value, path));
  return {
    ruleIds: [...at('expect', '-', 'rule'), ...at('flags', '-')],
    paths: at('expect', '-', 'paths', '-'),
    patterns: [...at('expect', '-', 'pattern'), ...at('expect', '-', 'absent')],
    repos: at('repo'),
    diffs: at('diff'),
  };
}

function itemsOf(file: YamlFile, map: Node, name: string): (Node | null)[] {
  const list = isMap(map) ? file.follow(entriesOf(map).find((entry) => entry.name === name)?.value) : null;
  return isSeq(list) ? list.items.map((item) => file.follow(item)) : [];
}
