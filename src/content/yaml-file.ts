import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { Problem, ProblemCode, TextRange } from '../model/problems/problem.ts';
import { atOnce } from '../runtime/async/turns.ts';
import { checkingNodes } from './compose/check-nodes.ts';
import { composeYaml } from './compose/compose-yaml.ts';
import type { PlaceOf } from './compose/lines.ts';
import type { ScalarSource } from './text/place-in-scalar.ts';
import { readSource, type SourceText } from './text/source-text.ts';

export type { PlaceOf } from './compose/lines.ts';

/** Bytes a content file may have at most. */
export const maxFileBytes: number = 4 * 1024 * 1024;
/** Nodes one file may grow to when its aliases are followed, beside those it has written out. */
const maxAliasedNodes = 100_000;
const maxAliases = 100;
export const maxDepth: number = 64;
/** Problems of one file that are kept; the rest is more of the same. */
const maxProblems = 1000;

/** A parsed YAML file: its root node, and what turns nodes into places, problems and plain data. */
export interface YamlFile {
  /** Relative to the rules folder, with forward slashes. */
  readonly path: string;
  /** Null for an empty file. */
  readonly root: Node | null;
  readonly source: SourceText;
  place(node: Node | null | undefined): { line: number; column: number };
  /** Where a node stands, without the white space behind it: UTF-16 units from 0. */
  span(node: Node | null | undefined): readonly [start: number, end: number];
  /** The same as lines and columns. */
  range(node: Node | null | undefined): TextRange;
  problem(
    at: Node | null | undefined,
    code: ProblemCode,
    message: string,
    hint: string,
    severity?: Problem['severity'],
  ): Problem;
  /** A scalar as the file has it, for places inside its text. */
  scalar(node: Node): ScalarSource;
  /** The node itself, or what its alias stands for. */
  follow(node: unknown): Node | null;
  /** The same for a look at what a node is, which counts for no limit. */
  peek(node: unknown): Node | null;
  /** Plain data of a node; mappings become objects without a prototype's keys, keys become text. */
  toPlain(node: Node | null): unknown;
  /** Forgets the aliases followed so far, so that the file can be read a second time. */
  restart(): void;
}

class TooManyAliases extends Error {}

/**
 * Parses the bytes of one content file (YAML 1.2, one document). `file` is null when nothing can be read from it;
 * problems hold what is wrong with the YAML, with places.
 */
export function parseYamlFile(path: string, bytes: Buffer, maxTokens?: number): ParsedFile {
  return atOnce(parsingYamlFile(path, bytes, maxTokens));
}

/** What could be read of a file, and what is wrong with it. */
export interface ParsedFile {
  readonly file: YamlFile | null;
  readonly problems: Problem[];
}

/**
 * The same, as work that can pause: a large file takes a second. `placeOf` tells where a place of the text is in the file that holds it,
 * for hints that name lines.
 */
export function* parsingYamlFile(
  path: string,
  bytes: Buffer,
  maxTokens?: number,
  placeOf?: PlaceOf,
): Generator<void, ParsedFile> {
  if (bytes.length > maxFileBytes) {
    const hint = 'Split it over several scopes';
    return { file: null, problems: [fileProblem(path, 'file-too-large', 'the file is over 4 MiB', hint)] };
  }
  const { source, problems } = readSource(path, bytes);
  if (problems.length > 0) return { file: null, problems };
  const { document, errors } = yield* composeYaml(source.text, maxTokens, undefined, placeOf);
  if (document === null || errors.length > 0) {
    const found = errors.map(({ offset, end, message, hint }) =>
      source.problem([offset, end], 'yaml-syntax', message, hint),
    );
    return { file: null, problems: found };
  }
  const root = document.contents as Node | null;
  yield;
  const checked = yield* checkingNodes(root, source);
  if (checked.problems.length > 0) return { file: null, problems: checked.problems.slice(0, maxProblems) };
  yield;
  const reader = createReader(checked.targets);
  const spanOf = (node: Node | null | undefined): [start: number, end: number] => {
    const [start = 0] = node?.range ?? [];
    let end = endOf(node) ?? start;
    while (end > start && /\s/.test(source.text[end - 1] ?? '')) end--;
    return [start, end];
  };

  const file: YamlFile = {
    path,
    root,
    source,
    place: (node) => source.at(node?.range?.[0] ?? 0),
    span: spanOf,
    range: (node) => source.range(...spanOf(node)),
    problem: (node, code, message, hint, severity) =>
      source.problem(spanOf(node), code, message, hint, severity),
    scalar(node) {
      const [start = 0, end = start] = node.range ?? [];
      return { ...source.at(start), source: source.text.slice(start, end) };
    },
    ...reader,
  };
  return { file, problems: [] };
}

