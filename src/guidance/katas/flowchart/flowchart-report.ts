import type { Node, YAMLMap } from 'yaml';
import { keyText, type YamlFile } from '../../../content/yaml-file.ts';
import type { ProblemCode, TextRange } from '../../../model/problems/problem.ts';
import { didYouMean } from '../../../model/text/nearest.ts';

/** A mistake in a flowchart's YAML; its place is that within the procedure's text. */
export interface FlowchartProblem extends TextRange {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning';
  /** The id of the node it is in, if it is in one that has an id. */
  readonly node: string | null;
  readonly message: string;
  readonly hint: string;
}

/** Where a mistake is: a YAML node, and the id of the flowchart's node around it. */
export interface NodePlace {
  readonly at: Node | null | undefined;
  readonly node: string | null;
}

/** Collects the mistakes of one flowchart. */
export interface FlowchartReport {
  readonly file: YamlFile;
  readonly problems: FlowchartProblem[];
  error(place: NodePlace, code: ProblemCode, message: string, hint: string): void;
  warn(place: NodePlace, code: ProblemCode, message: string, hint: string): void;
}

export function createFlowchartReport(file: YamlFile): FlowchartReport {
  const problems: FlowchartProblem[] = [];
  const add = (severity: FlowchartProblem['severity']): FlowchartReport['error'] => {
    return ({ at, node }, code, message, hint) => {
      problems.push({ code, severity, node, ...file.range(at), message, hint });
    };
  };
  return { file, problems, error: add('error'), warn: add('warning') };
}

/** The values of a mapping by key; a key that is not in `known` is reported and left out. */
export function valuesOf(
  map: YAMLMap,
  known: readonly string[],
  node: string | null,
  report: FlowchartReport,
): Map<string, Node | null> {
  const values = new Map<string, Node | null>();
  for (const pair of map.items) {
    const key = keyText(pair.key);
    if (known.includes(key)) values.set(key, pair.value as Node | null);
    else {
      const hint = suggestion(key, known) ?? `Use ${known.join(', ')}, or remove it`;
      report.warn(
        { at: pair.key as Node, node },
        'unknown-key',
        `the key \`${shown(key)}\` is not known and is skipped`,
        hint,
      );
    }
  }
  return values;
}

/** "Did you mean …?", or null. Long words are not compared: the time grows with the square of their length. */
export function suggestion(word: string, candidates: Iterable<string>): string | null {
  if (word.length > 60) return null;
  const near = [...candidates].filter((candidate) => Math.abs(candidate.length - word.length) < 8);
  const meant = didYouMean(word, near);
  return meant === null ? null : `Did you mean \`${meant}\`?`;
}

/** Text of the author's for a message, cut to a readable length. */
export function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
