import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import type { Problem } from '../model/problem.ts';
import type { ScalarSource } from './place-in-scalar.ts';

/** Bytes a content file may have at most. */
const maxFileBytes: number = 4 * 1024 * 1024;
/** Nodes one file may grow to when its aliases are followed, beside those it has written out. */
const maxAliasedNodes = 100_000;
const maxAliases = 100;
const maxDepth = 64;

/** A parsed YAML file: its root node, and what turns nodes into places, problems and plain data. */
export interface YamlFile {
  /** Relative to the rules folder, with forward slashes. */
  readonly path: string;
  /** Null for an empty file. */
  readonly root: Node | null;
  place(node: Node | null | undefined): { line: number; column: number };
  problem(
    at: Node | null | undefined,
    code: string,
    message: string,
    hint: string,
    severity?: Problem['severity'],
  ): Problem;
  /** The line in the file of line `line` (from 1) of a text that spans lines. */
  lineInside(node: Node | null, line: number): number;
  /** A scalar as the file has it, for places inside its text. */
  scalar(node: Node): ScalarSource;
  /** The node itself, or what its alias stands for. */
  follow(node: unknown): Node | null;
  /** Plain data of a node; mappings become objects without a prototype's keys, keys become text. */
  toPlain(node: Node | null): unknown;
}

class TooManyAliases extends Error {}

/**
 * Parses the bytes of one content file (YAML 1.2, one document). `file` is null when nothing can be read from it;
 * problems hold every syntax error with its place.
 */
export function parseYamlFile(path: string, bytes: Buffer): { file: YamlFile | null; problems: Problem[] } {
  if (bytes.length > maxFileBytes) {
    return {
      file: null,
      problems: [
        fileProblem(path, 'file-too-large', 'the file is over 4 MiB', 'Split it over several scopes'),
      ],
    };
  }
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const lineCounter = new LineCounter();
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'error', // Silent would also pass over a second document.
    });
  } catch (error) {
    // The parser recurses: nesting by the ten thousand overflows its stack.
    const reason = error instanceof RangeError ? 'it is nested too deeply' : String(error);
    return { file: null, problems: [fileProblem(path, 'yaml-syntax', reason, 'Write it flatter')] };
  }
  const at = (offset: number) => {
    const { line, col } = lineCounter.linePos(Math.min(offset, text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const excerptOf = (line: number) => {
    const start = lineCounter.lineStarts[line - 1] ?? 0;
    const source = text.slice(start, start + 400).split(/\r?\n/, 1)[0] ?? '';
    return source.trim().length > 100 ? `${source.trim().slice(0, 100)}…` : source.trim();
  };
  const problemAt = (
    offset: number,
    code: string,
    message: string,
    hint: string,
    severity: Problem['severity'] = 'error',
  ) => {
    const { line, column } = at(offset);
    return {
      code,
      severity,
      file: path,
      line,
      column,
      message,
      hint,
      excerpt: excerptOf(line),
    } satisfies Problem;
  };

  if (document.errors.length > 0) {
    const problems = document.errors.map((error) =>
      problemAt(error.pos[0], 'yaml-syntax', firstSentence(error.message), hintFor(error.code)),
    );
    return { file: null, problems };
  }

  const duplicates = duplicateKeys(document.contents as Node | null).map((key) =>
    problemAt(
      key.range?.[0] ?? 0,
      'duplicate-key',
      `the key \`${keyText(key)}\` stands twice in one mapping`,
      hintFor('DUPLICATE_KEY'),
    ),
  );
  if (duplicates.length > 0) return { file: null, problems: duplicates };

  let aliases = 0;
  let aliasedNodes = 0;
  const follow = (node: unknown): Node | null => {
    let current = node as Node | null;
    while (isAlias(current)) {
      if (++aliases > maxAliases) throw new TooManyAliases();
      current = current.resolve(document) ?? null;
    }
    return current;
  };
  const toPlain = (node: Node | null, depth = 0, aliased = false): unknown => {
    const target = follow(node);
    const inside = aliased || isAlias(node);
    if (depth > maxDepth || (inside && ++aliasedNodes > maxAliasedNodes)) throw new TooManyAliases();
    if (isScalar(target)) return target.value;
    if (isSeq(target)) return target.items.map((item) => toPlain(item as Node | null, depth + 1, inside));
    if (isMap(target)) {
      const entries = target.items.map((pair): [string, unknown] => [
        keyText(pair.key),
        toPlain(pair.value as Node | null, depth + 1, inside),
      ]);
      return Object.fromEntries(entries);
    }
    return null;
  };

  const file: YamlFile = {
    path,
    root: document.contents as Node | null,
    place: (node) => at(node?.range?.[0] ?? 0),
    problem: (node, code, message, hint, severity) =>
      problemAt(node?.range?.[0] ?? 0, code, message, hint, severity),
    lineInside(node, line) {
      const target = follow(node);
      const start = at(target?.range?.[0] ?? 0).line;
      const isBlock = isScalar(target) && (target.type === 'BLOCK_LITERAL' || target.type === 'BLOCK_FOLDED');
      return isBlock ? start + line : start;
    },
    scalar(node) {
      const [start = 0, end = start] = node.range ?? [];
      return { ...at(start), source: text.slice(start, end) };
    },
    follow,
    toPlain: (node) => toPlain(node),
  };
  return { file, problems: [] };
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
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooManyAliases)) throw error;
    const hint = `Write the content out: at most ${maxAliases} aliases and ${maxDepth} levels are followed`;
    problems.push(file.problem(null, 'yaml-aliases', 'aliases or nesting make this file too large', hint));
    return empty;
  }
}

/** A mapping key as text; numbers, booleans and null keep their spelling. */
export function keyText(key: unknown): string {
  return isScalar(key) ? String(key.source ?? key.value) : String(key);
}

/** Keys that their mapping already has. The parser's own check compares every pair: seconds for 100,000 keys. */
function duplicateKeys(root: Node | null): Scalar[] {
  const found: Scalar[] = [];
  visit(root, {
    Map(_, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) found.push(key);
        seen.add(key.value);
      }
    },
  });
  return found;
}

/** A problem of a whole file, placed at its start. */
export function fileProblem(path: string, code: string, message: string, hint: string): Problem {
  return { code, severity: 'error', file: path, line: 1, column: 1, message, hint, excerpt: '' };
}

function firstSentence(message: string): string {
  const sentence = message.split('\n', 1)[0] ?? message;
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/[.:]$/, '');
}

function hintFor(code: string): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'Keep one of the two, or join them';
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return 'Put text that holds a colon in quotes';
    case 'TAB_AS_INDENT':
      return 'Indent with spaces';
    case 'BAD_INDENT':
      return 'Align it with its neighbours';
    case 'MULTIPLE_DOCS':
      return 'Keep one document: remove the line "---"';
    default:
      return 'Mend the YAML at this place; text with special characters goes in quotes';
  }
}