/** Where a node ends; comments behind the last part of a collection count as its own to the parser, and not here. */
function endOf(node: Node | null | undefined): number | undefined {
  let last = node;
  while ((isMap(last) || isSeq(last)) && last.flow !== true) {
    const item = last.items.at(-1) as Pair | Node | null | undefined;
    const inside = (isPair(item) ? (item.value ?? item.key) : item) as Node | null | undefined;
    if (inside?.range === undefined) break;
    last = inside;
  }
  return last?.range?.[1];
}

/** Reads nodes with their aliases followed, as far as the limits of one file go. */
function createReader(
  targets: ReadonlyMap<Alias, Node>,
): Pick<YamlFile, 'follow' | 'peek' | 'toPlain' | 'restart'> {
  let aliases = 0;
  let aliasedNodes = 0;
  const follow = (node: unknown): Node | null => {
    let current = node as Node | null;
    while (isAlias(current)) {
      if (++aliases > maxAliases) throw new TooManyAliases();
      current = targets.get(current) ?? null;
    }
    return current;
  };
  const peek = (node: unknown) => (isAlias(node) ? (targets.get(node) ?? null) : (node as Node | null));
  const read = (node: Node | null, depth: number, aliased: boolean): unknown => {
    const target = follow(node);
    const inside = aliased || isAlias(node);
    if (depth > maxDepth || (inside && ++aliasedNodes > maxAliasedNodes)) throw new TooManyAliases();
    if (isScalar(target)) return target.value;
    if (isSeq(target)) return target.items.map((item) => read(item as Node | null, depth + 1, inside));
    if (isMap(target)) {
      const entries = target.items.map((pair): [string, unknown] => [
        keyText(pair.key),
        read(pair.value as Node | null, depth + 1, inside),
      ]);
      return Object.fromEntries(entries);
    }
    return null;
  };
  const restart = () => {
    aliases = 0;
    aliasedNodes = 0;
  };
  return { follow, peek, toPlain: (node) => read(node, 0, false), restart };
}

/**
 * Runs a reader over a parsed file and turns what only shows while reading (too many aliases, too deep nesting)
 * into a problem of the file.
 */
export function readWithin<Result>(
  file: YamlFile,
  empty: Result,
  problems: Problem[],
  read: () => Result,
): Result {
  return atOnce(
    readingWithin(file, empty, problems, function* () {
      yield;
      return read();
    }),
  );
}

/** The same, for a reader that can pause. */
export function* readingWithin<Result>(
  file: YamlFile,
  empty: Result,
  problems: Problem[],
  reading: () => Generator<void, Result>,
): Generator<void, Result> {
  try {
    return yield* reading();
  } catch (error) {
    if (!(error instanceof TooManyAliases)) throw error;
    const hint = `Write the content out: at most ${maxAliases} aliases and ${maxDepth} levels are followed`;
    problems.push(file.problem(null, 'yaml-aliases', 'aliases or nesting make this file too large', hint));
    return empty;
  }
}

/** A mapping key as text; numbers, booleans and null keep their spelling. */
export function keyText(key: unknown): string {
  return isScalar(key) ? String(key.source ?? key.value) : '';
}

/** Whether a list of problems takes no more. */
export function isFull(problems: readonly Problem[]): boolean {
  return problems.length >= maxProblems;
}

/** Adds to a list of problems, which stops growing where more would say no more. */
export function addProblems(problems: Problem[], more: Iterable<Problem>): void {
  for (const problem of more) {
    if (isFull(problems)) return;
    problems.push(problem);
  }
}

/** A problem of a whole file, placed at its start. */
export function fileProblem(path: string, code: ProblemCode, message: string, hint: string): Problem {
  const start = { line: 1, column: 1, end_line: 1, end_column: 1 };
  return { code, severity: 'error', file: path, ...start, message, hint, excerpt: '' };
}
